"""The window on the table: pixels to cells and back, bins that do not shimmer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.heatmap.viewport import Bins, Viewport, bins_between

edge = st.floats(-1e5, 1e6)
length = st.floats(0.01, 3e5)
pixels = st.integers(1, 3000)


@st.composite
def viewports(draw: st.DrawFn) -> Viewport:
    row0, col0 = draw(edge), draw(edge)
    size = draw(pixels), draw(pixels)
    return Viewport(row0, row0 + draw(length), col0, col0 + draw(length), *size)


@given(viewports(), st.floats(-2, 3), st.floats(-2, 3))
def test_pixel_and_table_coordinates_are_inverse(
    viewport: Viewport, x_share: float, y_share: float
) -> None:
    x, y = x_share * viewport.width_px, y_share * viewport.height_px
    grain = 1e-9 * (abs(viewport.row1) + abs(viewport.col1) + 1)
    y_px, x_px = viewport.cell_px[1], viewport.cell_px[0]
    assert abs(viewport.y_of(viewport.row_at(y)) - y) <= grain * max(y_px, 1)
    assert abs(viewport.x_of(viewport.col_at(x)) - x) <= grain * max(x_px, 1)


@given(viewports())
def test_the_edges_of_the_window_are_the_edges_of_the_viewport(viewport: Viewport) -> None:
    assert viewport.y_of(viewport.row0) == 0
    assert viewport.y_of(viewport.row1) == viewport.height_px
    assert viewport.row_at(0) == viewport.row0
    assert viewport.col_at(0) == viewport.col0


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_H06_a_cell_ends_where_the_next_begins(scale: float) -> None:
    width, height = round(500 * scale), round(300 * scale)
    shape = (3, 5)
    viewport = Viewport.fit(shape, width, height)
    left, right, top, bottom = 200 * scale, 300 * scale, 100 * scale, 200 * scale
    for x in (left, left + 1, right - 1, right - 0.01):
        for y in (top, top + 1, bottom - 1, bottom - 0.01):
            assert viewport.cell_at(x, y, shape) == (1, 2)
    assert viewport.cell_at(left - 0.01, top, shape) == (1, 1)
    assert viewport.cell_at(right, bottom, shape) == (2, 3)


def test_H06_nothing_outside_reads_as_inside() -> None:
    shape = (3, 5)
    viewport = Viewport.fit(shape, 500, 300)
    assert viewport.cell_at(0, 0, shape) == (0, 0)
    assert viewport.cell_at(499.99, 299.99, shape) == (2, 4)
    for x, y in ((-0.2, 10), (10, -0.2), (500, 10), (10, 300), (500.2, 10), (10, 300.2)):
        assert viewport.cell_at(x, y, shape) is None
    wide = Viewport(-1.0, 4.0, -1.0, 6.0, 700, 500)  # a margin of one cell around the table
    assert wide.cell_at(100, 100, shape) == (0, 0)
    assert wide.cell_at(80, 100, shape) is None  # col -0.2
    assert wide.cell_at(100, 80, shape) is None
    assert wide.cell_at(600, 100, shape) is None
    assert wide.cell_at(599.9, 399.9, shape) == (2, 4)
    assert wide.cell_at(100, 400, shape) is None


@given(
    st.floats(-100, 5000), st.floats(0.01, 5000), st.integers(1, 3000), pixels, st.integers(1, 9)
)
def test_bins_cover_the_view_with_at_most_one_a_pixel(
    low: float, extent: float, n: int, n_px: int, unit: int
) -> None:
    bins = bins_between(low, low + extent, n, n_px, unit)
    assert bins.size % unit == 0
    assert bins.size >= extent / n_px * (1 - 1e-6)  # at most one value a pixel
    assert bins.size == unit or bins.size - unit < extent / n_px  # and not coarser than needed
    if low + extent <= 0 or low >= n:
        assert len(bins) == 0
        return
    assert bins.start % bins.size == 0
    assert bins.stop % bins.size == 0 or bins.stop == n
    assert bins.start <= max(low, 0) < bins.start + bins.size
    assert min(low + extent, n) <= bins.stop <= n
    assert len(bins) == -(-(bins.stop - bins.start) // bins.size) >= 1


@given(st.integers(0, 400), st.integers(1, 50))
def test_panning_by_any_amount_keeps_the_bins_together(offset: int, extent_px: int) -> None:
    still = bins_between(0, extent_px * 7.3, 10_000, extent_px)
    moved = bins_between(offset / 3, offset / 3 + extent_px * 7.3, 10_000, extent_px)
    assert moved.size == still.size == 8
    assert moved.start % 8 == 0


def test_a_ragged_end_is_a_bin_of_its_own() -> None:
    assert bins_between(0, 10, 10, 3) == Bins(0, 10, 4)
    assert len(bins_between(0, 10, 10, 3)) == 3


def test_fit_shows_everything() -> None:
    viewport = Viewport.fit((6, 3), 300, 600)
    assert viewport == Viewport(0.0, 6.0, 0.0, 3.0, 300, 600)
    assert viewport.cell_px == (100.0, 100.0)
    assert viewport.row_bins(6) == Bins(0, 6, 1)
    assert viewport.col_bins(3) == Bins(0, 3, 1)


@pytest.mark.parametrize(
    "values", [(1, 1, 0, 1, 9, 9), (0, 1, 1, 0, 9, 9), (0, float("nan"), 0, 1, 9, 9)]
)
def test_a_viewport_of_nothing_is_refused(
    values: tuple[float, float, float, float, int, int],
) -> None:
    with pytest.raises(ValueError, match="edges"):
        Viewport(*values)


def test_a_viewport_without_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="0 x 9 pixels"):
        Viewport(0, 1, 0, 1, 0, 9)


def test_rounding_left_by_panning_does_not_regroup_rows() -> None:
    for offset in np.linspace(0, 1e5, 2001):
        low = float(offset) * 0.7 + 1 / 3
        assert bins_between(low, low + 900 * 143.0, 10**6, 900).size == 143
