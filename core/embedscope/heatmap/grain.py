"""Colour levels for pictures whose pixels are many values each.

The largest of thousands of values is a large one nearly everywhere, and their mean a small one:
on the levels of single values the first would be one full colour and the second none. So levels
follow the zoom, by octaves. They are found for the pixels of a picture of a fixed size, whatever
the size of the window: the same part of a table has the same colours on every screen, and
wherever in the table the view is.
"""

from math import log2
from typing import NamedTuple

import numpy as np

from embedscope.heatmap.grid import Grid, spread_rows
from embedscope.heatmap.level_values import level_values
from embedscope.heatmap.levels import Levels, robust_levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.plan import dividing_level
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.reduction import UNSIGNED, Reduction, reduce_block
from embedscope.heatmap.viewport import Bins, Shape, Viewport
from embedscope.tables.base import Floats

USUAL_PX = 512
"""Height and width of the picture whose pixels levels are found for."""
STRIPS = 24
"""Rows of pixels, spread over the table, that the levels of a grain are found from."""
STRIP_VALUES = 1 << 21
"""Values of the table that may be read for them all."""


class Grain(NamedTuple):
    """How many rows and dims a pixel stands for in a picture of the usual size, and how."""

    rows: int
    dims: int
    reduction: Reduction


def grain_of(shape: Shape, viewport: Viewport, reduction: Reduction) -> Grain:
    """Return the grain of what ``viewport`` shows of a table of ``shape``, in powers of two."""
    n_rows = min(viewport.row1 - viewport.row0, shape[0])
    n_dims = min(viewport.col1 - viewport.col0, shape[1])
    rows = _octave(n_rows / USUAL_PX)
    if reduction == "range" and shape[0] > 1:
        rows = max(rows, 2)  # the range of one value is 0 and has no levels
    return Grain(rows, _octave(n_dims / USUAL_PX), reduction)


def _octave(per_px: float) -> int:
    return int(2 ** round(log2(max(per_px, 1.0))))


def grain_levels(table: Grid, grain: Grain, base: Levels, pyramid: Pyramid | None) -> Levels:
    """Return automatic levels for ``grain`` of ``table``, whose single values have ``base``."""
    if grain.rows == grain.dims == 1 and grain.reduction not in UNSIGNED:
        return base
    return _levels_of(_spread_strips(table, grain, pyramid), grain, base)


def preview_levels(picture: Picture, base: Levels) -> Levels:
    """Return levels for a sampled ``picture``, whose few rows a pixel are no measure of all."""
    return _levels_of(picture.values, Grain(*picture.grain), base)


def _levels_of(values: Floats, grain: Grain, base: Levels) -> Levels:
    kept = _without(values, base.left_out, grain.dims)
    levels = robust_levels(kept, base.symmetric and grain.reduction not in UNSIGNED)
    if levels.constant and not base.constant:
        return base if grain.reduction not in UNSIGNED else levels
    return Levels(levels.low, levels.high, base.scale, levels.constant, base.left_out)


def _without(values: Floats, dims: tuple[int, ...], dims_per_px: int) -> Floats:
    """Return ``values`` (n, w) without the columns that hold one of ``dims``."""
    columns = sorted({dim // dims_per_px for dim in dims})
    return np.delete(values, columns, axis=1) if 0 < len(columns) < values.shape[1] else values


def _spread_strips(table: Grid, grain: Grain, pyramid: Pyramid | None) -> Floats:
    """Return values (n, w) of some rows of pixels of ``grain``, over all dims."""
    n_rows, n_dims = table.shape
    per_px = grain.rows
    cols = Bins(0, n_dims, grain.dims)
    n_bins = max(1, n_rows // per_px)  # without the last one, which may be smaller
    level = dividing_level(pyramid, per_px, grain.dims)
    if level is None:
        return _read_strips(table, spread_rows(n_bins, STRIPS) * per_px, grain)
    strips = [
        level_values(level, Bins(start, min(start + per_px, n_rows), per_px), cols, grain.reduction)
        for start in (spread_rows(n_bins, STRIPS) * per_px).tolist()
    ]
    return np.concatenate(strips)


def _read_strips(table: Grid, starts: np.ndarray, grain: Grain) -> Floats:
    """Return the same from the table itself, of as many groups of rows as may be read."""
    n_rows, n_dims = table.shape
    per_px = min(grain.rows, n_rows)
    n_strips = max(1, min(len(starts), STRIP_VALUES // (per_px * n_dims)))
    chosen = starts[spread_rows(len(starts), n_strips)]
    blocks = [table.block(int(start), int(start) + per_px) for start in chosen]
    strips = [reduce_block(block, per_px, grain.dims, grain.reduction) for block in blocks]
    return np.concatenate(strips)
