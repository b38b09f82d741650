"""Painting the plane: the same picture on the screen and in SVG, PDF and PNG."""

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope_gui.theme import Theme
from embedscope_gui.vectors.cloud import paint_plane_cloud
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
from embedscope_gui.vectors.plane_axes import (
    PlaneFrame,
    frame_plane,
    paint_axes,
    paint_grid,
    paint_origin,
)
from embedscope_gui.vectors.scene import Content, Scene2D


def paint_plane(
    painter: QPainter,
    rect: QRectF,
    scene: Scene2D,
    theme: Theme,
    cache: PaintCache | None = None,
) -> None:
    """Paint ``scene`` in ``rect`` (logical pixels) without a background."""
    with painting(painter, rect, scene.content, theme) as brush:
        if brush is not None:
            _paint(brush, rect, scene, theme, cache or PaintCache())


def _paint(
    painter: QPainter, rect: QRectF, scene: Scene2D, theme: Theme, cache: PaintCache
) -> None:
    frame, content = frame_plane(rect, scene), scene.content
    sheet = Sheet(painter, frame.plot, frame.plane.to_px, theme)
    paint_grid(painter, frame, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_plane_cloud(painter, scene, frame.plane, theme, cache.cloud)
    paint_origin(painter, frame, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_axes(painter, rect, frame, scene, theme)
    paint_overlay(sheet, content)
    cache.layout = layout = plane_layout(frame, scene, cache.labels)
    _paint_tokens(sheet, content, layout)
    if content.legend is not None:
        paint_legend(painter, frame.plot, content.legend, theme)
    paint_hover(sheet, rect, content, layout, scene.hover)


def plane_layout(
    frame: PlaneFrame, scene: Scene2D, memory: LabelMemory | None = None
) -> TokenLayout:
    """Return where the tokens of ``scene`` and their labels are."""
    content, to_px = scene.content, frame.plane.to_px
    marks = content.tokens.on_plane
    origin = to_px(np.zeros((1, 2), np.float32))[0] if content.tokens.arrows else None
    path = to_px(content.tokens.path_start(LINES_MAX))
    places = Places(marks, to_px(marks.points), origin=origin, path=path)
    extra, named = NO_EXTRA, content.extra_names
    if named is not None:
        extra = unnamed_rows(to_px(named.points), places, named.names)
    return lay_out(places, frame.plot, content.selected, extra, memory)


def _paint_tokens(sheet: Sheet, content: Content, layout: TokenLayout) -> None:
    painter, plot, to_px, theme = sheet
    tokens, arrows = content.tokens, None
    if tokens.path and len(tokens.in_order) > 1:
        paint_path(painter, plot, to_px(tokens.in_order), theme)
    if tokens.arrows:
        arrows = Arrows(to_px(np.zeros((1, 2), np.float32))[0], to_px(layout.marks.points))
        paint_arrows(painter, plot, arrows, layout, theme)
    paint_marks(sheet, content, layout, arrows)
