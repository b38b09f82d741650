"""Rows that hold the very same numbers."""

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.rows import Bools, RowSource, TableLike, as_rows, rows_for
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import BLOCK_VALUES, Ints


def duplicate_of(table: TableLike, progress: Progress = SILENT) -> Ints:
    """Return for each row of ``table`` (V, D) the first id with the very same numbers, or -1.

    0 and -0 count as the same; rows that are not finite have no duplicate.
    """
    source = as_rows(table)
    return duplicates_by_key(source, _keys(source, progress))


def duplicates_by_key(source: RowSource, keys: NDArray[np.uint64]) -> Ints:
    """Return the same from ``keys`` (V,), which are equal for equal rows and else rarely."""
    first = np.full(source.shape[0], -1, np.int64)
    order = np.argsort(keys, kind="stable")
    new_key = np.append(True, np.diff(keys[order]) != 0)
    equal = _equal_to_the_one_before(source, order, new_key)
    start_of = np.flatnonzero(new_key)[np.cumsum(new_key) - 1]
    first[order[equal]] = order[start_of[equal]]
    # Equal keys nearly always mean equal rows; the few groups where they do not are sorted out.
    for start in np.unique(start_of[~equal & ~new_key]).tolist():
        _sort_out(source, order[start_of == start], first)
    return first


def _equal_to_the_one_before(source: RowSource, order: Ints, new_key: Bools) -> Bools:
    """Return which rows in ``order`` (V,) have the key and the numbers of the row before."""
    equal = ~new_key
    places = np.flatnonzero(equal)
    step = rows_for(source, BLOCK_VALUES)
    for at in range(0, len(places), step):
        here = places[at : at + step]
        rows, before = source.exact_rows(order[here]), source.exact_rows(order[here - 1])
        equal[here] = ((rows == before) & np.isfinite(rows)).all(axis=1)
    return equal


def _sort_out(source: RowSource, ids: Ints, first: Ints) -> None:
    """Set ``first`` for rows ``ids`` (ascending) of one key that are not all equal."""
    first[ids] = -1
    ids = ids[_matches(source, ids, None)]
    while len(ids) > 1:
        same = _matches(source, ids, int(ids[0]))
        first[ids[same][1:]] = ids[0]
        ids = ids[~same]


def _keys(source: RowSource, progress: Progress) -> NDArray[np.uint64]:
    """Return 64 bits for each row (V,), equal for equal rows: two products with fixed vectors.

    vecdot takes one row after the other in the same way, so that equal rows give equal bits.
    """
    n_rows, n_dims = source.shape
    tests = np.random.default_rng(0).uniform(1, 2, (2, n_dims)).astype(np.float32)
    keys = np.empty((n_rows, 2), np.float32)
    for start, block in source.blocks(progress=progress):
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            for column, test in enumerate(tests):
                # + 0 turns the -0 of a row of -0 into 0
                keys[start : start + len(block), column] = np.vecdot(block, test) + np.float32(0)
    return keys.view(np.uint64).ravel()


def _matches(source: RowSource, ids: Ints, other: int | None) -> Bools:
    """Return which of rows ``ids`` (n,) equal row ``other``, or are finite if that is None."""
    step = rows_for(source, BLOCK_VALUES)
    parts = []
    for at in range(0, len(ids), step):
        rows = source.exact_rows(ids[at : at + step])
        same = np.isfinite(rows) if other is None else rows == source.exact_rows([other])
        parts.append(same.all(axis=1))
    return np.concatenate(parts)
