"""How far a picture can be believed: which true neighbours are still neighbours in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from embedscope.geometry.neighbours import neighbours_of_many
from embedscope.geometry.ranking import Metric
from embedscope.geometry.rows import TableLike, as_rows
from embedscope.geometry.stats import RowStats
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

_LARGEST_WHOLE = 3000  # up to so many points all are judged,
_SAMPLE = 1000  # of more a seeded sample
_STRIDE = 16  # every so many points are enough to tell how far away the nearest can be at most


@dataclass(frozen=True, eq=False)
class Agreement:
    """How many true neighbours each judged point keeps in the picture.

    Of point ``ids[i]`` ``kept[i]`` of the ``k`` true neighbours ``true_ids[i]`` (k,) are among
    the k nearest of ``n_points`` points; -1 in ``true_ids`` where there are not so many.
    """

    ids: Ints
    kept: Ints
    true_ids: Ints
    k: int
    n_points: int

    @property
    def mean(self) -> float:
        """The average number kept by points that have neighbours, NaN if none has."""
        has_any = (self.true_ids >= 0).any(axis=1)
        return float(self.kept[has_any].mean()) if has_any.any() else float("nan")

    def only(self, ids: Ints) -> "Agreement":
        """Return what was found of those points that are among ``ids``."""
        kept = np.isin(self.ids, ids)
        return replace(self, ids=self.ids[kept], kept=self.kept[kept], true_ids=self.true_ids[kept])

    def joined(self, other: "Agreement") -> "Agreement":
        """Return what was found of the points of both, which are of the same picture."""
        ids = np.concatenate([self.ids, other.ids])
        order = np.argsort(ids, kind="stable")
        return replace(
            self,
            ids=ids[order],
            kept=np.concatenate([self.kept, other.kept])[order],
            true_ids=np.concatenate([self.true_ids, other.true_ids])[order],
        )

    @property
    def caption(self) -> str:
        """Words for the picture: "Of a point's 10 nearest 3.4 are among the 10 nearest here"."""
        if not (self.true_ids >= 0).any():
            return "No point has neighbours to compare."
        if self.n_points <= self.k + 1:
            return f"Only {self.n_points} points: each is a neighbour of all others."
        told = f"Of a point's {self.k} nearest {self.mean:.1f} are among the {self.k} nearest here"
        if len(self.ids) == self.n_points:
            return told + " on average."
        return told + f" on average, judged by {len(self.ids)} of {self.n_points} points."


def neighbour_agreement(
    table: TableLike,
    points: Floats,
    ids: ArrayLike | None = None,
    k: int = 10,
    metric: Metric = "cosine",
    stats: RowStats | None = None,
    progress: Progress = SILENT,
) -> Agreement:
    """Return how many of the ``k`` true neighbours of each point are near it in the picture.

    ``points`` (V, d) show the rows of ``table`` (V, D): of some rows only, give the table of
    those (``gather``). ``ids``: the points to judge; if None all, or a sample of a crowd. Points
    that are not finite are not judged.
    """
    return neighbour_agreements(table, [points], ids, k, metric, stats, progress)[0]


def neighbour_agreements(
    table: TableLike,
    pictures: Sequence[Floats],
    ids: ArrayLike | None = None,
    k: int = 10,
    metric: Metric = "cosine",
    stats: RowStats | None = None,
    progress: Progress = SILENT,
) -> list[Agreement]:
    """Return ``neighbour_agreement`` of several pictures of the same rows, found in one go."""
    source, points = as_rows(table), np.hstack(pictures)
    shown = np.flatnonzero(np.isfinite(points).all(axis=1))
    judged = _sample(shown) if ids is None else np.intersect1d(np.asarray(ids, np.int64), shown)
    k = max(min(k, len(shown) - 1), 1)
    found = neighbours_of_many(source, judged, k, metric, stats=stats, progress=progress)
    true_ids = np.full((len(judged), k), -1, np.int64)
    for place, near in enumerate(found):
        listed = near.ids[np.isfinite(near.scores)]
        true_ids[place, : len(listed)] = listed
    kept = [_kept(picture, shown, judged, true_ids, progress) for picture in pictures]
    return [Agreement(judged, counts, true_ids, k, len(shown)) for counts in kept]


def _kept(points: Floats, shown: Ints, judged: Ints, true_ids: Ints, progress: Progress) -> Ints:
    """Return how many of its ``true_ids`` (n, k) are near each of ``judged`` (n,) in a picture."""
    kept, axes = np.zeros(len(judged), np.int64), _axes(points, shown)
    for place, point in enumerate(judged.tolist()):
        progress.step(place / len(judged), "comparing neighbours with the picture")
        seen = _nearest(axes, shown, points[point], point, true_ids.shape[1])
        kept[place] = np.count_nonzero(np.isin(true_ids[place], seen))
    return kept


def nearest_points(points: Floats, shown: Ints, point: int, k: int) -> Ints:
    """Return the ``k`` of ``shown`` nearest to ``point`` in the picture, without itself."""
    return _nearest(_axes(points, shown), shown, points[point], point, k)


def _axes(points: Floats, shown: Ints) -> Doubles:
    """Return the coordinates (d, n) of the points ``shown`` (n,), an axis a row."""
    return np.ascontiguousarray(points[shown].T, np.float64)


def _nearest(axes: Doubles, shown: Ints, at: Floats, point: int, k: int) -> Ints:
    """Return the ``k`` of ``shown`` (n,) at ``axes`` (d, n) that are nearest to ``point``."""
    distance = np.square(axes[0] - at[0])
    for along, middle in zip(axes[1:], at[1:], strict=True):
        distance += np.square(along - middle)
    distance[shown == point] = np.inf
    k = min(k, len(shown) - 1)
    if k < 1:
        return np.zeros(0, np.int64)
    some = distance[:: min(_STRIDE, len(shown) // (k + 1))]  # more than k: the k-th is a bound
    near = np.flatnonzero(distance <= np.partition(some, k - 1)[k - 1])
    order = np.lexsort((shown[near], distance[near]))[:k]
    return shown[near[order]]


def _sample(shown: Ints) -> Ints:
    """Return all of ``shown``, or a seeded sample, ascending."""
    if len(shown) <= _LARGEST_WHOLE:
        return shown
    chosen = np.random.default_rng(0).choice(len(shown), _SAMPLE, replace=False)
    return shown[np.sort(chosen)]
