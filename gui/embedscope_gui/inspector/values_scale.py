"""Where the values of a row are drawn: dims across, values up; no Qt here."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ROUND = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
BARS_UP_TO = 64  # dims drawn as bars; more are a line


def nice_limit(values: Floats) -> float:
    """Return the smallest round number that no finite value exceeds.

    Round limits let neighbouring tokens share one scale, so that they can be compared.
    """
    finite = np.abs(values[np.isfinite(values)])
    largest = float(finite.max()) if finite.size else 0.0
    if largest == 0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(largest))
    return float(next(step * power for step in ROUND if step * power >= largest * (1 - 1e-9)))


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps ``n_dims`` dims and values within ``±limit`` to a box of pixels."""

    n_dims: int
    limit: float
    left: float
    top: float
    width: float
    height: float

    @property
    def pitch(self) -> float:
        """Pixels a dim."""
        return self.width / max(self.n_dims, 1)

    def x(self, dim: float) -> float:
        """Return the middle of a dim."""
        return self.left + (dim + 0.5) * self.pitch

    def y(self, value: float) -> float:
        """Return the height of a value; what is beyond the limits ends at the edge."""
        share = min(max(value / self.limit, -1.0), 1.0)
        return self.top + self.height / 2 * (1 - share)

    def dim_at(self, x: float) -> int | None:
        """Return the dim at ``x``, None outside the box."""
        if not self.left <= x < self.left + self.width or self.n_dims == 0:
            return None
        return min(int((x - self.left) / self.pitch), self.n_dims - 1)

    def labelled_dims(self, gap_px: float) -> range:
        """Return the dims to number: evenly spaced, at least ``gap_px`` apart."""
        steps = (factor * 10**power for power in range(9) for factor in (1, 2, 5))
        step = next(step for step in steps if step * self.pitch >= gap_px)
        return range(0, self.n_dims, step)


def envelope(values: Floats, n_columns: int) -> tuple[Floats, Floats]:
    """Return the lowest and highest value in each of ``n_columns`` columns (n,), NaN if none.

    Each column also counts the first value of the next one, so that the columns touch. Drawn
    so, a single large value stays visible however many dims share a pixel.
    """
    edges = np.linspace(0, len(values), n_columns + 1).astype(np.int64)
    low = np.where(np.isfinite(values), values, np.inf)
    high = np.where(np.isfinite(values), values, -np.inf)
    starts = np.minimum(edges[:-1], len(values) - 1)
    lows, highs = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
    lows[:-1] = np.minimum(lows[:-1], low[starts[1:]])
    highs[:-1] = np.maximum(highs[:-1], high[starts[1:]])
    empty = lows > highs
    return np.where(empty, np.nan, lows), np.where(empty, np.nan, highs)
