"""Colours of points by their depth."""

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.splat import Colours
from embedscope.tables.base import Floats


def fade(argb: Colours, depth: Floats, towards: int, strength: float = 0.6) -> Colours:
    """Return colours (n,) mixed with the colour ``towards`` by depth, the far ones most.

    Depths count between their 2nd and 98th percentile; ``strength`` is the largest share.
    """
    good = depth[np.isfinite(depth)]
    if not len(good):
        return argb
    low, high = np.quantile(good[:: max(len(good) // 5000, 1)], [0.02, 0.98])
    with np.errstate(invalid="ignore"):
        share = np.clip((depth - np.float32(low)) / np.float32(max(high - low, 1e-30)), 0, 1)
    return mix(argb, towards, np.nan_to_num(share * np.float32(256 * strength)).astype(np.uint32))


def mix(argb: Colours, towards: int, weight: NDArray[np.uint32]) -> Colours:
    """Return ``argb`` (n,) moved ``weight`` / 256 of the way to ``towards``; alpha is kept."""
    # Red and blue share one multiplication: 8 bits of room lie between them.
    keep, pair, green = np.uint32(256) - weight, np.uint32(0xFF00FF), np.uint32(0xFF00)
    goal = np.uint32(towards & 0xFFFFFF)
    red_blue = ((argb & pair) * keep + (goal & pair) * weight) >> np.uint32(8)
    middle = ((argb & green) * keep + (goal & green) * weight) >> np.uint32(8)
    mixed: Colours = (argb & np.uint32(0xFF000000)) | (red_blue & pair) | (middle & green)
    return mixed
