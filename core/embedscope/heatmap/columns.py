"""Facts of every dim (column) of a table, from sums and extremes that any order of rows gives."""

from dataclasses import dataclass, fields
from threading import Lock

import numpy as np

from embedscope.geometry.parallel import for_each_block
from embedscope.heatmap.grid import Grid, spread_rows
from embedscope.heatmap.groups import RowGroups, row_groups
from embedscope.heatmap.pooling import pool_rows
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints, rows_per_block
from embedscope.tables.table import Table

RUN = 16
"""Rows added up in float32 before float64 takes over."""
_CHUNK = 1 << 18  # numbers read at a time
_SAMPLE = 33  # rows that tell where a dim's values lie
_LARGEST = 1e15  # larger numbers are squared in float64
_TINY = 1e-15  # the squares of smaller ones vanish in float32
_OFFSET = 2.0  # a dim's values are far from 0 if their middle is so many deviations away
_MANY = 8  # with more than a share of 1 / 8 of such dims, all of them are treated alike


@dataclass(frozen=True, eq=False)
class ColumnStats:
    """One value a dim (D,), over its finite numbers; 0 where there is none.

    ``spread`` is the standard deviation (over n); ``peak`` the largest magnitude and
    ``peak_row`` the first row that has it; ``n_bad`` counts NaN and infinity.
    """

    mean: Doubles
    spread: Doubles
    low: Doubles
    high: Doubles
    peak_row: Ints
    n_bad: Ints

    @property
    def peak(self) -> Doubles:
        """Largest magnitude."""
        return np.maximum(np.abs(self.low), np.abs(self.high))

    @property
    def size(self) -> Doubles:
        """Root mean square."""
        return np.hypot(self.mean, self.spread)

    def take(self, ids: Ints) -> "ColumnStats":
        """Return the facts of dims ``ids`` (n,) in that order."""
        return ColumnStats(*(getattr(self, field.name)[ids] for field in fields(self)))


def column_stats(table: Table, progress: Progress = SILENT) -> ColumnStats:
    """Return the facts of all dims of ``table`` in one pass over its rows."""
    tally = ColumnTally(sample_rows(table))
    step = max(1, rows_per_block(table.n_dims, _CHUNK) // RUN) * RUN

    def take(start: int, block: Floats) -> None:
        tally.add(start, block, row_groups(block, RUN))

    for_each_block(table, table.n_rows, step, take, progress)
    return tally.stats()


def sample_rows(table: Grid) -> Floats:
    """Return the rows (n, D) that a tally of ``table`` starts from."""
    return table.rows(spread_rows(table.shape[0], _SAMPLE))


class ColumnTally:
    """Sums of every dim, of distances from a typical value where 0 is far: no cancellation.

    Safe to feed from several threads. ``sample`` (n, D) are some rows of the table.
    """

    def __init__(self, sample: Floats) -> None:
        n_dims = sample.shape[1]
        self._shift = _typical(sample)
        near = ~(np.abs(self._shift) > _OFFSET * _typical(np.abs(sample - self._shift)))
        self._offset = np.flatnonzero(~near)
        self._all_offset = len(self._offset) > n_dims // _MANY
        if not self._all_offset:
            self._shift[near] = 0
        usable = np.where(np.isfinite(sample), np.abs(sample), np.float32(0))
        self._tiny = np.flatnonzero(usable.max(axis=0, initial=0) < _TINY)
        self._count = np.zeros(n_dims, np.int64)
        self._n_rows = 0
        self._sum, self._squares = np.zeros(n_dims), np.zeros(n_dims)
        self._low, self._high = np.full(n_dims, np.inf), np.full(n_dims, -np.inf)
        self._peak_row = np.zeros(n_dims, np.int64)
        self._lock = Lock()

    def add(self, start: int, block: Floats, groups: RowGroups) -> None:
        """Count ``block`` (n, D) in, whose first row is row ``start``, with its ``groups``."""
        if groups.is_ordinary:
            low, high = groups.low.min(axis=0), groups.high.max(axis=0)
            sums, count = self._sums_of_groups(block, groups), np.int64(len(block))
        else:
            finite = np.isfinite(block)
            low = np.where(finite, block, np.float32(np.inf)).min(axis=0)
            high = np.where(finite, block, np.float32(-np.inf)).max(axis=0)
            sums, count = self._sums(np.where(finite, block, self._shift)), finite.sum(axis=0)
        with self._lock:
            self._note_peaks(start, block, low, high)
            self._count += count
            self._n_rows += len(block)
            self._sum += sums[0]
            self._squares += sums[1]

    def _sums(self, block: Floats) -> tuple[Doubles, Doubles]:
        """Return sums of distances and of their squares (D,) of finite numbers."""
        wide = max(float(block.max()), -float(block.min())) >= _LARGEST
        sums = _sums_about(block.astype(np.float64) if wide else block, self._shift)
        return self._with_tiny(block, sums)

    def _sums_of_groups(self, block: Floats, groups: RowGroups) -> tuple[Doubles, Doubles]:
        """Return the same from sums that are there already, but for dims far from 0."""
        if self._all_offset or groups.total is None or groups.squares is None:
            return self._sums(block)
        sums = groups.total.sum(axis=0, dtype=np.float64)
        squares = groups.squares.sum(axis=0, dtype=np.float64)
        if len(self._offset):
            far = _sums_about(block[:, self._offset], self._shift[self._offset])
            sums[self._offset], squares[self._offset] = far
        return self._with_tiny(block, (sums, squares))

    def _with_tiny(self, block: Floats, sums: tuple[Doubles, Doubles]) -> tuple[Doubles, Doubles]:
        """Return ``sums``, those of dims with tiny numbers added up in float64."""
        if len(self._tiny):
            wide = block[:, self._tiny].astype(np.float64)
            for all_, tiny in zip(sums, _sums_about(wide, self._shift[self._tiny]), strict=True):
                all_[self._tiny] = tiny
        return sums

    def _note_peaks(self, start: int, block: Floats, low: Floats, high: Floats) -> None:
        """Widen the extremes; look up the row only where a dim has a new largest magnitude."""
        before, here = np.maximum(-self._low, self._high), np.maximum(-low, high)
        self._low, self._high = np.minimum(self._low, low), np.maximum(self._high, high)
        earlier = (here == before) & (start < self._peak_row)
        dims = np.flatnonzero((here > before) | earlier)
        if len(dims):
            sizes = np.abs(block[:, dims])
            sizes[~np.isfinite(sizes)] = -1
            self._peak_row[dims] = start + sizes.argmax(axis=0)

    def stats(self) -> ColumnStats:
        """Return the facts of everything counted in."""
        n, none = np.maximum(self._count, 1), self._count == 0
        offset = self._sum / n
        variance = np.maximum(self._squares / n - offset**2, 0)
        low, high = np.where(none, 0.0, self._low), np.where(none, 0.0, self._high)
        return ColumnStats(
            np.where(none, 0.0, self._shift + offset),
            np.where(low == high, 0.0, np.sqrt(variance)),
            low,
            high,
            self._peak_row,
            self._n_rows - self._count,
        )


def _sums_about(block: Floats | Doubles, shift: Floats) -> tuple[Doubles, Doubles]:
    """Return the sums of ``block`` - ``shift`` (D,) and of its squares, in float64 in the end."""
    far = block - shift
    total = pool_rows(far, _SAMPLE, np.add).sum(axis=0, dtype=np.float64)
    return total, pool_rows(far * far, _SAMPLE, np.add).sum(axis=0, dtype=np.float64)


def _typical(rows: Floats) -> Floats:
    """Return a middle value (D,) of each dim of ``rows`` (n, D), 0 where none is ordinary."""
    if not len(rows):
        return np.zeros(rows.shape[1], np.float32)
    usable = np.abs(rows) < _LARGEST
    ordered = np.sort(np.where(usable, rows, np.float32(np.nan)), axis=0)  # NaN goes last
    middle = np.take_along_axis(ordered, usable.sum(axis=0)[None] // 2, axis=0)[0]
    return np.where(np.isnan(middle), np.float32(0), middle)
