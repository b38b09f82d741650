"""Zooming both axes at once: in a tall table one dim would fill the map before a row is seen."""

from math import sqrt

from embedscope_gui.heatmap.paint_map import PRINTED_CELLS
from embedscope_gui.heatmap.span import Span

READABLE_PX = 18.0, 46.0  # height and width of a cell whose number is printed
Spans = tuple[Span, Span]  # rows, dims
SizePx = tuple[float, float]  # height, width of the map


def factors(rows: Span, cols: Span, factor: float, size_px: SizePx) -> list[float]:
    """Return the factors of rows and of cols (< 1 zooms in) on a map of ``size_px``.

    Zooming in, the axis whose cells are readable first waits for the other; then both go on.
    """
    shares = _shares((rows, cols), size_px)
    if factor >= 1 or is_readable((rows, cols), size_px):
        return [factor, factor]
    return [min(1.0, max(factor, share)) for share in shares]


def is_readable(spans: Spans, size_px: SizePx) -> bool:
    """Whether the cells are so large that their numbers are printed."""
    return min(_shares(spans, size_px)) >= 1 - 1e-9


def readable(spans: Spans, about: tuple[float, float | None], size_px: SizePx) -> Spans:
    """Return the spans zoomed in about ``about`` (row, dim) until the numbers are printed.

    That place keeps its pixel, unless it was out of view; without a dim, a view that begins at
    the first one still does. An axis that is readable keeps its length.
    """
    shares = [min(share, 1.0) for share in _shares(spans, size_px)]
    rows, cols = spans
    row, dim = about
    if dim is None:
        dim = cols.low if cols.low <= 0 else (cols.low + cols.high) / 2
    return _zoomed(rows, shares[0], row), _zoomed(cols, shares[1], dim)


def _zoomed(span: Span, factor: float, about: float) -> Span:
    """Return ``span`` zoomed about a place, which is in the middle if it was out of view."""
    if span.low <= about < span.high:
        return span.zoomed(factor, about)
    half = span.length * factor / 2
    return Span(about - half, about + half, span.size).clamped()


def _shares(spans: Spans, size_px: SizePx) -> list[float]:
    """Return the height and the width of a cell as shares of readable ones.

    On very large screens those are larger: only so many numbers are printed.
    """
    height, width = READABLE_PX
    cells = size_px[0] / height * (size_px[1] / width)
    larger = max(1.0, sqrt(1.1 * cells / PRINTED_CELLS))
    return [
        size / span.length / (least * larger)
        for size, span, least in zip(size_px, spans, READABLE_PX, strict=True)
    ]
