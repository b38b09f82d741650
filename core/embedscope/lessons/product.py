"""A lookup the long way round: one_hot(ids) @ table, checked and taken apart step by step."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from embedscope.errors import MissingRowError
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats, Ints, rows_per_block
from embedscope.tables.table import Table, as_ids

MOST_TOKENS = 64
"""Distinct rows that are multiplied; a longer text shows nothing more."""
_BLOCK_VALUES = 1 << 20  # of the one-hot block and of the table's block


@dataclass(frozen=True)
class LookupCost:
    """What n tokens cost in a table (V, D): one number times another, or one number copied."""

    n_tokens: int
    n_rows: int
    n_dims: int

    @property
    def multiplications(self) -> int:
        """Return n x V x D, for the product."""
        return self.n_tokens * self.n_rows * self.n_dims

    @property
    def copies(self) -> int:
        """Return n x D, for the lookup."""
        return self.n_tokens * self.n_dims


@dataclass(frozen=True)
class LookupCheck:
    """The largest difference of product and lookup over ``n_ids`` ids.

    Of the dims, ``n_dims_left_out`` hold NaN or infinity somewhere: 0 x infinity is NaN.
    """

    n_ids: int
    largest_difference: float
    n_dims_left_out: int


def one_hot_product(table: Table, ids: ArrayLike, progress: Progress = SILENT) -> Floats:
    """Return one_hot(ids) (n, V) @ table (V, D) as (n, D), by blocks of rows of the table.

    Never more than a block of the one-hot matrix is there at once. MissingRowError for a bad id.
    """
    wanted = as_ids(ids)
    outside = wanted[(wanted < 0) | (wanted >= table.n_rows)]
    if len(outside):
        raise MissingRowError(f"id {outside[0]} has no row: {table.name} has {table.n_rows}")
    total = np.zeros((len(wanted), table.n_dims), np.float32)
    step = rows_per_block(max(len(wanted), table.n_dims), _BLOCK_VALUES)
    for start, block in table.blocks(step, progress):
        with np.errstate(invalid="ignore", over="ignore"):
            total += _one_hot_block(wanted, start, len(block)) @ block
    return total


def _one_hot_block(ids: Ints, start: int, n_columns: int) -> Floats:
    """Return columns ``start..start + n_columns`` of one_hot(ids) (n, V)."""
    block = np.zeros((len(ids), n_columns), np.float32)
    here = np.flatnonzero((ids >= start) & (ids < start + n_columns))
    block[here, ids[here] - start] = 1
    return block


def check_lookup(table: Table, ids: ArrayLike, progress: Progress = SILENT) -> LookupCheck:
    """Compare one_hot(ids) @ table with table[ids] for the first MOST_TOKENS different ids.

    Each sum has one term that is not 0 x something, so that the difference is exactly 0.
    """
    wanted = np.unique(as_ids(ids))[:MOST_TOKENS]
    product, rows = one_hot_product(table, wanted, progress), table.rows(wanted)
    finite = np.isfinite(product).all(axis=0)
    gaps = np.abs(product[:, finite].astype(np.float64) - rows[:, finite])
    return LookupCheck(len(wanted), float(gaps.max(initial=0.0)), int(np.count_nonzero(~finite)))


@dataclass(frozen=True, eq=False)
class ProductStep:
    """Row ``row`` times ``factor`` (0 or 1) is added: ``term`` (d,), giving ``total`` (d,).

    ``n_skipped`` rows before it are not shown, each of which adds 0 x its row.
    """

    row: int
    factor: int
    values: Floats
    term: Floats
    total: Floats
    n_skipped: int = 0


def product_steps(
    table: Table, row: int, most_rows: int = 9, most_dims: int = 8
) -> tuple[ProductStep, ...]:
    """Return the sum one_hot(row) @ table term by term, over the first ``most_dims`` dims.

    Tables of more rows than ``most_rows`` show the first and last ones and those around ``row``.
    """
    shown = _shown_rows(table.n_rows, row, most_rows)
    rows = table.rows(shown)[:, :most_dims]
    total = np.zeros(rows.shape[1], np.float32)
    steps: list[ProductStep] = []
    before = -1
    for number, values in zip(shown.tolist(), rows, strict=True):
        factor = int(number == row)
        with np.errstate(invalid="ignore"):
            term = np.float32(factor) * values + np.float32(0)  # -0 would puzzle a reader
            total = total + term
        steps.append(ProductStep(number, factor, values, term, total, number - before - 1))
        before = number
    return tuple(steps)


def _shown_rows(n_rows: int, row: int, most: int) -> Ints:
    """Return up to ``most`` rows, ascending: the first, the last, and those around ``row``."""
    if not 0 <= row < n_rows:
        raise MissingRowError(f"id {row} has no row: there are {n_rows}")
    if n_rows <= most:
        return np.arange(n_rows)
    edge = max(1, (most - 3) // 2)
    wanted = {*range(edge), *range(row - 1, row + 2), *range(n_rows - (most - 3 - edge), n_rows)}
    return np.array(sorted(number for number in wanted if 0 <= number < n_rows), np.int64)
