"""Labels that end in "…" where they do not fit and tell the rest in their tool tips."""

from collections.abc import Iterator
from itertools import islice
from math import ceil

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from embedscope_gui.widgets.tooltip import literal

ELIDE = Qt.TextElideMode.ElideRight
BETWEEN = " · "
LIST_REST = ", …]"
MARKS = "\ufeff\ufffe"  # of byte order: in front, they are no characters to Qt


class ElidedLabel(QLabel):
    """Shows text literally on one line, however narrow it is; its menu copies all of it."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._shorter: tuple[str, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str, *shorter: str) -> None:
        """Show ``text`` or the first of its ``shorter`` forms that fits; the tool tip has all."""
        if (text, *shorter) != (self.text(), *self._shorter):
            self._shorter = shorter
            super().setText(text)
            self.setToolTip(literal(text))
            self.update()

    def minimumSizeHint(self) -> QSize:
        """One line, however narrow."""
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint what fits."""
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            self.paint_text(painter)

    def paint_text(self, painter: QPainter) -> None:
        """Paint the line."""
        room = self.contentsRect()
        shown = self.fitted(room.width())
        painter.drawText(room, int(self.alignment()) | int(Qt.TextFlag.TextSingleLine), shown)

    def fitted(self, width: int) -> str:
        """Return what is painted in ``width`` pixels."""
        measure, form = self.fontMetrics(), ""
        for form in (self.text(), *self._shorter):
            if measure.horizontalAdvance(form) <= width:
                return form
        return measure.elidedText(form, ELIDE, width)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the text."""
        menu = QMenu(self)
        menu.addAction("Copy", lambda: QGuiApplication.clipboard().setText(self.text()))
        menu.exec(event.globalPos())


class ListLabel(ElidedLabel):
    """Shows a list in brackets and leaves out whole items where it is narrow: "[1, 2, …]"."""

    def fitted(self, width: int) -> str:
        """Return the list or a shorter form that fits, else as many items as fit."""
        measure = self.fontMetrics()
        for form in (self.text(), *self._shorter):
            if measure.horizontalAdvance(form) <= width:
                return form
        room = width - measure.horizontalAdvance(LIST_REST)
        for form in (self.text(), *self._shorter):
            items, comma, _part = measure.elidedText(form, ELIDE, room).rpartition(", ")
            if comma:
                return f"{items}{LIST_REST}"
        return super().fitted(width)


class PartsLabel(ElidedLabel):
    """Shows parts with " · " between them on as many lines as they need; no part is broken."""

    def sizeHint(self) -> QSize:
        """As high as its lines in the present width."""
        n_lines = len(self.lines()) if self.text() else 1
        return QSize(super().sizeHint().width(), n_lines * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        """All lines, however narrow."""
        return QSize(0, self.sizeHint().height())

    def setText(self, text: str, *shorter: str) -> None:
        """Show ``text``; the height follows."""
        super().setText(text, *shorter)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the height follow."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def lines(self) -> list[str]:
        """Return the lines: as few as fit the width, with equally many parts on each."""
        parts, room = self.text().split(BETWEEN), self.contentsRect().width()
        advance = self.fontMetrics().horizontalAdvance
        for n_lines in range(1, len(parts)):
            each = ceil(len(parts) / n_lines)
            lines = [BETWEEN.join(parts[at : at + each]) for at in range(0, len(parts), each)]
            if all(advance(line) <= room for line in lines):
                return lines
        return parts

    def paint_text(self, painter: QPainter) -> None:
        """Paint line after line."""
        room, measure = self.contentsRect(), self.fontMetrics()
        y = float(room.top() + measure.ascent())
        for line in self.lines():
            shown = measure.elidedText(line, ELIDE, room.width())
            painter.drawText(QPointF(room.left(), y), shown)
            y += measure.lineSpacing()


class ParagraphLabel(ElidedLabel):
    """Shows as many lines as there is room for; the last one ends in "…" if there are more."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)

    def paint_text(self, painter: QPainter) -> None:
        """Paint line after line; a single one keeps its alignment."""
        if self.fontMetrics().horizontalAdvance(self.text()) <= self.contentsRect().width():
            super().paint_text(painter)
            return
        room, metrics = self.contentsRect(), self.fontMetrics()
        y = float(room.top())
        for shown in self.shown_lines():
            painter.drawText(QPointF(room.left(), y + metrics.ascent()), shown)
            y += metrics.lineSpacing()

    def shown_lines(self) -> list[str]:
        """Return the lines of the first form that there is room for, else the head of the last."""
        room, metrics = self.contentsRect(), self.fontMetrics()
        most = max((room.height() + 1) // metrics.lineSpacing(), 1)
        lines: list[tuple[str, str]] = []
        for form in (self.text(), *self._shorter):
            lines = list(islice(wrapped(form, self.font(), room.width()), most + 1))
            if len(lines) <= most:
                return [part for part, _ in lines]
        last = metrics.elidedText(lines[most - 1][1], ELIDE, room.width())
        return [*(part for part, _ in lines[: most - 1]), last]


def wrapped(text: str, font: QFont, width: float) -> Iterator[tuple[str, str]]:
    """Yield every line of ``text`` with all that is left from its start on."""
    text = text.lstrip(MARKS)
    units = text.encode("utf-16-le", "surrogatepass")  # Qt counts in halves of an emoji
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    while line.isValid():
        line.setLineWidth(width)
        start, stop = 2 * line.textStart(), 2 * (line.textStart() + line.textLength())
        yield _text(units[start:stop]).rstrip(), _text(units[start:])
        line = layout.createLine()
    layout.endLayout()


def _text(units: bytes) -> str:
    return units.decode("utf-16-le", "surrogatepass")
