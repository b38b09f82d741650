"""Labels that end in "…" where they do not fit and tell the rest in their tool tips."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from embedscope_gui.widgets.tooltip import literal

ELIDE = Qt.TextElideMode.ElideRight
LIST_REST = ", …]"


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
        """Return as many items as fit."""
        text, measure = self.text(), self.fontMetrics()
        if measure.horizontalAdvance(text) <= width:
            return text
        room = width - measure.horizontalAdvance(LIST_REST)
        items, comma, _part = measure.elidedText(text, ELIDE, room).rpartition(", ")
        return f"{items}{LIST_REST}" if comma else super().fitted(width)


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
        for part, rest in wrapped(self.text(), self.font(), room.width()):
            is_last = y + 2 * metrics.lineSpacing() > room.bottom() + 1
            shown = metrics.elidedText(rest, ELIDE, room.width()) if is_last else part
            painter.drawText(QPointF(room.left(), y + metrics.ascent()), shown)
            y += metrics.lineSpacing()
            if is_last:
                break


def wrapped(text: str, font: QFont, width: float) -> Iterator[tuple[str, str]]:
    """Yield every line of ``text`` with all that is left from its start on."""
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
