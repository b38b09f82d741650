"""Where lit rows show at the margin, whatever the zoom, and which of them a pointer means."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embedscope_gui.heatmap.span import Span

Ints = NDArray[np.int64]

_SHIFT = 2  # gaps that a label may be away from its mark


def mark_centres(rows: Ints, span: Span, length_px: float) -> NDArray[np.float64]:
    """Return the y in pixels of the middle of each of ``rows`` (n,), visible or not."""
    return (rows.astype(np.float64) + (0.5 - span.low)) * (length_px / span.length)


def visible_marks(rows: Ints, span: Span) -> Ints:
    """Return those of ``rows`` of which some part is in ``span``."""
    return rows[(rows + 1 > span.low) & (rows < span.high)]


def hidden_marks(rows: Ints, span: Span) -> tuple[Ints, Ints]:
    """Return those of ``rows`` that lie wholly above and wholly below ``span``."""
    return rows[rows + 1 <= span.low], rows[rows >= span.high]


def marks_near(rows: Ints, span: Span, length_px: float, y: float, reach_px: float) -> list[int]:
    """Return the visible ``rows`` within ``reach_px`` of ``y``, nearest first.

    The distance to a row taller than a pixel counts from its edges.
    """
    seen = visible_marks(rows, span)
    half = length_px / span.length / 2
    away = np.maximum(np.abs(mark_centres(seen, span, length_px) - y) - half, 0.0)
    order = np.argsort(away, kind="stable")
    return [int(seen[i]) for i in order if away[i] <= reach_px]


def next_mark(near: Sequence[int], selected: int | None) -> int | None:
    """Return the mark a click means: the nearest, or the one after the selected on clicking on."""
    if not near:
        return None
    if selected is not None and selected in near:
        return near[(list(near).index(selected) + 1) % len(near)]
    return near[0]


def thinned(rows: Ints, span: Span, length_px: float) -> Ints:
    """Return ``rows``, ascending, with but one for each pixel where rows are thinner than that.

    Thousands of lit rows share few pixels: painting each would only take time.
    """
    if length_px >= span.length or not len(rows):
        return rows
    pixels = np.floor(mark_centres(rows, span, length_px))
    starts = np.flatnonzero(np.diff(pixels, prepend=-np.inf))
    kept: Ints = rows[starts]
    return kept


def spread_labels(
    centres: Sequence[float], gap_px: float, length_px: float, first: int | None
) -> list[tuple[int, float]]:
    """Return (index, y) of the labels of marks at the ascending ``centres``.

    Labels are ``gap_px`` apart and half that from the ends of ``length_px``; where marks are
    closer, labels move on by up to two gaps, and those that would have to move further are left
    out. Number ``first`` is never left out.
    """
    placed: list[tuple[int, float]] = []
    for index, centre in enumerate(centres):
        low = max(centre, gap_px / 2)
        if index == first:
            while placed and placed[-1][1] + gap_px > low + _SHIFT * gap_px:
                placed.pop()
        y = max(low, placed[-1][1] + gap_px) if placed else low
        if y <= low + _SHIFT * gap_px:
            placed.append((index, y))
    return _kept_inside(placed, gap_px, length_px, first)


def _kept_inside(
    placed: list[tuple[int, float]], gap_px: float, length_px: float, first: int | None
) -> list[tuple[int, float]]:
    """Return ``placed`` pushed up from the lower end; who has no room at the upper one is out."""
    limit = length_px - gap_px / 2
    moved: list[tuple[int, float]] = []
    for index, y in reversed(placed):
        moved.append((index, min(y, limit)))
        limit = moved[-1][1] - gap_px
    return [(index, y) for index, y in reversed(moved) if y >= 0 or index == first]
