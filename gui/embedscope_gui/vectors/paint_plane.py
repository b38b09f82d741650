"""Painting the plane: the same picture on the screen and in SVG, PDF and PNG."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from embedscope_gui.theme import Theme
from embedscope_gui.vectors.cloud import CloudCache, paint_plane_cloud
from embedscope_gui.vectors.layout import NO_EXTRA, Extra, LabelMemory, Places, TokenLayout, lay_out
from embedscope_gui.vectors.overlay import paint_marked, paint_spots, paint_ties
from embedscope_gui.vectors.paint_legend import paint_legend
from embedscope_gui.vectors.paint_tokens import (
    PATH_MAX,
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
from embedscope_gui.vectors.plane_axes import (
    PlaneFrame,
    frame_plane,
    paint_axes,
    paint_grid,
    paint_origin,
)
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.scene import Scene2D

TOUCHING_PX = 2.0


@dataclass(eq=False)
class PaintCache:
    """What a view keeps from one painting to the next; a figure needs none."""

    cloud: CloudCache = field(default_factory=CloudCache)
    labels: LabelMemory = field(default_factory=LabelMemory)
    layout: TokenLayout | None = None


def paint_plane(
    painter: QPainter,
    rect: QRectF,
    scene: Scene2D,
    theme: Theme,
    cache: PaintCache | None = None,
) -> None:
    """Paint ``scene`` in ``rect`` (logical pixels) without a background."""
    cache = cache or PaintCache()
    painter.save()
    if scene.content.is_empty:
        paint_hint(painter, rect, scene.content.hint, theme)
        painter.restore()
        return
    frame = frame_plane(rect, scene)
    paint_grid(painter, frame, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_plane_cloud(painter, scene, frame.plane, theme, cache.cloud)
    paint_origin(painter, frame, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_axes(painter, rect, frame, scene, theme)
    _paint_overlay(painter, frame, scene, theme)
    layout = plane_layout(frame, scene, cache.labels)
    cache.layout = layout
    _paint_tokens(painter, frame, scene, layout, theme)
    if scene.content.legend is not None:
        paint_legend(painter, frame.plot, scene.content.legend, theme)
    _paint_hover(painter, rect, frame, scene, layout, theme)
    painter.restore()


def plane_layout(
    frame: PlaneFrame, scene: Scene2D, memory: LabelMemory | None = None
) -> TokenLayout:
    """Return where the tokens of ``scene`` and their labels are."""
    content, to_px = scene.content, frame.plane.to_px
    marks = content.tokens.on_plane
    origin = to_px(np.zeros((1, 2), np.float32))[0] if content.tokens.arrows else None
    places = Places(marks, to_px(marks.points), origin=origin)
    extra, named = NO_EXTRA, content.extra_names
    if named is not None:
        extra = unnamed_rows(to_px(named.points), places, named.names)
    return lay_out(places, frame.plot, content.selected, extra, memory)


def unnamed_rows(rows_px: NDArray[np.float64], places: Places, names: Sequence[str]) -> Extra:
    """Return the few rows with ``names`` that are not under a token's dot."""
    gap = np.hypot(
        rows_px[:, None, 0] - places.xy[None, :, 0], rows_px[:, None, 1] - places.xy[None, :, 1]
    )
    free = np.isfinite(rows_px).all(axis=1) & ~(gap <= TOUCHING_PX).any(axis=1)
    kept = np.flatnonzero(free)
    return Extra(rows_px[kept], tuple(names[i] for i in kept.tolist()))


def _paint_overlay(painter: QPainter, frame: PlaneFrame, scene: Scene2D, theme: Theme) -> None:
    """Draw coloured and marked rows and lines to true neighbours, under the tokens."""
    marked, ties, spots = scene.content.marked_points, scene.content.ties, scene.content.spots
    if spots is not None and scene.content.cloud is not None:
        at = frame.plane.to_px(scene.content.cloud[spots.ids])
        paint_spots(painter, at, spots.argb, frame.plot)
    if marked is not None:
        paint_marked(painter, frame.plane.to_px(marked), frame.plot, theme)
    if ties is not None:
        paint_ties(painter, frame.plane.to_px(ties.points), frame.plot, theme)


def _paint_tokens(
    painter: QPainter, frame: PlaneFrame, scene: Scene2D, layout: TokenLayout, theme: Theme
) -> None:
    tokens, plot, arrows = scene.content.tokens, frame.plot, None
    if tokens.path and len(tokens.in_order) > 1:
        paint_path(painter, plot, frame.plane.to_px(tokens.in_order), theme)
    if tokens.arrows:
        origin = frame.plane.to_px(np.zeros((1, 2), np.float32))[0]
        arrows = Arrows(origin, frame.plane.to_px(layout.marks.points))
        paint_arrows(painter, plot, arrows, layout, theme)
    paint_outside(painter, plot, layout, theme)
    paint_leaders(painter, layout, theme)
    paint_dots(painter, layout, theme, arrows, scene.content.cloud_argb)
    paint_labels(painter, layout, theme)
    note = remarks(layout, tokens)
    if note:
        paint_note(painter, plot, note, theme)


def remarks(layout: TokenLayout, tokens: PointsView) -> str:
    """Return "2 of 4 out of view · F fits" and what else the picture does not show, or ""."""
    parts = []
    n_out = int(np.count_nonzero(layout.outside | ~layout.seen))
    if n_out:
        parts.append(f"{n_out:,} of {len(layout.marks):,} out of view · F fits")
    if tokens.path and len(tokens.in_order) > PATH_MAX + 1:
        parts.append(f"line through the first {PATH_MAX + 1:,} tokens")
    return " · ".join(parts)


def _paint_hover(
    painter: QPainter,
    rect: QRectF,
    frame: PlaneFrame,
    scene: Scene2D,
    layout: TokenLayout,
    theme: Theme,
) -> None:
    hover, cloud, at = scene.hover, scene.content.cloud, None
    if hover.mark is not None and hover.mark < len(layout.xy):
        at = layout.xy[hover.mark]
    elif hover.row is not None and cloud is not None and hover.row < len(cloud):
        at = frame.plane.to_px(cloud[hover.row : hover.row + 1])[0]
    if at is None or not np.isfinite(at).all():
        return
    paint_ring(painter, QPointF(*at), theme)
    paint_card(painter, rect, QPointF(*at), hover, theme)
