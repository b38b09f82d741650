"""Facts of every dim (column) of a table, and one dim in full."""

from dataclasses import dataclass

import numpy as np

from embedscope.heatmap.grid import Grid, spread_rows
from embedscope.heatmap.pooling import pool_rows
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints, rows_per_block

_CHUNK = 1 << 18  # numbers read at a time
_RUN = 64  # rows added up in float32 before float64 takes over
_LARGEST = 1e15  # larger numbers are squared in float64


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


def column_stats(table: Grid, progress: Progress = SILENT) -> ColumnStats:
    """Return the facts of all dims of ``table`` in one pass over its rows."""
    n_rows, n_dims = table.shape
    tally = _Tally(_typical(table.rows(spread_rows(n_rows, 33))))
    step = rows_per_block(n_dims, _CHUNK)
    buffer = np.empty((min(step, n_rows), n_dims), np.float32)
    for start in range(0, n_rows, step):
        progress.step(start / n_rows, "measuring the dims")
        stop = min(start + step, n_rows)
        tally.add(start, table.block(start, stop, buffer[: stop - start]))
    return tally.stats()


def _typical(rows: Floats) -> Floats:
    """Return a middle value (D,) of each dim of ``rows`` (n, D), 0 where none is ordinary."""
    if not len(rows):
        return np.zeros(rows.shape[1], np.float32)
    usable = np.abs(rows) < _LARGEST
    ordered = np.sort(np.where(usable, rows, np.float32(np.nan)), axis=0)  # NaN goes last
    middle = np.take_along_axis(ordered, usable.sum(axis=0)[None] // 2, axis=0)[0]
    return np.where(np.isnan(middle), np.float32(0), middle)


class _Tally:
    """Running sums of every dim, of distances from a typical value: no cancellation."""

    def __init__(self, typical: Floats) -> None:
        n_dims = len(typical)
        self._shift = typical
        self._count = np.zeros(n_dims, np.int64)
        self._n_rows = 0
        self._sum, self._squares = np.zeros(n_dims), np.zeros(n_dims)
        self._low, self._high = np.full(n_dims, np.inf), np.full(n_dims, -np.inf)
        self._peak_row = np.zeros(n_dims, np.int64)

    def add(self, start: int, block: Floats) -> None:
        """Count ``block`` (n, D) in, whose first row is row ``start``."""
        low, high = block.min(axis=0), block.max(axis=0)
        finite = None
        if not (np.isfinite(low).all() and np.isfinite(high).all()):
            finite = np.isfinite(block)
            low = np.where(finite, block, np.float32(np.inf)).min(axis=0)
            high = np.where(finite, block, np.float32(-np.inf)).max(axis=0)
        self._note_peaks(start, block, low, high)
        self._count += len(block) if finite is None else finite.sum(axis=0)
        self._n_rows += len(block)
        self._add_sums(block if finite is None else np.where(finite, block, self._shift))

    def _add_sums(self, block: Floats) -> None:
        wide = max(float(block.max()), -float(block.min())) >= _LARGEST
        far = block.astype(np.float64) - self._shift if wide else block - self._shift
        self._sum += pool_rows(far, _RUN, np.add).sum(axis=0, dtype=np.float64)
        self._squares += pool_rows(far * far, _RUN, np.add).sum(axis=0, dtype=np.float64)

    def _note_peaks(self, start: int, block: Floats, low: Floats, high: Floats) -> None:
        """Widen the extremes; look up the row only where a dim has a new largest magnitude."""
        before = np.maximum(-self._low, self._high)
        self._low, self._high = np.minimum(self._low, low), np.maximum(self._high, high)
        for dim in np.flatnonzero(np.maximum(-self._low, self._high) > before).tolist():
            sizes = np.abs(block[:, dim])
            sizes[~np.isfinite(sizes)] = -1
            self._peak_row[dim] = start + int(sizes.argmax())

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


@dataclass(frozen=True, eq=False)
class DimFacts:
    """One dim of all rows: ``values`` (V,) and what is said about their finite ones.

    ``kurtosis`` is the fourth standardised moment minus 3 (0 for a normal distribution, large
    when few rows stand out), 0 for constant dims. ``lowest`` and ``highest`` are row ids.
    """

    dim: int
    values: Floats
    mean: float
    spread: float
    kurtosis: float
    lowest: Ints
    highest: Ints
    n_bad: int


def dim_facts(table: Grid, dim: int, k: int = 10, progress: Progress = SILENT) -> DimFacts:
    """Return dim ``dim`` of ``table`` with its ``k`` smallest and largest rows; reads all rows."""
    values = column_values(table, dim, progress)
    good = np.flatnonzero(np.isfinite(values))
    finite = values[good].astype(np.float64)
    mean = float(finite.mean()) if len(finite) else 0.0
    far = finite - mean
    variance = float(np.mean(far**2)) if len(finite) else 0.0
    kurtosis = float(np.mean(far**4)) / variance**2 - 3 if variance > 0 else 0.0
    order = good[np.argsort(finite, kind="stable")]
    spread, n_bad = variance**0.5, len(values) - len(good)
    return DimFacts(dim, values, mean, spread, kurtosis, order[:k], order[::-1][:k], n_bad)


def column_values(table: Grid, dim: int, progress: Progress = SILENT) -> Floats:
    """Return dim ``dim`` of all rows (V,)."""
    n_rows, n_dims = table.shape
    values = np.empty(n_rows, np.float32)
    step = rows_per_block(n_dims)
    for start in range(0, n_rows, step):
        progress.step(start / n_rows, f"reading dim {dim}")
        stop = min(start + step, n_rows)
        values[start:stop] = table.block(start, stop)[:, dim]
    return values
