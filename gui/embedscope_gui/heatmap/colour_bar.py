"""The colour bar as a widget: it shows the levels in use and lets people change them."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from embedscope.heatmap.colormap import Colormap
from embedscope.heatmap.levels import Levels
from embedscope_gui.heatmap.layout import BAR_PX, BAR_TEXT_PX
from embedscope_gui.heatmap.level_edits import moved_end, widened
from embedscope_gui.heatmap.paint_bar import bar_position, paint_colour_bar
from embedscope_gui.heatmap.pens import colour
from embedscope_gui.theme import LIGHT, Theme

MARGIN_PX = 8  # room around the strip for handles and for half a tick text
GRIP_PX = 12  # how near to an end a press takes hold of it
STEP = 1.15

HELP = (
    "Values and their colours. Drag an end, or turn the wheel, to change the range; "
    "click a number to type it; double-click for the automatic range."
)


class ColourBar(QWidget):
    """A strip with ticks; ``levelsEdited`` while an end is dragged, typed ranges by request."""

    levelsEdited = Signal(float, float)
    autoRequested = Signal()
    editRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("colourBar")
        self.setAccessibleName("Colour bar")
        self.setToolTip(HELP)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._theme = LIGHT
        self._levels: Levels | None = None
        self._colormap: Colormap | None = None
        self._frame: Levels | None = None  # values at the ends of the strip while dragging
        self._grip: str | None = None  # "low" or "high" while dragging

    @property
    def strip(self) -> QRectF:
        """The coloured rectangle."""
        height = self.height() - 2 * MARGIN_PX
        return QRectF(MARGIN_PX, MARGIN_PX, BAR_PX, max(height, 1))

    @property
    def levels(self) -> Levels | None:
        """The levels in use."""
        return self._levels

    def place(self, strip: QRectF) -> None:
        """Put the coloured rectangle on ``strip`` of the parent."""
        room = strip.adjusted(-MARGIN_PX, -MARGIN_PX, BAR_TEXT_PX, MARGIN_PX)
        self.setGeometry(room.toAlignedRect())

    def show_levels(self, levels: Levels, colormap: Colormap) -> None:
        """Show the levels and the map in use."""
        self._colormap = colormap
        if self._grip is None:  # what arrives during a drag is older than the hand
            self._levels = levels
        self.setAccessibleDescription(f"from {levels.low:g} to {levels.high:g}")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        self._theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the strip, its ticks and, when it can be used, its handles."""
        del event
        if self._levels is None or self._colormap is None:
            return
        with QPainter(self) as painter:
            paint_colour_bar(
                painter, self.strip, self._levels, self._colormap, self._theme, self._frame
            )
            if self.underMouse() or self.hasFocus() or self._grip:
                self._paint_handles(painter, self._levels)

    def _paint_handles(self, painter: QPainter, levels: Levels) -> None:
        """Paint a small triangle left of each end."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(self._theme.accent))
        strip, frame = self.strip, self._frame or levels
        for value in (levels.low, levels.high):
            y = strip.bottom() - bar_position(frame, value) * strip.height()
            tip = QPointF(strip.left() - 1, y)
            back = strip.left() - 7
            painter.drawPolygon(QPolygonF([tip, QPointF(back, y - 4), QPointF(back, y + 4)]))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of an end, or ask for the fields when a number is clicked."""
        if self._levels is None or event.button() != Qt.MouseButton.LeftButton:
            return
        at = event.position()
        if at.x() > self.strip.right() + 4:
            self.editRequested.emit()
            return
        near = {"high": abs(at.y() - self.strip.top()), "low": abs(at.y() - self.strip.bottom())}
        end = min(near, key=lambda name: near[name])
        if near[end] <= GRIP_PX:
            self._grip, self._frame = end, replace(self._levels, constant=False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the end that is held; the other one mirrors it if 0 was in the middle."""
        at = event.position()
        over_text = at.x() > self.strip.right() + 4
        self.setCursor(
            Qt.CursorShape.PointingHandCursor if over_text else Qt.CursorShape.SizeVerCursor
        )
        if self._grip is None or self._frame is None:
            return
        place = (self.strip.bottom() - at.y()) / self.strip.height()
        alone = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        self._edit(moved_end(self._frame, self._grip, place, mirror=not alone))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go; the ends of the strip become the levels in use again."""
        del event
        self._grip = self._frame = None
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for the automatic range."""
        if event.position().x() <= self.strip.right() + 4:
            self.autoRequested.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Widen or narrow the range about its middle."""
        if self._levels is not None and event.angleDelta().y():
            self._edit(widened(self._levels, STEP ** (-event.angleDelta().y() / 120)))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up narrows (stronger colours), Down widens, Return opens the fields, A is automatic."""
        key = event.key()
        if self._levels is None:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._edit(widened(self._levels, STEP if key == Qt.Key.Key_Down else 1 / STEP))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.editRequested.emit()
        elif key == Qt.Key.Key_A:
            self.autoRequested.emit()
        else:
            super().keyPressEvent(event)

    def _edit(self, levels: Levels | None) -> None:
        """Show ``levels`` at once and tell of them."""
        if levels is None:
            return
        self._levels = levels
        self.update()
        self.levelsEdited.emit(levels.low, levels.high)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the handles."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the handles."""
        super().leaveEvent(event)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the handles."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the handles."""
        super().focusOutEvent(event)
        self.update()
