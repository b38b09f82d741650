"""Moving in the map: mouse, wheel, keys, and the cell under the pointer."""

from html import escape

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from embedscope_gui.heatmap.canvas import MapCanvas
from embedscope_gui.heatmap.drag import BoxDrag, Drag, PanDrag, StripDrag
from embedscope_gui.heatmap.even_zoom import factors, readable
from embedscope_gui.heatmap.keys import after_key
from embedscope_gui.heatmap.marks import marks_near, next_mark
from embedscope_gui.heatmap.overlays import hidden_at
from embedscope_gui.heatmap.overview import dim_strip, row_strip
from embedscope_gui.heatmap.paint_columns import columns_text
from embedscope_gui.heatmap.paint_ribbon import ribbon_text
from embedscope_gui.heatmap.pens import colour
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.heatmap.span import Span
from embedscope_gui.widgets.own_events import OwnEvents

WHEEL_ZOOM = 1 / 1.4  # of the stretch on view, a notch
MARK_REACH_PX = 5
DIM_HINT = "Click to look at the dim (in the map: with Ctrl)"
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier


class HeatmapView(MapCanvas):
    """A MapCanvas to move in; tells clicked rows and the cell under the pointer."""

    rowClicked = Signal(int)
    dimClicked = Signal(int)
    pointed = Signal(object)  # (row, dim) under the pointer, or None
    resetRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heatmapView")
        self.setAccessibleName("Table as a heatmap")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._drag: Drag | None = None
        self._pointer: QPointF | None = None
        OwnEvents(self, self._on_event, QEvent.Type.ToolTip, QEvent.Type.NativeGesture)

    def show_scene(self, scene: HeatmapScene) -> None:
        """Show another scene; what is under the resting pointer is read anew."""
        super().show_scene(scene)
        self._point()

    def paint_touch(self, painter: QPainter) -> None:
        """Paint the keyboard focus and the box being drawn."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(colour(self._theme.accent))
        if self.hasFocus():
            painter.drawRect(self.layout_now.map.adjusted(-0.5, -0.5, 0.5, 0.5))
        if isinstance(self._drag, BoxDrag):
            painter.setBrush(colour(self._theme.accent, 0.15))
            painter.drawRect(self._drag.box)

    def _on_event(self, event: QEvent) -> bool:
        """Name the lit rows under the pointer in a tool tip; zoom by a pinch."""
        if isinstance(event, QHelpEvent):
            return self._show_tip(event)
        if isinstance(event, QNativeGestureEvent) and not self.is_empty:
            return self._pinch(event)
        return False

    def _pinch(self, event: QNativeGestureEvent) -> bool:
        """Zoom as two fingers on a touch pad do."""
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._zoom_about(event.position(), 1 / max(1 + event.value(), 0.1))
        return True

    def _show_tip(self, event: QHelpEvent) -> bool:
        """Name the lit rows or the norms under the pointer."""
        lines = self._tip_lines(QPointF(event.pos()))
        if not lines:
            QToolTip.hideText()
            event.ignore()
            return True
        text = "<br>".join(escape(line) for line in lines)
        QToolTip.showText(event.globalPos(), f"<span style='white-space:pre'>{text}</span>", self)
        return True

    def _tip_lines(self, at: QPointF) -> list[str]:
        """Return what is to be said of a point in the margin: lit rows, or norms."""
        scene, layout = self._scene, self.layout_now
        if layout.ribbon.contains(at):
            share = (at.y() - layout.map.y()) / layout.map.height()
            text = ribbon_text(scene, share)
            return [text] if text else []
        dim = self.dim_at(at)
        if dim is not None:
            text = columns_text(scene, dim)
            return [text, DIM_HINT] if text else [DIM_HINT]
        rows = self._marks_at(at)
        lines = [f"{scene.row_id(row)}  {self._label(row)}".rstrip() for row in rows[:12]]
        return [*lines, f"and {len(rows) - 12} more"] if len(rows) > 12 else lines

    def _label(self, row: int) -> str:
        return self._scene.marks.label(row) or self._scene.row_label(row)

    def dim_at(self, at: QPointF) -> int | None:
        """Return the dim at a point of the strip under the map or of the dim axis, else None."""
        layout = self.layout_now
        below = layout.columns.united(layout.axis)
        if self.is_empty or not below.contains(at):
            return None
        cell = self.cell_at(QPointF(at.x(), layout.map.y() + 1))
        return cell[1] if cell is not None else None

    def dim_in_use(self) -> int | None:
        """Return the dim under the pointer, else the one in the middle of the view."""
        if self.is_empty:
            return None
        cell = self.cell_at(self._pointer) if self._pointer is not None else None
        cols = self._scene.cols
        middle = min(int((cols.low + cols.high) / 2), cols.size - 1)
        return cell[1] if cell is not None else middle

    def _marks_at(self, at: QPointF) -> list[int]:
        """Return the lit and found rows marked at a point of the margin, nearest first."""
        layout = self.layout_now
        strip = layout.marks.united(layout.gutter).adjusted(0, -MARK_REACH_PX, 2, MARK_REACH_PX)
        if not strip.contains(at):
            return []
        y = at.y() - layout.map.y()
        rows = self._scene.rows
        marked = np.union1d(self._scene.marked, self._scene.hits)
        return marks_near(marked, rows, layout.map.height(), y, MARK_REACH_PX)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan, to draw a box (Shift) or to move an overview strip."""
        if event.button() != Qt.MouseButton.LeftButton or self.is_empty:
            super().mousePressEvent(event)
            return
        self._drag = self._drag_for(event.position(), boxed=bool(event.modifiers() & _SHIFT))

    def _drag_for(self, at: QPointF, *, boxed: bool) -> Drag:
        """Return what a press at ``at`` begins."""
        layout, spans = self.layout_now, (self._scene.rows, self._scene.cols)
        if not spans[0].is_whole and row_strip(layout).adjusted(-3, 0, 5, 0).contains(at):
            return StripDrag(spans, layout.map, at, rows=True)
        if not spans[1].is_whole and dim_strip(layout).adjusted(0, -4, 0, 3).contains(at):
            return StripDrag(spans, layout.map, at, rows=False)
        if boxed and layout.map.contains(at):
            return BoxDrag(spans, layout.map, at)
        return PanDrag(spans, layout.map, at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with what the press began; read the cell under the pointer."""
        self._pointer = event.position()
        if self._drag is not None:
            spans = self._drag.moved(event.position())
            if spans is not None:
                self.move_to(spans)
            self.update()
        self._show_cursor()
        self._point()

    def _show_cursor(self) -> None:
        """Show a hand where a click or a drag does something."""
        at = self._pointer or QPointF(-1, -1)
        shape = Qt.CursorShape.ArrowCursor
        if self._drag is not None and not self._drag.is_click:
            shape = Qt.CursorShape.ClosedHandCursor
        elif not self.is_empty and (
            self.dim_at(at) is not None
            or self._marks_at(at)
            or hidden_at(self.layout_now, self._scene, at) is not None
        ):
            shape = Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End what the press began; without a move it was a click."""
        drag, self._drag = self._drag, None
        if drag is None:
            return
        spans = drag.released(event.position())
        if spans is not None:
            self.move_to(spans)
        if drag.is_click:
            self._click(event.position(), with_dim=bool(event.modifiers() & _CONTROL))
        self._show_cursor()
        self.update()

    def _click(self, at: QPointF, *, with_dim: bool) -> None:
        """Choose the row at ``at``; in the margin a mark, and the next one on clicking again.

        Below the map, and with Control in it, the dim is looked at.
        """
        hidden = hidden_at(self.layout_now, self._scene, at)
        if hidden is not None:
            self.move_to((self._scene.rows.revealing(hidden), self._scene.cols))
            return
        cell = self.cell_at(at)
        dim = cell[1] if with_dim and cell is not None else self.dim_at(at)
        if dim is not None:
            self.dimClicked.emit(dim)
            return
        row = next_mark(self._marks_at(at), self._scene.marks.selected)
        if row is None and cell is not None:
            row = cell[0]
        if row is not None:
            self.rowClicked.emit(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Zoom in until the numbers show; where they do, show the whole table again."""
        area, at = self.layout_now.map, event.position()
        if not area.contains(at) or self.is_empty:
            return
        rows, cols = spans = self._scene.rows, self._scene.cols
        size_px = area.height(), area.width()
        if self.is_near:
            self.move_to((Span.whole(rows.size), Span.whole(cols.size)))
            return
        inside = at - area.topLeft()
        about = rows.value(inside.y(), size_px[0]), cols.value(inside.x(), size_px[1])
        self.move_to(readable(spans, about, size_px))

    def leaveEvent(self, event: QEvent) -> None:
        """Read nothing any more."""
        super().leaveEvent(event)
        self._pointer = None
        self._point()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer: both axes, only dims with Shift, only rows with Control."""
        event.accept()
        turned = event.angleDelta().y() or event.angleDelta().x()  # Alt and Shift may turn it
        if self.is_empty or not turned:
            return
        self._zoom_about(
            event.position(),
            WHEEL_ZOOM ** (turned / 120),
            only_dims=bool(event.modifiers() & _SHIFT),
            only_rows=bool(event.modifiers() & _CONTROL),
        )

    def _zoom_about(
        self, at: QPointF, factor: float, *, only_dims: bool = False, only_rows: bool = False
    ) -> None:
        """Zoom so that the cell at ``at`` stays there; beside the map, only that axis."""
        area = self.layout_now.map
        rows, cols = self._scene.rows, self._scene.cols
        with_rows = not only_dims and at.y() <= area.bottom()
        with_cols = not only_rows and at.x() >= area.left()
        by = [factor, factor]
        if with_rows and with_cols:
            by = factors(rows, cols, factor, (area.height(), area.width()))
        if with_rows:
            y = min(max(at.y() - area.y(), 0.0), area.height())
            rows = rows.zoomed(by[0], rows.value(y, area.height()))
        if with_cols:
            x = min(max(at.x() - area.x(), 0.0), area.width())
            cols = cols.zoomed(by[1], cols.value(x, area.width()))
        self.move_to((rows, cols))

    def press(self, key: int, *, sideways: bool = False) -> bool:
        """Move as ``key`` does, ``sideways`` with Shift; return whether it means anything here."""
        scene, area = self._scene, self.layout_now.map
        spans = after_key(
            (scene.rows, scene.cols),
            key,
            (scene.marks.selected, scene.chosen_dim),
            sideways=sideways,
            size_px=(area.height(), area.width()),
        )
        if spans is None or self.is_empty:
            return False
        self.move_to(spans)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by keys; R also asks for the automatic colours."""
        if not self.press(event.key(), sideways=bool(event.modifiers() & _SHIFT)):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_R:
            self.resetRequested.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go here."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go elsewhere."""
        super().focusOutEvent(event)
        self.update()

    def _point(self) -> None:
        """Tell the cell under the pointer."""
        outside = self._pointer is None or self.is_empty
        self.pointed.emit(None if outside else self.cell_at(self._pointer or QPointF()))
