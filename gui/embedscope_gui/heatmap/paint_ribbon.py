"""Painting of the row norms beside the map: a dead row stays visible at any zoom."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from embedscope.heatmap.picture import counted
from embedscope.heatmap.ribbon import RowRibbon
from embedscope.numerals import format_value
from embedscope_gui.heatmap.compose import blend, pixel_bins
from embedscope_gui.heatmap.pens import argb, as_image, colour, picture_size, pixel_grid, small_font
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.heatmap.widened import widened
from embedscope_gui.theme import Theme

Argb = NDArray[np.uint32]


def longest_norm(ribbon: RowRibbon | None) -> float:
    """Return the largest norm of ``ribbon``, 0 if it has none."""
    if ribbon is None:
        return 0.0
    finite = ribbon.norm.high[np.isfinite(ribbon.norm.high)]
    return float(finite.max(initial=0.0))


def paint_ribbon(painter: QPainter, rect: QRectF, scene: HeatmapScene, theme: Theme) -> None:
    """Paint a bar for each pixel: solid to the smallest norm of its rows, pale to the largest.

    Rows of zeros have a flag in the warning colour, rows with NaN or infinity in the error one,
    rows in which one number stands out in the colour of texts.
    """
    ribbon = scene.ribbon
    if ribbon is None or rect.isEmpty() or not scene.norms:
        return
    painter.save()
    painter.setFont(small_font())
    painter.setPen(colour(theme.muted))
    title = QRectF(rect.right() - 46, rect.y() - 17, 48, 14)
    painter.drawText(title, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "norm")
    painter.restore()
    with pixel_grid(painter, rect) as (box, _):
        pixels = ribbon_pixels(ribbon, scene, theme, *picture_size(painter, box))
        painter.drawImage(box, as_image(pixels))


def ribbon_pixels(
    ribbon: RowRibbon, scene: HeatmapScene, theme: Theme, width_px: int, height_px: int
) -> Argb:
    """Return the ribbon (height_px, width_px) as ARGB; it grows from left to right."""
    n = len(ribbon.norm.low)
    stop = min(ribbon.row0 + n * ribbon.rows_per_px, scene.rows.size)
    bins = pixel_bins(scene.rows, height_px, ribbon.row0, stop, ribbon.rows_per_px)
    share = (np.arange(width_px) + 0.5) * (scene.longest or 1.0) / max(width_px, 1)
    ground, solid = argb(theme.surface), argb(theme.cloud)
    out = np.full((height_px, width_px), ground, np.uint32)
    pale = int(blend(np.array([solid], np.uint32), ground, 0.55)[0])
    inside = bins >= 0
    low, high = ribbon.norm.low[bins], ribbon.norm.high[bins]
    with np.errstate(invalid="ignore"):  # a group without a finite norm gets no bar
        out[inside[:, None] & (share < high[:, None])] = pale
        out[inside[:, None] & (share < low[:, None])] = solid
    flag = out[:, : max(width_px // 3, 1)]
    flag[widened(inside & (ribbon.n_hot[bins] > 0))] = argb(theme.text)
    flag[widened(inside & (ribbon.n_zero[bins] > 0))] = argb(theme.warning)
    flag[widened(inside & (ribbon.n_bad[bins] > 0))] = argb(theme.error)
    return out


def ribbon_text(scene: HeatmapScene, share: float) -> str:
    """Return what the ribbon says at ``share`` (0 top .. 1 bottom) of the view, "" outside it."""
    ribbon, rows = scene.ribbon, scene.rows
    if ribbon is None:
        return ""
    index = (int(rows.low + share * rows.length) - ribbon.row0) // ribbon.rows_per_px
    if not 0 <= index < len(ribbon.norm.low):
        return ""
    first = ribbon.row0 + index * ribbon.rows_per_px
    last = min(first + ribbon.rows_per_px, rows.size) - 1
    where = _where(scene, first, last)
    low, high = float(ribbon.norm.low[index]), float(ribbon.norm.high[index])
    span = format_value(low) if low == high else f"{format_value(low)} to {format_value(high)}"
    parts = [f"{where}: norm {span}"] if np.isfinite(low) else [f"{where}: no finite norm"]
    if ribbon.n_zero[index]:
        parts.append(f"{counted(int(ribbon.n_zero[index]), 'row')} of zeros")
    if ribbon.n_bad[index]:
        parts.append(f"{counted(int(ribbon.n_bad[index]), 'row')} with NaN or infinity")
    if ribbon.n_hot[index]:
        rows_hot = counted(int(ribbon.n_hot[index]), "row")
        parts.append(f"{rows_hot} in which one number stands out")
    return ", ".join(parts)


def _where(scene: HeatmapScene, first: int, last: int) -> str:
    if first == last:
        return f"row {scene.row_id(first)}"
    if scene.row_id(first) == first and scene.row_id(last) == last:
        return f"rows {first} to {last}"
    return f"{last - first + 1} rows, {scene.row_id(first)} to {scene.row_id(last)} in this order"
