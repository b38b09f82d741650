"""Zooming both axes at once: in a tall table one dim would fill the map before a row is seen."""

from embedscope_gui.heatmap.span import Span

READABLE_PX = 16.0  # a cell of this size can be pointed at


def factors(rows: Span, cols: Span, factor: float, size_px: tuple[float, float]) -> list[float]:
    """Return the factors of rows and of cols (< 1 zooms in) on a map of (height, width) pixels.

    Zooming in, the axis whose cells are readable first waits for the other; then both go on.
    """
    cells = [size_px[0] / rows.length, size_px[1] / cols.length]
    if factor >= 1 or min(cells) >= READABLE_PX:
        return [factor, factor]
    return [min(1.0, max(factor, cell / READABLE_PX)) for cell in cells]
