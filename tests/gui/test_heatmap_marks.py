"""Marks of lit rows: found at any zoom, none lost, labels apart."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from embedscope_gui.heatmap.marks import (
    hidden_marks,
    mark_centres,
    marks_near,
    next_mark,
    spread_labels,
    thinned,
    visible_marks,
)
from embedscope_gui.heatmap.scene import Marks
from embedscope_gui.heatmap.span import Span

Ints = NDArray[np.int64]
ROWS = st.lists(st.integers(0, 128_255), min_size=1, max_size=60, unique=True).map(
    lambda rows: np.array(sorted(rows), np.int64)
)


def test_one_row_of_128256_has_a_place_on_700_pixels() -> None:
    whole = Span.whole(128_256)
    centres = mark_centres(np.array([0, 64_128, 128_255]), whole, 700)
    assert centres == pytest.approx([0.0027, 350.0027, 699.9973], abs=1e-3)
    assert marks_near(np.array([995]), whole, 700, 5.4, 3) == [995]


@given(ROWS, st.integers(0, 128_000), st.floats(1, 128_256))
def test_every_row_is_either_seen_or_counted_above_or_below(
    rows: Ints, low: int, length: float
) -> None:
    span = Span(low, low + length, 128_256).clamped()
    above, below = hidden_marks(rows, span)
    seen = visible_marks(rows, span)
    assert np.array_equal(np.concatenate([above, seen, below]), rows)


@given(ROWS, st.integers(20, 900))
def test_thinning_loses_no_pixel(rows: Ints, length: int) -> None:
    span = Span.whole(128_256)
    kept = thinned(rows, span, length)
    pixels = np.floor(mark_centres(rows, span, length))
    assert len(kept) == len(np.unique(pixels))
    assert set(np.floor(mark_centres(kept, span, length))) == set(pixels)


def test_rows_as_tall_as_pixels_are_not_thinned() -> None:
    rows = np.arange(10)
    assert thinned(rows, Span.whole(10), 10) is rows


def test_near_marks_come_nearest_first_and_clicking_on_goes_round() -> None:
    rows = np.array([0, 11, 995, 15496])
    near = marks_near(rows, Span.whole(51_864), 450, 1.0, 9)
    assert near == [11, 0, 995]
    assert next_mark(near, None) == 11
    assert next_mark(near, 11) == 0
    assert next_mark(near, 995) == 11
    assert next_mark([], 995) is None


def test_a_tall_row_is_near_all_over() -> None:
    assert marks_near(np.array([1]), Span.whole(4), 400, 110.0, 0) == [1]
    assert marks_near(np.array([1]), Span.whole(4), 400, 90.0, 5) == []


@given(
    st.lists(st.floats(0, 500), min_size=1, max_size=80).map(sorted),
    st.floats(1, 40),
    st.data(),
)
def test_labels_never_touch_stay_near_and_the_chosen_one_always_shows(
    centres: list[float], gap: float, data: st.DataObject
) -> None:
    first = data.draw(st.one_of(st.none(), st.integers(0, len(centres) - 1)))
    placed = spread_labels(centres, gap, 500, first)
    assert all(b[1] - a[1] >= gap * (1 - 1e-9) for a, b in pairwise(placed))
    assert [index for index, _ in placed] == sorted({index for index, _ in placed})
    assert first is None or first in dict(placed)
    assert placed
    for index, y in placed:
        assert y - centres[index] <= 2.5 * gap + 1e-9
        assert y <= 500 - gap / 2 + 1e-9


def test_labels_of_close_marks_move_on_and_lone_ones_stay() -> None:
    assert spread_labels([0.0, 0.2, 9.0, 250.0], 14, 500, None) == [
        (0, 7.0),
        (1, 21.0),
        (2, 35.0),
        (3, 250.0),
    ]
    assert spread_labels([498.0, 499.0], 14, 500, None) == [(0, 479.0), (1, 493.0)]


def test_of_too_many_marks_in_one_place_some_have_no_label() -> None:
    assert [index for index, _ in spread_labels([100.0] * 9, 14, 500, 8)] == [0, 1, 8]


def test_repeated_tokens_are_one_mark_with_the_first_label() -> None:
    marks = Marks.of(np.array([3331, 7850, 3331]), ("bank", "river", "again"), 7850)
    assert marks.rows.tolist() == [3331, 7850]
    assert marks.labels == ("bank", "river")
    assert marks.label(3331) == "bank"
    assert marks.label(1) == ""


def test_a_selected_row_that_is_not_lit_is_marked_too() -> None:
    assert Marks.of(np.array([5]), ("a",), 2).all_rows.tolist() == [2, 5]
    assert Marks.of(np.array([5]), ("a",), 5).all_rows.tolist() == [5]
