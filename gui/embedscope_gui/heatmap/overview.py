"""Thin strips beside the map that show where in the table the view is, and take it elsewhere."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope_gui.heatmap.layout import Layout
from embedscope_gui.heatmap.marks import thinned
from embedscope_gui.heatmap.paint_apart import bands
from embedscope_gui.heatmap.pens import colour, mark_colour
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.heatmap.span import Span
from embedscope_gui.theme import Theme

STRIP_PX = 6
GAP_PX = 4
THUMB_MIN_PX = 8


def row_strip(layout: Layout) -> QRectF:
    """Return the strip right of the map that stands for all rows."""
    return QRectF(layout.map.right() + GAP_PX, layout.map.y(), STRIP_PX, layout.map.height())


def dim_strip(layout: Layout) -> QRectF:
    """Return the strip above the map that stands for all dims."""
    return QRectF(layout.map.x(), layout.map.y() - GAP_PX - STRIP_PX, layout.map.width(), STRIP_PX)


def thumb(span: Span, length_px: float) -> tuple[float, float]:
    """Return (start, length) in pixels of the part of a strip that ``span`` covers."""
    size = max(span.size, 1)
    length = min(max(span.length / size * length_px, THUMB_MIN_PX), length_px)
    free = size - span.length
    share = span.low / free if free > 0 else 0.0
    return share * (length_px - length), length


def dragged(span: Span, by_px: float, length_px: float) -> Span:
    """Return ``span`` after its thumb was moved by ``by_px`` along a strip of ``length_px``."""
    room = length_px - thumb(span, length_px)[1]
    free = max(span.size, 1) - span.length
    return span.panned(by_px / room * free) if room > 0 else span


def paint_overview(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Paint the strip of each axis that is not wholly visible, with the lit rows on it."""
    if not scene.rows.is_whole:
        strip = row_strip(layout)
        painter.fillRect(strip, colour(theme.grid))
        start, length = thumb(scene.rows, strip.height())
        box = QRectF(strip.x(), strip.y() + start, STRIP_PX, length)
        painter.fillRect(box, colour(theme.muted, 0.55))
        _paint_lit(painter, strip, scene, theme)
    if not scene.cols.is_whole:
        strip = dim_strip(layout)
        painter.fillRect(strip, colour(theme.grid))
        start, length = thumb(scene.cols, strip.width())
        box = QRectF(strip.x() + start, strip.y(), length, STRIP_PX)
        painter.fillRect(box, colour(theme.muted, 0.55))


def _paint_lit(painter: QPainter, strip: QRectF, scene: HeatmapScene, theme: Theme) -> None:
    """Paint a line for each lit row, and a short one for each hit, where it is in the table."""
    whole = Span.whole(scene.rows.size)
    for row in thinned(scene.hits, whole, strip.height()).tolist():
        y = round(whole.position(row + 0.5, strip.height()))
        painter.fillRect(QRectF(strip.x(), strip.y() + y - 1, 3, 1), colour(theme.text, 0.75))
    drawn: dict[int, str] = {}
    for y, alpha in bands(scene.apart, whole, strip.height()):
        box = QRectF(strip.x(), strip.y() + y, STRIP_PX, 1)
        painter.fillRect(box, colour(theme.marked, alpha))
    for row in thinned(scene.typed, whole, strip.height()).tolist():
        y = round(whole.position(row + 0.5, strip.height()))
        if drawn.get(y) != theme.accent:
            drawn[y] = mark_colour(theme, scene.marks, row)
    for y, name in drawn.items():
        painter.fillRect(QRectF(strip.x(), strip.y() + y - 1, STRIP_PX, 2), colour(name))
