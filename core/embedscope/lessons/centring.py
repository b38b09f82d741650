"""What centring does: the mean row taken away, where all rows share a direction."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.geometry.rows import TableLike, as_rows, row_subset
from embedscope.geometry.spaces import Space, fit_space, in_space
from embedscope.geometry.spread import mean_pair_cosine
from embedscope.geometry.stats import RowStats
from embedscope.lessons.scores import pair_scores, typical_length
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Ints


@dataclass(frozen=True, eq=False)
class Centring:
    """The mean cosine of all pairs of rows before and after their mean is taken away.

    ``ids`` (n,): which rows those are, None: all of the table; the table itself is not kept.
    ``mean_length``: how long that shared part is, against ``typical_length`` of a row.
    """

    space: Space
    before: float
    after: float
    mean_length: float
    typical_length: float
    ids: Ints | None = None


def centring(
    table: TableLike, stats: RowStats, progress: Progress = SILENT, ids: Ints | None = None
) -> Centring:
    """Return what centring does to rows ``ids`` (n,) of ``table`` (V, D), None: to all.

    ``stats`` are those of all rows.
    """
    source = row_subset(table, ids)
    stats = stats if ids is None else stats.only(ids)
    space = fit_space(source, progress=progress)
    before = mean_pair_cosine(source, stats, progress)
    after = mean_pair_cosine(in_space(source, space), progress=progress)
    typical = typical_length(stats)
    return Centring(space, before, after, float(np.linalg.norm(space.mean)), typical, ids)


def centred_neighbours(
    table: TableLike, row: int, space: Space, k: int = 10, progress: Progress = SILENT
) -> Neighbours:
    """Return the ``k`` rows nearest to ``row`` by cosine once the mean is taken away."""
    return neighbours(in_space(table, space), row, k, progress=progress)


def centred_cosine(table: TableLike, first: int, second: int, space: Space) -> float:
    """Return the cosine of two rows of ``table`` (V, D) once the mean is taken away, or NaN."""
    return pair_scores(in_space(table, space), first, second).cosine


def sample_cosines(table: TableLike, space: Space | None = None, n_pairs: int = 2000) -> Doubles:
    """Return the cosines of up to ``n_pairs`` pairs of rows, always the same, in ``space``.

    Pairs with a row that is zero or not finite are left out.
    """
    source = in_space(as_rows(table), space)
    chosen = np.random.default_rng(0).integers(0, source.shape[0], (n_pairs, 2))
    chosen = chosen[chosen[:, 0] != chosen[:, 1]]
    one, two = (source.exact_rows(ids).astype(np.float64) for ids in chosen.T)
    with np.errstate(all="ignore"):
        lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(two, axis=1)
        found: Doubles = np.vecdot(one, two) / lengths
    return found[np.isfinite(found)]
