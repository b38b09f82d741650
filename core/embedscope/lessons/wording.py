"""Numbers and lists in words."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embedscope.numerals import format_value

TIMES = ("never", "once", "twice")
MOST_LISTED = 8


def counted(number: int, noun: str) -> str:
    """Return "1 row" or "1,234 rows"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def times(number: int) -> str:
    """Return "once", "twice", "5 times"."""
    return TIMES[number] if number < len(TIMES) else f"{number:,} times"


def listed(items: Sequence[str], total: int | None = None) -> str:
    """Return "a, b, c", cut after MOST_LISTED, with the number left out of ``total`` items."""
    shown = items[:MOST_LISTED]
    left_out = (len(items) if total is None else total) - len(shown)
    return f"{', '.join(shown)} and {left_out:,} more" if left_out else ", ".join(shown)


def and_last(items: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def numbers(values: NDArray[np.floating], most: int = 8) -> str:
    """Return a row (D,) as "[0.3374, -0.1778, -0.1690]", cut after ``most``."""
    return bracketed([format_value(float(value)) for value in values[:most]], len(values))


def plain_numbers(values: NDArray[np.floating], most: int = 8) -> str:
    """Return a row (D,) as "[0, 2, 0.5]": as few digits as the numbers need, at most 4."""
    return bracketed([plain(float(value)) for value in values[:most]], len(values))


def bracketed(shown: Sequence[str], total: int) -> str:
    """Return "[a, b, …]", with the dots where there are more than are shown."""
    return f"[{', '.join([*shown, '…'] if total > len(shown) else shown)}]"


def plain(value: float) -> str:
    """Return a number with at most 4 digits after the point, and no zeros at the end."""
    if not np.isfinite(value) or (value and not 1e-3 <= abs(value) < 1e5):
        return format_value(value)
    return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"


def plain_mean(values: NDArray[np.floating]) -> str:
    """Return the mean of the finite ones of ``values`` (n,), or that there is none."""
    finite = values[np.isfinite(values)]
    return plain(float(finite.mean())) if len(finite) else "none"


def score(value: float) -> str:
    """Return "0.84", or "undefined" where a row has no direction."""
    return f"{round(value, 2) + 0.0:.2f}" if np.isfinite(value) else "undefined"


def average(value: float) -> str:
    """Return "0.842", with the digits of the list of nearest rows, which tells the same."""
    return f"{round(value, 3) + 0.0:.3f}" if np.isfinite(value) else "undefined"


def three_figures(value: float) -> str:
    """Return "0.920", "12.3": all lines of a list with the same care."""
    return f"{value:#.3g}" if 1e-3 <= abs(value) < 999.5 else plain(value)


def percent(share: float) -> str:
    """Return "31 %", "1.5 %"; as many digits as say something."""
    if 0 < share < 0.001:
        return "less than 0.1 %"
    return f"{100 * share:.1f} %" if share < 0.0995 else f"{100 * share:.0f} %"


def tenths(share: float) -> str:
    """Return "93.9 %", "0.0 %": all shares of one sum with the same care."""
    return f"{100 * share:.1f} %"


def in_columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Return lines of columns for a fixed font; the columns in ``right`` end on one line."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
