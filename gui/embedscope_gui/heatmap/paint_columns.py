"""Painting of the facts of dims under the map: a hot cell or a large dim shows at any zoom."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from embedscope.heatmap.picture import counted
from embedscope.heatmap.ribbon import Band, ColumnRibbon
from embedscope.numerals import format_value
from embedscope_gui.heatmap.compose import blend, pixel_bins
from embedscope_gui.heatmap.layout import Layout
from embedscope_gui.heatmap.pens import argb, as_image, colour, picture_size, pixel_grid, small_font
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.heatmap.widened import widened
from embedscope_gui.theme import Theme

Argb = NDArray[np.uint32]

FLAG = 6  # flags take the outer 1 / 6 of the strip
PALE = 0.55


def paint_columns(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Paint for each pixel the values of its dims: pale all of them, solid mean and spread."""
    rect = layout.columns
    if scene.columns is None or rect.isEmpty() or not scene.spreads:
        return
    painter.save()
    painter.setFont(small_font())
    painter.setPen(colour(theme.muted))
    left = layout.gutter.x()
    title = QRectF(left, rect.y(), rect.x() - left - 5, rect.height())
    painter.drawText(title, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "spread")
    painter.restore()
    with pixel_grid(painter, rect) as (box, _):
        pixels = column_pixels(scene.columns, scene, theme, *picture_size(painter, box))
        painter.drawImage(box, as_image(pixels))


def column_pixels(
    columns: ColumnRibbon, scene: HeatmapScene, theme: Theme, width_px: int, height_px: int
) -> Argb:
    """Return the strip (height_px, width_px) as ARGB, large values at its top.

    Dims with NaN or infinity have a flag in the error colour at the bottom, dims in which one
    value stands out one in the colour of texts.
    """
    n = len(columns.n_bad)
    stop = min(columns.col0 + n * columns.dims_per_px, scene.cols.size)
    bins = pixel_bins(scene.cols, width_px, columns.col0, stop, columns.dims_per_px)
    inside = bins >= 0
    low, high = scene.reach
    step = (high - low) / max(height_px, 1)
    top = high - np.arange(height_px)[:, None] * step  # upper edge of each pixel
    ground, solid = argb(theme.surface), argb(theme.cloud)
    out = np.full((height_px, width_px), ground, np.uint32)
    out[(top > 0) & (top - step <= 0) & np.ones(width_px, np.bool_)] = argb(theme.grid)
    pale = int(blend(np.array([solid], np.uint32), ground, PALE)[0])
    for band, shade in (
        (columns.value, pale),
        (columns.usual, solid),
        (columns.mean, argb(theme.muted)),
    ):
        out[inside & _covered(band, bins, top, step)] = shade
    flag = out[height_px - max(height_px // FLAG, 2) :]
    flag[:, widened(inside & (columns.n_hot[bins] > 0))] = argb(theme.text)
    flag[:, widened(inside & (columns.n_bad[bins] > 0))] = argb(theme.error)
    return out


def _covered(
    band: Band, bins: NDArray[np.intp], top: NDArray[np.floating], step: float
) -> NDArray[np.bool_]:
    """Return the pixels (h, w) that a band touches; ``top`` (h, 1) is a pixel's upper edge.

    What lies beyond the strip touches its last pixel.
    """
    highest, lowest = float(top[0, 0]) - step / 2, float(top[-1, 0]) - step / 2
    low, high = np.minimum(band.low[bins], highest), np.maximum(band.high[bins], lowest)
    with np.errstate(invalid="ignore"):  # a group without a finite value gets no bar
        covered: NDArray[np.bool_] = (top > low) & (top - step <= high)
    return covered


def paint_chosen_dim(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Paint a triangle under the dim that is looked at, pointing at it."""
    dim = scene.chosen_dim
    if dim is None:
        return
    x = layout.map.x() + scene.cols.position(dim + 0.5, layout.map.width())
    if not layout.map.left() <= x <= layout.map.right():
        return
    y = layout.axis.y() + 1
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = QRectF(x - 0.5, layout.map.y(), 1, y - layout.map.y())
    painter.fillRect(line, colour(theme.accent, 0.55))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.accent))
    corners = (QPointF(x, y - 1), QPointF(x - 4, y + 5), QPointF(x + 4, y + 5))
    painter.drawPolygon(QPolygonF(corners))
    painter.restore()


def columns_text(scene: HeatmapScene, position: int) -> str:
    """Return what the strip says of the dims around ``position``, "" outside it."""
    columns = scene.columns
    if columns is None:
        return ""
    index = (position - columns.col0) // columns.dims_per_px
    if not 0 <= index < len(columns.n_bad):
        return ""
    first = columns.col0 + index * columns.dims_per_px
    last = min(first + columns.dims_per_px, scene.cols.size) - 1
    parts = [
        f"{_where(scene, first, last)}: mean {_range(columns.mean, index)}",
        f"spread {_range(columns.spread, index)}",
        f"values {format_value(float(columns.value.low[index]))}"
        f" to {format_value(float(columns.value.high[index]))}",
    ]
    if columns.n_bad[index]:
        parts.append(f"{counted(int(columns.n_bad[index]), 'value')} NaN or infinite")
    if columns.n_hot[index]:
        dims = counted(int(columns.n_hot[index]), "dim")
        parts.append(f"{dims} in which one value stands out")
    return ", ".join(parts)


def _where(scene: HeatmapScene, first: int, last: int) -> str:
    if first == last:
        return f"dim {scene.dim_id(first)}"
    if scene.dim_id(first) == first and scene.dim_id(last) == last:
        return f"dims {first} to {last}"
    return f"{last - first + 1} dims, {scene.dim_id(first)} to {scene.dim_id(last)} in this order"


def _range(band: Band, index: int) -> str:
    low, high = float(band.low[index]), float(band.high[index])
    return format_value(low) if low == high else f"{format_value(low)} to {format_value(high)}"
