"""The frame of the plane: where its plot is, grid, origin lines, ticks and titles."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from embedscope.geometry.projection import EMPTY
from embedscope_gui.theme import SMALL_PX, Theme
from embedscope_gui.vectors.brush import colour, font, metrics
from embedscope_gui.vectors.plane_map import PlaneMap, plane_map
from embedscope_gui.vectors.scene import Scene2D
from embedscope_gui.vectors.ticks import NO_TICKS, Ticks, nice_ticks

TOP_PX = 26.0
BOTTOM_PX = 40.0
RIGHT_PX = 14.0
GUTTER_STEP_PX = 16.0  # the plot's left edge moves in steps, not with every digit
TICK_EVERY_X_PX = 56.0
TICK_EVERY_Y_PX = 48.0
TICKS_MAX = 9  # also on a large plot
_ONE_LINE = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip


@dataclass(frozen=True, eq=False)
class PlaneFrame:
    """The plot's map and its ticks."""

    plane: PlaneMap
    x: Ticks
    y: Ticks

    @property
    def plot(self) -> QRectF:
        """The plot in pixels."""
        return QRectF(self.plane.left, self.plane.top, self.plane.width, self.plane.height)


def frame_plane(rect: QRectF, scene: Scene2D) -> PlaneFrame:
    """Return the frame of ``scene`` in ``rect``; the gutter holds the widest tick text."""
    gutter = 40.0
    frame = _frame(rect, scene, gutter)
    measure = metrics(SMALL_PX)
    for _ in range(2):  # a wider gutter can change the ticks once
        widest = max((measure.horizontalAdvance(t) for t in frame.y.texts), default=0.0) + 14
        while gutter < min(widest, rect.width() / 2):
            gutter += GUTTER_STEP_PX
        frame = _frame(rect, scene, gutter)
    return frame


def _frame(rect: QRectF, scene: Scene2D, gutter: float) -> PlaneFrame:
    width = max(rect.width() - gutter - RIGHT_PX, 8.0)
    height = max(rect.height() - TOP_PX - BOTTOM_PX, 8.0)
    plot = (rect.left() + gutter, rect.top() + TOP_PX, width, height)
    plane = plane_map(plot, scene.extent, equal=scene.equal)
    shown = plane.shown
    across, up = int(width // TICK_EVERY_X_PX), int(height // TICK_EVERY_Y_PX)
    x = _ticks(scene, 0, (shown.left, shown.right), across)
    y = _ticks(scene, 1, (shown.bottom, shown.top), up)
    return PlaneFrame(plane, x, y)


def _ticks(scene: Scene2D, axis: int, span: tuple[float, float], n_max: int) -> Ticks:
    """Return the ticks of an axis; none where it carries nothing."""
    if scene.content.titles[axis].endswith(EMPTY):
        return NO_TICKS
    return nice_ticks(*span, min(n_max, TICKS_MAX))


def paint_grid(painter: QPainter, frame: PlaneFrame, theme: Theme) -> None:
    """Draw faint lines at the ticks, under everything."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(colour(theme.grid), 1.0))
    painter.drawLines(
        [*_vertical(frame, frame.x.values.tolist()), *_horizontal(frame, frame.y.values.tolist())]
    )


def paint_origin(painter: QPainter, frame: PlaneFrame, theme: Theme) -> None:
    """Draw the lines x = 0 and y = 0 where they are in view."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    shown = frame.plane.shown
    painter.setPen(QPen(colour(theme.muted, 0.55), 1.0))
    lines = _vertical(frame, [0.0]) if shown.left <= 0 <= shown.right else []
    lines += _horizontal(frame, [0.0]) if shown.bottom <= 0 <= shown.top else []
    painter.drawLines(lines)


def paint_axes(
    painter: QPainter, rect: QRectF, frame: PlaneFrame, scene: Scene2D, theme: Theme
) -> None:
    """Write tick numbers and both titles."""
    plot, measure = frame.plot, metrics(SMALL_PX)
    painter.setFont(font(SMALL_PX))
    painter.setPen(colour(theme.muted))
    for value, text in zip(frame.x.values.tolist(), frame.x.texts, strict=True):
        width = measure.horizontalAdvance(text)
        left = _x(frame, value) - width / 2
        if left + width > rect.right() or left < plot.left() - width:
            continue
        box = QRectF(left, plot.bottom() + 3, width, measure.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | _ONE_LINE, text)
    for value, text in zip(frame.y.values.tolist(), frame.y.texts, strict=True):
        box = QRectF(rect.left(), _y(frame, value) - 8, plot.left() - rect.left() - 7, 16)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | _ONE_LINE
        painter.drawText(box, flags, text)
    _titles(painter, rect, frame, scene, theme)


def _titles(
    painter: QPainter, rect: QRectF, frame: PlaneFrame, scene: Scene2D, theme: Theme
) -> None:
    """Write "↑ PC 2" over the y axis and "PC 1 →" at the end of the x axis."""
    plot = frame.plot
    painter.setPen(colour(theme.text))
    if scene.content.titles[1]:
        box = QRectF(rect.left() + 10, rect.top() + 5, rect.width() - 20, 16)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | _ONE_LINE
        painter.drawText(box, flags, f"↑ {scene.content.titles[1]}")
    if scene.content.titles[0]:
        box = QRectF(plot.left(), rect.bottom() - 21, plot.width(), 16)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | _ONE_LINE
        painter.drawText(box, flags, f"{scene.content.titles[0]} →")


def _vertical(frame: PlaneFrame, values: Iterable[float]) -> list[QLineF]:
    plot = frame.plot
    xs = [_x(frame, float(v)) for v in values]
    return [QLineF(QPointF(x, plot.top()), QPointF(x, plot.bottom())) for x in xs]


def _horizontal(frame: PlaneFrame, values: Iterable[float]) -> list[QLineF]:
    plot = frame.plot
    ys = [_y(frame, float(v)) for v in values]
    return [QLineF(QPointF(plot.left(), y), QPointF(plot.right(), y)) for y in ys]


def _x(frame: PlaneFrame, value: float) -> float:
    return frame.plane.left + (value - frame.plane.shown.left) * frame.plane.px_per_x


def _y(frame: PlaneFrame, value: float) -> float:
    return frame.plane.top + (frame.plane.shown.top - value) * frame.plane.px_per_y
