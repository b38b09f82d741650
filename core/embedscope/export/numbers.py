"""Numbers as text that gives back the very same number."""

import math

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float32] | NDArray[np.float64]


def shortest(values: Row) -> list[str]:
    """Return the shortest decimals (D,) that read back as ``values`` in their own precision."""
    return [str(value) for value in values]


def json_numbers(values: Row) -> list[float | str]:
    """Return ``values`` (D,) as numbers whose JSON text is the shortest that reads back equal.

    JSON has no word for what is not a number: those are the strings "NaN", "Infinity" and
    "-Infinity", which ``float()`` of Python and ``Number()`` of JavaScript both understand.
    """
    return [_json_number(text) for text in shortest(values)]


def _json_number(text: str) -> float | str:
    number = float(text)
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return number
