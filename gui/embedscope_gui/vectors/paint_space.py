"""Painting the space: the same picture on the screen and in SVG, PDF and PNG."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from embedscope_gui.theme import Theme
from embedscope_gui.vectors.brush import colour
from embedscope_gui.vectors.cloud import paint_space_cloud, project_in
from embedscope_gui.vectors.layout import NO_EXTRA, LabelMemory, Places, TokenLayout, lay_out
from embedscope_gui.vectors.overlay import paint_marked, paint_spots, paint_ties
from embedscope_gui.vectors.paint_legend import paint_legend
from embedscope_gui.vectors.paint_plane import PaintCache, remarks, unnamed_rows
from embedscope_gui.vectors.paint_tokens import (
    Arrows,
    paint_arrows,
    paint_card,
    paint_dots,
    paint_hint,
    paint_labels,
    paint_leaders,
    paint_note,
    paint_outside,
    paint_path,
    paint_ring,
)
from embedscope_gui.vectors.scene import Scene3D
from embedscope_gui.vectors.space_box import paint_axis_lines, paint_box, paint_gizmo
from embedscope_gui.vectors.space_frame import SpaceFrame
from embedscope_gui.vectors.space_names import axis_names, paint_names

DROPS_MAX = 24  # tokens that get a line down to the floor
EDGE_PX = 6.0


def paint_space(
    painter: QPainter,
    rect: QRectF,
    scene: Scene3D,
    theme: Theme,
    cache: PaintCache | None = None,
) -> None:
    """Paint ``scene`` in ``rect`` (logical pixels) without a background; no OpenGL."""
    cache = cache or PaintCache()
    painter.save()
    if scene.content.is_empty:
        paint_hint(painter, rect, scene.content.hint, theme)
        painter.restore()
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = SpaceFrame(scene, rect)
    paint_box(painter, frame, theme)
    paint_space_cloud(painter, scene, rect, theme, cache.cloud)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_axis_lines(painter, frame, theme)
    names = axis_names(frame)
    paint_names(painter, names, theme)
    paint_gizmo(painter, frame, theme)
    layout = space_layout(frame, cache.labels).without([name.rect for name in names.names])
    cache.layout = layout
    _paint_overlay(painter, frame, theme)
    _paint_tokens(painter, frame, layout, theme)
    if scene.content.legend is not None:
        paint_legend(painter, rect, scene.content.legend, theme)
    _paint_hover(painter, frame, layout, theme)
    painter.restore()


def space_layout(frame: SpaceFrame, memory: LabelMemory | None = None) -> TokenLayout:
    """Return where the tokens of the scene and their labels are."""
    scene, plot = frame.scene, frame.rect.adjusted(EDGE_PX, EDGE_PX, -EDGE_PX, -EDGE_PX)
    marks = scene.content.tokens.in_space
    at = project_in(marks.points, scene, frame.rect)
    origin = frame.to_px(np.zeros((1, 3)))[0] if scene.content.tokens.arrows else None
    places = Places(marks, _on_rect(at.x, at.y, frame.rect), at.depth, origin)
    extra, named = NO_EXTRA, scene.content.extra_names
    if named is not None:
        rows = project_in(named.points, scene, frame.rect)
        extra = unnamed_rows(_on_rect(rows.x, rows.y, frame.rect), places, named.names)
    return lay_out(places, plot, scene.content.selected, extra, memory)


def _on_rect(x: NDArray[np.float32], y: NDArray[np.float32], rect: QRectF) -> NDArray[np.float64]:
    return np.stack([x.astype(np.float64) + rect.left(), y.astype(np.float64) + rect.top()], axis=1)


def _paint_tokens(painter: QPainter, frame: SpaceFrame, layout: TokenLayout, theme: Theme) -> None:
    scene, rect = frame.scene, frame.rect
    points, arrows = scene.content.tokens.in_order, None
    if scene.content.tokens.path and len(points) > 1:
        at = project_in(points, scene, rect)
        paint_path(painter, rect, _on_rect(at.x, at.y, rect), theme)
    if scene.content.tokens.arrows:
        if len(layout.marks) <= DROPS_MAX:
            _paint_drops(painter, frame, layout, theme)
        origin = frame.to_px(np.zeros((1, 3)))[0]
        arrows = Arrows(origin, frame.to_px(layout.marks.points.astype(np.float64)))
        paint_arrows(painter, rect, arrows, layout, theme)
    paint_outside(painter, rect, layout, theme)
    paint_leaders(painter, layout, theme)
    paint_dots(painter, layout, theme, arrows, scene.content.cloud_argb)
    paint_labels(painter, layout, theme)
    note = remarks(layout, scene.content.tokens)
    if note:
        paint_note(painter, rect, note, theme)


def _paint_overlay(painter: QPainter, frame: SpaceFrame, theme: Theme) -> None:
    """Draw coloured and marked rows and lines to true neighbours, under the tokens."""
    content = frame.scene.content
    marked, ties, spots = content.marked_points, content.ties, content.spots
    if spots is not None and content.cloud is not None:
        at = frame.to_px(content.cloud[spots.ids].astype(np.float64))
        paint_spots(painter, at, spots.argb, frame.rect)
    if marked is not None:
        paint_marked(painter, frame.to_px(marked.astype(np.float64)), frame.rect, theme)
    if ties is not None:
        paint_ties(painter, frame.to_px(ties.points.astype(np.float64)), frame.rect, theme)


def _paint_drops(painter: QPainter, frame: SpaceFrame, layout: TokenLayout, theme: Theme) -> None:
    """Draw a dotted line from each token down to the floor: it tells how deep and how high."""
    tops = layout.marks.points.astype(np.float64)
    feet = tops.copy()
    feet[:, 2] = frame.scene.bounds[2, 0]
    top_px, foot_px = frame.to_px(tops), frame.to_px(feet)
    painter.setPen(QPen(colour(theme.muted, 0.7), 1.0, Qt.PenStyle.DotLine))
    for start, end in zip(top_px.tolist(), foot_px.tolist(), strict=True):
        long = QLineF(*start, *end).length() > 2.0  # a line without a dot is an error in PDF
        if long and np.isfinite([*start, *end]).all() and frame.rect.contains(QPointF(*end)):
            painter.drawLine(QLineF(*start, *end))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.muted, 0.7))
    for x, y in foot_px[np.isfinite(foot_px).all(axis=1)].tolist():
        painter.drawEllipse(QPointF(x, y), 2.0, 1.5)


def _paint_hover(painter: QPainter, frame: SpaceFrame, layout: TokenLayout, theme: Theme) -> None:
    hover, cloud, at = frame.scene.hover, frame.scene.content.cloud, None
    if hover.mark is not None and hover.mark < len(layout.xy):
        at = layout.xy[hover.mark]
    elif hover.row is not None and cloud is not None and hover.row < len(cloud):
        at = frame.to_px(cloud[hover.row : hover.row + 1].astype(np.float64))[0]
    if at is None or not np.isfinite(at).all():
        return
    paint_ring(painter, QPointF(*at), theme)
    paint_card(painter, frame.rect, QPointF(*at), hover, theme)
