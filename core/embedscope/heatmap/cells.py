"""Numbers printed in the cells of a heatmap: whether they fit, how they read, in which colour."""

import numpy as np

from embedscope.heatmap.oklab import linear_from_argb
from embedscope.numerals import format_value
from embedscope.tables.base import Floats

FEW_DECIMALS = 2
BLACK, WHITE = 0xFF000000, 0xFFFFFFFF
MIN_FONT_PX, MAX_FONT_PX = 9, 16  # the labels beside the cells are not much smaller
_DIGIT_ASPECT = 0.62  # width of a tabular figure over its font size, a little generous


def format_cells(values: Floats) -> list[list[str]]:
    """Return the texts of a small block (h, w): as few decimals as all need, else by value.

    Few means 0, 1 or 2: a table written by hand reads as it was written.
    """
    finite = values[np.isfinite(values)]
    if finite.size and np.all(np.abs(finite) < 1e6) and np.any(finite):
        for decimals in range(FEW_DECIMALS + 1):
            if np.array_equal(finite, np.round(finite.astype(np.float64), decimals).astype("f4")):
                least = decimals or int(np.all(np.abs(finite) <= 1))  # 0.0 and 1.0, not 0 and 1
                return [[f"{v:.{least}f}" for v in row] for row in values]
    return [[format_value(float(v)) for v in row] for row in values]


def font_px(cell_width_px: float, cell_height_px: float, n_chars: int = 7) -> int:
    """Return the font size for ``n_chars`` figures in a cell, or 0 where they would not fit."""
    fits = min(cell_height_px * 0.6, cell_width_px * 0.9 / (_DIGIT_ASPECT * max(n_chars, 1)))
    return 0 if fits < MIN_FONT_PX else min(int(fits), MAX_FONT_PX)


def relative_luminance(argb: int) -> float:
    """Return the luminance 0..1 of a colour as WCAG 2 defines it."""
    return float(linear_from_argb(argb) @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(first: int, second: int) -> float:
    """Return the WCAG 2 contrast ratio 1..21 of two colours."""
    low, high = sorted((relative_luminance(first), relative_luminance(second)))
    return (high + 0.05) / (low + 0.05)


def text_colour(argb: int) -> int:
    """Return black or white, whichever reads better on ``argb``; the contrast is 4.58 or more."""
    return BLACK if contrast(argb, BLACK) >= contrast(argb, WHITE) else WHITE
