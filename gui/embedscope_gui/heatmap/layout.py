"""Where the parts of a heatmap lie: row numbers, marks, norms, map, spreads, axis, bar."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from PySide6.QtCore import QRectF

from embedscope_gui.heatmap.pens import text_width
from embedscope_gui.heatmap.scene import HeatmapScene

TOP_PX = 18
AXIS_PX = 20
MARKS_PX = 16
RIBBON_PX = 20
COLUMNS_PX = 26
SPREAD_ROWS = 16  # the numbers of fewer rows are read, not summed up
COLUMNS_FROM_PX = 240  # lower panes have no room for the spreads of the dims
BAR_PX = 12
BAR_GAP_PX = 16
BAR_TEXT_PX = 60
EDGE_PX = 8
CELL_MAX_PX = (220, 220)  # small tables stay a matrix to read rather than a few huge blocks
ROOMY_PX = 420
LABEL_PX = (56, 96)  # at most, in narrow and in roomy panes
FEW_ROWS = 64


@dataclass(frozen=True, slots=True)
class Layout:
    """Rectangles in logical pixels; ``ribbon`` and ``columns`` may be empty."""

    gutter: QRectF  # labels and row numbers, right-aligned
    marks: QRectF  # triangles of lit rows
    ribbon: QRectF  # row norms
    map: QRectF
    columns: QRectF  # spreads of the dims
    axis: QRectF  # dim numbers
    bar: QRectF  # the colour strip; its ticks stand to the right of it

    @property
    def row_px(self) -> float:
        """Height of the map."""
        return self.map.height()


def lay_out(rect: QRectF, scene: HeatmapScene) -> Layout:
    """Return the layout of ``scene`` in ``rect``; the map takes what the rest leaves.

    Room for the colour bar is kept even before there are levels: nothing moves when they come.
    """
    n_rows, n_dims = scene.shape
    number = max(text_width("0" * len(str(max(n_rows - 1, 0)))), text_width(scene.row_title))
    gutter = number + EDGE_PX + _label_px(rect.width(), scene)
    ribbon = RIBBON_PX if scene.norms else 0
    below = COLUMNS_PX if _has_columns(rect, scene) else 0
    left = gutter + MARKS_PX + ribbon
    right = BAR_GAP_PX + BAR_PX + BAR_TEXT_PX
    width = max(min(rect.width() - left - right, n_dims * CELL_MAX_PX[0]), 0)
    height = max(min(rect.height() - TOP_PX - AXIS_PX - below, n_rows * CELL_MAX_PX[1]), 0)
    start = rect.x() + max((rect.width() - left - width - right) / 2, 0)
    x, y = floor(start + left), floor(rect.y() + TOP_PX)
    body = QRectF(x, y, floor(width), floor(height))
    norms = QRectF(x - ribbon, y, max(ribbon - 3, 0), body.height())
    bar_height = max(body.height(), min(160.0, rect.height() - TOP_PX - AXIS_PX))
    return Layout(
        gutter=QRectF(start, y, norms.x() - MARKS_PX - start, body.height()),
        marks=QRectF(norms.x() - MARKS_PX, y, MARKS_PX, body.height()),
        ribbon=norms,
        map=body,
        columns=QRectF(x, body.bottom() + 3, body.width(), max(below - 3, 0)),
        axis=QRectF(x, body.bottom() + below, body.width(), AXIS_PX),
        bar=QRectF(body.right() + BAR_GAP_PX, y, BAR_PX, max(bar_height, 0.0)),
    )


def _has_columns(rect: QRectF, scene: HeatmapScene) -> bool:
    """Return whether there is room, and need, for the spreads of the dims."""
    enough = scene.rows.size >= SPREAD_ROWS and rect.height() >= COLUMNS_FROM_PX
    return scene.spreads and scene.mark_every and enough


def _label_px(width: float, scene: HeatmapScene) -> float:
    """Return the room for row labels; it depends on the table, never on zoom or on the text.

    Typing and zooming change what is lit and visible, and must not make the map jump.
    """
    n_rows = scene.rows.size
    roomy = width >= ROOMY_PX
    if not scene.mark_every:
        return LABEL_PX[roomy]
    few = n_rows <= FEW_ROWS
    looked_at = range(n_rows) if few else range(0, n_rows, n_rows // FEW_ROWS)
    widest = _widest([scene.row_label(row) for row in looked_at])
    if few or not widest:
        return min(widest, LABEL_PX[roomy])
    return LABEL_PX[1] if roomy else 0


def _widest(labels: Sequence[str]) -> float:
    """Return the width of the widest of ``labels`` and the gap to what follows."""
    return max((text_width(label) + EDGE_PX for label in labels if label), default=0)
