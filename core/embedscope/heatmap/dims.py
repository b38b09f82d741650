"""One dim (column) of a table in full: what a vertical line in its picture is."""

from dataclasses import dataclass

import numpy as np

from embedscope.heatmap.grid import Grid
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats, Ints, rows_per_block


@dataclass(frozen=True, eq=False)
class DimFacts:
    """One dim of all rows: ``values`` (V,) and what is said about their finite ones.

    ``kurtosis`` is the fourth standardised moment minus 3 (0 for a normal distribution, large
    when few rows stand out), 0 for constant dims. ``lowest`` and ``highest`` are row ids.
    """

    dim: int
    values: Floats
    mean: float
    spread: float
    kurtosis: float
    lowest: Ints
    highest: Ints
    n_bad: int


def dim_facts(table: Grid, dim: int, k: int = 10, progress: Progress = SILENT) -> DimFacts:
    """Return dim ``dim`` of ``table`` with its ``k`` smallest and largest rows; reads all rows."""
    values = column_values(table, dim, progress)
    good = np.flatnonzero(np.isfinite(values))
    finite = values[good].astype(np.float64)
    mean = float(finite.mean()) if len(finite) else 0.0
    far = finite - mean
    variance = float(np.mean(far**2)) if len(finite) else 0.0
    kurtosis = float(np.mean(far**4)) / variance**2 - 3 if variance > 0 else 0.0
    order = good[np.argsort(finite, kind="stable")]
    spread, n_bad = variance**0.5, len(values) - len(good)
    return DimFacts(dim, values, mean, spread, kurtosis, order[:k], order[::-1][:k], n_bad)


def column_values(table: Grid, dim: int, progress: Progress = SILENT) -> Floats:
    """Return dim ``dim`` of all rows (V,)."""
    n_rows, n_dims = table.shape
    values = np.empty(n_rows, np.float32)
    step = rows_per_block(n_dims)
    for start in range(0, n_rows, step):
        progress.step(start / n_rows, f"reading dim {dim}")
        stop = min(start + step, n_rows)
        values[start:stop] = table.block(start, stop)[:, dim]
    return values
