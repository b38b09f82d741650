"""Painting the box with its faint grid, the axes through the origin and the small gizmo."""

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from embedscope.geometry.camera import view_axes
from embedscope_gui.theme import SMALL_PX, Theme
from embedscope_gui.vectors.brush import colour, font
from embedscope_gui.vectors.clip import clip_segments
from embedscope_gui.vectors.space_frame import Doubles, SpaceFrame

PIECES = 24  # of a straight line, so that the part behind the eye can be left out
GIZMO_PX = 18.0
GIZMO_ROOM_PX = 64.0
Line = tuple[Doubles, Doubles]
_ONE_LINE = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip


def paint_box(painter: QPainter, frame: SpaceFrame, theme: Theme) -> None:
    """Draw the three faces of the box that are behind everything, with a faint grid."""
    painter.setPen(QPen(colour(theme.grid), 1.0))
    _draw(painter, frame, list(_grid_lines(frame)))
    painter.setPen(QPen(colour(theme.line), 1.0))
    _draw(painter, frame, list(_edges(frame)))


def paint_axis_lines(painter: QPainter, frame: SpaceFrame, theme: Theme) -> None:
    """Draw the three axes through the origin, within the box."""
    painter.setPen(QPen(colour(theme.muted, 0.55), 1.0))
    lines = []
    for axis in range(3):
        start, end = frame.origin, frame.origin
        start[axis], end[axis] = frame.scene.bounds[axis]
        lines.append((start, end))
    _draw(painter, frame, lines)


def _edges(frame: SpaceFrame) -> Iterator[Line]:
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


def _grid_lines(frame: SpaceFrame) -> Iterator[Line]:
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


def _draw(painter: QPainter, frame: SpaceFrame, lines: list[Line]) -> None:
    """Draw ``lines``; of one that is partly behind the eye the pieces before it."""
    if not lines:  # no tick is within the box
        return
    ends = np.array(lines)  # (n, 2, 3)
    share = np.linspace(0, 1, PIECES + 1)[:, None]
    points = ends[:, :1] + (ends[:, 1:] - ends[:, :1]) * share
    px = frame.to_px(points.reshape(-1, 3)).reshape(len(lines), PIECES + 1, 2)
    whole = np.isfinite(px).all(axis=(1, 2))
    first = np.concatenate([px[whole, 0], px[~whole, :-1].reshape(-1, 2)])
    last = np.concatenate([px[whole, -1], px[~whole, 1:].reshape(-1, 2)])
    first, last, _ = clip_segments(first, last, frame.rect)
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
