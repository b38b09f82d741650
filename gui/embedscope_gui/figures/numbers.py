"""How numbers are written in figures."""

import numpy as np

from embedscope.heatmap.cells import format_cells
from embedscope.tables.base import Floats

DECIMALS_FROM, DECIMALS_TO = 0.01, 1000.0


def cell_texts(values: Floats) -> list[list[str]]:
    """Return the texts of a block (h, w): four decimals where that suits the largest, as in books.

    Otherwise each number by its size.
    """
    finite = np.abs(values[np.isfinite(values)])
    largest = float(finite.max()) if finite.size else 0.0
    if DECIMALS_FROM <= largest < DECIMALS_TO and finite.size == values.size:
        texts = [[f"{value:.4f}" for value in row] for row in values]
    else:
        texts = format_cells(values)
    return [[_signed(text) for text in row] for row in texts]


def _signed(text: str) -> str:
    """Return ``text`` without a minus before a zero."""
    return text.lstrip("-") if not text.strip("-0.") else text
