"""Labels that end in "…" where they do not fit and tell the rest in their tool tips."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from embedscope_gui.widgets.tooltip import literal


class ElidedLabel(QLabel):
    """Shows text literally on one line, however narrow it is; its menu copies all of it."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        """Show ``text``; its tool tip holds all of it."""
        if text != self.text():
            super().setText(text)
            self.setToolTip(literal(text))

    def minimumSizeHint(self) -> QSize:
        """One line, however narrow."""
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        self.paint_text(painter)
        painter.end()

    def paint_text(self, painter: QPainter) -> None:
        """Paint the line."""
        room = self.contentsRect()
        side = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self.text(), side, room.width())
        painter.drawText(room, int(self.alignment()) | int(Qt.TextFlag.TextSingleLine), shown)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the text."""
        menu = QMenu(self)
        menu.addAction("Copy", lambda: QGuiApplication.clipboard().setText(self.text()))
        menu.exec(event.globalPos())


class ParagraphLabel(ElidedLabel):
    """Shows as many lines as there is room for; the last one ends in "…" if there are more."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def paint_text(self, painter: QPainter) -> None:
        """Paint line after line."""
        room, metrics, text = self.contentsRect(), self.fontMetrics(), self.text()
        layout = QTextLayout(text, self.font())
        layout.beginLayout()
        y = float(room.top())
        line = layout.createLine()
        while line.isValid():
            line.setLineWidth(room.width())
            start = line.textStart()
            is_last = y + 2 * metrics.lineSpacing() > room.bottom() + 1
            part = text[start:] if is_last else text[start : start + line.textLength()].rstrip()
            shown = metrics.elidedText(part, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(QPointF(room.left(), y + metrics.ascent()), shown)
            y += metrics.lineSpacing()
            if is_last:
                break
            line = layout.createLine()
        layout.endLayout()
