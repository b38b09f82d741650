"""Labels that run from right to left beside words that do not; no Qt here."""

from collections.abc import Callable
from unicodedata import bidirectional

LRM = "\u200e"  # left-to-right mark: seen by no one, it keeps what is beside it in order


def in_line(label: str) -> str:
    """Return ``label`` so that Hebrew or Arabic in it does not turn the words around it."""
    turns = any(bidirectional(char) in ("R", "AL") for char in label)
    return f"{LRM}{label}{LRM}" if turns else label


def counted(label: str, n: int) -> str:
    """Return "the ×3", in this order whatever ``label`` is."""
    return f"{in_line(label)} ×{n:,}"


def numbered(label: str) -> str:
    """Return the name of a row and its number, "the 262", in this order whatever the name is."""
    name, _, number = label.rpartition(" ")
    return f"{in_line(name)} {number}" if name else label


def ordered(label: Callable[[int], str]) -> Callable[[int], str]:
    """Return ``label`` of a row, ``numbered``."""
    return lambda row: numbered(label(row))
