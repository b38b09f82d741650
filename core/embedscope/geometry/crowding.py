"""How close every row has its nearest others, and how often it is among theirs (hubs)."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.rows import RowSource, TableLike, as_rows
from embedscope.geometry.spread import unit_rows
from embedscope.geometry.stats import RowStats, row_stats
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

_MOST_PRODUCTS = 1 << 24


@dataclass(frozen=True, eq=False)
class Crowding:
    """For rows ``ids`` (n,): the ``mean_cosine`` (n,) to their k nearest rows of the table.

    ``occurrences`` (V,): how many of the ids have a row among their k nearest (hubness,
    Radovanovic et al. 2010). NaN for rows without a direction.
    """

    ids: Ints
    mean_cosine: Doubles
    occurrences: Ints
    k: int


def crowding(
    table: TableLike,
    ids: Ints | None = None,
    k: int = 10,
    stats: RowStats | None = None,
    progress: Progress = SILENT,
) -> Crowding:
    """Return the crowding of rows ``ids`` (all if None) of ``table`` (V, D) in float32.

    V x n x D multiplications: minutes for a whole large vocabulary, so watch the progress.
    """
    source = as_rows(table)
    n_rows = source.shape[0]
    wanted = np.arange(n_rows) if ids is None else np.asarray(ids, np.int64)
    norm = (stats or row_stats(source)).norm
    result = Crowding(wanted, np.full(len(wanted), np.nan), np.zeros(n_rows, np.int64), k)
    usable = np.flatnonzero(norm[wanted] > 0)
    n_others = int(np.count_nonzero(norm > 0)) - 1
    step = max(1, _MOST_PRODUCTS // n_rows)
    for at in range(0, len(usable) if n_others > 0 else 0, step):
        progress.step(at / len(usable), "comparing every row with all others")
        places = usable[at : at + step]
        nearest, cosines = _nearest(source, wanted[places], norm, min(k, n_others), progress)
        result.mean_cosine[places] = cosines.mean(axis=1, dtype=np.float64)
        result.occurrences[:] += np.bincount(nearest.ravel(), minlength=n_rows)
    return result


def _nearest(
    source: RowSource, ids: Ints, norm: Doubles, k: int, progress: Progress
) -> tuple[Ints, Floats]:
    """Return the ``k`` nearest other rows (n, k) of rows ``ids``, in no order, and the cosines."""
    rows = source.exact_rows(ids).astype(np.float32)
    queries = np.ascontiguousarray(unit_rows(rows, norm[ids]), np.float32)
    cosines = np.full((len(ids), source.shape[0]), -2, np.float32)
    watch = Progress(stopped=progress.stopped)
    for start, block in source.blocks(progress=watch):
        sizes = norm[start : start + len(block)]
        good = np.flatnonzero(sizes > 0)
        cosines[:, start + good] = queries @ unit_rows(block, sizes).T.astype(np.float32)
    cosines[np.arange(len(ids)), ids] = -2
    nearest = np.argpartition(cosines, -k, axis=1)[:, -k:]
    return nearest, np.minimum(np.take_along_axis(cosines, nearest, axis=1), 1)
