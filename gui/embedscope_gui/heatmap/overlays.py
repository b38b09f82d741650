"""What the window paints over the map, and saved pictures leave out."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from embedscope_gui.heatmap.layout import Layout
from embedscope_gui.heatmap.marks import hidden_marks
from embedscope_gui.heatmap.overview import paint_overview
from embedscope_gui.heatmap.pens import colour, mark_colour, small_font, text_width
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.theme import Theme

PILL_PX = 18
PREVIEW = "preview, some rows only"


def paint_overlays(painter: QPainter, layout: Layout, scene: HeatmapScene, theme: Theme) -> None:
    """Paint where the view is in the table, how many lit rows are out of it, and if it is a sample.

    The caption says so, too, but a narrow pane has no room for all of it.
    """
    paint_overview(painter, layout, scene, theme)
    painter.setFont(small_font())
    for box, text, nearest in _pills(layout, scene):
        _paint_pill(painter, box, text, mark_colour(theme, scene.marks, nearest), theme)
    if scene.picture is not None and scene.picture.sampled:
        width = text_width(PREVIEW) + 14
        x = max(layout.map.right() - 5 - width, layout.map.left())
        box = QRectF(x, layout.map.top() + 5, width, PILL_PX)
        _paint_pill(painter, box, PREVIEW, theme.text, theme)


def _paint_pill(painter: QPainter, box: QRectF, text: str, shade: str, theme: Theme) -> None:
    painter.setPen(colour(theme.line))
    painter.setBrush(colour(theme.surface, 0.9))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.setPen(colour(shade))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _pills(layout: Layout, scene: HeatmapScene) -> list[tuple[QRectF, str, int]]:
    """Return (box, text, nearest row) of the notes about lit rows above and below the view."""
    above, below = hidden_marks(scene.marked, scene.rows)
    pills = []
    if len(above):
        pills.append((_pill(layout, f"▲ {len(above)}", top=True), f"▲ {len(above)}", above[-1]))
    if len(below):
        pills.append((_pill(layout, f"▼ {len(below)}", top=False), f"▼ {len(below)}", below[0]))
    return [(box, text, int(row)) for box, text, row in pills]


def _pill(layout: Layout, text: str, *, top: bool) -> QRectF:
    """Return the box of a note in the upper or lower left corner of the map."""
    area = layout.map
    y = area.top() + 5 if top else area.bottom() - 5 - PILL_PX
    return QRectF(area.left() + 5, y, text_width(text) + 14, PILL_PX)


def hidden_at(layout: Layout, scene: HeatmapScene, at: QPointF) -> int | None:
    """Return the lit row that a click on a note at ``at`` should bring into view."""
    return next((row for box, _, row in _pills(layout, scene) if box.contains(at)), None)


def paint_empty(painter: QPainter, rect: QRectF, hint: str, theme: Theme) -> None:
    """Write what would fill the empty pane."""
    painter.setPen(colour(theme.muted))
    flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
    painter.drawText(rect.adjusted(24, 24, -24, -24), flags, hint)
