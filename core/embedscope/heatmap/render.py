"""A viewport on a table becomes a picture, from as few cells as are needed."""

import numpy as np

from embedscope.heatmap.grid import Grid
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.reduction import Reduction, reduce_block
from embedscope.heatmap.viewport import Bins, Viewport
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats

FRAME_CELLS = 2_500_000
"""Table cells that may be read for one frame; more than that is sampled, or pooled beforehand."""
CHUNK_CELLS = 500_000
"""Cells read at a time: 2 MB of float32 stay in the processor's cache."""


def render(
    table: Grid,
    viewport: Viewport,
    reduction: Reduction = "magnitude",
    progress: Progress = SILENT,
    *,
    exact: bool = False,
) -> Picture:
    """Return the picture of ``viewport``; within a frame, unless ``exact`` asks for every cell."""
    n_rows, n_dims = table.shape
    rows, cols = viewport.row_bins(n_rows), viewport.col_bins(n_dims)
    n_read = rows.size
    if rows.size > 1 and not exact:
        n_read = _affordable(rows, n_dims)
    if n_read < rows.size:
        values = _sample(table, rows, cols, n_read, reduction)
    else:
        values = _stream(table, rows, cols, reduction, progress)
    rect = (rows.start, rows.stop, cols.start, cols.stop)
    return Picture(values, rect, rows.size, cols.size, reduction, n_read, n_read == rows.size)


def _affordable(rows: Bins, n_dims: int) -> int:
    """Return how many rows of each bin fit into a frame's budget, at least one."""
    if (rows.stop - rows.start) * n_dims <= FRAME_CELLS:
        return rows.size
    return min(rows.size, max(1, FRAME_CELLS // max(1, len(rows) * n_dims)))


def _stream(
    table: Grid, rows: Bins, cols: Bins, reduction: Reduction, progress: Progress
) -> Floats:
    """Return the values (h, w) of every cell of the bins, read in chunks of whole bins."""
    n_dims = table.shape[1]
    values = np.empty((len(rows), len(cols)), np.float32)
    if not values.size:
        return values
    step = rows.size * max(1, CHUNK_CELLS // (rows.size * n_dims))
    buffer = np.empty((min(step, rows.stop - rows.start), n_dims), np.float32)
    for start in range(rows.start, rows.stop, step):
        progress.step((start - rows.start) / (rows.stop - rows.start), "drawing the table")
        stop = min(start + step, rows.stop)
        block = table.block(start, stop, buffer[: stop - start])[:, cols.start : cols.stop]
        first = (start - rows.start) // rows.size
        pooled = reduce_block(block, rows.size, cols.size, reduction)
        values[first : first + len(pooled)] = pooled
    return values


def _sample(table: Grid, rows: Bins, cols: Bins, n_read: int, reduction: Reduction) -> Floats:
    """Return the values (h, w) of ``n_read`` evenly spread rows of each bin, always the same."""
    starts = np.arange(rows.start, rows.stop, rows.size, dtype=np.int64)
    lengths = np.minimum(rows.size, rows.stop - starts)
    ids = starts[:, None] + np.arange(n_read) * lengths[:, None] // n_read
    block = table.rows(ids.reshape(-1))[:, cols.start : cols.stop]
    return reduce_block(block, n_read, cols.size, reduction)
