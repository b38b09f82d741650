"""Case tables, random scenes and the slow, plain picture for the heatmap's tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray

from embedscope.heatmap import plan as plan_module
from embedscope.heatmap import pyramid as pyramid_module
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.base import Floats
from embedscope.tables.table import Table

FILES = Path(__file__).parent / "cases" / "files"
Doubles = NDArray[np.float64]


def case_table(name: str) -> Table:
    """Return the table of an .npy or single-array .npz case file."""
    loaded = np.load(FILES / name)
    array = loaded if isinstance(loaded, np.ndarray) else loaded[loaded.files[0]]
    return Table.from_array(array, name)


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Floats, Viewport]:
    """Return a table's numbers and a viewport that touches it."""
    shape = draw(st.integers(1, 90)), draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    values = rng.normal(size=shape).astype(np.float32)
    for odd in draw(st.lists(st.sampled_from([np.nan, np.inf, -np.inf, 0.0, 3e38]), max_size=4)):
        values[rng.integers(shape[0]), rng.integers(shape[1])] = odd
    row0 = draw(st.floats(-5, shape[0] - 0.5))
    col0 = draw(st.floats(-5, shape[1] - 0.5))
    row1 = max(row0, 0) + draw(st.floats(0.6, 120))
    col1 = max(col0, 0) + draw(st.floats(0.6, 60))
    pixels = draw(st.integers(1, 60)), draw(st.integers(1, 60))
    return values, Viewport(row0, row1, col0, col1, *pixels)


@contextmanager
def small_scale(rows: int = 2, dims: int = 1, frame_cells: int = 60) -> Iterator[None]:
    """Make everything so small that little tables go through levels, chunks and samples."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pyramid_module, "base_cell", lambda *_: (rows, dims))
        patch.setattr(pyramid_module, "_TOP_ROWS", 3)
        patch.setattr(pyramid_module, "_CHUNK", 64)
        patch.setattr(plan_module, "TABLE_CELLS", 0)
        patch.setattr(plan_module, "FIRST_CELLS", 0)
        patch.setattr(plan_module, "FRAME_CELLS", frame_cells)
        yield


def brute_force(values: Floats, picture: Picture) -> Doubles:
    """Return what ``picture`` of ``values`` (V, D) must show, bin by bin in float64."""
    row0, row1, col0, col1 = picture.rect
    tops = range(row0, row1, picture.rows_per_px)
    lefts = range(col0, col1, picture.dims_per_px)
    expected = np.empty((len(tops), len(lefts)))
    for i, top in enumerate(tops):
        for j, left in enumerate(lefts):
            rows = slice(top, min(top + picture.rows_per_px, row1))
            cols = slice(left, min(left + picture.dims_per_px, col1))
            group = values[rows, cols].astype(np.float64).reshape(-1)
            expected[i, j] = one_value(group, picture.reduction)
    return expected


def one_value(group: Doubles, reduction: str) -> float:
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


def assert_equals_brute_force(picture: Picture, values: Floats, rtol: float = 1e-6) -> None:
    """Compare exactly where a reduction picks a value, else to float32 rounding."""
    expected = brute_force(values, picture)
    assert picture.values.dtype == np.float32
    if picture.reduction in ("magnitude", "min", "max"):
        np.testing.assert_array_equal(picture.values, expected.astype(np.float32))
        return
    finite = np.isfinite(values)
    largest = float(np.abs(values[finite]).max()) if finite.any() else 0.0
    np.testing.assert_allclose(picture.values, expected, rtol=rtol, atol=rtol * largest)
