"""The map as a widget that shows a scene and asks for the pictures it needs.

It paints itself instead of using a plot library's view: every device pixel is then ours (one
composed pixel each, at any screen scaling), the saved figure is painted by the same functions,
and nothing of the table is ever held by an image item. The price is the few lines of panning
and zooming in view.py.
"""

from dataclasses import replace

from PySide6.QtCore import QElapsedTimer, QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from embedscope.heatmap.viewport import Viewport
from embedscope_gui.heatmap.colour_bar import ColourBar
from embedscope_gui.heatmap.even_zoom import Spans, is_readable
from embedscope_gui.heatmap.layout import Layout, lay_out
from embedscope_gui.heatmap.overlays import paint_empty, paint_overlays
from embedscope_gui.heatmap.painting import paint_plot
from embedscope_gui.heatmap.pens import colour
from embedscope_gui.heatmap.scene import HeatmapScene, no_scene
from embedscope_gui.theme import LIGHT, Theme
from embedscope_gui.widgets.own_events import OwnEvents

FRAME_MS = 16
OTHER_PIXELS = (QEvent.Type.DevicePixelRatioChange, QEvent.Type.FontChange)
_LAID_OUT_BY = ("row_label", "norms", "spreads", "row_title")


class MapCanvas(QWidget):
    """Shows a HeatmapScene; ``viewportChanged(Viewport)`` at most once a frame."""

    viewportChanged = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(160, 120)
        self.empty_hint = ""
        self.bar = ColourBar(self)
        self.bar.hide()
        self._theme = LIGHT
        self._scene = no_scene()
        self._layout: Layout | None = None
        self._told: Viewport | None = None
        self._since_told = QElapsedTimer()
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setTimerType(Qt.TimerType.PreciseTimer)
        self._frame.timeout.connect(self._tell_viewport)
        OwnEvents(self, self._on_other_pixels, *OTHER_PIXELS)

    # what is shown

    @property
    def scene(self) -> HeatmapScene:
        """What is shown now; a saved picture of the pane paints the same."""
        return self._scene

    def show_scene(self, scene: HeatmapScene) -> None:
        """Show another scene; asks for a picture of it if it is another stretch of table."""
        old, self._scene = self._scene, scene
        if old.shape != scene.shape or any(
            getattr(old, name) is not getattr(scene, name) for name in _LAID_OUT_BY
        ):
            self._lay_out_anew()
        if old.levels is None and scene.levels is not None:
            self._place_bar()
        if (old.rows, old.cols) != (scene.rows, scene.cols):
            self._ask_for_picture()
        self.update()

    def move_to(self, spans: Spans) -> None:
        """Show another stretch of the same table."""
        self.show_scene(replace(self._scene, rows=spans[0], cols=spans[1]))

    def forget_viewport(self) -> None:
        """Tell the viewport again even if it is the same: the table behind it is another."""
        self._told = None
        self._ask_for_picture()

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        self._theme = theme
        self.bar.set_theme(theme)
        self.update()

    # where things are

    @property
    def layout_now(self) -> Layout:
        """Where the parts lie at the present size."""
        if self._layout is None:
            self._layout = lay_out(QRectF(self.rect()), self._scene)
        return self._layout

    def _lay_out_anew(self) -> None:
        """Forget the layout: the parts have moved."""
        self._layout = None
        self._place_bar()
        self._ask_for_picture()

    def _place_bar(self) -> None:
        """Put the colour bar beside the map as soon as there are levels."""
        self.bar.setVisible(self._scene.levels is not None and not self.is_empty)
        self.bar.place(self.layout_now.bar)

    @property
    def is_empty(self) -> bool:
        """Whether there is no cell to show."""
        return min(self._scene.shape) == 0

    @property
    def is_near(self) -> bool:
        """Whether cells are so large that their numbers are printed."""
        spans, area = (self._scene.rows, self._scene.cols), self.layout_now.map
        return not area.isEmpty() and is_readable(spans, (area.height(), area.width()))

    def device_map(self) -> QRect:
        """Return the map in device pixels of the window: whole ones at any scaling."""
        ratio = self.devicePixelRatioF()
        area = self.layout_now.map.translated(QPointF(self.mapTo(self.window(), QPoint())))
        left, top = round(area.left() * ratio), round(area.top() * ratio)
        width, height = round(area.right() * ratio) - left, round(area.bottom() * ratio) - top
        return QRect(left, top, width, height)

    def viewport(self) -> Viewport | None:
        """Return what is shown on how many device pixels; None if there is nothing to show."""
        box, scene = self.device_map(), self._scene
        if self.is_empty or box.width() < 1 or box.height() < 1:
            return None
        rows, cols = scene.rows, scene.cols
        return Viewport(rows.low, rows.high, cols.low, cols.high, box.width(), box.height())

    def cell_at(self, at: QPointF) -> tuple[int, int] | None:
        """Return (row, dim) drawn at a point of the widget, None outside map or table."""
        box, ratio = self.device_map(), self.devicePixelRatioF()
        exact = (at + QPointF(self.mapTo(self.window(), QPoint()))) * ratio
        x, y = int(exact.x() // 1) - box.x(), int(exact.y() // 1) - box.y()
        row = self._scene.rows.cell_at(y, box.height())
        dim = self._scene.cols.cell_at(x, box.width())
        return None if row is None or dim is None else (row, dim)

    # asking for pictures

    def _ask_for_picture(self) -> None:
        """Tell the viewport soon, but no more than once a frame."""
        if not self._frame.isActive():
            passed = self._since_told.elapsed() if self._since_told.isValid() else FRAME_MS
            self._frame.start(max(0, FRAME_MS - passed))

    def _tell_viewport(self) -> None:
        viewport = self.viewport()
        if viewport is not None and viewport != self._told:
            self._told = viewport
            self._since_told.restart()
            self.viewportChanged.emit(viewport)

    # Qt's events

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scene and what lies over it."""
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), colour(self._theme.surface))
            if self.is_empty:
                paint_empty(painter, QRectF(self.rect()), self.empty_hint, self._theme)
            else:
                layout = self.layout_now
                paint_plot(painter, layout, self._scene, self._theme)
                paint_overlays(painter, layout, self._scene, self._theme)
                self.paint_touch(painter)

    def paint_touch(self, painter: QPainter) -> None:
        """Paint what the person is doing on top; for those who know."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the stretch that is shown; its picture gets the new size."""
        super().resizeEvent(event)
        self._lay_out_anew()

    def _on_other_pixels(self, _event: QEvent) -> bool:
        """Ask for a picture of another size after a move to a screen of another scaling."""
        self._lay_out_anew()
        self.update()
        return False
