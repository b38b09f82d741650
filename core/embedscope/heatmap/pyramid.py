"""A table at coarser and coarser grain, so that any view is pooled from few cells.

Rows are joined 4 by 4 from level to level; dims are joined once, into at most some 2,000 columns,
because a screen is about that wide whatever the table is.
"""

from dataclasses import dataclass, replace
from threading import Lock

import numpy as np

from embedscope.geometry.parallel import for_each_block
from embedscope.heatmap.groups import RowGroups, row_groups
from embedscope.heatmap.keys import KeyKind, key_dtype, key_kind
from embedscope.heatmap.level import (
    Cells,
    Counts,
    Level,
    cells_of_groups,
    empty_cells,
    level_shape,
)
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import BLOCK_VALUES, Floats, rows_per_block
from embedscope.tables.table import Table

GROWTH = 4
"""Rows of one level that make a row of the next: all levels together take 4/3 of the finest."""
MAX_BYTES = 96 << 20
"""Memory that a pyramid may take ..."""
_BYTES_PER_VALUE = 1 / 12
"""... or so much of a very large table; what would take more gets a coarser finest level."""
_COLUMNS = 1024  # dims are joined while more columns than this would be left
_TOP_ROWS = 1024  # levels are added until one has at most so many rows
_FEWEST_VALUES = 8  # values in a cell of the finest level, or the pyramid would rival the table
_CHUNK = 1 << 18  # values pooled at a time: their float32 and squares fit the cache


@dataclass(frozen=True, eq=False)
class Pyramid:
    """Levels of a table of ``shape`` (V, D), the finest first."""

    shape: tuple[int, int]
    levels: tuple[Level, ...]

    @property
    def n_bytes(self) -> int:
        """Memory it takes."""
        return sum(level.n_bytes for level in self.levels)

    @property
    def n_bad(self) -> int:
        """How many values of the table are NaN or infinite."""
        counts = self.levels[-1].cells.n_bad
        return 0 if counts is None else int(counts.sum(dtype=np.int64))


def base_cell(shape: tuple[int, int], kind: KeyKind, max_bytes: int = MAX_BYTES) -> tuple[int, int]:
    """Return (rows, dims) of a cell of the finest level for a table of ``shape``."""
    dims = _power_of_two(shape[1] // _COLUMNS)
    rows = min(8, _power_of_two(shape[0] // _TOP_ROWS))
    bytes_per_cell = 2 * key_dtype(kind).itemsize + 8
    n_bytes = shape[0] * shape[1] * bytes_per_cell * GROWTH / (GROWTH - 1)
    most = max(max_bytes, shape[0] * shape[1] * _BYTES_PER_VALUE)
    while rows * dims < _FEWEST_VALUES or n_bytes / (rows * dims) > most:
        if rows >= shape[0]:
            break
        rows *= 2
    return rows, dims


def _power_of_two(limit: int) -> int:
    """Return the largest power of two up to ``limit``, at least 1."""
    return 1 << max(limit, 1).bit_length() - 1


class PyramidBuilder:
    """Collects the blocks of a table of ``shape`` (V, D), in any order and from several threads.

    A block starts at a multiple of ``rows`` and, but for the last one, holds a multiple of them.
    """

    def __init__(self, shape: tuple[int, int], dtype: str, max_bytes: int = MAX_BYTES) -> None:
        self._shape, self._kind = shape, key_kind(dtype)
        self.rows, self._dims = base_cell(shape, self._kind, max_bytes)
        self._filler = _Filler(level_shape(shape, self.rows, self._dims), self._kind)

    def put(self, start: int, block: Floats, groups: RowGroups) -> None:
        """Take ``block`` (n, D), whose first row is row ``start``, in groups of ``rows``."""
        cells = cells_of_groups(block, groups, self._dims, self._kind)
        self._filler.put(start // self.rows, cells)

    def pyramid(self) -> Pyramid:
        """Return the pyramid when all blocks are in."""
        finest = Level(self._shape, self.rows, self._dims, self._kind, self._filler.cells)
        levels = [finest]
        while len(levels[-1].cells.low) > _TOP_ROWS:
            levels.append(_coarser(levels[-1]))
        return Pyramid(self._shape, tuple(levels))


def block_rows(table: Table, rows: int) -> int:
    """Return how many rows of ``table`` to take at a time, a multiple of ``rows``.

    Few, so that all that is done to them is done in the cache; but as many as it takes to read
    them well where they do not lie together (a table stored column by column).
    """
    n_values = table.source.block_rows * table.n_dims
    wanted = n_values if n_values > BLOCK_VALUES else _CHUNK
    return rows * max(1, wanted // (table.n_dims * rows))


def build_pyramid(table: Table, progress: Progress = SILENT, max_bytes: int = MAX_BYTES) -> Pyramid:
    """Return the pyramid of ``table`` in one pass over its rows; memory stays flat."""
    builder = PyramidBuilder(table.shape, table.dtype, max_bytes)

    def take(start: int, block: Floats) -> None:
        builder.put(start, block, row_groups(block, builder.rows))

    step = block_rows(table, builder.rows)
    for_each_block(table, table.n_rows, step, take, progress)
    progress.step(1.0, "reading all rows")
    return builder.pyramid()


def _coarser(level: Level) -> Level:
    """Return the level whose cells join GROWTH rows of cells of ``level``."""
    rows = level.rows_per_cell * GROWTH
    height, width = level_shape(level.shape, rows, level.dims_per_cell)
    filler = _Filler((height, width), level.kind)
    step = rows_per_block(width * GROWTH, _CHUNK)
    for first in range(0, height, step):
        part = slice(first * GROWTH, (first + step) * GROWTH), slice(None)
        filler.put(first, level.window(*part).pooled(level.sizes(*part), GROWTH, 1))
    return Level(level.shape, rows, level.dims_per_cell, level.kind, filler.cells)


class _Filler:
    """Cells that are put together from parts; counts of bad values are kept once one is met."""

    def __init__(self, shape: tuple[int, int], kind: KeyKind) -> None:
        self.cells = empty_cells(shape, kind)
        self._lock = Lock()

    def put(self, first: int, part: Cells) -> None:
        """Store ``part`` from cell row ``first`` on."""
        here = slice(first, first + len(part.low))
        whole = self.cells
        whole.low[here], whole.high[here] = part.low, part.high
        whole.mean[here], whole.rms[here] = part.mean, part.rms
        if part.n_bad is not None:
            self._counts()[here] = part.n_bad

    def _counts(self) -> Counts:
        with self._lock:
            if self.cells.n_bad is None:
                n_bad = np.zeros(self.cells.low.shape, np.uint32)
                self.cells = replace(self.cells, n_bad=n_bad)
            assert self.cells.n_bad is not None
            return self.cells.n_bad
