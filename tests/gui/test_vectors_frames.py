"""Fitting, mapping, ticks and clipping: the numbers under the pictures."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from embedscope.tables.base import Floats
from embedscope_gui.vectors.clip import clip_segments
from embedscope_gui.vectors.fit import fit_bounds, robust_bounds
from embedscope_gui.vectors.plane_map import Extent, fitted, plane_map, scaled
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.scene import Content, fit_plane, fit_space, plane_scene, space_scene
from embedscope_gui.vectors.ticks import nice_ticks

Rows = Sequence[Sequence[float]]
NO_TOKENS: Floats = np.empty((0, 2), np.float32)
numbers = st.floats(-1e6, 1e6, allow_nan=False)
sizes = st.floats(20, 2000)


def f32(values: Rows) -> Floats:
    return np.asarray(values, np.float32)


def test_outliers_do_not_shrink_the_cloud() -> None:
    cloud = np.random.default_rng(0).normal(size=(5000, 2)).astype(np.float32)
    cloud[:3] = [[1e6, 0], [0, -1e6], [3e38, 3e38]]
    bounds = fit_bounds(cloud, NO_TOKENS)
    assert np.abs(bounds).max() < 10
    bulk = cloud[3:]
    assert (bulk.min(axis=0) >= bounds[:, 0]).all()
    assert (bulk.max(axis=0) <= bounds[:, 1]).all()


def test_tokens_outside_the_cloud_are_fitted_within_reason() -> None:
    cloud = np.random.default_rng(0).uniform(-1, 1, size=(5000, 2)).astype(np.float32)
    near, far = f32([[2.5, 0]]), f32([[1000, 0]])
    assert fit_bounds(cloud, near)[0, 1] == pytest.approx(2.5)
    assert fit_bounds(cloud, far)[0, 1] < 4


def test_nearly_equal_rows_still_show_the_few_that_differ() -> None:
    cloud = np.zeros((1000, 2), np.float32)
    cloud[7] = [5, -5]
    bounds = robust_bounds(cloud)
    assert bounds is not None
    assert bounds.tolist() == [[0, 5], [-5, 0]]


@pytest.mark.parametrize("value", [0.0, 0.25, -4e7, 3e38, 1e-38])
def test_equal_points_sit_in_the_middle_of_a_finite_view(value: float) -> None:
    bounds = fit_bounds(None, np.full((5, 2), value, np.float32))
    span = bounds[:, 1] - bounds[:, 0]
    assert np.isfinite(bounds).all()
    assert (span > 0).all()
    np.testing.assert_allclose(bounds.mean(axis=1), np.float32(value), atol=1e-6)


def test_nothing_finite_gives_a_first_view() -> None:
    nothing = np.full((3, 2), np.nan, np.float32)
    assert fit_bounds(nothing, nothing).tolist() == [[-1, 1], [-1, 1]]


def test_arrows_keep_the_origin_in_view() -> None:
    bounds = fit_bounds(None, f32([[3, 4], [5, 6]]), origin=True)
    assert bounds.tolist() == [[0, 5], [0, 6]]


def test_fitting_again_changes_nothing() -> None:
    points = np.full((5, 3), 0.25, np.float32)
    content = Content(points, PointsView(points, list("abcde"), np.arange(5)))
    plane, space = plane_scene(content), space_scene(content)
    for _ in range(3):
        assert fit_plane(plane, pca=True).extent == plane.extent
        assert fit_space(space).camera == space.camera
        plane, space = fit_plane(plane, pca=True), fit_space(space)


@given(numbers, numbers, sizes, sizes, st.booleans(), numbers, numbers)
def test_pixels_and_coordinates_are_inverse(
    left: float, bottom: float, width: float, height: float, equal: bool, x: float, y: float
) -> None:
    extent = Extent(left, left + width, bottom, bottom + height / 3)
    plane = plane_map((10.0, 20.0, width, height), extent, equal=equal)
    px = plane.to_px(np.array([[x, y]]))[0]
    back = plane.to_data(*px)
    np.testing.assert_allclose(back, (x, y), rtol=1e-6, atol=1e-6)
    shown = plane.shown
    assert shown.left <= extent.left + 1e-6
    assert shown.right >= extent.right - 1e-6
    if equal:
        assert plane.px_per_x == pytest.approx(plane.px_per_y)


def test_x_goes_right_and_y_goes_up() -> None:
    plane = plane_map((0.0, 0.0, 100.0, 100.0), Extent(0, 1, 0, 1), equal=True)
    assert plane.to_px(np.array([[0, 0], [1, 0], [0, 1]])).tolist() == [
        [0, 100],
        [100, 100],
        [0, 0],
    ]


@given(st.floats(0.01, 100), st.floats(-1, 1), st.floats(-1, 1))
def test_zooming_keeps_the_point_under_the_pointer(factor: float, x: float, y: float) -> None:
    extent = scaled(Extent(-1, 1, -1, 1), factor, x, y)
    plane = plane_map((0.0, 0.0, 200.0, 200.0), extent, equal=True)
    before = plane_map((0.0, 0.0, 200.0, 200.0), Extent(-1, 1, -1, 1), equal=True)
    np.testing.assert_allclose(
        plane.to_px(np.array([[x, y]])), before.to_px(np.array([[x, y]])), atol=1e-6
    )


def test_margin_is_a_share_of_the_span() -> None:
    assert fitted(np.array([[0.0, 100.0], [0.0, 10.0]]), 0.1) == Extent(-10, 110, -1, 11)


@pytest.mark.parametrize(
    ("low", "high", "n_max", "texts"),
    [
        (-0.6, 0.3, 5, ["-0.6", "-0.4", "-0.2", "0", "0.2"]),
        (0, 52, 6, ["0", "10", "20", "30", "40", "50"]),
        (-3e38, 3e38, 4, ["-2e+38", "0", "2e+38"]),
        (1e-9, 3e-9, 3, ["1e-09", "2e-09", "3e-09"]),
        (1000000, 1000004, 3, ["1.000000e+06", "1.000002e+06", "1.000004e+06"]),
    ],
)
def test_ticks_are_round_and_written_with_the_digits_they_need(
    low: float, high: float, n_max: int, texts: list[str]
) -> None:
    assert list(nice_ticks(low, high, n_max).texts) == texts


@given(st.floats(-1e30, 1e30), st.floats(1e-30, 1e30), st.integers(1, 12))
def test_ticks_lie_within_the_range(low: float, span: float, n_max: int) -> None:
    high = low + span
    assume(high > low)
    ticks = nice_ticks(low, high, n_max)
    slack = 1e-6 * (high - low) + 1e-12 * abs(low)
    assert len(ticks.values) <= n_max + 1 or len(ticks.values) == 0
    assert ((ticks.values >= low - slack) & (ticks.values <= high + slack)).all()
    assert len(ticks.texts) == len(ticks.values)


RECT = QRectF(0, 0, 100, 50)


def test_segments_are_cut_at_the_rectangle() -> None:
    start = np.array([[-50, 25], [10, 10], [-10, -10], [50, 25]], float)
    end = np.array([[150, 25], [20, 20], [-5, 60], [50, 200]], float)
    first, last, until = clip_segments(start, end, RECT)
    assert first.tolist() == [[0, 25], [10, 10], [50, 25]]
    assert last.tolist() == [[100, 25], [20, 20], [50, 50]]
    assert until[0] == pytest.approx(0.75)
    assert until[1] == 1


@given(*[st.floats(-500, 500) for _ in range(4)])
def test_cut_segments_stay_inside_and_on_the_line(
    x0: float, y0: float, x1: float, y1: float
) -> None:
    first, last, _ = clip_segments(np.array([[x0, y0]]), np.array([[x1, y1]]), RECT)
    for point in [*first, *last]:
        assert RECT.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(*point)
        cross = (point[0] - x0) * (y1 - y0) - (point[1] - y0) * (x1 - x0)
        assert abs(cross) < 1e-3 * (1 + abs(x1 - x0) + abs(y1 - y0))


def test_segments_that_are_not_finite_are_left_out() -> None:
    first, _, _ = clip_segments(np.array([[np.nan, 0]]), np.array([[1.0, 1.0]]), RECT)
    assert not len(first)
