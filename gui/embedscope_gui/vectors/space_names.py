"""Title and end numbers of each axis in space, along an outer edge of the box."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from embedscope_gui.theme import SMALL_PX, Theme
from embedscope_gui.vectors.brush import colour, font, metrics
from embedscope_gui.vectors.space_frame import Doubles, SpaceFrame

TICK_PX = 4.0
TEXT_GAP_PX = 7.0
TEXT_APART_PX = 6.0
EDGE_PX = 4.0  # between texts and the picture's edge
PUSHED_PX = 3.0  # that a number may be away from its place
SHORTEST_PX = (14.0, 48.0)  # edges shorter than this have no title, no numbers
_ONE_LINE = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip


@dataclass(frozen=True, eq=False)
class Name:
    """A text in its place; titles are stronger than numbers."""

    text: str
    rect: QRectF
    is_title: bool


@dataclass(frozen=True, eq=False)
class AxisNames:
    """All texts of the box, and the short strokes at its ticks."""

    names: tuple[Name, ...]
    strokes: tuple[QLineF, ...]


def axis_names(frame: SpaceFrame) -> AxisNames:
    """Return where titles and numbers go; an axis that points at the eye has none."""
    names: list[Name] = []
    strokes: list[QLineF] = []
    for axis in range(3):
        start, end = named_edge(frame, axis)
        px = frame.to_px(np.stack([start, end]))
        length = float(np.hypot(*(px[1] - px[0])))
        if not length > SHORTEST_PX[0]:
            continue
        out, numbers = _outward(frame, px), []
        if length > SHORTEST_PX[1]:
            numbers = [*_numbers(frame, axis, out)]
            strokes += _strokes(frame, axis, out)
        room = max((_reach(name.text, out) * 0.9 for name in numbers), default=0.0)
        at = px.mean(axis=0)
        if axis == 2 and px[1, 1] < px[0, 1]:  # over the top of the upright edge
            at, out, room = px[1], np.array([0.0, -1.0]), 0.0
        names += numbers
        title = frame.scene.content.titles[axis]
        names += _placed(frame, at, out, TEXT_GAP_PX + room, Name(title, QRectF(), True))
    return AxisNames(tuple(_apart(names)), tuple(strokes))


def _apart(names: list[Name]) -> Iterator[Name]:
    """Yield the titles, and the numbers that are not too close to a text before them."""
    taken: list[QRectF] = []
    for name in sorted(names, key=lambda name: not name.is_title):
        rect = name.rect.adjusted(-TEXT_APART_PX, 0, TEXT_APART_PX, 0)
        if name.is_title or not any(rect.intersects(other) for other in taken):
            taken.append(name.rect)
            yield name


def paint_names(painter: QPainter, names: AxisNames, theme: Theme) -> None:
    """Write titles and numbers."""
    painter.setPen(QPen(colour(theme.muted, 0.8), 1.0))
    painter.drawLines(list(names.strokes))
    painter.setFont(font(SMALL_PX))
    for name in names.names:
        painter.setPen(colour(theme.text if name.is_title else theme.muted))
        painter.drawText(name.rect, Qt.AlignmentFlag.AlignCenter | _ONE_LINE, name.text)


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


def _numbers(frame: SpaceFrame, axis: int, out: Doubles) -> Iterator[Name]:
    """Yield the numbers of the first and last ticks that have room where they belong."""
    ticks = frame.ticks(axis)
    found: dict[int, Name] = {}
    px = _tick_px(frame, axis)
    for order in (range(len(px)), reversed(range(len(px)))):
        for number in order:
            name = Name(ticks.texts[number], QRectF(), False)
            placed = [*_placed(frame, px[number], out, TEXT_GAP_PX, name)]
            if placed:
                found[number] = placed[0]
                break
    yield from found.values()


def _strokes(frame: SpaceFrame, axis: int, out: Doubles) -> Iterator[QLineF]:
    """Yield a short line outwards at every tick."""
    px = _tick_px(frame, axis)
    for at in px[np.isfinite(px).all(axis=1)]:
        if frame.rect.contains(QPointF(*at)):
            yield QLineF(*at, *(at + out * TICK_PX))


def _tick_px(frame: SpaceFrame, axis: int) -> Doubles:
    """Return the pixels (n, 2) of the ticks on the named edge."""
    values = frame.ticks(axis).values
    points = np.tile(named_edge(frame, axis)[0], (len(values), 1))
    points[:, axis] = values
    return frame.to_px(points)


def _reach(text: str, out: Doubles) -> float:
    """Return how far a text reaches along ``out`` from side to side."""
    measure = metrics(SMALL_PX)
    across, up = abs(float(out[0])), abs(float(out[1]))
    return across * measure.horizontalAdvance(text) + up * measure.height()


def _placed(frame: SpaceFrame, at: Doubles, out: Doubles, gap: float, name: Name) -> Iterator[Name]:
    """Yield ``name`` beside the pixel ``at`` on the side ``out``, inside the picture.

    Titles are pushed inside; numbers would then lie on their axis, and are left out.
    """
    if not name.text or not np.isfinite(at).all():
        return
    measure = metrics(SMALL_PX)
    width, height = measure.horizontalAdvance(name.text), measure.height()
    middle = at + out * (gap + _reach(name.text, out) / 2)
    if not frame.rect.adjusted(-60, -24, 60, 24).contains(QPointF(*middle)):
        return
    box = QRectF(middle[0] - width / 2, middle[1] - height / 2, width, height)
    room = frame.rect.adjusted(EDGE_PX, EDGE_PX / 2, -EDGE_PX, -EDGE_PX / 2)
    held = QRectF(box)
    held.moveLeft(max(min(box.left(), room.right() - width), room.left()))
    held.moveTop(max(min(box.top(), room.bottom() - height), room.top()))
    if name.is_title or (held.topLeft() - box.topLeft()).manhattanLength() <= PUSHED_PX:
        yield Name(name.text, held, name.is_title)
