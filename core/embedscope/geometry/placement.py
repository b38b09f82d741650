"""Where labels go: beside their points, never on top of each other, important ones first."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embedscope.geometry.rows import Bools
from embedscope.tables.base import Doubles, Ints

Rect = tuple[float, float, float, float]

# Directions in order of preference (right of the point reads best), then farther out.
_DIRECTIONS = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))
_DISTANCES = (1.0, 4.0, 8.0)  # in gaps; beyond the first a leader line is due


@dataclass(frozen=True, eq=False)
class Placement:
    """``positions`` (n, 2) top-left corners, NaN if hidden; ``hidden`` (n,).

    ``slots`` (n,) tells which place was taken (-1 if hidden): give it as ``prefer`` next time
    and labels stay put while the view turns. ``leaders`` (n,): the label is so far from its
    point that a line should join them.
    """

    positions: Doubles
    hidden: Bools
    slots: Ints
    leaders: Bools

    @property
    def n_hidden(self) -> int:
        """Labels that found no room."""
        return int(np.count_nonzero(self.hidden))


def place_labels(  # noqa: PLR0913 - options by keyword only
    anchors: ArrayLike,
    sizes: ArrayLike,
    bounds: Rect,
    priority: ArrayLike | None = None,
    *,
    gap: float = 6.0,
    prefer: Ints | None = None,
    dot: float = 0.0,
    lines: ArrayLike | None = None,
) -> Placement:
    """Place n labels of ``sizes`` (n, 2) by ``anchors`` (n, 2) inside ``bounds``, all in pixels.

    Higher ``priority`` (n,) first, equals by order. Labels overlap neither each other nor, where
    it can be helped, another anchor or its dot of radius ``dot`` < ``gap``, or ``lines`` (k, 4)
    from x0, y0 to x1, y1. Anchors that are not finite or out of bounds are hidden.
    """
    points = np.asarray(anchors, np.float64).reshape(-1, 2)
    extents = np.asarray(sizes, np.float64).reshape(-1, 2)
    n = len(points)
    weight = np.zeros(n) if priority is None else np.asarray(priority, np.float64)
    slots = np.full(n, -1, np.int64)
    positions = np.full((n, 2), np.nan)
    inside = _inside(points, bounds)
    in_the_way = _InTheWay(points[inside], dot, _finite_lines(lines))
    taken = np.empty((0, 4))
    for i in np.argsort(-weight, kind="stable").tolist():
        if not inside[i]:
            continue
        rects = candidate_rects(points[i], extents[i], gap)
        wanted = -1 if prefer is None else int(prefer[i])
        slot = _best_slot(rects, taken, bounds, wanted, in_the_way)
        if slot >= 0:
            slots[i], positions[i] = slot, rects[slot, :2]
            taken = np.vstack([taken, rects[slot]])
    return Placement(positions, slots < 0, slots, slots >= len(_DIRECTIONS))


def candidate_rects(point: Doubles, size: Doubles, gap: float) -> Doubles:
    """Return the places (m, 4) as left, top, right, bottom in order of preference."""
    ways = np.array(_DIRECTIONS, np.float64)
    steps = np.concatenate([ways * (gap * d) for d in _DISTANCES])
    ways = np.tile(ways, (len(_DISTANCES), 1))
    corner = point + steps + (ways - 1) / 2 * size
    return np.hstack([corner, corner + size])


@dataclass(frozen=True, eq=False)
class _InTheWay:
    """What labels had better not hide: ``points`` (p, 2) with a ``dot``, ``lines`` (k, 4)."""

    points: Doubles
    dot: float
    lines: Doubles

    def choice(self, rects: Doubles, free: Bools) -> Bools:
        """Return the best of ``free`` rects (m, 4): those that hide nothing, else no point."""
        grown = rects + np.array([-self.dot, -self.dot, self.dot, self.dot])
        clear = free & ~_covers(grown, self.points).any(axis=1)
        if not clear.any():
            return free
        open_ = clear & ~_crossed(rects, self.lines).any(axis=1)
        return open_ if open_.any() else clear


def _best_slot(
    rects: Doubles, taken: Doubles, bounds: Rect, wanted: int, in_the_way: _InTheWay
) -> int:
    """Return the slot of the first free rect with the least behind it, -1 if none is free.

    The ``wanted`` one comes first among its equals.
    """
    left, top, right, bottom = bounds
    free = (rects[:, 0] >= left) & (rects[:, 1] >= top)
    free &= (rects[:, 2] <= right) & (rects[:, 3] <= bottom)
    free &= ~_overlaps(rects, taken).any(axis=1)
    if not free.any():
        return -1
    good = in_the_way.choice(rects, free)
    return wanted if 0 <= wanted < len(good) and good[wanted] else int(np.argmax(good))


def _overlaps(a: Doubles, b: Doubles) -> Bools:
    """Return which rects of ``a`` (m, 4) share area with which of ``b`` (k, 4), (m, k)."""
    one, other = a[:, None], b[None]
    return np.asarray(
        (one[..., 0] < other[..., 2])
        & (other[..., 0] < one[..., 2])
        & (one[..., 1] < other[..., 3])
        & (other[..., 1] < one[..., 3])
    )


def _covers(rects: Doubles, points: Doubles) -> Bools:
    """Return which rects (m, 4) hold which points (k, 2), (m, k)."""
    x, y = points[:, 0], points[:, 1]
    left, top, right, bottom = (rects[:, c, None] for c in range(4))
    return np.asarray((x > left) & (x < right) & (y > top) & (y < bottom))


def _crossed(rects: Doubles, lines: Doubles) -> Bools:
    """Return which rects (m, 4) which lines (k, 4) run through, (m, k).

    Liang and Barsky's clipping (ACM Transactions on Graphics 3(1), 1984): the stretch of the
    line that lies between both pairs of edges is not empty.
    """
    start, way = lines[None, :, :2], (lines[:, 2:] - lines[:, :2])[None]
    with np.errstate(divide="ignore", invalid="ignore"):  # upright or level lines
        one, other = (rects[:, None, :2] - start) / way, (rects[:, None, 2:] - start) / way
    enter, leave = np.fmin(one, other).max(axis=2), np.fmax(one, other).min(axis=2)
    return np.asarray(np.maximum(enter, 0.0) < np.minimum(leave, 1.0))


def _finite_lines(lines: ArrayLike | None) -> Doubles:
    """Return those of ``lines`` (k, 4) that are somewhere."""
    ends = np.empty((0, 4)) if lines is None else np.asarray(lines, np.float64).reshape(-1, 4)
    return ends[np.isfinite(ends).all(axis=1)]


def _inside(points: NDArray[np.float64], bounds: Rect) -> Bools:
    left, top, right, bottom = bounds
    with np.errstate(invalid="ignore"):
        x, y = points[:, 0], points[:, 1]
        return np.asarray((x >= left) & (x <= right) & (y >= top) & (y <= bottom))
