"""A widget that turns pointer, wheel, track pad and keys into a few plain moves."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from embedscope_gui.widgets.own_events import OwnEvents

Drawing = Literal["", "box", "lasso"]
KEY_STEP_PX = 40.0
WHEEL_ZOOM = 1.0015  # per eighth of a degree
KEY_ZOOM = 1.25
_ARROWS: Mapping[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ZOOMS: Mapping[int, int] = {
    Qt.Key.Key_Plus: 1,
    Qt.Key.Key_Equal: 1,
    Qt.Key.Key_Minus: -1,
    Qt.Key.Key_Underscore: -1,
}
_SHORTCUTS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_WALKS: Mapping[int, int] = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
_DRAWS: Mapping[int, Drawing] = {Qt.Key.Key_B: "box", Qt.Key.Key_L: "lasso"}
LASSO_STEP_PX = 4.0
_PANNING = Qt.MouseButton.RightButton | Qt.MouseButton.MiddleButton


class GestureWidget(QWidget):
    """Subclasses say what dragging, zooming, stepping, walking, clicking and pointing mean."""

    viewMoved = Signal()  # by the user
    menuWanted = Signal(QPoint)  # at a place of the screen
    drawing: Drawing = ""  # what the next drag draws, "": it moves the view

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(120, 100))
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._dragging = False
        self.outline: list[QPointF] = []  # that is being drawn
        OwnEvents(self, self._pinch, QEvent.Type.NativeGesture)

    # What the moves mean

    @abstractmethod
    def enclose(self, outline: Sequence[QPointF], *, add: bool) -> None:
        """Mark what is inside ``outline``; ``add``: besides what is marked already."""

    @abstractmethod
    def unmark(self) -> None:
        """Mark nothing any more."""

    @abstractmethod
    def drag(self, step: QPointF, *, pan: bool) -> None:
        """Follow the pointer by ``step`` pixels."""

    @abstractmethod
    def zoom(self, factor: float, at: QPointF) -> None:
        """Zoom in (> 1) or out (< 1) about a pixel."""

    @abstractmethod
    def step_view(self, x: int, y: int, *, shift: bool) -> None:
        """Move the view one step to the right (``x`` 1) or down (``y`` 1)."""

    @abstractmethod
    def fit(self) -> None:
        """Bring everything into view."""

    @abstractmethod
    def reset(self) -> None:
        """Go back to the first view."""

    @abstractmethod
    def walk(self, step: int) -> None:
        """Choose the next (1) or previous (-1) token."""

    @abstractmethod
    def click(self, at: QPointF) -> None:
        """Choose what is at a pixel."""

    @abstractmethod
    def point(self, at: QPointF | None) -> None:
        """Look at what is at a pixel; None when the pointer is away or the view moves."""

    @abstractmethod
    def is_free(self, at: QPointF) -> bool:
        """Tell whether nothing can be chosen at a pixel: a double click there fits."""

    def moved(self) -> None:
        """Take note that the user has moved the view."""
        self.viewMoved.emit()

    # Qt's events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start a click or a drag."""
        self._pressed = self._last = event.position()
        self._dragging = False
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if _is_left(event) and (self.drawing or ctrl):
            self.draw(self.drawing or "box")
            self.outline = [event.position()]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, or look at what is under the pointer."""
        at = event.position()
        if not event.buttons() or self._pressed is None:
            self.point(at)
            return
        far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if self.outline and far:
            self._dragging = True
            self.outline = drawn_outline(self.drawing, self.outline, at)
            self.update()
        elif self._dragging or far:
            self._dragging = True
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.point(None)
            self.drag(at - self._last, pan=shift or bool(event.buttons() & _PANNING))
            self._last = at
            self.moved()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose what was clicked, unless the pointer was dragged."""
        pressed, self._pressed = self._pressed, None
        was_dragging, self._dragging = self._dragging, False
        outline, self.outline = self.outline, []
        if outline:
            self.draw("")
        if was_dragging and len(outline) > 2:
            add = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.enclose(outline, add=add)
        elif pressed is not None and not was_dragging and _is_left(event):
            self.click(event.position())
        elif pressed is not None and not was_dragging and _is_right(event):
            self.menuWanted.emit(event.globalPosition().toPoint())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Want a menu by key; with the right button pressed, it may yet become a drag."""
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            self.menuWanted.emit(self.mapToGlobal(self.rect().center()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fit, unless there is something to choose under the pointer."""
        if _is_left(event) and self.is_free(event.position()):
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        turned = event.angleDelta().y() or event.angleDelta().x()  # Alt swaps the axes
        self._zoom(WHEEL_ZOOM**turned, event.position())
        event.accept()

    def _pinch(self, event: QEvent) -> bool:
        """Zoom by a pinch on a track pad."""
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self._zoom(1 + event.value(), event.position())
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by arrows, zoom by + and -, fit by F, walk by Page Up and Down, mark by B and L."""
        key = event.key()
        if event.modifiers() & _SHORTCUTS:
            super().keyPressEvent(event)
        elif key in _ARROWS:
            x, y = _ARROWS[key]
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step_view(x, y, shift=shift)
            self.moved()
        elif key in _ZOOMS:
            self._zoom(KEY_ZOOM ** _ZOOMS[key], QRectF(self.rect()).center())
        elif key in _WALKS:
            self.walk(_WALKS[key])
        elif key in _DRAWS:
            self.draw(_DRAWS[key])
        else:
            self._other_key(event)

    def _other_key(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_F, Qt.Key.Key_Home):
            self.fit()
        elif key == Qt.Key.Key_R:
            self.reset()
        elif key == Qt.Key.Key_Escape:
            self._give_up()
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Forget what the pointer rested on."""
        super().leaveEvent(event)
        self.point(None)

    def draw(self, what: Drawing) -> None:
        """Let the next drag draw ``what``; "": let it move the view."""
        self.drawing = what
        self.point(None)
        self.setCursor(Qt.CursorShape.CrossCursor if what else Qt.CursorShape.ArrowCursor)
        self.update()

    def _give_up(self) -> None:
        """Draw no outline, or else mark nothing any more."""
        if self.drawing or self.outline:
            self.outline = []
            self.draw("")
        else:
            self.unmark()

    def _zoom(self, factor: float, at: QPointF) -> None:
        self.point(None)
        self.zoom(factor, at)
        self.moved()


def drawn_outline(what: Drawing, outline: Sequence[QPointF], at: QPointF) -> list[QPointF]:
    """Return the outline after the pointer has moved to ``at``."""
    if what == "lasso":
        near = (at - outline[-1]).manhattanLength() < LASSO_STEP_PX
        return [*outline] if near else [*outline, at]
    corner = outline[0]
    return [corner, QPointF(at.x(), corner.y()), at, QPointF(corner.x(), at.y())]


def _is_left(event: QMouseEvent) -> bool:
    return event.button() == Qt.MouseButton.LeftButton


def _is_right(event: QMouseEvent) -> bool:
    return event.button() == Qt.MouseButton.RightButton
