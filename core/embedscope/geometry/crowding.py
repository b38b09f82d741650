"""How close every row has its nearest others, and how often it is among theirs (hubs)."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.rows import RowSource, TableLike, as_rows, part_of, rows_for
from embedscope.geometry.spread import unit_rows
from embedscope.geometry.stats import RowStats, row_stats
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

_QUERY_VALUES, _MOST_QUERIES = 1 << 22, 4096  # rows compared with all others in one pass
_BLOCK_VALUES = 1 << 21
_MOST_PRODUCTS = 1 << 24  # of one block with all of those: rows of few dims make long blocks
_RUN = 64
_NONE = np.float32(-2)  # below any cosine


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
    step = max(1, min(_QUERY_VALUES // max(source.shape[1], 1), _MOST_QUERIES))
    starts = range(0, len(usable) if n_others > 0 else 0, step)
    for number, at in enumerate(starts):
        places, part = usable[at : at + step], part_of(progress, number, len(starts))
        nearest, near = _nearest(source, wanted[places], norm, min(k, n_others), part)
        result.mean_cosine[places] = near.mean(axis=1, dtype=np.float64)
        result.occurrences[:] += np.bincount(nearest.ravel(), minlength=n_rows)
    return result


def _nearest(
    source: RowSource, ids: Ints, norm: Doubles, k: int, progress: Progress
) -> tuple[Ints, Floats]:
    """Return the ``k`` rows nearest to each of rows ``ids`` (n,) and their cosines (n, k).

    In one pass that holds the products of one block only; equals by id.
    """
    rows = source.exact_rows(ids).astype(np.float32)
    queries = np.ascontiguousarray(unit_rows(rows, norm[ids]).T, np.float32)
    places, values = np.full((len(ids), k), -1), np.full((len(ids), k), -np.inf, np.float32)
    n_together = min(rows_for(source, _BLOCK_VALUES), max(1, _MOST_PRODUCTS // len(ids)))
    for start, block in source.blocks(n_together):
        progress.step(start / source.shape[0], "comparing every row with all others")
        cosines = _cosines(block, norm[start : start + len(block)], queries)
        inside = np.flatnonzero((ids >= start) & (ids < start + len(block)))
        cosines[ids[inside] - start, inside] = _NONE
        found, near = _largest(cosines, min(k, len(block)))
        places = np.concatenate([places, found + start], axis=1)
        values = np.concatenate([values, near], axis=1)
        order = np.lexsort((places, -values), axis=1)[:, :k]
        places, values = (np.take_along_axis(all_, order, 1) for all_ in (places, values))
    return places, values


def _cosines(block: Floats, norm: Doubles, queries: Floats) -> Floats:
    """Return the cosines (m, n) of ``block`` (m, D) with unit ``queries`` (D, n)."""
    units = unit_rows(block, norm).astype(np.float32, copy=False)
    good = norm > 0
    if good.all():
        cosines = units @ queries
    else:
        cosines = np.full((len(block), queries.shape[1]), _NONE)
        cosines[good] = units @ queries
    np.minimum(cosines, 1, out=cosines)
    return cosines


def _largest(values: Floats, k: int) -> tuple[Ints, Floats]:
    """Return the places and values (n, k) of the ``k`` largest of each column of (m, n).

    Equals by place. The k-th largest of the maxima of short runs bounds what has to be looked at.
    """
    n_rows, n = values.shape
    n_runs = n_rows // _RUN
    if n_runs < 4 * k:
        least = np.partition(values, n_rows - k, axis=0)[n_rows - k]
    else:
        runs = values[: n_runs * _RUN].reshape(n_runs, _RUN, n).max(axis=1)
        least = np.partition(runs, n_runs - k, axis=0)[n_runs - k]
    place, column = np.nonzero(values >= least)
    found = values[place, column]
    order = np.lexsort((place, -found, column))
    first = np.searchsorted(column[order], np.arange(n))
    kept = order[first[:, None] + np.arange(k)]
    return place[kept], found[kept]
