"""Every few rows of a block joined, dim by dim: the start of a pyramid and of facts of dims."""

from dataclasses import dataclass

import numpy as np

from embedscope.heatmap.pooling import pool_rows, pool_squares
from embedscope.tables.base import Floats

_SAFE_PEAKS = (1e-15, 1e15)
"""Magnitudes whose squares float32 can add up; others are added in float64."""


@dataclass(frozen=True, eq=False)
class RowGroups:
    """Groups of ``k`` rows of a block (n, D), each array (ceil(n / k), D).

    ``low`` and ``high`` pass on NaN and infinity. ``total`` and ``squares`` are float32 sums, with
    an error below k * 6e-8 of what is added; None where the block holds bad or extreme numbers.
    """

    k: int
    low: Floats
    high: Floats
    total: Floats | None
    squares: Floats | None

    @property
    def is_ordinary(self) -> bool:
        """Whether every number is 0 or one whose square float32 holds."""
        return self.total is not None


def row_groups(block: Floats, k: int) -> RowGroups:
    """Return the groups of every ``k`` rows of ``block`` (n, D), n > 0; the last may be smaller."""
    low, high = pool_rows(block, k, np.minimum), pool_rows(block, k, np.maximum)
    if not _is_ordinary(low, high):
        return RowGroups(k, low, high, None, None)
    return RowGroups(k, low, high, pool_rows(block, k, np.add), pool_squares(block, k))


def _is_ordinary(low: Floats, high: Floats) -> bool:
    peaks = np.maximum(np.abs(low), np.abs(high))
    return bool(peaks.max() < _SAFE_PEAKS[1] and not np.any((peaks < _SAFE_PEAKS[0]) & (peaks > 0)))
