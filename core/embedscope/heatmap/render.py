"""A viewport on a table becomes a picture, from as few cells as are needed."""

import numpy as np

from embedscope.heatmap.grid import Grid
from embedscope.heatmap.level_values import level_values
from embedscope.heatmap.order import OrderedSource
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.plan import ViewPlan, plan_view
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.reduction import Reduction, reduce_block
from embedscope.heatmap.viewport import Bins, Viewport
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats
from embedscope.tables.gathered import GatheredSource

CHUNK_CELLS = 1 << 19
"""Table cells read at a time: 2 MB of float32 stay in the processor's cache."""


def render(
    table: Grid,
    viewport: Viewport,
    reduction: Reduction = "magnitude",
    pyramid: Pyramid | None = None,
    progress: Progress = SILENT,
    *,
    exact: bool = False,
) -> Picture:
    """Return the picture of ``viewport``, in a frame's time.

    Without a ``pyramid`` a very large view is sampled; with one its bins may be a little larger
    than a pixel (``Picture.sharp`` is False). ``exact`` reads every cell, however long it takes.
    """
    plan = plan_view(table.shape, viewport, pyramid, exact, scattered=is_scattered(table))
    if plan.level is not None:
        values = level_values(plan.level, plan.rows, plan.cols, reduction)
    elif plan.rows_read < plan.rows.size:
        values = _from_sample(table, plan, reduction)
    else:
        values = _from_table(table, plan.rows, plan.cols, reduction, progress)
    rect = (plan.rows.start, plan.rows.stop, plan.cols.start, plan.cols.stop)
    sizes = plan.rows.size, plan.cols.size
    return Picture(values, rect, *sizes, reduction, plan.rows_read, plan.sharp)


def is_scattered(table: Grid) -> bool:
    """Tell whether neighbouring rows of ``table`` do not lie together where they are read from."""
    source = getattr(table, "source", None)
    reordered = isinstance(source, OrderedSource) and source.row_order is not None
    return reordered or isinstance(source, GatheredSource)


def _from_table(
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


def _from_sample(table: Grid, plan: ViewPlan, reduction: Reduction) -> Floats:
    """Return the values (h, w) of some evenly spread rows of each bin, always the same."""
    rows, cols = plan.rows, plan.cols
    starts = np.arange(rows.start, rows.stop, rows.size, dtype=np.int64)
    lengths = np.minimum(rows.size, rows.stop - starts)
    ids = starts[:, None] + np.arange(plan.rows_read) * lengths[:, None] // plan.rows_read
    block = table.rows(ids.reshape(-1))[:, cols.start : cols.stop]
    return reduce_block(block, plan.rows_read, cols.size, reduction)
