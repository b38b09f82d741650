"""Numbers and lists in words."""

from collections.abc import Sequence

import numpy as np

from embedscope.heatmap.cells import format_value

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
MOST_LISTED = 8


def ordinal(number: int) -> str:
    """Return "first" for 1, "996th" for 996."""
    if 1 <= number <= len(ORDINALS):
        return ORDINALS[number - 1]
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number:,}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"


def counted(number: int, noun: str) -> str:
    """Return "1 row" or "1,234 rows"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(items: Sequence[str], most: int = MOST_LISTED) -> str:
    """Return "a, b, c", cut after ``most`` with the number of those left out."""
    shown = ", ".join(items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most:,} more"


def numbers(values: np.ndarray, most: int = 8) -> str:
    """Return a row (D,) as "[0.3374, -0.1778, -0.1690]", cut after ``most``."""
    shown = [format_value(float(value)) for value in values[:most]]
    return f"[{', '.join([*shown, '…'] if len(values) > most else shown)}]"
