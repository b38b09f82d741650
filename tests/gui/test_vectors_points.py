"""Which typed tokens share a place, and what is said there."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from embedscope.tables.base import Floats, Ints
from embedscope_gui.vectors.hover import cloud_lines, token_lines
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.remarks import caption_text, lost_sentence

Rows = Sequence[Sequence[float]] | NDArray[np.floating]


def view_of(points: Rows, labels: list[str] | None = None, rows: Ints | None = None) -> PointsView:
    placed = np.asarray(points, np.float32)
    labels = labels or [f"t{i}" for i in range(len(placed))]
    return PointsView(placed, labels, np.arange(len(placed)), rows=rows)


def test_repeated_token_is_one_label() -> None:
    marks = view_of([[1, 2, 3], [0, 0, 0], [1, 2, 3], [1, 2, 3]], ["the", "cat", "the", "the"])
    assert len(marks.in_space) == 2
    assert marks.in_space.label(0) == "the ×3"
    assert marks.in_space.label(1) == "cat"
    assert marks.in_space.at(0).tolist() == [0, 2, 3]


def test_different_tokens_at_one_place_are_counted() -> None:
    marks = view_of(np.full((5, 3), 0.25)).on_plane
    assert marks.label(0) == "5 points here"
    assert marks.label(0, selected=3) == "t3 · 5 points here"


def test_places_on_the_plane_ignore_the_third_axis() -> None:
    view = view_of([[1, 2, 3], [1, 2, 9]])
    assert len(view.on_plane) == 1
    assert len(view.in_space) == 2


def test_equal_labels_of_different_rows_are_not_taken_for_repeats() -> None:
    view = view_of([[1, 1, 1], [1, 1, 1]], ["a", "a"], rows=np.array([4, 9]))
    assert view.in_space.label(0) == "2 points here"


def test_rounding_does_not_part_the_same_row() -> None:
    first = np.float32(0.1)
    near = np.nextafter(first, np.float32(1))
    marks = view_of([[float(first), 0, 0], [float(near), 0, 0], [1, 1, 1], [2, 3, 4]]).in_space
    assert [marks.at(i).tolist() for i in range(len(marks))] == [[0, 1], [2], [3]]


def test_points_that_are_not_finite_are_left_out() -> None:
    view = view_of([[0, 0, np.nan], [np.inf, 0, 0], [1, 1, 1]])
    assert (view.on_plane.left_out, view.in_space.left_out) == (1, 2)
    assert view.in_space.of_position(2) == 0
    assert view.in_space.of_position(0) is None


@given(
    arrays(
        np.float32,
        st.tuples(st.integers(0, 40), st.just(3)),
        elements=st.sampled_from([np.float32(v) for v in (0.0, 0.5, -3.0, 7.0, np.nan, np.inf)]),
    )
)
def test_places_partition_the_finite_tokens(points: Floats) -> None:
    marks = view_of(points).in_space
    finite = np.flatnonzero(np.isfinite(points).all(axis=1))
    assert sorted(marks.members.tolist()) == finite.tolist()
    for place in range(len(marks)):
        assert (points[marks.at(place)] == marks.points[place]).all()
    distinct = np.unique(points[finite], axis=0)
    assert len(marks) == len(distinct)
    firsts = [marks.at(place)[0] for place in range(len(marks))]
    assert firsts == sorted(firsts)


def test_an_outlier_does_not_make_others_look_alike() -> None:
    points = [[3e38, 0.0], [0.0, 0.0], [0.5, 0.0], [1.0, 0.0]]
    assert len(view_of(points).on_plane) == 4


def test_known_places_are_kept_when_another_token_is_selected() -> None:
    view = view_of([[1, 2, 3], [1, 2, 4]])
    known = view.in_space
    assert view.with_selected(1).in_space is known
    assert view.with_selected(1).selected == 1
    assert view.drawn(arrows=True, path=True).in_space is known


def test_row_chosen_elsewhere_is_added_but_not_part_of_the_text_line() -> None:
    view = view_of([[1, 2, 3]], rows=np.array([7]))
    added = view.with_row(9, np.array([4, 5, 6], np.float32), "nine")
    assert added.labels == ["t0", "nine"]
    assert added.in_order.tolist() == [[1, 2, 3]]
    assert added.in_space.of_position(added.selected) == 1


def test_hover_lists_all_tokens_and_rows_of_a_place() -> None:
    cloud = np.zeros((4, 3), np.float32)
    cloud[3] = 1
    view = PointsView(cloud[[1, 1]], ["b", "b"], np.array([0, 5]), rows=np.array([1, 1]))
    lines = token_lines(cloud, view.in_space, 0, lambda row: f"row {row}")
    assert lines == ("b · token 0 · row 1", "b · token 5 · row 1", "row 0", "row 2")


def test_hover_says_how_many_more_there_are() -> None:
    cloud = np.zeros((20, 3), np.float32)
    lines = cloud_lines(cloud, 6, str)
    assert lines == ("6", "0", "1", "2", "3", "4", "5", "7", "and 12 more")


@pytest.mark.parametrize(("n_axes", "said"), [(2, "1 of 3 rows is"), (3, "2 of 3 rows are")])
def test_caption_counts_what_is_not_drawn_on_the_axes_in_use(n_axes: int, said: str) -> None:
    cloud = np.array([[0, np.inf, 0], [0, 0, np.nan], [1, 1, 1]], np.float32)
    lost = lost_sentence(cloud, n_axes, "row")
    assert caption_text("exact", (lost, "")) == f"exact · {said} not drawn: NaN or infinity"
    assert lost_sentence(cloud[2:], n_axes, "row") == ""
