"""Painting of the rows that were marked together: squares on their tips, or how dense they lie."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from embedscope_gui.heatmap.layout import Layout
from embedscope_gui.heatmap.marks import mark_centres, visible_marks
from embedscope_gui.heatmap.pens import colour
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.heatmap.span import Span
from embedscope_gui.theme import Theme

FEW_APART = 40  # squares beside the map; of more, each pixel row is as strong as it has marks
TIP_PX = 3.5
WIDE_PX = 7.0
FAINTEST = 0.2


def paint_apart(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Paint the marked rows in view at the margin; the selected one has its own mark."""
    apart = scene.apart
    rows = visible_marks(apart[apart != scene.marks.selected], scene.rows)
    right, top = layout.marks.right() - 1, layout.map.y()
    if len(rows) > FEW_APART:
        for y, alpha in bands(rows, scene.rows, layout.row_px):
            box = QRectF(right - WIDE_PX, top + y, WIDE_PX, 1.0)
            painter.fillRect(box, colour(theme.marked, alpha))
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(theme.marked), 1.4))
    for centre in mark_centres(rows, scene.rows, layout.row_px).tolist():
        x, y = right - TIP_PX, top + min(max(centre, 0.0), layout.row_px)
        tips = ((x - TIP_PX, y), (x, y - TIP_PX), (x + TIP_PX, y), (x, y + TIP_PX))
        painter.drawPolygon([QPointF(*tip) for tip in tips])
    painter.restore()


def bands(rows: NDArray[np.int64], span: Span, length_px: float) -> list[tuple[int, float]]:
    """Return (y, how opaque) of the pixels that ``rows`` (n,) of ``span`` share out among them."""
    if not len(rows):
        return []
    centres = mark_centres(rows, span, length_px)
    pixels = np.clip(np.floor(centres), 0, max(length_px - 1, 0)).astype(np.int64)
    counts = np.bincount(pixels)
    alphas = FAINTEST + (1 - FAINTEST) * counts / counts.max()
    return [(y, float(alphas[y])) for y in np.flatnonzero(counts).tolist()]
