"""From bins to device pixels: every pixel shows the bin of its centre."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from embedscope.heatmap.cells import WHITE, text_colour
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.table import Table
from embedscope_gui.heatmap.compose import blend, compose, dimmed, pixel_bins, wants_white
from embedscope_gui.heatmap.even_zoom import Spans
from embedscope_gui.heatmap.span import Span

Argb = NDArray[np.uint32]
OUTSIDE = 0xFF123456


def numbered(n_rows: int, n_dims: int) -> Table:
    """Return a table whose every value is another one."""
    return Table.from_array(np.arange(n_rows * n_dims, dtype=np.float32).reshape(n_rows, n_dims))


def shown(
    table: Table, rows: Span, cols: Span, width: int, height: int, drawn_for: Spans | None = None
) -> Argb:
    """Return the values of the pixels, with a picture made for other spans if given."""
    made_rows, made_cols = drawn_for or (rows, cols)
    edges = (made_rows.low, made_rows.high, made_cols.low, made_cols.high)
    picture = render(table, Viewport(*edges, width, height), "max", exact=True)
    image = picture.values.astype(np.uint32)
    return compose(picture, image, rows, cols, width, height, OUTSIDE)


def test_a_picture_of_no_rows_is_all_outside() -> None:
    nothing = numbered(3, 4).gather(np.zeros(0, np.int64))
    picture = render(nothing, Viewport(0, 1, 0, 4, 6, 5), "max")
    image = picture.values.astype(np.uint32)
    got = compose(picture, image, Span(0.0, 1.0, 0), Span.whole(4), 6, 5, OUTSIDE)
    assert got.tolist() == [[OUTSIDE] * 6] * 5


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 90), st.integers(1, 90), st.data())
def test_enlarged_cells_are_the_cells_under_their_pixels(
    n_rows: int, n_dims: int, width: int, height: int, data: st.DataObject
) -> None:
    row0 = data.draw(st.floats(0, n_rows - 1))
    col0 = data.draw(st.floats(0, n_dims - 1))
    rows = Span(row0, row0 + data.draw(st.floats(1, max(1, min(height, 40)))), n_rows).clamped()
    cols = Span(col0, col0 + data.draw(st.floats(1, max(1, min(width, 40)))), n_dims).clamped()
    pixels = shown(numbered(n_rows, n_dims), rows, cols, width, height)
    if rows.length <= height and cols.length <= width:
        want = [
            [
                (rows.cell_at(y, height) or 0) * n_dims + (cols.cell_at(x, width) or 0)
                for x in range(width)
            ]
            for y in range(height)
        ]
        assert np.array_equal(pixels, want)


@given(st.integers(1, 5000), st.integers(1, 300))
def test_no_bin_of_a_pooled_picture_is_lost(n_rows: int, height: int) -> None:
    span = Span.whole(n_rows)
    picture = render(numbered(n_rows, 1), Viewport(0, n_rows, 0, 1, 1, height), exact=True)
    bins = pixel_bins(span, height, *picture.rect[:2], picture.rows_per_px)
    assert set(bins.tolist()) == set(range(len(picture.values)))


def test_the_old_picture_moves_with_the_table_until_the_new_one_is_there() -> None:
    rows, cols = Span(0.0, 4.0, 8), Span(0.0, 2.0, 2)
    moved = shown(numbered(8, 2), rows.panned(2), cols, 2, 4, drawn_for=(rows, cols))
    assert moved.tolist() == [[4, 5], [6, 7], [OUTSIDE] * 2, [OUTSIDE] * 2]


def test_the_old_picture_is_stretched_until_the_new_one_is_there() -> None:
    rows, cols = Span.whole(4), Span.whole(2)
    stretched = shown(numbered(4, 2), Span(1.0, 3.0, 4), cols, 2, 4, drawn_for=(rows, cols))
    assert stretched.tolist() == [[2, 3], [2, 3], [4, 5], [4, 5]]


def test_nothing_of_the_table_left_and_above_of_it() -> None:
    outside = shown(numbered(2, 2), Span(-1.0, 3.0, 2), Span(-1.0, 3.0, 2), 4, 4)
    assert outside.tolist() == [
        [OUTSIDE] * 4,
        [OUTSIDE, 0, 1, OUTSIDE],
        [OUTSIDE, 2, 3, OUTSIDE],
        [OUTSIDE] * 4,
    ]


def test_blend_mixes_each_channel_and_stays_opaque() -> None:
    white = np.array([0xFFFFFFFF], np.uint32)
    assert hex(int(blend(white, 0xFF000000, 0.5)[0])) == "0xff7f7f7f"
    assert int(blend(white, 0xFF000000, 0.0)[0]) == 0xFFFFFFFF
    assert int(blend(white, 0xFF204060, 1.0)[0]) == 0xFF204060


def test_lit_rows_and_cells_without_a_number_keep_their_colours() -> None:
    values = np.array([[1, 2], [3, np.nan], [5, 6]], np.float32)
    picture = render(Table.from_array(values), Viewport(0, 3, 0, 2, 2, 3))
    image = np.full((3, 2), 0xFFFFFFFF, np.uint32)
    out = dimmed(picture, image, np.array([2]), 0xFF000000)
    assert (out == image).tolist() == [[False, False], [False, True], [True, True]]


@pytest.mark.parametrize("seed", range(3))
def test_text_is_black_or_white_as_the_core_says(seed: int) -> None:
    argb = np.random.default_rng(seed).integers(0, 2**24, 300, np.uint32) | np.uint32(0xFF000000)
    assert wants_white(argb).tolist() == [text_colour(int(value)) == WHITE for value in argb]
