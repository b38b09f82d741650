"""The list of lessons: a card for each, with its number, title and summary."""

from math import ceil

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QKeyEvent, QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from embedscope_gui.theme import GRID_PX, LIGHT, TEXT_PX, Theme

NUMBER_PX = 28
GAP_PX = 3
PADS_PX = (10, 7, 5)  # above and below the words; the smaller ones where all cards fit by them
PAD_PX = PADS_PX[0]  # beside the words
FAR = 1_000  # steps that end at the first or last card
STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -FAR,
    Qt.Key.Key_End: FAR,
}


class LessonCard(QAbstractButton):
    """A lesson to choose; ``clicked`` as of any button, ``stepped(n)``: n cards on."""

    stepped = Signal(int)

    def __init__(
        self, number: int, title: str, summary: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._number, self._title, self._summary = number, title, summary
        self._theme = LIGHT
        self._pad = PAD_PX
        self.setAccessibleName(f"Lesson {number}: {title}")
        self.setAccessibleDescription(summary)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._theme = theme
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Tell that a long summary takes several lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return title, summary and the room around them."""
        return self.height_with(self._pad, width)

    def height_with(self, pad: int, width: int) -> int:
        """Return the height at ``width`` with ``pad`` above and below the words."""
        self.ensurePolished()  # the letters of the style sheet, also before they are first seen
        return ceil(2 * pad + self._title_height() + GAP_PX + _height(self._lines(width)))

    def set_pad(self, pad: int) -> None:
        """Leave ``pad`` above and below the words."""
        if pad != self._pad:
            self._pad = pad
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """As high as the width needs."""
        return QSize(300, self.heightForWidth(300))

    def minimumSizeHint(self) -> QSize:
        """As narrow as the panel may be."""
        return QSize(160, self._title_height() + 2 * self._pad)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by Return as by Space; arrow keys stay among the cards: a button's leave them."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show what a click would choose."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Show it no more."""
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint number, title and summary; the ground answers to pointer and keyboard."""
        with QPainter(self) as painter:
            self._paint(painter, self._theme)

    def _paint(self, painter: QPainter, theme: Theme) -> None:
        if self.hasFocus() or self.underMouse() or self.isDown():
            painter.fillRect(self.rect(), QColor(theme.accent_soft))
        bold = self._bold()
        painter.setFont(bold)
        painter.setPen(QColor(theme.accent))
        line = QRect(PAD_PX, self._pad, self.width() - 2 * PAD_PX, self._title_height())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, str(self._number))
        painter.setPen(QColor(theme.text))
        line.setLeft(PAD_PX + NUMBER_PX)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, self._title)
        painter.setFont(self.font())
        on_soft = self.hasFocus() or self.underMouse()
        painter.setPen(QColor(theme.text if on_soft else theme.muted))
        layout = self._lines(self.width())
        layout.draw(painter, QPointF(line.left(), line.bottom() + GAP_PX))
        if self.hasFocus():
            painter.fillRect(0, 0, 3, self.height(), QColor(theme.accent))

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(TEXT_PX + 1)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _title_height(self) -> int:
        return self.fontMetrics().height() + 2

    def _lines(self, width: int) -> QTextLayout:
        layout = QTextLayout(self._summary, self.font())
        room = max(width - 2 * PAD_PX - NUMBER_PX, GRID_PX)
        layout.beginLayout()
        y = 0.0
        line = layout.createLine()
        while line.isValid():
            line.setLineWidth(room)
            line.setPosition(QPointF(0.0, y))
            y += line.height() + 1
            line = layout.createLine()
        layout.endLayout()
        return layout


def _height(layout: QTextLayout) -> float:
    return layout.boundingRect().height()
