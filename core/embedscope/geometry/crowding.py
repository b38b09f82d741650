"""How close every row has its nearest others, and how often it is among theirs (hubs)."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.rows import RowSource, TableLike, as_rows
from embedscope.geometry.spread import unit_rows
from embedscope.geometry.stats import RowStats, row_stats
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

_MOST_PRODUCTS = 1 << 25
_RUN = 64


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
        cosines = _cosines(source, wanted[places], norm, progress)
        nearest, near = _largest(cosines, min(k, n_others))
        result.mean_cosine[places] = near.mean(axis=1, dtype=np.float64)
        result.occurrences[:] += np.bincount(nearest.ravel(), minlength=n_rows)
    return result


def _cosines(source: RowSource, ids: Ints, norm: Doubles, progress: Progress) -> Floats:
    """Return the cosines (V, n) of all rows with rows ``ids``; -2 with itself and without one."""
    rows = source.exact_rows(ids).astype(np.float32)
    queries = np.ascontiguousarray(unit_rows(rows, norm[ids]).T, np.float32)
    cosines = np.empty((source.shape[0], len(ids)), np.float32)
    watch = Progress(stopped=progress.stopped)
    for start, block in source.blocks(progress=watch):
        here = slice(start, start + len(block))
        good = norm[here] > 0
        if good.all():
            np.matmul(
                unit_rows(block, norm[here]).astype(np.float32, copy=False),
                queries,
                out=cosines[here],
            )
            continue
        cosines[here] = -2
        cosines[here][good] = unit_rows(block, norm[here]).astype(np.float32) @ queries
    cosines[ids, np.arange(len(ids))] = -2
    return np.minimum(cosines, 1, out=cosines)


def _largest(values: Floats, k: int) -> tuple[Ints, Floats]:
    """Return the places and values (n, k) of the ``k`` largest of each column of (V, n).

    The k-th largest of the maxima of short runs bounds what has to be looked at.
    """
    n_rows, n = values.shape
    n_runs = n_rows // _RUN
    if n_runs < 4 * k:
        places = np.argpartition(values, n_rows - k, axis=0)[n_rows - k :]
        return places.T, np.take_along_axis(values, places, axis=0).T
    runs = values[: n_runs * _RUN].reshape(n_runs, _RUN, n).max(axis=1)
    least = np.partition(runs, n_runs - k, axis=0)[n_runs - k]
    place, column = np.nonzero(values >= least)
    found = values[place, column]
    order = np.lexsort((place, -found, column))
    first = np.searchsorted(column[order], np.arange(n))
    kept = order[first[:, None] + np.arange(k)]
    return place[kept], found[kept]
