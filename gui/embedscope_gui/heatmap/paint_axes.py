"""Painting of the margin: row numbers and labels, marks of lit rows, dim numbers."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF

from embedscope_gui.heatmap.layout import EDGE_PX, Layout
from embedscope_gui.heatmap.marks import mark_centres, spread_labels, thinned, visible_marks
from embedscope_gui.heatmap.paint_apart import paint_apart
from embedscope_gui.heatmap.pens import colour, mark_colour, small_font, text_width
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.heatmap.ticks import axis_ticks
from embedscope_gui.theme import Theme

LINE_PX = 14  # height of one row label
HIT_PX = 6.0
CROWDED_HITS = 0.25  # hits a pixel from which on they are paler
MARK_STEP_PX = 2  # triangles nearer than that are one
NAMED_FROM_PX = 4  # rows that are lower have but numbers; tokens of a text always have names
FEW_MARKS = 64  # so many may be named even where some share a pixel
_RIGHT = (  # absolute: Hebrew tokens too end at the map
    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
)


def paint_row_axis(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Write row numbers, beside them the labels of lit rows, and of all rows that have room."""
    painter.setFont(small_font())
    _title(painter, QRectF(layout.gutter), scene.row_title, theme)
    lit = _lit_rows_to_name(layout, scene)
    taken = [y for y, _ in lit]
    for y, row in lit:
        name = mark_colour(theme, scene.marks, row)
        if len(lit) <= FEW_MARKS // 4:
            _paint_leader(painter, layout, scene, row, y, name)
        label = scene.marks.label(row) or scene.row_label(row)
        _row_text(painter, layout, y, scene.row_id(row), label, name)
    named = not scene.mark_every or layout.row_px / scene.rows.length >= NAMED_FROM_PX
    gap = LINE_PX if named else 40
    for row in axis_ticks(scene.rows.low, scene.rows.high, layout.row_px, gap):
        y = _centre(layout, scene, row)
        if all(abs(y - other) >= LINE_PX for other in taken):
            label = scene.row_label(row) if named else ""
            _row_text(painter, layout, y, scene.row_id(row), label, theme.muted)


def _lit_rows_to_name(layout: Layout, scene: HeatmapScene) -> list[tuple[float, int]]:
    """Return (y, row) of lit rows whose names fit beside one another, the selected one first."""
    seen = visible_marks(scene.marked, scene.rows)
    if len(seen) > FEW_MARKS:  # no room for the names of marked rows among those of the text
        seen = visible_marks(scene.typed, scene.rows)
    chosen = scene.marks.selected
    few = len(seen) <= FEW_MARKS
    rows = (seen if few else thinned(seen, scene.rows, layout.row_px)).tolist()
    if chosen is not None and chosen in seen and chosen not in rows:
        rows = sorted([*rows, chosen])
    centres = [scene.rows.position(row + 0.5, layout.row_px) for row in rows]
    first = rows.index(chosen) if chosen in rows else None
    placed = spread_labels(centres, LINE_PX, layout.row_px, first)
    return [(layout.map.y() + y, rows[i]) for i, y in placed]


def _paint_leader(
    painter: QPainter, layout: Layout, scene: HeatmapScene, row: int, y: float, colour_name: str
) -> None:
    """Join a label that had to move to its mark."""
    mark = layout.map.y() + scene.rows.position(row + 0.5, layout.row_px)
    if abs(mark - y) < 3:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(colour(colour_name, 0.6))
    x = layout.gutter.right()
    painter.drawLine(QPointF(x, y), QPointF(layout.marks.right() - 7, mark))
    painter.restore()


def _centre(layout: Layout, scene: HeatmapScene, row: int) -> float:
    """Return the y of a row's middle, kept where a line of text is still inside the margin."""
    y = layout.map.y() + scene.rows.position(row + 0.5, layout.row_px)
    return min(max(y, layout.map.top() + 5), layout.map.bottom() - 5)


def _row_text(
    painter: QPainter, layout: Layout, y: float, row: int, label: str, colour_name: str
) -> None:
    """Write ``row`` and left of it ``label``, shortened to the room there is."""
    box = QRectF(layout.gutter.x(), y - LINE_PX / 2, layout.gutter.width() - 2, LINE_PX)
    painter.setPen(colour(colour_name))
    painter.drawText(box, _RIGHT, str(row))
    room = box.width() - text_width(str(row)) - EDGE_PX
    if label and room >= 20:
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(label, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRectF(box.x(), box.y(), room, LINE_PX), _RIGHT, shown)


def _title(painter: QPainter, gutter: QRectF, title: str, theme: Theme) -> None:
    """Write the title of the row axis above its numbers."""
    painter.setPen(colour(theme.muted))
    box = QRectF(gutter.x(), gutter.y() - LINE_PX - 3, gutter.width() - 2, LINE_PX)
    painter.drawText(box, _RIGHT, title)


def paint_hits(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Paint a short bar for every row that a search found: another kind of mark than lit rows."""
    hits = thinned(visible_marks(scene.hits, scene.rows), scene.rows, layout.row_px)
    centres = mark_centres(hits, scene.rows, layout.row_px)
    crowded = len(hits) > CROWDED_HITS * layout.row_px
    left, shade = layout.marks.left() + 1, colour(theme.text, 0.3 if crowded else 0.75)
    for centre in np.clip(centres, 1, max(layout.row_px - 1, 1)).tolist():
        painter.fillRect(QRectF(left, layout.map.y() + centre - 0.75, HIT_PX, 1.5), shade)


def paint_marks(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Paint a triangle for every row of the text in view, the selected one last and larger."""
    paint_apart(painter, layout, scene, theme)
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    chosen = scene.marks.selected
    seen = visible_marks(scene.typed, scene.rows)
    rows = thinned(seen, scene.rows, layout.row_px / MARK_STEP_PX)
    for row, centre in zip(rows, mark_centres(rows, scene.rows, layout.row_px), strict=True):
        if row != chosen:
            _triangle(painter, layout, float(centre), 3.5, theme.marks)
    if chosen is not None and chosen in seen:
        centre = float(mark_centres(seen[seen == chosen], scene.rows, layout.row_px)[0])
        _triangle(painter, layout, centre, 5.0, theme.accent)
    painter.restore()


def _triangle(
    painter: QPainter, layout: Layout, centre: float, half: float, colour_name: str
) -> None:
    """Paint a triangle that points at the map at ``centre`` pixels from its top."""
    y = layout.map.y() + min(max(centre, 0.0), layout.row_px)
    tip = layout.marks.right() - 1
    painter.setBrush(colour(colour_name))
    corners = (
        QPointF(tip, y),
        QPointF(tip - half * 1.8, y - half),
        QPointF(tip - half * 1.8, y + half),
    )
    painter.drawPolygon(QPolygonF(corners))


def paint_dim_axis(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Write the dim numbers under the map, and "dim" in the corner left of them."""
    painter.setFont(small_font())
    axis, width = layout.axis, layout.map.width()
    painter.setPen(colour(theme.muted))
    corner = QRectF(layout.gutter.x(), axis.y() + 4, layout.gutter.width() - 2, LINE_PX)
    painter.drawText(corner, _RIGHT, "dim")
    widest = text_width("0" * len(str(max(scene.cols.size - 1, 0))))
    taken = _paint_chosen_tick(painter, layout, scene, theme)
    for col in axis_ticks(scene.cols.low, scene.cols.high, width, widest + 16):
        x = axis.x() + scene.cols.position(col + 0.5, width)
        painter.fillRect(QRectF(x - 0.5, axis.y() + 1, 1, 3), colour(theme.muted, 0.6))
        if taken is None or abs(x - taken) >= widest + 6:
            _tick_text(painter, axis, x, scene.dim_id(col), theme.muted)


def _paint_chosen_tick(
    painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme
) -> float | None:
    """Write the number of the dim that is looked at, and return its x; None if it is not there."""
    dim = scene.chosen_dim
    if dim is None or not scene.cols.low < dim + 1 <= scene.cols.high + 1:
        return None
    x = layout.axis.x() + scene.cols.position(dim + 0.5, layout.map.width())
    _tick_text(painter, layout.axis, x, scene.dim_id(dim), theme.accent)
    return x


def _tick_text(painter: QPainter, axis: QRectF, x: float, dim: int, colour_name: str) -> None:
    painter.setPen(colour(colour_name))
    box = QRectF(x - 40, axis.y() + 4, 80, LINE_PX)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(dim))
