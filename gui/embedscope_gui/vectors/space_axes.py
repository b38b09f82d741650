"""The frame of the space: a box with named edges, axes through the origin, a small gizmo."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from embedscope.geometry.camera import view_axes
from embedscope_gui.theme import SMALL_PX, Theme
from embedscope_gui.vectors.brush import colour, font, metrics
from embedscope_gui.vectors.clip import clip_segments
from embedscope_gui.vectors.cloud import project_in
from embedscope_gui.vectors.scene import Scene3D
from embedscope_gui.vectors.ticks import Ticks, nice_ticks

Doubles = NDArray[np.float64]
PIECES = 24  # of a straight line, so that the part behind the eye can be left out
TICKS_MAX = 4
TICK_PX = 4.0
TEXT_GAP_PX = 7.0
SHORTEST_PX = (14.0, 48.0)  # edges shorter than this have no title, no numbers
GIZMO_PX = 18.0
GIZMO_ROOM_PX = 64.0
_ONE_LINE = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip


@dataclass(frozen=True, eq=False)
class SpaceFrame:
    """Projects corners and axes of one scene into ``rect``."""

    scene: Scene3D
    rect: QRectF

    def to_px(self, points: Doubles) -> Doubles:
        """Return pixels (n, 2) of ``points`` (n, 3); NaN behind the eye."""
        at = project_in(points.astype(np.float32), self.scene, self.rect)
        corner = np.array([self.rect.left(), self.rect.top()])
        found: Doubles = np.stack([at.x, at.y], axis=1).astype(np.float64) + corner
        return found

    @property
    def origin(self) -> Doubles:
        """The point (3,) of the box nearest to the origin: the axes meet there."""
        bounds = self.scene.bounds
        return np.clip(np.zeros(3), bounds[:, 0], bounds[:, 1])

    @property
    def far(self) -> Doubles:
        """The corner (3,) of the box where its three hidden faces meet."""
        toward = view_axes(self.scene.camera)[2]
        bounds = self.scene.bounds
        return np.where(toward > 0, bounds[:, 0], bounds[:, 1])

    @property
    def near(self) -> Doubles:
        """The corner (3,) opposite to ``far``."""
        opposite: Doubles = self.scene.bounds.sum(axis=1) - self.far
        return opposite

    def ticks(self, axis: int) -> Ticks:
        """Return round values along an axis."""
        low, high = self.scene.bounds[axis].tolist()
        return nice_ticks(low, high, TICKS_MAX)


def paint_box(painter: QPainter, frame: SpaceFrame, theme: Theme) -> None:
    """Draw the three faces of the box that are behind everything, with a faint grid."""
    painter.setPen(QPen(colour(theme.grid), 1.0))
    for first, last in _grid_lines(frame):
        _line(painter, frame, first, last)
    painter.setPen(QPen(colour(theme.line), 1.0))
    for first, last in _edges(frame):
        _line(painter, frame, first, last)


def paint_axis_lines(painter: QPainter, frame: SpaceFrame, theme: Theme) -> None:
    """Draw the three axes through the origin, within the box."""
    painter.setPen(QPen(colour(theme.muted, 0.55), 1.0))
    for axis in range(3):
        start, end = frame.origin, frame.origin
        start[axis], end[axis] = frame.scene.bounds[axis]
        _line(painter, frame, start, end)


def paint_names(painter: QPainter, frame: SpaceFrame, theme: Theme) -> None:
    """Write title and end numbers of each axis along an outer edge of the box."""
    painter.setFont(font(SMALL_PX))
    for axis in range(3):
        start, end = named_edge(frame, axis)
        px = frame.to_px(np.stack([start, end]))
        length = float(np.hypot(*(px[1] - px[0])))
        if not length > SHORTEST_PX[0]:
            continue
        out = _outward(frame, px)
        room = 0.0
        if length > SHORTEST_PX[1]:
            room = _numbers(painter, frame, axis, out, theme)
        at = px.mean(axis=0)
        if axis == 2 and px[1, 1] < px[0, 1]:  # over the top of the upright edge
            at, out, room = px[1], np.array([0.0, -1.0]), 0.0
        painter.setPen(colour(theme.text))
        _write(painter, at, out, TEXT_GAP_PX + room, frame.scene.content.titles[axis], frame.rect)


def named_edge(frame: SpaceFrame, axis: int) -> tuple[Doubles, Doubles]:
    """Return the ends (low, high) of the edge of the box that carries the names of ``axis``.

    The edge in front on the floor (the ceiling seen from below); for z the upright at the left.
    """
    start = frame.far
    if axis < 2:
        start[1 - axis] = frame.near[1 - axis]
    else:
        sides = np.stack([start, start])
        sides[0, 0], sides[1, 1] = frame.near[0], frame.near[1]
        x = frame.to_px(sides)[:, 0]
        start = sides[int(x[1] < x[0])]
    end = start.copy()
    start[axis], end[axis] = frame.scene.bounds[axis]
    return start, end


def _outward(frame: SpaceFrame, edge_px: Doubles) -> Doubles:
    """Return the unit step (2,) on the picture, square to an edge, away from the box."""
    along = edge_px[1] - edge_px[0]
    square = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-9)
    middle = frame.to_px(frame.scene.bounds.mean(axis=1)[None])[0]
    away = edge_px.mean(axis=0) - middle
    found: Doubles = square if float(square @ away) >= 0 else -square
    return found


def _numbers(painter: QPainter, frame: SpaceFrame, axis: int, out: Doubles, theme: Theme) -> float:
    """Write the first and last tick and mark all of them; return the room taken, in pixels."""
    ticks = frame.ticks(axis)
    start, _ = named_edge(frame, axis)
    points = np.tile(start, (len(ticks.values), 1))
    points[:, axis] = ticks.values
    px = frame.to_px(points)
    painter.setPen(QPen(colour(theme.muted, 0.8), 1.0))
    for at in px[np.isfinite(px).all(axis=1)]:
        painter.drawLine(QLineF(*at, *(at + out * TICK_PX)))
    painter.setPen(colour(theme.muted))
    ends = sorted({0, len(ticks.values) - 1}) if len(ticks.values) else []
    room = 0.0
    for number in ends:
        _write(painter, px[number], out, TEXT_GAP_PX, ticks.texts[number], frame.rect)
        room = max(room, _reach(ticks.texts[number], out) * 0.9)
    return room


def _reach(text: str, out: Doubles) -> float:
    """Return how far a text reaches along ``out`` from side to side."""
    measure = metrics(SMALL_PX)
    return (
        abs(float(out[0])) * measure.horizontalAdvance(text) + abs(float(out[1])) * measure.height()
    )


def _write(
    painter: QPainter, at: Doubles, out: Doubles, gap: float, text: str, rect: QRectF
) -> None:
    """Write ``text`` beside the pixel ``at`` on the side ``out``, kept inside ``rect``."""
    if not text or not np.isfinite(at).all():
        return
    measure = metrics(SMALL_PX)
    width, height = measure.horizontalAdvance(text), measure.height()
    middle = at + out * (gap + _reach(text, out) / 2)
    if not rect.adjusted(-60, -24, 60, 24).contains(QPointF(*middle)):
        return
    x = min(max(middle[0] - width / 2, rect.left() + 4), rect.right() - width - 4)
    y = min(max(middle[1] - height / 2, rect.top() + 2), rect.bottom() - height - 2)
    painter.drawText(QRectF(x, y, width, height), Qt.AlignmentFlag.AlignCenter | _ONE_LINE, text)


def _edges(frame: SpaceFrame) -> Iterator[tuple[Doubles, Doubles]]:
    """Yield the nine edges of the hidden faces."""
    far, near = frame.far, frame.near
    for axis in range(3):
        others = [a for a in range(3) if a != axis]
        for flipped in ([], others[:1], others[1:]):
            start = far.copy()
            start[flipped] = near[flipped]
            end = start.copy()
            end[axis] = near[axis]
            yield start, end


def _grid_lines(frame: SpaceFrame) -> Iterator[tuple[Doubles, Doubles]]:
    """Yield the lines of the hidden faces at the ticks, but for those next to an edge."""
    far, near = frame.far, frame.near
    for axis in range(3):
        low, high = frame.scene.bounds[axis].tolist()
        edge = 0.03 * (high - low)
        for value in frame.ticks(axis).values.tolist():
            if not low + edge < value < high - edge:
                continue
            for across in range(3):
                if across != axis:
                    start, end = far.copy(), far.copy()
                    start[axis] = end[axis] = value
                    end[across] = near[across]
                    yield start, end


def _line(painter: QPainter, frame: SpaceFrame, start: Doubles, end: Doubles) -> None:
    share = np.linspace(0, 1, PIECES + 1)[:, None]
    px = frame.to_px(start + (end - start) * share)
    if np.isfinite(px).all():  # wholly before the eye: one straight stroke
        px = px[[0, -1]]
    first, last, _ = clip_segments(px[:-1], px[1:], frame.rect)
    painter.drawLines([QLineF(*a, *b) for a, b in zip(first.tolist(), last.tolist(), strict=True)])


def paint_gizmo(painter: QPainter, frame: SpaceFrame, theme: Theme) -> None:
    """Draw three short named lines in the lower right corner that turn with the camera."""
    right, up, toward = view_axes(frame.scene.camera)
    corner = frame.rect.bottomRight()
    centre = QPointF(corner.x() - GIZMO_ROOM_PX / 2, corner.y() - GIZMO_ROOM_PX / 2)
    painter.setFont(font(SMALL_PX))
    for axis in np.argsort(toward).tolist():  # the one that points at the eye last
        step = QPointF(float(right[axis]), -float(up[axis]))
        alpha = 0.5 + 0.5 * (1 + float(toward[axis])) / 2
        painter.setPen(QPen(colour(theme.muted, alpha), 1.4))
        painter.drawLine(QLineF(centre, centre + step * GIZMO_PX))
        painter.setPen(colour(theme.muted, alpha))
        at = centre + step * (GIZMO_PX + 8)
        box = QRectF(at.x() - 20, at.y() - 8, 40, 16)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter | _ONE_LINE, "xyz"[axis])
