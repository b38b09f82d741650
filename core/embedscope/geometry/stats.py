"""Norms and flags of every row: what neighbours and the row facts start from."""

from dataclasses import dataclass
from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.parallel import for_each_block
from embedscope.geometry.rows import TableLike, as_rows, rows_for
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import BLOCK_VALUES, Doubles, Floats, Ints

_SAFE_SQUARES = (1e-30, 1e30)  # sums of squares outside this range are redone in float64


class RowFlag(IntFlag):
    """What is odd about one row."""

    ZERO = 1  # every number is 0
    NONFINITE = 2  # holds a NaN or an infinity
    CONSTANT = 4  # one number repeated (and not zero)


@dataclass(frozen=True, eq=False)
class RowStats:
    """One value a row: ``norm`` (V,) L2 norm in float64 (NaN if not finite), ``flags`` (V,)."""

    norm: Doubles
    flags: NDArray[np.uint8]

    def ids(self, flag: RowFlag) -> Ints:
        """Return the ids of all rows that carry ``flag``, ascending."""
        return np.flatnonzero(self.flags & np.uint8(flag)).astype(np.int64)

    def only(self, ids: Ints) -> "RowStats":
        """Return the norms and flags of rows ``ids`` (n,)."""
        return RowStats(self.norm[ids], self.flags[ids])

    def note(self) -> str:
        """Return one sentence on the rows that hold NaN or infinity, or "" when none does."""
        return left_out_sentence(self.ids(RowFlag.NONFINITE), len(self.norm))


def row_stats(table: TableLike, progress: Progress = SILENT) -> RowStats:
    """Return norms and flags of all rows of ``table`` (V, D) in one pass over its blocks."""
    source = as_rows(table)
    n_rows = source.shape[0]
    stats = RowStats(np.zeros(n_rows), np.zeros(n_rows, np.uint8))

    def take(start: int, block: Floats) -> None:
        here = slice(start, start + len(block))
        stats.norm[here] = row_norms(block)
        stats.flags[here] = row_flags(block, stats.norm[here])

    for_each_block(source, n_rows, rows_for(source, BLOCK_VALUES), take, progress)
    return stats


def row_norms(block: Floats) -> Doubles:
    """Return the L2 norms (n,) of ``block`` (n, D) in float64; NaN for rows not finite.

    Squares of numbers below 1e-23 or above 1e19 leave the range of float32, so such rows are
    summed again in float64 (a real table has untrained rows with a norm of 1.6e-21).
    """
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        squares = np.vecdot(block, block).astype(np.float64)
    low, high = _SAFE_SQUARES
    odd = np.flatnonzero(~((squares > low) & (squares < high)))
    if len(odd):
        rows = block[odd].astype(np.float64)
        squares[odd] = np.where(np.isfinite(rows).all(axis=1), np.vecdot(rows, rows), np.nan)
    norms: Doubles = np.sqrt(squares)
    return norms


def row_flags(block: Floats, norm: Doubles) -> NDArray[np.uint8]:
    """Return the flags (n,) of the rows of ``block`` (n, D) that have the norms ``norm`` (n,)."""
    flags = np.zeros(len(block), np.uint8)
    flags[norm == 0] = RowFlag.ZERO
    flags[np.isnan(norm)] = RowFlag.NONFINITE
    if block.shape[1] > 1:
        # Comparing the first two columns leaves few rows to look at in full.
        maybe = np.flatnonzero((block[:, 0] == block[:, 1]) & (norm > 0))
        same = (block[maybe] == block[maybe, :1]).all(axis=1)
        flags[maybe[same]] |= np.uint8(RowFlag.CONSTANT)
    return flags


def left_out_sentence(ids: Ints, n_rows: int) -> str:
    """Return "3 of 6 rows hold NaN or infinity and are left out: 1, 2, 4." or ""."""
    if not len(ids):
        return ""
    shown = ", ".join(str(i) for i in ids[:8].tolist()) + (", ..." if len(ids) > 8 else "")
    return f"{len(ids)} of {n_rows} rows hold NaN or infinity and are left out: {shown}."
