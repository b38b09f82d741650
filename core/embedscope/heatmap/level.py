"""Cells of a pyramid: what is known of some rows x some dims, and how cells are joined."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.heatmap.keys import KeyKind, Keys, encode, key_dtype
from embedscope.heatmap.pooling import group_sizes, pool, pool_rows
from embedscope.tables.base import Floats

_SAFE_PEAKS = (1e-15, 1e15)
"""Magnitudes whose squares float32 can add up; others are added in float64."""


@dataclass(frozen=True, eq=False)
class Cells:
    """Facts of h x w cells: extremes (bad values included), mean and RMS of the finite values.

    ``n_bad`` counts values that are NaN or infinite; None if there are none. Means, not sums, so
    that nothing overflows: cells are joined weighted by how many finite values they hold.
    """

    low: Keys
    high: Keys
    mean: Floats
    rms: Floats
    n_bad: NDArray[np.uint32] | None

    def pooled(self, areas: NDArray[np.int64], k_rows: int, k_cols: int) -> "Cells":
        """Return the cells, of ``areas`` (h, w) or (h, 1) values, joined k_rows x k_cols."""
        n_bad = None if self.n_bad is None else pool(self.n_bad, k_rows, k_cols, np.add)
        weights = self.weights(areas)
        return Cells(
            pool(self.low, k_rows, k_cols, np.minimum),
            pool(self.high, k_rows, k_cols, np.maximum),
            weighted_mean(self.mean, weights, k_rows, k_cols),
            weighted_rms(self.rms, weights, k_rows, k_cols),
            n_bad,
        )

    def weights(self, areas: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how many finite values each cell holds (h, w)."""
        finite = areas if self.n_bad is None else areas - self.n_bad
        return np.broadcast_to(finite, self.mean.shape).astype(np.float64)


def weighted_mean(means: Floats, weights: NDArray[np.float64], k_rows: int, k_cols: int) -> Floats:
    """Return the means (h, w) joined in groups, each counted ``weights`` (h, w) times."""
    total = pool(means * weights, k_rows, k_cols, np.add)
    count = pool(weights, k_rows, k_cols, np.add)
    return (total / np.maximum(count, 1)).astype(np.float32)


def weighted_rms(rms: Floats, weights: NDArray[np.float64], k_rows: int, k_cols: int) -> Floats:
    """Return the root mean squares (h, w) joined in groups, each counted ``weights`` times."""
    total = pool(np.square(rms, dtype=np.float64) * weights, k_rows, k_cols, np.add)
    count = pool(weights, k_rows, k_cols, np.add)
    return np.sqrt(total / np.maximum(count, 1)).astype(np.float32)


def cells_of_block(block: Floats, k_rows: int, k_cols: int, kind: KeyKind) -> Cells:
    """Return the cells of ``block`` (n, D), whose first row starts a cell.

    Ordinary numbers are added in float32, with an error below k_rows * 6e-8 of the mean
    magnitude; extreme or bad ones in float64.
    """
    low, high = pool_rows(block, k_rows, np.minimum), pool_rows(block, k_rows, np.maximum)
    areas = group_sizes(len(block), k_rows)[:, None]
    if _is_ordinary(low, high):
        n = areas.astype(np.float32)
        mean = pool_rows(block, k_rows, np.add) / n
        rms = np.sqrt(pool_rows(block * block, k_rows, np.add) / n)
        cells = Cells(encode(low, kind), encode(high, kind), mean, rms, None)
    else:
        cells = _careful_cells(block, k_rows, encode(low, kind), encode(high, kind))
    return cells.pooled(areas, 1, k_cols) if k_cols > 1 else cells


def _is_ordinary(low: Floats, high: Floats) -> bool:
    """Return whether every cell's magnitude is 0 or one whose square float32 holds."""
    peaks = np.maximum(np.abs(low), np.abs(high))
    return bool(peaks.max() < _SAFE_PEAKS[1] and not np.any((peaks < _SAFE_PEAKS[0]) & (peaks > 0)))


def _careful_cells(block: Floats, k_rows: int, low: Keys, high: Keys) -> Cells:
    """Return the cells of a block with extreme or bad values, by float64 sums."""
    finite = np.isfinite(block)
    values = np.where(finite, block, np.float32(0)).astype(np.float64)
    count = pool_rows(finite.astype(np.int64), k_rows, np.add)
    share = np.maximum(count, 1)
    mean = (pool_rows(values, k_rows, np.add) / share).astype(np.float32)
    rms = np.sqrt(pool_rows(values * values, k_rows, np.add) / share).astype(np.float32)
    n_bad = (group_sizes(len(block), k_rows)[:, None] - count).astype(np.uint32)
    return Cells(low, high, mean, rms, n_bad if n_bad.any() else None)


@dataclass(frozen=True, eq=False)
class Level:
    """The cells of a whole table of ``shape`` (V, D), each rows_per_cell x dims_per_cell values.

    The last cell of an axis may hold fewer.
    """

    shape: tuple[int, int]
    rows_per_cell: int
    dims_per_cell: int
    kind: KeyKind
    cells: Cells

    @property
    def n_bytes(self) -> int:
        """Memory the cells take."""
        parts = (self.cells.low, self.cells.high, self.cells.mean, self.cells.rms)
        n_bad = 0 if self.cells.n_bad is None else self.cells.n_bad.nbytes
        return sum(part.nbytes for part in parts) + n_bad

    def areas(self, rows: slice, cols: slice) -> NDArray[np.int64]:
        """Return how many values each cell of a window holds (h, w)."""
        in_rows = group_sizes(self.shape[0], self.rows_per_cell)[rows]
        in_cols = group_sizes(self.shape[1], self.dims_per_cell)[cols]
        return in_rows[:, None] * in_cols

    def window(self, rows: slice, cols: slice) -> Cells:
        """Return views of some cells."""
        c = self.cells
        n_bad = None if c.n_bad is None else c.n_bad[rows, cols]
        return Cells(
            c.low[rows, cols], c.high[rows, cols], c.mean[rows, cols], c.rms[rows, cols], n_bad
        )


def level_shape(shape: tuple[int, int], rows_per_cell: int, dims_per_cell: int) -> tuple[int, int]:
    """Return the number of cells down and across."""
    return -(-shape[0] // rows_per_cell), -(-shape[1] // dims_per_cell)


def empty_cells(shape: tuple[int, int], kind: KeyKind) -> Cells:
    """Return cells (h, w) to be filled by ``put``."""
    key = key_dtype(kind)
    return Cells(
        np.empty(shape, key),
        np.empty(shape, key),
        np.empty(shape, np.float32),
        np.empty(shape, np.float32),
        None,
    )
