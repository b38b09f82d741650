"""Cutting line segments at a rectangle, so that no painter needs a clip (SVG viewers differ)."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

Doubles = NDArray[np.float64]


def clip_segments(start: Doubles, end: Doubles, rect: QRectF) -> tuple[Doubles, Doubles, Doubles]:
    """Return the parts inside ``rect`` of segments ``start`` to ``end`` (n, 2), and ``until`` (n,).

    ``until`` is the share of the segment at which the part ends (1: its own end is inside).
    Segments wholly outside, or not finite, are left out. Liang and Barsky's method.
    """
    finite = np.isfinite(start).all(axis=1) & np.isfinite(end).all(axis=1)
    start, end = start[finite], end[finite]
    step = end - start
    low = np.array([rect.left(), rect.top()])
    high = np.array([rect.right(), rect.bottom()])
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        a, b = (low - start) / step, (high - start) / step
    still = step == 0
    within = (start >= low) & (start <= high)
    a = np.where(still, np.where(within, -np.inf, np.inf), a)
    b = np.where(still, np.where(within, np.inf, -np.inf), b)
    enter = np.maximum(np.minimum(a, b).max(axis=1, initial=-np.inf), 0)
    leave = np.minimum(np.maximum(a, b).min(axis=1, initial=np.inf), 1)
    lost = (still & ~within).any(axis=1)
    kept = (enter <= leave) & ~lost
    start, step, enter, leave = start[kept], step[kept], enter[kept], leave[kept]
    return start + step * enter[:, None], start + step * leave[:, None], leave
