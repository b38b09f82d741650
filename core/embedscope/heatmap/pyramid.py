"""A table at coarser and coarser grain, so that any view is pooled from few cells.

Rows are joined 4 by 4 from level to level; dims are joined once, into at most some 2,000 columns,
because a screen is about that wide whatever the table is.
"""

from dataclasses import dataclass, replace

import numpy as np

from embedscope.heatmap.grid import Grid
from embedscope.heatmap.keys import KeyKind, key_dtype, key_kind
from embedscope.heatmap.level import Cells, Level, cells_of_block, empty_cells, level_shape
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import rows_per_block

GROWTH = 4
"""Rows of one level that make a row of the next: all levels together take 4/3 of the finest."""
MAX_BYTES = 160 << 20
"""Memory that a pyramid may take; larger tables get a coarser finest level."""
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
    while rows * dims < _FEWEST_VALUES or n_bytes / (rows * dims) > max_bytes:
        if rows >= shape[0]:
            break
        rows *= 2
    return rows, dims


def _power_of_two(limit: int) -> int:
    """Return the largest power of two up to ``limit``, at least 1."""
    return 1 << max(limit, 1).bit_length() - 1


def build_pyramid(table: Grid, progress: Progress = SILENT) -> Pyramid:
    """Return the pyramid of ``table`` in one pass over its rows; memory stays flat."""
    kind = key_kind(table.dtype)
    rows, dims = base_cell(table.shape, kind)
    levels = [_finest(table, rows, dims, kind, progress)]
    while len(levels[-1].cells.low) > _TOP_ROWS:
        levels.append(_coarser(levels[-1]))
    return Pyramid(table.shape, tuple(levels))


def _finest(table: Grid, rows: int, dims: int, kind: KeyKind, progress: Progress) -> Level:
    """Return the level of ``rows`` x ``dims`` cells."""
    filler = _Filler(level_shape(table.shape, rows, dims), kind)
    n_rows, n_dims = table.shape
    step = rows * max(1, _CHUNK // (n_dims * rows))
    buffer = np.empty((min(step, n_rows), n_dims), np.float32)
    for start in range(0, n_rows, step):
        progress.step(start / n_rows, "preparing the overview")
        stop = min(start + step, n_rows)
        block = table.block(start, stop, buffer[: stop - start])
        filler.put(start // rows, cells_of_block(block, rows, dims, kind))
    progress.step(1.0, "preparing the overview")
    return Level(table.shape, rows, dims, kind, filler.cells)


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

    def put(self, first: int, part: Cells) -> None:
        """Store ``part`` from cell row ``first`` on."""
        here = slice(first, first + len(part.low))
        whole = self.cells
        whole.low[here], whole.high[here] = part.low, part.high
        whole.mean[here], whole.rms[here] = part.mean, part.rms
        if part.n_bad is None:
            return
        if whole.n_bad is None:
            whole = self.cells = replace(whole, n_bad=np.zeros(whole.low.shape, np.uint32))
        assert whole.n_bad is not None
        whole.n_bad[here] = part.n_bad
