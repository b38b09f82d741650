"""Changes of the colour levels by hand: pure functions, None where the result is no range."""

from dataclasses import replace
from math import isfinite

from embedscope.heatmap.levels import Levels

LARGEST = 3.4028234663852886e38  # of float32


def edited(levels: Levels, low: float, high: float) -> Levels | None:
    """Return ``levels`` with other ends, or None unless they are finite and ascending."""
    if not (isfinite(low) and isfinite(high) and low < high):
        return None
    return replace(levels, low=low, high=high, constant=False)


def moved_end(levels: Levels, end: str, place: float, *, mirror: bool) -> Levels | None:
    """Return ``levels`` with its "low" or "high" end moved to ``place`` (0 low .. 1 high end).

    With 0 in the middle both ends move, so that it stays there, unless ``mirror`` is off.
    """
    value = min(max(levels.value(place), -LARGEST), LARGEST)
    if mirror and levels.symmetric:
        reach = value if end == "high" else -value
        least = levels.high / 1000  # dragged through the middle, the range stays a range
        return edited(levels, -max(reach, least), max(reach, least))
    least = (levels.high / 2 - levels.low / 2) / 500
    if end == "high":
        return edited(levels, levels.low, max(value, levels.low + least))
    return edited(levels, min(value, levels.high - least), levels.high)


def widened(levels: Levels, factor: float) -> Levels | None:
    """Return ``levels`` with a range ``factor`` times as wide about the same middle."""
    middle, half = levels.middle, (levels.high / 2 - levels.low / 2) * factor
    low, high = max(middle - half, -LARGEST), min(middle + half, LARGEST)
    return edited(levels, low, high)


def parsed(text: str) -> float | None:
    """Return the finite number that ``text`` spells, with a decimal point or comma, else None."""
    try:
        value = float(text.strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
    return value if isfinite(value) else None
