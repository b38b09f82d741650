"""Strips beside the map: exact facts of every row and dim, pooled so that nothing odd is lost.

No reduction of cells shows four dead rows in a pixel of 184; the smallest norm of the 184 does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.heatmap.columns import ColumnStats
from embedscope.heatmap.pooling import pool_rows
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.base import Doubles, Ints

_FEW = 2.0  # percent of the dims that may reach beyond a strip
_HEADROOM = 1.6


@dataclass(frozen=True, eq=False)
class Band:
    """Smallest and largest finite value (n,) of each group, NaN where there is none."""

    low: Doubles
    high: Doubles


@dataclass(frozen=True, eq=False)
class RowRibbon:
    """Norms of the groups of ``rows_per_px`` rows from ``row0`` on.

    ``n_zero``, ``n_bad`` and ``n_hot`` (n,) count rows of zeros, rows that hold a NaN or infinity,
    and rows in which one number stands out.
    """

    norm: Band
    n_zero: Ints
    n_bad: Ints
    n_hot: Ints
    row0: int
    rows_per_px: int


@dataclass(frozen=True, eq=False)
class ColumnRibbon:
    """Facts of the groups of ``dims_per_px`` dims from ``col0`` on, pooled by min and max.

    ``value`` are the values themselves, ``usual`` mean - spread to mean + spread. ``n_bad`` (n,)
    counts values that are NaN or infinite, ``n_hot`` dims in which one value stands out.
    """

    mean: Band
    spread: Band
    peak: Band
    value: Band
    usual: Band
    n_bad: Ints
    n_hot: Ints
    col0: int
    dims_per_px: int


def row_ribbon(
    norm: Doubles, viewport: Viewport, hot: NDArray[np.bool_] | None = None
) -> RowRibbon:
    """Return the ribbon of ``viewport`` from the norms (V,) of all rows, NaN for bad rows.

    ``hot`` (V,) marks the rows in which one number stands out.
    """
    bins = viewport.row_bins(len(norm))
    here = slice(bins.start, bins.stop)
    shown = norm[here]
    return RowRibbon(
        band(shown, bins.size),
        count(shown == 0, bins.size),
        count(~np.isfinite(shown), bins.size),
        count(np.zeros(len(shown), np.bool_) if hot is None else hot[here], bins.size),
        bins.start,
        bins.size,
    )


def column_ribbon(
    stats: ColumnStats, viewport: Viewport, hot: NDArray[np.bool_] | None = None
) -> ColumnRibbon:
    """Return the ribbon of ``viewport`` from the facts of all dims.

    ``hot`` (D,) marks the dims in which one value stands out.
    """
    bins = viewport.col_bins(len(stats.mean))
    here, k = slice(bins.start, bins.stop), bins.size
    mean, spread = stats.mean[here], stats.spread[here]
    return ColumnRibbon(
        band(mean, k),
        band(spread, k),
        band(stats.peak[here], k),
        outer_band(stats.low[here], stats.high[here], k),
        outer_band(mean - spread, mean + spread, k),
        pool_rows(stats.n_bad[here, None], k, np.add)[:, 0],
        count(np.zeros(len(mean), np.bool_) if hot is None else hot[here], k),
        bins.start,
        k,
    )


def outer_band(low: Doubles, high: Doubles, k: int) -> Band:
    """Return the lowest of every ``k`` of ``low`` (n,) and the highest of ``high`` (n,)."""
    return Band(band(low, k).low, band(high, k).high)


def column_reach(stats: ColumnStats) -> tuple[float, float]:
    """Return the values that a strip of the dims reaches from and to, 0 among them.

    Nearly all dims fit in and leave room above them, so that larger ones stand out; the few that
    dwarf the others do not flatten them.
    """
    if not len(stats.low):
        return -1.0, 1.0
    low = min(0.0, float(np.percentile(stats.low, _FEW)))
    high = max(0.0, float(np.percentile(stats.high, 100 - _FEW)))
    return (low * _HEADROOM, high * _HEADROOM) if low < high else (-1.0, 1.0)


def band(values: Doubles, k: int) -> Band:
    """Return the finite extremes of every ``k`` of ``values`` (n,)."""
    finite = np.where(np.isfinite(values), values, np.nan)[:, None]
    return Band(pool_rows(finite, k, np.fmin)[:, 0], pool_rows(finite, k, np.fmax)[:, 0])


def count(marked: NDArray[np.bool_], k: int) -> Ints:
    """Return how many of every ``k`` of ``marked`` (n,) are set."""
    return pool_rows(marked.astype(np.int64)[:, None], k, np.add)[:, 0]
