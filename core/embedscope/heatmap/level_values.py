"""Bins of a view pooled from the cells of one level of a pyramid."""

import numpy as np

from embedscope.heatmap.keys import decode, larger_magnitude
from embedscope.heatmap.level import Level
from embedscope.heatmap.pooling import pool
from embedscope.heatmap.reduction import Reduction, from_extremes, mark_bad
from embedscope.heatmap.viewport import Bins
from embedscope.tables.base import Floats


def level_values(level: Level, rows: Bins, cols: Bins, reduction: Reduction) -> Floats:
    """Return the values (h, w) of bins whose sizes are multiples of the cells of ``level``."""
    if not len(rows) or not len(cols):
        return np.empty((len(rows), len(cols)), np.float32)
    here = _cells_of(rows, level.rows_per_cell), _cells_of(cols, level.dims_per_cell)
    cells = level.window(*here)
    k_rows, k_cols = rows.size // level.rows_per_cell, cols.size // level.dims_per_cell
    low = pool(cells.low, k_rows, k_cols, np.minimum)
    high = pool(cells.high, k_rows, k_cols, np.maximum)
    if reduction == "magnitude":
        return decode(larger_magnitude(low, high), level.kind)
    bounds = decode(low, level.kind), decode(high, level.kind)
    if reduction == "mean":
        values = cells.pooled_mean(level.sizes(*here), k_rows, k_cols)
    elif reduction == "rms":
        values = cells.pooled_rms(level.sizes(*here), k_rows, k_cols)
    else:
        values = from_extremes(*bounds, reduction)
    return mark_bad(values, *bounds)


def _cells_of(bins: Bins, per_cell: int) -> slice:
    """Return the cells that the bins are made of."""
    return slice(bins.start // per_cell, -(-bins.stop // per_cell))
