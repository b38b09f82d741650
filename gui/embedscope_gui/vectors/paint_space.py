"""Painting the space: the same picture on the screen and in SVG, PDF and PNG."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from embedscope.tables.base import Floats
from embedscope_gui.theme import Theme
from embedscope_gui.vectors.brush import colour
from embedscope_gui.vectors.cloud import paint_space_cloud, project_in
from embedscope_gui.vectors.layout import (
    LINES_MAX,
    NO_EXTRA,
    LabelMemory,
    Places,
    TokenLayout,
    lay_out,
)
from embedscope_gui.vectors.paint_content import (
    PaintCache,
    Sheet,
    paint_hover,
    paint_marks,
    paint_overlay,
    painting,
    unnamed_rows,
)
from embedscope_gui.vectors.paint_legend import paint_legend
from embedscope_gui.vectors.paint_tokens import Arrows, paint_arrows, paint_path
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
    with painting(painter, rect, scene.content, theme) as brush:
        if brush is not None:
            _paint(brush, SpaceFrame(scene, rect), theme, cache or PaintCache())


def _paint(painter: QPainter, frame: SpaceFrame, theme: Theme, cache: PaintCache) -> None:
    scene, rect, content = frame.scene, frame.rect, frame.scene.content
    sheet = Sheet(painter, rect, lambda points: _to_px(frame, points), theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_box(painter, frame, theme)
    paint_space_cloud(painter, scene, rect, theme, cache.cloud)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_axis_lines(painter, frame, theme)
    names = axis_names(frame)
    paint_names(painter, names, theme)
    paint_gizmo(painter, frame, theme)
    written = [name.rect for name in names.names]
    cache.layout = layout = space_layout(frame, cache.labels, written)
    paint_overlay(sheet, content)
    _paint_tokens(sheet, frame, layout)
    if content.legend is not None:
        paint_legend(painter, rect, content.legend, theme)
    paint_hover(sheet, rect, content, layout, scene.hover)


def _to_px(frame: SpaceFrame, points: Floats) -> NDArray[np.float64]:
    return frame.to_px(points.astype(np.float64))


def space_layout(
    frame: SpaceFrame, memory: LabelMemory | None = None, written: Sequence[QRectF] = ()
) -> TokenLayout:
    """Return where the tokens of the scene and their labels are, clear of what is ``written``."""
    scene, plot = frame.scene, frame.rect.adjusted(EDGE_PX, EDGE_PX, -EDGE_PX, -EDGE_PX)
    marks = scene.content.tokens.in_space
    at = project_in(marks.points, scene, frame.rect)
    origin = frame.to_px(np.zeros((1, 3)))[0] if scene.content.tokens.arrows else None
    path = frame.to_px(scene.content.tokens.path_start(LINES_MAX).astype(np.float64))
    drops = _drops(frame) if origin is not None else None
    xy = _on_rect(at.x, at.y, frame.rect)
    places = Places(marks, xy, at.depth, origin, path, drops, written)
    extra, named = NO_EXTRA, scene.content.extra_names
    if named is not None:
        rows = project_in(named.points, scene, frame.rect)
        extra = unnamed_rows(_on_rect(rows.x, rows.y, frame.rect), places, named.names)
    return lay_out(places, plot, scene.content.selected, extra, memory)


def _on_rect(x: NDArray[np.float32], y: NDArray[np.float32], rect: QRectF) -> NDArray[np.float64]:
    return np.stack([x.astype(np.float64) + rect.left(), y.astype(np.float64) + rect.top()], axis=1)


def _paint_tokens(sheet: Sheet, frame: SpaceFrame, layout: TokenLayout) -> None:
    painter, rect, to_px, theme = sheet
    scene, content, arrows = frame.scene, frame.scene.content, None
    if content.tokens.path and len(content.tokens.in_order) > 1:
        at = project_in(content.tokens.in_order, scene, rect)
        paint_path(painter, rect, _on_rect(at.x, at.y, rect), theme)
    if content.tokens.arrows:
        _paint_drops(painter, frame, theme)
        arrows = Arrows(frame.to_px(np.zeros((1, 3)))[0], to_px(layout.marks.points))
        paint_arrows(painter, rect, arrows, layout, theme)
    paint_marks(sheet, content, layout, arrows)


def _drops(frame: SpaceFrame) -> NDArray[np.float64]:
    """Return the lines (n, 4) in pixels from the tokens down to the floor, none of a crowd."""
    tops = frame.scene.content.tokens.in_space.points.astype(np.float64)
    if len(tops) > DROPS_MAX:
        tops = tops[:0]
    feet = tops.copy()
    feet[:, 2] = frame.scene.bounds[2, 0]
    return np.hstack([frame.to_px(tops), frame.to_px(feet)])


def _paint_drops(painter: QPainter, frame: SpaceFrame, theme: Theme) -> None:
    """Draw a dotted line from each token down to the floor: it tells how deep and how high."""
    drops = _drops(frame)
    painter.setPen(QPen(colour(theme.muted, 0.7), 1.0, Qt.PenStyle.DotLine))
    for line in (QLineF(*ends) for ends in drops.tolist() if np.isfinite(ends).all()):
        long = line.length() > 2.0  # a line without a dot is an error in PDF
        if long and frame.rect.contains(line.p2()):
            painter.drawLine(line)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.muted, 0.7))
    for x, y in drops[np.isfinite(drops[:, 2:]).all(axis=1), 2:].tolist():
        painter.drawEllipse(QPointF(x, y), 2.0, 1.5)
