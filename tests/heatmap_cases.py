"""Case tables for the heatmap's tests."""

from pathlib import Path

import numpy as np

from embedscope.tables.table import Table

FILES = Path(__file__).parent / "cases" / "files"


def case_table(name: str) -> Table:
    """Return the table of an .npy or single-array .npz case file."""
    loaded = np.load(FILES / name)
    array = loaded if isinstance(loaded, np.ndarray) else loaded[loaded.files[0]]
    return Table.from_array(array, name)


def brute_force(values: np.ndarray, rect, rows_per_px: int, dims_per_px: int, reduction: str):
    """Return the picture of ``values`` (V, D) bin by bin, in float64, as a slow reader would."""
    row0, row1, col0, col1 = rect
    tops, lefts = range(row0, row1, rows_per_px), range(col0, col1, dims_per_px)
    picture = np.empty((len(tops), len(lefts)))
    for i, top in enumerate(tops):
        for j, left in enumerate(lefts):
            group = values[top : min(top + rows_per_px, row1), left : min(left + dims_per_px, col1)]
            picture[i, j] = one_value(group.astype(np.float64).reshape(-1), reduction)
    return picture


def one_value(group: np.ndarray, reduction: str) -> float:
    """Return what one pixel shows of ``group`` (n,)."""
    for bad in (np.isnan(group), group == np.inf, group == -np.inf):
        if bad.any():
            return float(group[bad][0])
    low, high = group.min(), group.max()
    named = {
        "magnitude": high if high >= -low else low,
        "min": low,
        "max": high,
        "mean": group.mean(),
        "range": min(high - low, float(np.finfo(np.float32).max)),
        "rms": np.sqrt(np.mean(group**2)),
    }
    return float(named[reduction])
