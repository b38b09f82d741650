"""What plane and space paint alike, wherever each of them has its points."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from embedscope.tables.base import Floats
from embedscope_gui.theme import Theme
from embedscope_gui.vectors.cloud import CloudCache
from embedscope_gui.vectors.layout import Extra, LabelMemory, Places, TokenLayout
from embedscope_gui.vectors.overlay import paint_marked, paint_spots, paint_ties
from embedscope_gui.vectors.paint_tokens import (
    PATH_MAX,
    Arrows,
    paint_card,
    paint_dots,
    paint_hint,
    paint_labels,
    paint_leaders,
    paint_named_rows,
    paint_note,
    paint_outside,
    paint_ring,
)
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.scene import Content, Hover

TOUCHING_PX = 2.0


@dataclass(eq=False)
class PaintCache:
    """What a view keeps from one painting to the next; a figure needs none."""

    cloud: CloudCache = field(default_factory=CloudCache)
    labels: LabelMemory = field(default_factory=LabelMemory)
    layout: TokenLayout | None = None


class Sheet(NamedTuple):
    """Where points are painted: ``to_px`` takes them (n, 2 or 3) to pixels (n, 2) in ``plot``."""

    painter: QPainter
    plot: QRectF
    to_px: Callable[[Floats], NDArray[np.float64]]
    theme: Theme


@contextmanager
def painting(
    painter: QPainter, rect: QRectF, content: Content, theme: Theme
) -> Iterator[QPainter | None]:
    """Give ``painter``, to be left as it was; None if there is a hint and nothing else to see."""
    painter.save()
    try:
        if content.is_empty:
            paint_hint(painter, rect, content.hint, theme)
        yield None if content.is_empty else painter
    finally:
        painter.restore()


def paint_overlay(sheet: Sheet, content: Content) -> None:
    """Draw coloured and marked rows and lines to true neighbours, under the tokens."""
    painter, plot, to_px, theme = sheet
    marked, ties, spots = content.marked_points, content.ties, content.spots
    if spots is not None and content.cloud is not None:
        paint_spots(painter, to_px(content.cloud[spots.ids]), spots.argb, plot)
    if marked is not None:
        paint_marked(painter, to_px(marked), plot, theme)
    if ties is not None:
        paint_ties(painter, to_px(ties.points), plot, theme)


def paint_marks(
    sheet: Sheet, content: Content, layout: TokenLayout, arrows: Arrows | None = None
) -> None:
    """Draw the tokens and their labels, and what is said of those that are not in view."""
    painter, plot, _, theme = sheet
    paint_outside(painter, plot, layout, theme)
    paint_leaders(painter, layout, theme)
    paint_dots(painter, layout, theme, arrows, content.cloud_argb)
    if arrows is not None and content.cloud_argb is None:
        paint_named_rows(painter, layout, theme)
    paint_labels(painter, layout, theme)
    note = remarks(layout, content.tokens)
    if note:
        paint_note(painter, plot, note, theme)


def paint_hover(
    sheet: Sheet, rect: QRectF, content: Content, layout: TokenLayout, hover: Hover
) -> None:
    """Draw a ring about what the pointer rests on, and what is said of it inside ``rect``."""
    cloud, at = content.cloud, None
    if hover.mark is not None and hover.mark < len(layout.xy):
        at = layout.xy[hover.mark]
    elif hover.row is not None and cloud is not None and hover.row < len(cloud):
        at = sheet.to_px(cloud[hover.row : hover.row + 1])[0]
    if at is None or not np.isfinite(at).all():
        return
    paint_ring(sheet.painter, QPointF(*at), sheet.theme)
    paint_card(sheet.painter, rect, QPointF(*at), hover, sheet.theme)


def unnamed_rows(rows_px: NDArray[np.float64], places: Places, names: Sequence[str]) -> Extra:
    """Return the few rows with ``names`` that are not under a token's dot."""
    gap = np.hypot(
        rows_px[:, None, 0] - places.xy[None, :, 0], rows_px[:, None, 1] - places.xy[None, :, 1]
    )
    free = np.isfinite(rows_px).all(axis=1) & ~(gap <= TOUCHING_PX).any(axis=1)
    kept = np.flatnonzero(free)
    return Extra(rows_px[kept], tuple(names[i] for i in kept.tolist()))


def remarks(layout: TokenLayout, tokens: PointsView) -> str:
    """Return "2 of 4 out of view · F fits" and what else the picture does not show, or ""."""
    parts = []
    n_out = int(np.count_nonzero(layout.outside | ~layout.seen))
    if n_out:
        parts.append(f"{n_out:,} of {len(layout.marks):,} out of view · F fits")
    if tokens.path and len(tokens.in_order) > PATH_MAX + 1:
        parts.append(f"line through the first {PATH_MAX + 1:,} tokens")
    return " · ".join(parts)
