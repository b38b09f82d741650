"""The heatmap as one drawing: the window and saved pictures paint it by the same functions.

``paint_heatmap(painter, rect, scene, theme)`` works on any painter in logical pixels: exact
device pixels on screens and images, rectangles or a lossless picture in SVG and PDF.
"""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from embedscope_gui.heatmap.layout import Layout, lay_out
from embedscope_gui.heatmap.paint_axes import (
    paint_dim_axis,
    paint_hits,
    paint_marks,
    paint_row_axis,
)
from embedscope_gui.heatmap.paint_bar import paint_colour_bar
from embedscope_gui.heatmap.paint_columns import paint_chosen_dim, paint_columns
from embedscope_gui.heatmap.paint_map import paint_cells, paint_lit_rows
from embedscope_gui.heatmap.paint_ribbon import paint_ribbon
from embedscope_gui.heatmap.scene import HeatmapScene, Marks
from embedscope_gui.heatmap.span import Span
from embedscope_gui.heatmap.ticks import axis_ticks
from embedscope_gui.theme import Theme

__all__ = [
    "HeatmapScene",
    "Layout",
    "Marks",
    "Span",
    "axis_ticks",
    "lay_out",
    "paint_colour_bar",
    "paint_heatmap",
    "paint_plot",
]


def paint_heatmap(painter: QPainter, rect: QRectF, scene: HeatmapScene, theme: Theme) -> Layout:
    """Paint map, axes, marks and colour bar into ``rect``; return where they lie."""
    layout = lay_out(rect, scene)
    paint_plot(painter, layout, scene, theme)
    if scene.levels is not None and scene.colormap is not None:
        paint_colour_bar(painter, layout.bar, scene.levels, scene.colormap, theme)
    return layout


def paint_plot(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Paint everything but the colour bar."""
    painter.save()
    paint_cells(painter, layout.map, scene, theme)
    paint_ribbon(painter, layout.ribbon, scene, theme)
    paint_columns(painter, layout, scene, theme)
    paint_lit_rows(painter, layout.map, scene, theme)
    painter.setPen(QColor(theme.line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(layout.map.adjusted(-0.5, -0.5, 0.5, 0.5))
    paint_row_axis(painter, layout, scene, theme)
    paint_hits(painter, layout, scene, theme)
    paint_marks(painter, layout, scene, theme)
    paint_dim_axis(painter, layout, scene, theme)
    paint_chosen_dim(painter, layout, scene, theme)
    painter.restore()
