"""What geometry needs of a table: its shape, some rows, and all rows block by block."""

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints, rows_per_block
from embedscope.tables.table import Table

Bools = NDArray[np.bool_]


@runtime_checkable
class RowSource(Protocol):
    """V rows of D numbers; a Table, or a view of one in which rows are moved (centred)."""

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        ...

    def exact_rows(self, ids: ArrayLike) -> NDArray[np.float32] | Doubles:
        """Return rows ``ids`` (n,) as (n, D), unrounded; MissingRowError for a bad id."""
        ...

    def block(self, start: int, stop: int, out: Floats | None = None) -> Floats:
        """Return rows ``start..stop`` (stop - start, D), in ``out`` if given."""
        ...

    def blocks(
        self, n_rows: int | None = None, progress: Progress = SILENT
    ) -> Iterator[tuple[int, Floats]]:
        """Yield (first row, block (n, D)) from top to bottom; the buffer may be reused."""
        ...


TableLike = RowSource | ArrayLike


def as_rows(table: TableLike) -> RowSource:
    """Return ``table`` itself, or a plain (V, D) array wrapped as a table."""
    return table if isinstance(table, RowSource) else Table.from_array(np.asarray(table))


def row_subset(table: TableLike, ids: Ints | None) -> RowSource:
    """Return all rows, or only rows ``ids`` (n,) in that order, read as needed."""
    source = as_rows(table)
    if ids is None:
        return source
    if isinstance(source, Table):
        return source.gather(ids)
    return as_rows(source.exact_rows(ids))


def rows_for(source: RowSource, n_values: int) -> int:
    """Return how many rows of ``source`` make about ``n_values`` numbers, at most all."""
    n_rows, n_dims = source.shape
    return min(rows_per_block(n_dims, n_values), max(n_rows, 1))


def is_float32(source: RowSource) -> bool:
    """Return whether the rows lie in memory as float32, so that a block costs nothing."""
    return isinstance(source, Table) and source.source.view(0, 1) is not None


def finite_rows(block: NDArray[np.floating]) -> Bools | None:
    """Return which rows of ``block`` (n, D) hold only finite numbers, or None when all do."""
    if block.size == 0 or np.isfinite(largest_magnitude(block)):
        return None
    return np.asarray(np.isfinite(block).all(axis=1))


def largest_magnitude(block: NDArray[np.floating]) -> float:
    """Return max |x| over ``block``, NaN if it holds a NaN; makes no copy of the block."""
    if block.size == 0:
        return 0.0
    return max(float(block.max()), -float(block.min()))


def part_of(progress: Progress, number: int, n_parts: int) -> Progress:
    """Return the progress of part ``number`` of ``n_parts`` equally long ones."""

    def report(done: float, what: str) -> None:
        progress.report((number + done) / n_parts, what)

    return Progress(report, progress.stopped)
