"""Where an axis of whole numbers, or of levels, puts its ticks."""

from math import ceil, floor, log10

_STEPS = (1, 2, 5, 10)


def axis_ticks(low: float, high: float, length_px: float, gap_px: float = 48) -> list[int]:
    """Return the cells of ``[low, high)`` to label: whole, evenly spaced, ``gap_px`` apart.

    Only cells whose centre is visible are labelled; the step is 1, 2 or 5 times a power of ten.
    """
    if high <= low or length_px <= 0:
        return []
    step = _whole_step((high - low) * gap_px / length_px)
    first = ceil((low - 0.5) / step) * step
    last = ceil(high - 0.5) - 1
    return list(range(max(first, 0), last + 1, step))


def _whole_step(least: float) -> int:
    """Return the smallest 1, 2 or 5 times a power of ten that is at least ``least``."""
    if least <= 1:
        return 1
    power = int(10 ** floor(log10(least)))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))


def value_ticks(low: float, high: float, count: int) -> list[float]:
    """Return about ``count`` round numbers strictly inside ``(low, high)``."""
    width = high / 2 - low / 2  # halved first: levels of +-3e38 must not overflow
    if not width > 0 or count < 1:
        return []
    raw = width / max(count, 1) * 2
    power = 10.0 ** floor(log10(raw))
    step = next(step * power for step in _STEPS if step * power >= raw * (1 - 1e-9))
    first, last = floor(low / step) + 1, ceil(high / step) - 1
    ticks = (index * step for index in range(first, last + 1))
    return [tick for tick in ticks if low < tick < high]
