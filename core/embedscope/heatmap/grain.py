"""Colour levels for pictures whose pixels are many values each.

The largest of thousands of values is a large one nearly everywhere, and their mean a small one:
on the levels of single values the first would be one full colour and the second none. So each
grain has levels of its own, the same wherever in the table the view is.
"""

import numpy as np

from embedscope.heatmap.grid import Grid, spread_rows
from embedscope.heatmap.level_values import level_values
from embedscope.heatmap.levels import Levels, robust_levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.plan import dividing_level
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.reduction import UNSIGNED, reduce_block
from embedscope.heatmap.viewport import Bins
from embedscope.tables.base import Floats

STRIPS = 24
"""Rows of pixels, spread over the table, that the levels of a grain are found from."""
STRIP_VALUES = 1 << 21
"""Values of the table that may be read for them all."""


def grain_levels(table: Grid, picture: Picture, base: Levels, pyramid: Pyramid | None) -> Levels:
    """Return automatic levels for ``picture`` of ``table``, whose single values have ``base``."""
    reduction = picture.reduction
    if picture.rows_per_px == picture.dims_per_px == 1 and reduction not in UNSIGNED:
        return base
    values = picture.values if picture.sampled else _spread_strips(table, picture, pyramid)
    kept = _without(values, base.left_out, picture.dims_per_px)
    levels = robust_levels(kept, base.symmetric and reduction not in UNSIGNED)
    if levels.constant and not base.constant:
        return base if reduction not in UNSIGNED else levels
    return Levels(levels.low, levels.high, base.scale, levels.constant, base.left_out)


def _without(values: Floats, dims: tuple[int, ...], dims_per_px: int) -> Floats:
    """Return ``values`` (n, w) without the columns that hold one of ``dims``."""
    columns = sorted({dim // dims_per_px for dim in dims})
    return np.delete(values, columns, axis=1) if 0 < len(columns) < values.shape[1] else values


def _spread_strips(table: Grid, picture: Picture, pyramid: Pyramid | None) -> Floats:
    """Return values (n, w) of some rows of pixels of the grain of ``picture``, over all dims."""
    n_rows, n_dims = table.shape
    per_px, reduction = picture.rows_per_px, picture.reduction
    cols = Bins(0, n_dims, picture.dims_per_px)
    n_bins = max(1, n_rows // per_px)  # without the last one, which may be smaller
    level = dividing_level(pyramid, per_px, picture.dims_per_px)
    if level is None:
        return _read_strips(table, spread_rows(n_bins, STRIPS) * per_px, picture)
    strips = [
        level_values(level, Bins(start, min(start + per_px, n_rows), per_px), cols, reduction)
        for start in (spread_rows(n_bins, STRIPS) * per_px).tolist()
    ]
    return np.concatenate(strips)


def _read_strips(table: Grid, starts: np.ndarray, picture: Picture) -> Floats:
    """Return the same from the table itself, of as many groups of rows as may be read."""
    n_rows, n_dims = table.shape
    per_px, reduction = min(picture.rows_per_px, n_rows), picture.reduction
    n_strips = max(1, min(len(starts), STRIP_VALUES // (per_px * n_dims)))
    chosen = starts[spread_rows(len(starts), n_strips)]
    blocks = [table.block(int(start), int(start) + per_px) for start in chosen]
    strips = [reduce_block(block, per_px, picture.dims_per_px, reduction) for block in blocks]
    return np.concatenate(strips)
