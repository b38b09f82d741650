"""How large everything is drawn: Qt takes one factor, from the environment, when it starts."""

import os
from collections.abc import MutableMapping

from PySide6.QtCore import QSizeF

SIZES = (100, 125, 150, 175, 200)  # per cent
SMALLEST_WINDOW = (800, 560)  # at 100 per cent
FACTOR = "QT_SCALE_FACTOR"


def draw_at(percent: int, environment: MutableMapping[str, str] = os.environ) -> None:
    """Let Qt, which has not started yet, draw at ``percent``, unless the user's shell says."""
    if percent != SIZES[0]:
        environment.setdefault(FACTOR, str(percent / 100))


def factor(environment: MutableMapping[str, str] = os.environ) -> float:
    """Return the factor that Qt draws with now."""
    try:
        return float(environment.get(FACTOR, "")) or 1.0
    except ValueError:
        return 1.0


def next_size(percent: int, step: int, screen: QSizeF) -> tuple[int, str]:
    """Return the size ``step`` (1 or -1) further on and what to say.

    ``screen`` has the size at 100 per cent; a window that sticks out of it is of no use.
    """
    at = SIZES.index(percent) + step
    if at < 0:
        return percent, f"{SIZES[0]} % is the smallest."
    if at == len(SIZES):
        return percent, f"{SIZES[-1]} % is the largest."
    wanted = SIZES[at]
    needed = [side * wanted / 100 for side in SMALLEST_WINDOW]
    if step > 0 and (screen.width() < needed[0] or screen.height() < needed[1]):
        return percent, f"This screen has no room for the window at {wanted} %."
    return wanted, f"From the next start on everything is drawn at {wanted} %."
