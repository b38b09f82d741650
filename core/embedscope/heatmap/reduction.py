"""How many numbers become the one that a pixel shows.

A group that holds a value that is not finite shows that value whatever the reduction: NaN before
+inf before -inf. Nothing finite can hide it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from embedscope.heatmap.pooling import group_sizes, pool
from embedscope.tables.base import Floats

Reduction = Literal["magnitude", "min", "max", "mean", "range", "rms"]
Doubles = NDArray[np.float64]

REDUCTION_TITLES: Mapping[Reduction, str] = MappingProxyType(
    {
        "magnitude": "largest magnitude",
        "min": "minimum",
        "max": "maximum",
        "mean": "mean",
        "range": "range (maximum - minimum)",
        "rms": "root mean square",
    }
)
UNSIGNED: frozenset[Reduction] = frozenset({"range", "rms"})
"""Reductions that are never negative: a sequential map suits them."""
Scaled = Literal["values", "range", "rms"]
"""What a range of colours is for: values of the table, or numbers on a scale of their own."""

_LARGEST = float(np.finfo(np.float32).max)


def scaled(reduction: Reduction) -> Scaled:
    """Return what the numbers of a ``reduction`` are compared with."""
    return "range" if reduction == "range" else "rms" if reduction == "rms" else "values"


def reduce_block(block: Floats, k_rows: int, k_cols: int, reduction: Reduction) -> Floats:
    """Return ``block`` (n, m) as (ceil(n / k_rows), ceil(m / k_cols)) float32, a new array.

    Sums run in float64: neither overflow nor rounding shows in the float32 result.
    """
    low = pool(block, k_rows, k_cols, np.minimum)
    high = pool(block, k_rows, k_cols, np.maximum)
    if reduction == "mean":
        values = _mean(block, k_rows, k_cols)
    elif reduction == "rms":
        values = _rms(block, k_rows, k_cols)
    else:
        values = from_extremes(low, high, reduction)
    return mark_bad(values, low, high)


def from_extremes(low: Floats, high: Floats, reduction: Reduction) -> Floats:
    """Return the reduction of groups with smallest value ``low`` and largest ``high``, new."""
    if reduction == "min":
        return low.copy()
    if reduction == "max":
        return high.copy()
    if reduction == "magnitude":
        return np.where(high >= -low, high, low)
    with np.errstate(invalid="ignore"):  # inf - inf is marked afterwards
        span = high.astype(np.float64) - low
    return np.minimum(span, _LARGEST).astype(np.float32)


def mark_bad(values: Floats, low: Floats, high: Floats) -> Floats:
    """Put NaN, +inf or -inf into ``values`` where a group's extremes tell of one; return it.

    ``low`` and ``high`` come from np.minimum and np.maximum, which pass NaN on.
    """
    if not low.size or (np.isfinite(low.min()) and np.isfinite(high.max())):
        return values
    values[low == -np.inf] = -np.inf
    values[high == np.inf] = np.inf
    values[np.isnan(low) | np.isnan(high)] = np.nan
    return values


def _areas(shape: tuple[int, int], k_rows: int, k_cols: int) -> NDArray[np.int64]:
    """Return the number of cells of each group of a block of ``shape``."""
    return group_sizes(shape[0], k_rows)[:, None] * group_sizes(shape[1], k_cols)


def _mean(block: Floats, k_rows: int, k_cols: int) -> Floats:
    """Return the mean of each group; groups with bad values give anything."""
    with np.errstate(invalid="ignore"):
        total = pool(block.astype(np.float64), k_rows, k_cols, np.add)
    return (total / _areas(block.shape, k_rows, k_cols)).astype(np.float32)


def _rms(block: Floats, k_rows: int, k_cols: int) -> Floats:
    """Return the root of the mean square of each group; bad values give anything."""
    squares = np.square(block, dtype=np.float64)
    total = pool(squares, k_rows, k_cols, np.add)
    return np.sqrt(total / _areas(block.shape, k_rows, k_cols)).astype(np.float32)
