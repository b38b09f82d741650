"""Round numbers along an axis, and how they are written."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Ticks:
    """Tick ``values`` (n,) ascending, with the text of each."""

    values: NDArray[np.float64]
    texts: tuple[str, ...]


FINEST = 1e-12  # step between ticks, as a share of the largest value

NO_TICKS = Ticks(np.empty(0), ())
"""Of an axis that carries nothing."""


def nice_step(span: float, n_max: int) -> float:
    """Return the smallest 1, 2 or 5 times a power of ten that cuts ``span`` at most n_max times."""
    rough = span / max(n_max, 1)
    if not (math.isfinite(rough) and rough > 0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    for factor in (1, 2, 5):
        if factor * power >= rough * (1 - 1e-9):
            return factor * power
    return 10 * power


def nice_ticks(low: float, high: float, n_max: int) -> Ticks:
    """Return round values within ``low..high``, about ``n_max`` of them at most."""
    step = nice_step(high - low, n_max)
    if step < FINEST * max(abs(low), abs(high)):  # more digits than a float has
        return NO_TICKS
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    values = np.arange(first, last + 1, dtype=np.float64) * step
    return Ticks(values, tuple(tick_text(float(value), step) for value in values))


def tick_text(value: float, step: float) -> str:
    """Return ``value`` with just the digits that ``step`` needs: "-0.25", "1.5e+06"."""
    largest = max(abs(value), step)
    if abs(value) < step / 1000:
        return "0"
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    if largest >= 1e6 or decimals > 5:
        digits = max(0, math.floor(math.log10(largest)) - math.floor(math.log10(step) + 1e-9))
        return f"{value:.{min(digits, 16)}e}"
    return f"{value:.{decimals}f}"
