"""Which step of how many, as a row of dots to click."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from embedscope_gui.theme import LIGHT, Theme
from embedscope_gui.widgets.own_events import OwnEvents
from embedscope_gui.widgets.tooltip import literal

PITCH_PX, HEIGHT_PX = 16, 24
RADIUS_PX, CURRENT_PX = 3.5, 5.0


class Dots(QWidget):
    """``chosen(index)`` when a dot is clicked; keys walk in the panel around it."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lessonDots")
        self._titles: Sequence[str] = ()
        self._current = 0
        self._theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        OwnEvents(self, self._show_tip, QEvent.Type.ToolTip)

    def show_steps(self, titles: Sequence[str], current: int) -> None:
        """Show a dot for each of ``titles``; the one at ``current`` is where one is."""
        self._titles, self._current = tuple(titles), current
        self.setAccessibleName(f"Step {current + 1} of {len(titles)}")
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Room for all dots."""
        return QSize(PITCH_PX * max(len(self._titles), 1), HEIGHT_PX)

    def dot_at(self, x: float) -> int | None:
        """Return the dot at a pixel."""
        index = int(x // PITCH_PX)
        return index if 0 <= index < len(self._titles) else None

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint rings, and a disc for where one is."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for index in range(len(self._titles)):
                here = index == self._current
                radius = CURRENT_PX if here else RADIUS_PX
                colour = QColor(self._theme.accent if here else self._theme.muted)
                painter.setPen(QPen(colour, 1.5))
                filled = index <= self._current
                painter.setBrush(colour if filled else Qt.BrushStyle.NoBrush)
                centre = QPointF((index + 0.5) * PITCH_PX, self.height() / 2)
                painter.drawEllipse(centre, radius, radius)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the step of the dot."""
        index = self.dot_at(event.position().x())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    def _show_tip(self, event: QEvent) -> bool:
        """Name the step under the pointer."""
        if not isinstance(event, QHelpEvent):
            return False
        index = self.dot_at(event.pos().x())
        if index is not None:
            box = QRectF(index * PITCH_PX, 0, PITCH_PX, self.height()).toRect()
            title = literal(f"{index + 1}. {self._titles[index]}")
            QToolTip.showText(event.globalPos(), title, self, box)
        return True
