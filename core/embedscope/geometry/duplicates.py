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
    first = np.full(source.shape[0], -1, np.int64)
    keys = _keys(source, progress)
    order = np.argsort(keys, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(keys[order]) != 0, True)) + 1
    starts = np.append(0, ends[:-1])
    for group in np.flatnonzero(ends - starts > 1).tolist():
        ids = order[starts[group] : ends[group]]
        # Equal keys nearly always mean equal rows; the rows themselves decide.
        ids = ids[_matches(source, ids, None)]
        while len(ids) > 1:
            same = _matches(source, ids, int(ids[0]))
            first[ids[same][1:]] = ids[0]
            ids = ids[~same]
    return first


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
