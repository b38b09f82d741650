"""A quiet line in the accent colour around what a step speaks of."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from embedscope_gui.theme import LIGHT, Theme

WIDTH_PX, RADIUS_PX = 2.0, 4.0


class Outline(QWidget):
    """Lies over one widget at a time, follows its size, and lets everything through."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("lessonOutline")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._target: QWidget | None = None
        self._theme = LIGHT

    @property
    def target(self) -> QWidget | None:
        """What it lies around."""
        return self._target

    def point_at(self, target: QWidget | None) -> None:
        """Lie around ``target``; None: nowhere."""
        if target is self._target:
            return
        if self._target is not None:
            self._target.removeEventFilter(self)
        self._target = target
        self.hide()
        self.setParent(target)
        if target is not None:
            target.installEventFilter(self)
            self._follow()
            self.show()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._theme = theme
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the target's size, and stay above children that come later."""
        kinds = (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest)
        if watched is self._target and event.type() in kinds:
            self._follow()
        return False

    def _follow(self) -> None:
        if self._target is not None:
            self.setGeometry(self._target.rect())
            self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line just inside the target's edge."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.accent), WIDTH_PX))
            half = WIDTH_PX / 2
            box = QRectF(self.rect()).adjusted(half, half, -half, -half)
            painter.drawRoundedRect(box, RADIUS_PX, RADIUS_PX)
