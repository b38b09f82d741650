"""Painting of looked-up tokens that have no row: ground with hatching, never a value's colour."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter

from embedscope.heatmap.picture import Picture
from embedscope_gui.heatmap.pens import colour, small_font, text_width
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.theme import Theme

NO_ROW = "no row"
HATCH_PX = 7.0
HATCHED_FROM_PX = 4.0  # thinner rows are ground only
NAMED_FROM_PX = 12.0


def without_row(picture: Picture, missing: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which lines (h,) of ``picture`` hold one of the rows ``missing`` (n,)."""
    lines = np.zeros(len(picture.values), np.bool_)
    row0, row1 = picture.rect[:2]
    inside = missing[(missing >= row0) & (missing < row1)]
    lines[(inside - row0) // picture.rows_per_px] = True
    return lines


def paint_missing(painter: QPainter, rect: QRectF, scene: HeatmapScene, theme: Theme) -> None:
    """Hatch the rows that are not there, and say so in their first cells."""
    picture = scene.picture
    if picture is None or not len(scene.missing) or not picture.values.size:
        return
    painter.save()
    painter.setClipRect(rect)
    painter.setFont(small_font())
    for first, stop in _runs(without_row(picture, scene.missing)):
        low, high = (picture.rect[0] + line * picture.rows_per_px for line in (first, stop))
        top, bottom = (scene.rows.position(row, rect.height()) for row in (low, high))
        band = QRectF(rect.x(), rect.y() + top, rect.width(), bottom - top) & rect
        if band.height() >= HATCHED_FROM_PX:
            paint_hatching(painter, band, theme)
    if picture.rows_per_px == 1 and rect.height() / scene.rows.length >= NAMED_FROM_PX:
        _name(painter, rect, scene, theme)
    painter.restore()


def paint_hatching(painter: QPainter, box: QRectF, theme: Theme, gap_px: float = HATCH_PX) -> None:
    """Fill ``box`` with ground and thin slanting lines that run on from one box to the next."""
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.fillRect(box, colour(theme.window))
    painter.setPen(colour(theme.muted, 0.45))
    start = np.floor((box.left() + box.top()) / gap_px) * gap_px
    lines = [
        QLineF(total - box.top(), box.top(), total - box.bottom(), box.bottom())
        for total in np.arange(start, box.right() + box.bottom() + gap_px, gap_px).tolist()
    ]
    painter.drawLines(lines)
    painter.restore()


def _name(painter: QPainter, rect: QRectF, scene: HeatmapScene, theme: Theme) -> None:
    """Write "no row" at the left of each of them that is in view."""
    seen = scene.missing[(scene.missing + 1 > scene.rows.low) & (scene.missing < scene.rows.high)]
    width = min(text_width(NO_ROW) + 10, rect.width())
    for row in seen.tolist():
        top, bottom = (scene.rows.position(edge, rect.height()) for edge in (row, row + 1))
        band = QRectF(rect.x(), rect.y() + top, width, bottom - top) & rect
        height = min(band.height(), 16.0)
        box = QRectF(band.x(), band.center().y() - height / 2, width, height)
        painter.fillRect(box, colour(theme.window))
        painter.setPen(colour(theme.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, NO_ROW)


def _runs(lines: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return (first, stop) of each stretch of ``lines`` (h,) that are set."""
    edges = np.flatnonzero(np.diff(lines.astype(np.int8), prepend=0, append=0))
    return [(int(first), int(stop)) for first, stop in edges.reshape(-1, 2)]
