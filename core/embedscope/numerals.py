"""Numbers as text: as people read them, or so that they give back the very same number."""

import math

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float32] | NDArray[np.float64]

_SMALLEST_NORMAL = float(np.finfo(np.float32).tiny)
_SMALLEST = float(np.finfo(np.float32).smallest_subnormal)


def format_value(value: float) -> str:
    """Return a float32 as people read it: "0.3374" "12.346" "3.000e+38" "nan" "inf".

    Subnormal numbers carry few digits, and no more are shown: "1.0e-42".
    """
    size = abs(float(value))
    if not np.isfinite(value) or size == 0:
        return "0.0000" if size == 0 else f"{value:g}"
    if size < _SMALLEST_NORMAL:
        digits = min(4, int(np.log10(max(size / _SMALLEST, 10.0))))
        return f"{value:.{digits - 1}e}"
    if not 1e-3 <= size < 99999.5:
        return f"{value:.3e}"
    exponent = int(f"{size:.4e}".partition("e")[2])  # after rounding: 9.99996 counts as 10
    return f"{value:.{4 - max(exponent, 0)}f}"


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
