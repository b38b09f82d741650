"""Painting the typed tokens: line in text order, arrows, dots and labels."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from embedscope.geometry.splat import Colours, splat
from embedscope_gui.theme import SMALL_PX, TEXT_PX, Theme
from embedscope_gui.vectors.brush import (
    CHOSEN_DOT_PX,
    DOT_PX,
    argb,
    colour,
    font,
    is_vector,
    metrics,
    raster_scale,
)
from embedscope_gui.vectors.clip import clip_segments
from embedscope_gui.vectors.cloud import as_image
from embedscope_gui.vectors.glyphs import with_glyphs
from embedscope_gui.vectors.layout import LabelBox, TokenLayout
from embedscope_gui.vectors.scene import Hover

ARROW_HEAD_PX = 9.0
INNER_DOT_PX = 2.8  # of a dot in the middle of the chosen one's
NAMED_DOT_PX = 3.4  # of a row that is no token's
CHIP_RADIUS_PX = 3.0
NOTE_INSET_PX = 14.0  # clear of the triangles along the edge
FINE_DOTS_MAX = 500  # on the screen; more are one picture
FINE_DOTS_MAX_IN_VECTORS = 20_000
ARROWS_MAX = 500  # more are drawn as mere lines
PATH_MAX = 5000  # steps of the line in text order
Doubles = NDArray[np.float64]


def paint_path(painter: QPainter, plot: QRectF, path_px: Doubles, theme: Theme) -> None:
    """Join ``path_px`` (n, 2) in order by a thin line; breaks where a point is missing."""
    path_px = path_px[: PATH_MAX + 1]
    first, last, _ = clip_segments(path_px[:-1], path_px[1:], plot)
    painter.setPen(QPen(colour(theme.marks, 0.55), 1.2, Qt.PenStyle.SolidLine))
    painter.drawLines(_lines(first, last))


def paint_arrows(
    painter: QPainter, plot: QRectF, arrows: "Arrows", layout: TokenLayout, theme: Theme
) -> None:
    """Draw an arrow to each place, far to near, the selected one last; tips are the points."""
    order = layout.order()
    if len(order) > ARROWS_MAX:
        tips = arrows.tips_px[layout.seen]
        first, last, _ = clip_segments(np.broadcast_to(arrows.origin_px, tips.shape), tips, plot)
        painter.setPen(QPen(colour(theme.marks, 0.5), 1.0))
        painter.drawLines(_lines(first, last))
        order = order[-1:]
    for mark in order:
        chosen = mark == layout.chosen
        tip = arrows.tips_px[mark]
        first, last, until = clip_segments(arrows.origin_px[None], tip[None], plot)
        if not len(first):
            continue
        whole = until[0] >= 1
        shaft = _before(first[0], last[0], ARROW_HEAD_PX * 0.8) if whole else last[0]
        pen = QPen(colour(theme.accent if chosen else theme.marks), 2.4 if chosen else 1.6)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(*first[0]), QPointF(*shaft))
        if whole:
            _arrow_head(painter, first[0], last[0])


@dataclass(frozen=True, eq=False)
class Arrows:
    """Where arrows start (2,) and end (m, 2), in pixels; the ends may be out of view."""

    origin_px: Doubles
    tips_px: Doubles

    def long(self) -> NDArray[np.bool_]:
        """Return which arrows (m,) are long enough to be seen without a dot at the tip."""
        reach = self.tips_px - self.origin_px
        return np.asarray(np.hypot(reach[:, 0], reach[:, 1]) > ARROW_HEAD_PX)


def _arrow_head(painter: QPainter, start: Doubles, tip: Doubles) -> None:
    along = tip - start
    length = float(np.hypot(*along))
    if length < 1e-6:
        return
    along = along / length
    size = min(ARROW_HEAD_PX, length)
    base = tip - along * size
    side = np.array([-along[1], along[0]]) * size * 0.36
    painter.setBrush(painter.pen().color())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(
        QPolygonF([QPointF(*tip), QPointF(*(base + side)), QPointF(*(base - side))])
    )


def _before(start: Doubles, end: Doubles, gap: float) -> Doubles:
    """Return the point ``gap`` before ``end`` on the way from ``start``."""
    length = float(np.hypot(*(end - start)))
    if not length > gap:
        return start
    found: Doubles = end - (end - start) * (gap / length)
    return found


def paint_dots(
    painter: QPainter,
    layout: TokenLayout,
    theme: Theme,
    arrows: Arrows | None = None,
    rows_argb: Colours | None = None,
) -> None:
    """Draw a dot per place in view, far to near, but where an arrow's tip shows the point.

    ``rows_argb`` (V,) colours the dots as the rows of the cloud are.
    """
    order = layout.order()
    most = FINE_DOTS_MAX_IN_VECTORS if is_vector(painter) else FINE_DOTS_MAX
    if len(order) > most:
        _many_dots(painter, layout, theme)
        order = [layout.chosen] if layout.chosen is not None else []
    hidden = layout.outside if arrows is None else layout.outside | arrows.long()
    painter.setPen(QPen(colour(theme.surface), 1.5))
    inner = _inside_chosen(layout, order)
    for mark in order:
        if not hidden[mark] and mark not in inner:
            chosen, own = mark == layout.chosen, _own_colour(layout, mark, rows_argb)
            painter.setBrush(own or colour(theme.accent if chosen else theme.marks))
            if own is not None:
                edge = QPen(colour(theme.accent if chosen else theme.text), 2.2 if chosen else 1.2)
                painter.setPen(edge)
            radius = CHOSEN_DOT_PX if chosen else DOT_PX
            painter.drawEllipse(QPointF(*layout.xy[mark]), radius, radius)

    painter.setPen(Qt.PenStyle.NoPen)
    for mark in inner:
        if not hidden[mark]:
            painter.setBrush(_own_colour(layout, mark, rows_argb) or colour(theme.marks))
            painter.drawEllipse(QPointF(*layout.xy[mark]), INNER_DOT_PX, INNER_DOT_PX)


def _inside_chosen(layout: TokenLayout, order: list[int]) -> list[int]:
    """Return those of ``order`` that the dot of the chosen place would hide."""
    if layout.chosen is None or layout.chosen not in order:
        return []
    gap = np.hypot(*(layout.xy[order] - layout.xy[layout.chosen]).T)
    near = np.flatnonzero(gap < CHOSEN_DOT_PX).tolist()
    return [order[i] for i in near if order[i] != layout.chosen]


def paint_named_rows(painter: QPainter, layout: TokenLayout, theme: Theme) -> None:
    """Draw the rows that are named but not typed over the arrows, which would hide them."""
    painter.setPen(QPen(colour(theme.surface), 1.5))
    painter.setBrush(colour(theme.cloud))
    for label in layout.labels:
        if label.mark is None:
            painter.drawEllipse(QPointF(*label.at), NAMED_DOT_PX, NAMED_DOT_PX)


def _own_colour(layout: TokenLayout, mark: int, rows_argb: Colours | None) -> QColor | None:
    """Return the colour of the row at a place, None where rows are not coloured."""
    rows = layout.marks.view.rows
    if rows_argb is None or rows is None:
        return None
    row = int(rows[layout.marks.at(mark)[0]])
    return QColor(int(rows_argb[row])) if row < len(rows_argb) else None


def _many_dots(painter: QPainter, layout: TokenLayout, theme: Theme) -> None:
    """Draw thousands of places as one picture, without outlines."""
    scale, shown = raster_scale(painter), layout.xy[layout.seen & ~layout.outside]
    if not len(shown):
        return
    corner, far = np.floor(shown.min(axis=0)) - 8, np.ceil(shown.max(axis=0)) + 8
    x, y = ((shown - corner) * scale).T.astype(np.float32)
    width, height = np.ceil((far - corner) * scale).astype(int).tolist()
    size = round((2 * DOT_PX - 2) * scale)
    image = as_image(splat(x, y, None, argb(theme.marks), width, height, size))
    left, top = corner.tolist()
    painter.drawImage(QRectF(left, top, width / scale, height / scale), image)


def paint_outside(painter: QPainter, plot: QRectF, layout: TokenLayout, theme: Theme) -> None:
    """Draw a triangle at the edge for each place out of view, pointing towards it."""
    centre = np.array([plot.center().x(), plot.center().y()])
    painter.setPen(Qt.PenStyle.NoPen)
    for mark in np.flatnonzero(layout.outside)[:200].tolist():
        painter.setBrush(colour(theme.accent if mark == layout.chosen else theme.marks))
        way = layout.xy[mark] - centre
        way = way / max(float(np.hypot(*way)), 1e-9)
        side = np.array([-way[1], way[0]]) * 4.5
        tip = layout.xy[mark] - way * 1.0
        base = tip - way * 8.0
        painter.drawPolygon(
            QPolygonF([QPointF(*tip), QPointF(*(base + side)), QPointF(*(base - side))])
        )


def paint_leaders(painter: QPainter, layout: TokenLayout, theme: Theme) -> None:
    """Draw a thin line from each label that is far away to its dot; goes under the dots."""
    painter.setPen(QPen(colour(theme.muted, 0.7), 1.0))
    for label in layout.labels:
        if label.has_leader:
            start = QPointF(*label.at)
            painter.drawLine(QLineF(start, _nearest(label.rect, start)))


def paint_labels(painter: QPainter, layout: TokenLayout, theme: Theme) -> None:
    """Write every label on a chip of the surface; the selected one stands out."""
    painter.setFont(font(TEXT_PX))
    for label in reversed(layout.labels):
        _chip(painter, label, theme, chosen=label.mark is not None and label.mark == layout.chosen)


def _chip(painter: QPainter, label: LabelBox, theme: Theme, *, chosen: bool) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.accent) if chosen else colour(theme.surface, 0.82))
    painter.drawRoundedRect(label.rect, CHIP_RADIUS_PX, CHIP_RADIUS_PX)
    ink = theme.accent_text if chosen else theme.text if label.mark is not None else theme.muted
    painter.setPen(colour(ink))
    painter.drawText(label.rect, Qt.AlignmentFlag.AlignCenter | _ONE_LINE, label.text)


_ONE_LINE = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip


def _nearest(rect: QRectF, point: QPointF) -> QPointF:
    """Return the point of ``rect`` nearest to ``point``."""
    x = min(max(point.x(), rect.left()), rect.right())
    y = min(max(point.y(), rect.top()), rect.bottom())
    return QPointF(x, y)


def paint_ring(painter: QPainter, at: QPointF, theme: Theme) -> None:
    """Draw the ring about what the pointer rests on."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(theme.surface), 4.0))
    painter.drawEllipse(at, 7.5, 7.5)
    painter.setPen(QPen(colour(theme.text), 1.5))
    painter.drawEllipse(at, 7.5, 7.5)


def paint_card(painter: QPainter, area: QRectF, at: QPointF, hover: Hover, theme: Theme) -> None:
    """Write the lines about what the pointer rests on beside ``at``, inside ``area``."""
    measure = metrics(SMALL_PX)
    widest = min(area.width() - 32, 320.0)
    shown = [with_glyphs(line, font(SMALL_PX)) for line in hover.lines]
    lines = [measure.elidedText(t, Qt.TextElideMode.ElideRight, widest) for t in shown]
    if not lines:
        return
    step = measure.height() + 1
    width = max(measure.horizontalAdvance(t) for t in lines) + 16
    height = step * len(lines) + 10
    left = at.x() + 14 if at.x() + 14 + width <= area.right() else at.x() - 14 - width
    top = at.y() + 14 if at.y() + 14 + height <= area.bottom() else at.y() - 14 - height
    left = min(max(left, area.left() + 2), area.right() - width - 2)
    top = min(max(top, area.top() + 2), area.bottom() - height - 2)
    painter.setPen(QPen(colour(theme.line), 1.0))
    painter.setBrush(colour(theme.window, 0.96))
    painter.drawRoundedRect(QRectF(left, top, width, height), 4.0, 4.0)
    painter.setFont(font(SMALL_PX))
    painter.setPen(colour(theme.text))
    for number, line in enumerate(lines):
        box = QRectF(left + 8, top + 5 + step * number, width - 16, step)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | _ONE_LINE, line)


def paint_hint(painter: QPainter, area: QRectF, text: str, theme: Theme) -> None:
    """Write a sentence in the middle of an empty pane."""
    painter.setFont(font(TEXT_PX))
    painter.setPen(colour(theme.muted))
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(area.adjusted(24, 24, -24, -24), flags, text)


def paint_note(painter: QPainter, plot: QRectF, text: str, theme: Theme) -> None:
    """Write a short remark in the lower left corner of the plot."""
    measure = metrics(SMALL_PX)
    text = measure.elidedText(text, Qt.TextElideMode.ElideRight, plot.width() - 2 * NOTE_INSET_PX)
    height = measure.height() + 4
    rect = QRectF(plot.left() + NOTE_INSET_PX, plot.bottom() - height - NOTE_INSET_PX, 0, height)
    rect.setWidth(measure.horizontalAdvance(text) + 8)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.surface, 0.85))
    painter.drawRoundedRect(rect, CHIP_RADIUS_PX, CHIP_RADIUS_PX)
    painter.setFont(font(SMALL_PX))
    painter.setPen(colour(theme.muted))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | _ONE_LINE, text)


def _lines(first: Doubles, last: Doubles) -> list[QLineF]:
    return [
        QLineF(a, b, c, d) for (a, b), (c, d) in zip(first.tolist(), last.tolist(), strict=True)
    ]
