"""Where labels go: beside their points, never on top of each other, important ones first."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embedscope.geometry.rows import Bools
from embedscope.tables.base import Doubles, Ints

Rect = tuple[float, float, float, float]

# Directions in order of preference (right of the point reads best), then farther out.
_DIRECTIONS = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))
_BETWEEN = ((1, -0.5), (1, 0.5), (-1, -0.5), (-1, 0.5), (0.5, -1), (0.5, 1), (-0.5, -1), (-0.5, 1))
_DISTANCES = (4.0, 9.0, 14.0)  # in gaps, of the places that a leader line is due to
_N_NEAR = len(_DIRECTIONS)
CROWD = 60  # labels


@dataclass(frozen=True, eq=False)
class Placement:
    """``positions`` (n, 2) top-left corners, NaN if hidden; ``hidden`` (n,).

    ``slots`` (n,) tells which place was taken (-1 if hidden): give it as ``prefer`` next time
    and labels stay put while the view turns. ``leaders`` (n,): the label is so far from its
    point that a line should join them, from the point to the nearest point of the label.
    """

    positions: Doubles
    hidden: Bools
    slots: Ints
    leaders: Bools

    @property
    def n_hidden(self) -> int:
        """Labels that found no room."""
        return int(np.count_nonzero(self.hidden))


@dataclass(frozen=True, eq=False)
class Obstacles:
    """What labels keep clear of besides points and one another.

    ``lines`` (k, 4) from x0, y0 to x1, y1 are crossed only where there is no other place;
    ``rects`` (r, 4) as left, top, right, bottom are taken.
    """

    lines: ArrayLike = ()
    rects: ArrayLike = ()


NOTHING = Obstacles()


def place_labels(  # noqa: PLR0913 - options by keyword only
    anchors: ArrayLike,
    sizes: ArrayLike,
    bounds: Rect,
    priority: ArrayLike | None = None,
    *,
    gap: float = 6.0,
    prefer: Ints | None = None,
    dot: float = 0.0,
    around: Obstacles = NOTHING,
    minor: ArrayLike | None = None,
) -> Placement:
    """Place n labels of ``sizes`` (n, 2) by ``anchors`` (n, 2) inside ``bounds``, all in pixels.

    Higher ``priority`` (n,) first, equals by order. Labels overlap neither each other, nor another
    anchor or its dot of radius ``dot`` < ``gap``, nor a leader; leaders run under no label, and
    along no dot if it can be helped. Only the first label hides points rather than be hidden.
    The ``minor`` (n,) get no leader, and their points may be hidden by the others. Anchors that
    are not finite or out of bounds are hidden.
    """
    points = np.asarray(anchors, np.float64).reshape(-1, 2)
    n = len(points)
    weight = np.zeros(n) if priority is None else np.asarray(priority, np.float64)
    slots, positions = np.full(n, -1, np.int64), np.full((n, 2), np.nan)
    inside = _inside(points, bounds)
    rects = candidate_rects(points, np.asarray(sizes, np.float64).reshape(-1, 2), gap)
    if n > CROWD:  # the longest leaders of a crowd are a thicket
        rects = rects[:, : -2 * _N_NEAR]
    major = np.ones(n, bool) if minor is None else ~np.asarray(minor, bool)
    board = _Board.of(points[inside & major], around, dot)
    within = _within(rects, bounds)
    within[~major, _N_NEAR:] = False
    clear = within & ~board.hides(rects)
    clear[~major] &= ~board.hides(rects[~major], points[inside & ~major])
    for i in (i for i in np.argsort(-weight, kind="stable").tolist() if inside[i]):
        wanted = -1 if prefer is None else int(prefer[i])
        slot = board.best_slot(points[i], rects[i], clear[i], wanted)
        if slot < 0 and not board.n_tried:
            slot = board.best_slot(points[i], rects[i], within[i], wanted)
        board.n_tried += 1
        if slot >= 0:
            slots[i], positions[i] = slot, rects[i, slot, :2]
            board.put(points[i], rects[i, slot], with_leader=slot >= _N_NEAR)
    return Placement(positions, slots < 0, slots, slots >= _N_NEAR)


def candidate_rects(points: Doubles, sizes: Doubles, gap: float) -> Doubles:
    """Return the places (n, m, 4) as left, top, right, bottom in order of preference."""
    corner = points[:, None] + _STEPS * gap + (_WAYS - 1) / 2 * sizes[:, None]
    return np.concatenate([corner, corner + sizes[:, None]], axis=2)


_WAYS = np.array([*_DIRECTIONS, *(_DIRECTIONS + _BETWEEN) * len(_DISTANCES)], np.float64)
_STEPS = _WAYS * np.repeat((1.0, *_DISTANCES), (_N_NEAR, *[2 * _N_NEAR] * len(_DISTANCES)))[:, None]


@dataclass(eq=False)
class _Board:
    """What is there so far: ``points`` (p, 2) with a ``dot``, ``lines``, labels and leaders."""

    points: Doubles
    dot: float
    lines: Doubles
    taken: Doubles
    leaders: Doubles
    n_tried: int = 0

    @classmethod
    def of(cls, points: Doubles, around: Obstacles, dot: float) -> "_Board":
        """Return the board before the first label."""
        lines = np.asarray(around.lines, np.float64).reshape(-1, 4)
        lines = lines[np.isfinite(lines).all(axis=1)]
        taken = np.asarray(around.rects, np.float64).reshape(-1, 4)
        return cls(points, dot, lines, taken, np.empty((0, 4)))

    def put(self, point: Doubles, rect: Doubles, *, with_leader: bool) -> None:
        """Take the place of a label and of its leader."""
        self.taken = np.vstack([self.taken, rect])
        if with_leader:
            self.leaders = np.vstack([self.leaders, _leaders(point, rect[None])])

    def hides(self, rects: Doubles, points: Doubles | None = None) -> Bools:
        """Return which of ``rects`` (n, m, 4) lie over one of ``points`` or its dot, (n, m)."""
        points = self.points if points is None else points
        grown = rects.reshape(-1, 4) + np.array([-self.dot, -self.dot, self.dot, self.dot])
        return np.asarray(_covers(grown, points).any(axis=1).reshape(rects.shape[:2]))

    def best_slot(self, point: Doubles, rects: Doubles, clear: Bools, wanted: int) -> int:
        """Return the slot of the best of the ``clear`` (m,) of ``rects`` (m, 4), -1 if none is.

        The first that no line crosses, near ones first, else one whose leader touches no dot,
        else one that a leader reaches. The ``wanted`` slot comes first among its equals.
        """
        free = self._free(rects, np.flatnonzero(clear))
        near = free[free < _N_NEAR]
        open_ = self._uncrossed(rects, near, self.lines)
        if wanted < _N_NEAR and len(open_):
            return _first(open_, wanted)
        led = self._led(point, rects, free[free >= _N_NEAR])
        alone = self._alone(point, rects, led)
        open_ = np.append(open_, self._uncrossed(rects, alone, self.lines))
        for good in (open_, np.append(near, alone), led):
            if len(good):
                return _first(good, wanted)
        return -1

    def _free(self, rects: Doubles, slots: Ints) -> Ints:
        """Return those of ``slots`` whose ``rects`` (m, 4) hide neither a label nor a leader."""
        slots = slots[~_overlaps(rects[slots], self.taken).any(axis=1)]
        return self._uncrossed(rects, slots, self.leaders)

    def _uncrossed(self, rects: Doubles, slots: Ints, lines: Doubles) -> Ints:
        if not len(slots) or not len(lines):
            return slots
        return slots[~_crossed(rects[slots], lines).any(axis=1)]

    def _led(self, point: Doubles, rects: Doubles, slots: Ints) -> Ints:
        """Return those of ``slots`` that a leader from ``point`` reaches without a label on it."""
        if not len(slots) or not len(self.taken):
            return slots
        return slots[~_crossed(self.taken, _leaders(point, rects[slots])).any(axis=0)]

    def _alone(self, point: Doubles, rects: Doubles, slots: Ints) -> Ints:
        """Return those of ``slots`` whose leader from ``point`` touches no dot but those there."""
        others = self.points[np.abs(self.points - point).max(axis=1) > 2 * self.dot]
        if not len(slots) or not len(others):
            return slots
        near = _distances(others, _leaders(point, rects[slots])) < self.dot
        return slots[~near.any(axis=0)]


def _first(slots: Ints, wanted: int) -> int:
    """Return ``wanted`` if it is one of ``slots``, else the first of them."""
    return wanted if wanted in slots else int(slots[0])


def _leaders(point: Doubles, rects: Doubles) -> Doubles:
    """Return the lines (m, 4) from ``point`` to the nearest points of ``rects`` (m, 4)."""
    nearest = np.clip(point, rects[:, :2], rects[:, 2:])
    return np.hstack([np.broadcast_to(point, nearest.shape), nearest])


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
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # upright or level lines
        one, other = (rects[:, None, :2] - start) / way, (rects[:, None, 2:] - start) / way
    enter, leave = np.fmin(one, other).max(axis=2), np.fmax(one, other).min(axis=2)
    return np.asarray(np.maximum(enter, 0.0) < np.minimum(leave, 1.0))


def _distances(points: Doubles, lines: Doubles) -> Doubles:
    """Return how far ``points`` (p, 2) are from ``lines`` (k, 4), (p, k)."""
    start, way = lines[:, :2], lines[:, 2:] - lines[:, :2]
    from_start = points[:, None] - start[None]
    along = (from_start * way).sum(axis=2) / np.maximum((way**2).sum(axis=1), 1e-300)
    gap = from_start - np.clip(along, 0, 1)[..., None] * way
    return np.asarray(np.hypot(gap[..., 0], gap[..., 1]))


def _within(rects: Doubles, bounds: Rect) -> Bools:
    """Return which of ``rects`` (..., 4) are in bounds."""
    low, high = np.array(bounds[:2]), np.array(bounds[2:])
    with np.errstate(invalid="ignore"):
        return np.asarray(((rects[..., :2] >= low) & (rects[..., 2:] <= high)).all(axis=-1))


def _inside(points: NDArray[np.float64], bounds: Rect) -> Bools:
    left, top, right, bottom = bounds
    with np.errstate(invalid="ignore"):
        x, y = points[:, 0], points[:, 1]
        return np.asarray((x >= left) & (x <= right) & (y >= top) & (y <= bottom))
