"""Points as small discs of whole pixels: spreading them, and which pixels they cover."""

from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats, Ints

LARGEST_SIZE_PX = 15

_Pixels = TypeVar("_Pixels", NDArray[np.int32], NDArray[np.float32])


def disc_size(size_px: float) -> int:
    """Return the whole number of pixels, 1 to 15, that a point of ``size_px`` takes."""
    return int(np.clip(round(size_px), 1, LARGEST_SIZE_PX))


@cache
def disc_rows(size: int) -> tuple[tuple[int, int, int], ...]:
    """Return the rows of a disc as (dy, first dx, end dx) about the pixel its point is in.

    The widths keep the parity of ``size``, so the disc is symmetric; an even one reaches one
    pixel farther right and down.
    """
    rows = []
    for dy in range(-((size - 1) // 2), size // 2 + 1):
        height = dy - (0.5 if size % 2 == 0 else 0)
        chord = 2 * np.sqrt((size / 2) ** 2 - height**2)
        width = min(size, size % 2 + 2 * int((chord - size % 2) / 2 + 0.5))
        rows.append((dy, -((width - 1) // 2), width // 2 + 1))
    return tuple(rows)


def pixel_of(place: Floats, size: int) -> Ints:
    """Return the pixels (n,) that hold finite coordinates; an even disc straddles the place."""
    pixel: Ints = np.floor(place - np.float32(0.5 * (1 - size % 2))).astype(np.int64)
    return pixel


def covers(dx: Ints, dy: Ints, size: int) -> NDArray[np.bool_]:
    """Return whether discs cover the pixels at ``dx``, ``dy`` (n,) from their points' pixels."""
    inside = np.zeros(np.shape(dx), bool)
    for row, first, end in disc_rows(size):
        inside |= (dy == row) & (dx >= first) & (dx < end)
    return inside


def spread(pixels: _Pixels, size: int, combine: np.ufunc, empty: int) -> _Pixels:
    """Return ``pixels`` (h, w) with each spread over a disc; where discs meet, ``combine`` them.

    ``combine`` is np.maximum or np.add, ``empty`` what stands where there is nothing.
    """
    if size == 1:
        return pixels
    out, widened = np.full_like(pixels, empty), dict[int, _Pixels]()
    for dy, first, end in disc_rows(size):
        if first not in widened:
            widened[first] = np.full_like(pixels, empty)
            for dx in range(first, end):
                _combine_moved(widened[first].T, pixels.T, dx, combine)
        _combine_moved(out, widened[first], dy, combine)
    return out


def _combine_moved(out: _Pixels, other: _Pixels, step: int, combine: np.ufunc) -> None:
    """Put ``combine``(out, ``other`` moved down by ``step`` rows) into ``out``."""
    n = len(out)
    here, there = slice(max(step, 0), n + min(step, 0)), slice(max(-step, 0), n - max(step, 0))
    combine(out[here], other[there], out=out[here])
