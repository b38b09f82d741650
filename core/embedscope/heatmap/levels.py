"""Which value gets which end of the colour map."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from embedscope.heatmap.grid import Grid, spread_rows
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import rows_per_block

Scale = Literal["linear", "signed-log"]
Real = NDArray[np.floating]

KNEE = 1e-3
"""Signed log: below this share of the largest level the scale is nearly linear."""
SAMPLE = 500_000
"""Values that ``table_levels`` looks at."""
DOMINANT = 16.0
"""A dim whose typical size is this many times the median dim's is left out of robust levels."""
_SAFE = (1e-30, 1e30)  # float32 arithmetic on the levels neither over- nor underflows between


@dataclass(frozen=True)
class Levels:
    """Values at the low and the high end of the map; ``constant`` if there was only one value.

    ``left_out`` names dims so much larger than the others that they did not count.
    """

    low: float
    high: float
    scale: Scale = "linear"
    constant: bool = False
    left_out: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not (np.isfinite(self.low) and np.isfinite(self.high) and self.low < self.high):
            raise ValueError(f"levels need two finite values, low < high, not {self}")

    @property
    def symmetric(self) -> bool:
        """True if 0 is exactly in the middle."""
        return self.low == -self.high

    @property
    def middle(self) -> float:
        """The value at the middle of a linear scale; the one value of a constant table."""
        return self.low / 2 + self.high / 2

    def with_scale(self, scale: Scale) -> "Levels":
        """Return the same ends on another scale."""
        return replace(self, scale=scale)

    def position(self, values: Real) -> Real:
        """Return where finite ``values`` lie between the ends, 0..1 clipped, as a new array."""
        peak, span = max(abs(self.low), abs(self.high)), self.high - self.low
        if values.dtype != np.float32 or not _SAFE[0] < span <= 2 * peak < _SAFE[1]:
            values = values.astype(np.float64)
        if self.scale == "linear":
            return _affine(np.clip(values, self.low, self.high), self.low, self.high)
        log_low, log_high = _signed_log(np.array([self.low, self.high]), peak)
        logs = _signed_log(np.clip(values, self.low, self.high), peak)
        return np.clip(_affine(logs, float(log_low), float(log_high)), 0, 1)

    def value(self, position: float) -> float:
        """Return the value at ``position`` 0..1 of the map: the inverse of ``position``."""
        if self.scale == "linear":
            return self.low * (1 - position) + self.high * position
        peak = max(abs(self.low), abs(self.high))
        low, high = _signed_log(np.array([self.low, self.high]), peak)
        log = float(low * (1 - position) + high * position)
        return float(np.copysign(np.expm1(abs(log)), log)) * peak * KNEE


def _affine(values: Real, low: float, high: float) -> Real:
    """Return (values - low) / (high - low), in place; 0 lands on exactly 0.5 if low == -high."""
    values *= 1 / (high - low)
    values += -low / (high - low)
    return values


def _signed_log(values: Real, peak: float) -> Real:
    """Return sign(x) log(1 + |x| / (KNEE peak)): odd, defined everywhere, 0 at 0."""
    logs: Real = np.log(np.abs(values) * (1 / (KNEE * peak)) + 1)
    return np.copysign(logs, values, out=logs)


def constant_levels(value: float) -> Levels:
    """Return levels that put the only value in the middle of the map."""
    reach = abs(value) or 1.0
    return Levels(value - reach, value + reach, constant=True)


def full_levels(values: NDArray[np.float32], symmetric: bool = False) -> Levels:
    """Return the smallest and largest finite value (or +- the larger magnitude) as levels."""
    finite = values[np.isfinite(values)]
    if not finite.size:
        return constant_levels(0.0)
    return levels_between(float(finite.min()), float(finite.max()), symmetric)


def levels_between(low: float, high: float, symmetric: bool = False) -> Levels:
    """Return levels for data that reach from ``low`` to ``high``, constant data included."""
    if low == high:
        return constant_levels(low)
    if symmetric:
        high = max(abs(low), abs(high))
        low = -high
    return Levels(low, high)


def robust_levels(
    values: NDArray[np.float32], symmetric: bool = True, percentile: float = 99.5
) -> Levels:
    """Return levels that ``percentile`` % of the finite ``values`` lie within.

    Symmetric: +- that percentile of |x|; else the two-sided range. Of few values all count.
    Dims (columns) that dwarf the others do not count, and are named in ``left_out``.
    """
    table = values.reshape(-1, values.shape[-1]) if values.ndim > 1 else values.reshape(-1, 1)
    left_out = dominant_dims(table)
    kept = np.delete(table, left_out, axis=1) if left_out else table
    finite = kept[np.isfinite(kept)]
    full = full_levels(finite, symmetric)
    if full.constant:
        return replace(full, left_out=left_out)
    low, high = _percentiles(finite, symmetric, percentile)
    if not low < high:  # most values are equal: the rest is what there is to see
        low, high = full.low, full.high
    return Levels(low, high, left_out=left_out)


def one_signed(values: NDArray[np.float32]) -> bool:
    """Tell whether no finite value is negative, or none is positive."""
    finite = values[np.isfinite(values)]
    return bool(finite.size) and bool(finite.min() >= 0 or finite.max() <= 0)


def _percentiles(
    finite: NDArray[np.float32], symmetric: bool, percentile: float
) -> tuple[float, float]:
    """Return the percentile levels, each an actual value."""
    if symmetric:
        high = float(np.percentile(np.abs(finite), percentile, method="higher"))
        return -high, high
    rest = (100 - percentile) / 2
    low = float(np.percentile(finite, rest, method="lower"))
    return low, float(np.percentile(finite, 100 - rest, method="higher"))


def dominant_dims(values: NDArray[np.float32]) -> tuple[int, ...]:
    """Return the dims of ``values`` (n, D) whose median |x| is DOMINANT times the median dim's.

    At most a quarter of the dims can dwarf the others; fewer than 8 dims have no crowd to leave.
    """
    n_rows, n_dims = values.shape
    if n_dims < 8 or n_rows == 0:
        return ()
    sizes = _medians(np.where(np.isfinite(values), np.abs(values), np.float32(0)))
    large = np.flatnonzero(sizes > DOMINANT * np.median(sizes))
    crowd = float(np.median(sizes)) > 0 and len(large) <= n_dims // 4
    return tuple(int(d) for d in large) if crowd else ()


def _medians(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a middle value (D,) of each dim of ``values`` (n, D); faster than numpy's median."""
    middle = len(values) // 2
    medians: NDArray[np.float32] = np.partition(np.ascontiguousarray(values.T), middle)[:, middle]
    return medians


def table_levels(table: Grid, progress: Progress = SILENT) -> Levels:
    """Return robust levels of ``table`` from a fixed, even sample of its rows.

    They are symmetric about 0, or span what there is where nothing is negative (or nothing is
    positive). If the sample holds a single value, all rows are read: a rare other one must not
    be denied.
    """
    n_rows, n_dims = table.shape
    progress.step(0.0, "colour levels")
    if n_rows * n_dims == 0:
        return constant_levels(0.0)
    ids = spread_rows(n_rows, max(1, SAMPLE // n_dims))
    values = table.rows(ids)
    levels = robust_levels(values, symmetric=not one_signed(values))
    if levels.constant and len(ids) < n_rows:
        return _all_rows_levels(table, progress)
    return levels


def _all_rows_levels(table: Grid, progress: Progress) -> Levels:
    """Return the symmetric full levels of ``table``, reading every row."""
    n_rows, n_dims = table.shape
    low, high = np.inf, -np.inf
    step = rows_per_block(n_dims)
    for start in range(0, n_rows, step):
        progress.step(start / n_rows, "colour levels")
        block = table.block(start, min(start + step, n_rows))
        finite = block[np.isfinite(block)]
        low = min(low, float(finite.min(initial=np.inf)))
        high = max(high, float(finite.max(initial=-np.inf)))
    return levels_between(low, high, symmetric=True) if low <= high else constant_levels(0.0)
