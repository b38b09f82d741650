"""Where the numbers of a view come from: the table itself, a level of its pyramid, or a sample."""

from dataclasses import dataclass

from embedscope.heatmap.level import Level
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.viewport import Bins, Shape, Viewport

FRAME_CELLS = 2_500_000
"""Pyramid cells, or sampled table cells, that are pooled for one frame."""
TABLE_CELLS = 8_000_000
"""Table cells that are read for one frame; decoding them is all there is to do."""
FIRST_CELLS = 24_000_000
"""Tables of so many cells are read whole while there is no pyramid: once, a longer frame."""
SCATTERED_ROWS = 4_000
"""Rows that are read for one frame where each lies somewhere else in the file."""
SHARP = 1.15
"""A picture whose bins are at most this many times the finest possible ones is sharp enough."""


@dataclass(frozen=True)
class ViewPlan:
    """Bins of a view and their source: ``level``, or else ``rows_read`` table rows of each bin."""

    rows: Bins
    cols: Bins
    level: Level | None
    rows_read: int
    sharp: bool


def plan_view(
    shape: Shape,
    viewport: Viewport,
    pyramid: Pyramid | None,
    exact: bool,
    *,
    scattered: bool = False,
) -> ViewPlan:
    """Return how to draw ``viewport`` of a table of ``shape``; ``exact``: whatever it costs.

    ``scattered``: neighbouring rows do not lie together where they are read from.
    """
    rows, cols = viewport.row_bins(shape[0]), viewport.col_bins(shape[1])
    straight = ViewPlan(rows, cols, None, rows.size, sharp=True)
    n_rows = _rows_in_view(viewport, shape)
    is_small = pyramid is None and shape[0] * shape[1] <= FIRST_CELLS
    most = (FIRST_CELLS if is_small else TABLE_CELLS) / shape[1]
    if rows.size == 1 or n_rows <= (min(most, SCATTERED_ROWS) if scattered else most):
        return straight
    if exact:
        near = _from_dividing_level(pyramid, straight) or _near_enough(pyramid, viewport, straight)
        return near or straight
    if pyramid is not None:
        return _finest_affordable(pyramid, viewport, straight)
    affordable = FRAME_CELLS / shape[1]
    affordable = min(affordable, SCATTERED_ROWS) if scattered else affordable
    n_read = int(affordable * rows.size / n_rows)
    return ViewPlan(rows, cols, None, min(rows.size, max(1, n_read)), sharp=False)


def _rows_in_view(viewport: Viewport, shape: Shape) -> float:
    """Return the rows shown, by the zoom alone: panning over an edge must not change the plan."""
    return min(viewport.row1 - viewport.row0, shape[0])


def _cells_in_view(level: Level, viewport: Viewport) -> float:
    """Return how many cells of ``level`` are shown."""
    cols = min(viewport.col1 - viewport.col0, level.shape[1])
    n_rows = _rows_in_view(viewport, level.shape) / level.rows_per_cell
    return n_rows * cols / level.dims_per_cell


def _finest_affordable(pyramid: Pyramid, viewport: Viewport, straight: ViewPlan) -> ViewPlan:
    """Return the plan of the finest level that fits a frame, or of the coarsest one."""
    fitting = (x for x in pyramid.levels if _cells_in_view(x, viewport) <= FRAME_CELLS)
    return _from_level(next(fitting, pyramid.levels[-1]), viewport, straight)


def _near_enough(
    pyramid: Pyramid | None, viewport: Viewport, straight: ViewPlan
) -> ViewPlan | None:
    """Return the plan of the coarsest level whose picture is sharp, however many cells it takes."""
    levels = reversed(pyramid.levels if pyramid else ())
    plans = (_from_level(level, viewport, straight) for level in levels)
    return next((plan for plan in plans if plan.sharp), None)


def _from_level(level: Level, viewport: Viewport, straight: ViewPlan) -> ViewPlan:
    """Return the plan of the finest bins that cells of ``level`` make up."""
    rows = viewport.row_bins(level.shape[0], level.rows_per_cell)
    cols = viewport.col_bins(level.shape[1], level.dims_per_cell)
    sharp = rows.size <= SHARP * straight.rows.size and cols.size <= SHARP * straight.cols.size
    return ViewPlan(rows, cols, level, rows.size, sharp)


def _from_dividing_level(pyramid: Pyramid | None, straight: ViewPlan) -> ViewPlan | None:
    """Return the plan of the coarsest level whose cells make up the finest bins, or None."""
    rows, cols = straight.rows, straight.cols
    level = dividing_level(pyramid, rows.size, cols.size)
    return None if level is None else ViewPlan(rows, cols, level, rows.size, sharp=True)


def dividing_level(pyramid: Pyramid | None, n_rows: int, n_dims: int) -> Level | None:
    """Return the coarsest level whose cells make up bins of ``n_rows`` x ``n_dims``, or None."""
    for level in reversed(pyramid.levels if pyramid else ()):
        if n_rows % level.rows_per_cell == 0 and n_dims % level.dims_per_cell == 0:
            return level
    return None
