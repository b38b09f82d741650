"""Cells of a pyramid: what is known of some rows x some dims, and how cells are joined."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.heatmap.groups import RowGroups, row_groups
from embedscope.heatmap.keys import KeyKind, Keys, encode, key_dtype
from embedscope.heatmap.pooling import group_sizes, pool, pool_cols, pool_rows
from embedscope.tables.base import Doubles, Floats, Ints

Counts = NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class Sizes:
    """Values in each cell of h x w cells: ``rows`` (h,) down times ``cols`` (w,) across.

    All are the same but maybe the last ones, at the table's ragged ends.
    """

    rows: Ints
    cols: Ints

    @property
    def areas(self) -> Ints:
        """Values in each cell (h, w)."""
        return np.outer(self.rows, self.cols)


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
    n_bad: Counts | None

    def pooled(self, sizes: Sizes, k_rows: int, k_cols: int) -> "Cells":
        """Return the cells, which have ``sizes``, joined in groups of ``k_rows`` x ``k_cols``."""
        return Cells(
            pool(self.low, k_rows, k_cols, np.minimum),
            pool(self.high, k_rows, k_cols, np.maximum),
            self.pooled_mean(sizes, k_rows, k_cols),
            self.pooled_rms(sizes, k_rows, k_cols),
            None if self.n_bad is None else pool(self.n_bad, k_rows, k_cols, np.add),
        )

    def pooled_mean(self, sizes: Sizes, k_rows: int, k_cols: int) -> Floats:
        """Return the mean of each group's finite values, 0 where there is none."""
        means = self.mean.astype(np.float64)
        return _weighted(means, self.n_bad, sizes, k_rows, k_cols).astype(np.float32)

    def pooled_rms(self, sizes: Sizes, k_rows: int, k_cols: int) -> Floats:
        """Return the root mean square of each group's finite values, 0 where there is none."""
        squares = np.square(self.rms, dtype=np.float64)
        return np.sqrt(_weighted(squares, self.n_bad, sizes, k_rows, k_cols)).astype(np.float32)


def _weighted(
    facts: Doubles, n_bad: Counts | None, sizes: Sizes, k_rows: int, k_cols: int
) -> Doubles:
    """Return the mean of each group of ``facts`` (h, w), a cell counting as its finite values.

    ``facts`` is used up. Without bad values only the last row and column weigh less.
    """
    if n_bad is None:
        rows, cols = sizes.rows / sizes.rows[0], sizes.cols / sizes.cols[0]
        facts[-1] *= rows[-1]
        facts[:, -1] *= cols[-1]
        share = pool_rows(rows[:, None], k_rows, np.add) * pool_cols(cols[None], k_cols, np.add)
    else:
        weights = (sizes.areas - n_bad).astype(np.float64)
        facts *= weights
        share = np.maximum(pool(weights, k_rows, k_cols, np.add), 1)
    joined: Doubles = pool(facts, k_rows, k_cols, np.add) / share
    return joined


def cells_of_block(block: Floats, k_rows: int, k_cols: int, kind: KeyKind) -> Cells:
    """Return the cells of ``block`` (n, D), n > 0, whose first row starts a cell."""
    return cells_of_groups(block, row_groups(block, k_rows), k_cols, kind)


def cells_of_groups(block: Floats, groups: RowGroups, k_cols: int, kind: KeyKind) -> Cells:
    """Return the cells of ``block`` (n, D) from its ``groups`` of rows.

    Ordinary numbers are added in float32, with an error below k_rows * k_cols * 6e-8 of the mean
    magnitude; extreme or bad ones in float64.
    """
    low = pool_cols(groups.low, k_cols, np.minimum)
    high = pool_cols(groups.high, k_cols, np.maximum)
    sizes = Sizes(group_sizes(block.shape[0], groups.k), group_sizes(block.shape[1], k_cols))
    facts = _plain_facts(groups, sizes, k_cols) or _careful_facts(block, sizes, groups.k, k_cols)
    return Cells(encode(low, kind), encode(high, kind), *facts)


def _plain_facts(
    groups: RowGroups, sizes: Sizes, k_cols: int
) -> tuple[Floats, Floats, None] | None:
    """Return mean, RMS and no bad counts of the cells, by float32 sums, where these are there."""
    if groups.total is None or groups.squares is None:
        return None
    areas = sizes.areas.astype(np.float32)
    mean = pool_cols(groups.total, k_cols, np.add) / areas
    return mean, np.sqrt(pool_cols(groups.squares, k_cols, np.add) / areas), None


def _careful_facts(
    block: Floats, sizes: Sizes, k_rows: int, k_cols: int
) -> tuple[Floats, Floats, Counts | None]:
    """Return mean, RMS and bad counts of cells with extreme or bad values, by float64 sums."""
    finite = np.isfinite(block)
    values = np.where(finite, block, np.float32(0)).astype(np.float64)
    count = pool(finite.astype(np.int64), k_rows, k_cols, np.add)
    share = np.maximum(count, 1)
    mean = pool(values, k_rows, k_cols, np.add) / share
    rms = np.sqrt(pool(values * values, k_rows, k_cols, np.add) / share)
    n_bad = (sizes.areas - count).astype(np.uint32)
    return mean.astype(np.float32), rms.astype(np.float32), n_bad if n_bad.any() else None


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

    def sizes(self, rows: slice, cols: slice) -> Sizes:
        """Return how many values each cell of a window holds."""
        return Sizes(
            group_sizes(self.shape[0], self.rows_per_cell)[rows],
            group_sizes(self.shape[1], self.dims_per_cell)[cols],
        )

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
