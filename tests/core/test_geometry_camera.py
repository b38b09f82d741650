"""The camera: what it turns, keeps and shows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.geometry.camera import (
    Camera,
    fit_camera,
    fit_rect,
    orbit,
    pan,
    project,
    project_flat,
    view_axes,
    zoom,
)

angles = st.floats(-10, 10)


def test_the_target_is_in_the_middle_at_depth_one() -> None:
    camera = Camera(1.0, 0.5, 7.0, (3.0, -2.0, 0.5))
    x, y, depth = project(np.array([[3, -2, 0.5]], np.float32), camera, 640, 480)
    assert x.tolist() == [320]
    assert y.tolist() == [240]
    assert depth.tolist() == [1]


def test_straight_view_along_x_has_y_to_the_right_and_z_up() -> None:
    camera = Camera(0.0, 0.0, 10.0, (0.0, 0.0, 0.0), 2 * np.arctan(0.5))
    points = np.array([[0, 1, 0], [0, 0, 1], [5, 1, 0], [-10, 1, 0]], np.float32)
    x, y, depth = project(points, camera, 200, 100)
    # half the height, 50 px, is half the distance, 5 units
    np.testing.assert_allclose(x, [110, 100, 120, 105], rtol=1e-6)
    np.testing.assert_allclose(y, [50, 40, 50, 50], rtol=1e-6)
    np.testing.assert_allclose(depth, [1, 1, 0.5, 2], rtol=1e-6)


def test_points_behind_the_eye_and_not_finite_are_nan() -> None:
    camera = Camera(0.0, 0.0, 1.0)
    points = np.array([[2, 0, 0], [0.99, 0, 0], [np.nan, 0, 0], [0, np.inf, 0], [0, 0, 0]])
    x, y, depth = project(points.astype(np.float32), camera, 100, 100)
    for values in (x, y, depth):
        assert np.isfinite(values).tolist() == [False, False, False, False, True]


@given(angles, angles, st.floats(-100, 100), st.floats(-100, 100))
def test_orbit_keeps_distance_and_target(a: float, e: float, turn: float, tilt: float) -> None:
    camera = orbit(orbit(Camera(), a, e), turn, tilt)
    assert camera.distance == Camera().distance
    assert camera.target == Camera().target
    assert -np.pi / 2 < camera.elevation < np.pi / 2
    assert 0 <= camera.azimuth <= 2 * np.pi
    axes = np.stack(view_axes(camera))
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    assert axes[1, 2] > 0  # z never points down


@given(st.floats(0.01, 100))
def test_zoom_there_and_back(factor: float) -> None:
    there = zoom(Camera(), factor)
    assert there.distance == pytest.approx(4 / factor)
    assert zoom(there, 1 / factor).distance == pytest.approx(4)


def test_zoom_never_reaches_the_target() -> None:
    camera = Camera()
    for _ in range(50):
        camera = zoom(camera, 1e6)
    assert camera.distance > 0
    assert zoom(Camera(), 0).distance < float("inf")


@given(angles, st.floats(-1.5, 1.5), st.floats(-200, 200), st.floats(-200, 200))
def test_pan_moves_the_target_with_the_pointer(a: float, e: float, dx: float, dy: float) -> None:
    camera = Camera(a, e, 3.0, (1.0, 2.0, 3.0))
    moved = pan(camera, dx, dy, 640, 480)
    x, y, _ = project(np.array([camera.target], np.float32), moved, 640, 480)
    np.testing.assert_allclose([x[0], y[0]], [320 + dx, 240 + dy], atol=2e-3)


def test_fit_shows_the_whole_cloud_from_every_side() -> None:
    rng = np.random.default_rng(0)
    wide = rng.uniform(-1, 1, (2000, 3)) * [9, 1, 3] + [50, -7, 1]
    points = wide.astype(np.float32)
    for azimuth in np.linspace(0, 6, 7):
        camera = fit_camera(points, Camera(float(azimuth), 0.3))
        x, y, _ = project(points, camera, 800, 600)
        inside = (x >= 0) & (x <= 800) & (y >= 0) & (y <= 600)
        assert inside.mean() > 0.98
        assert camera.azimuth == azimuth


def test_fit_is_not_drawn_out_by_outliers() -> None:
    points = np.random.default_rng(1).normal(size=(5000, 3)).astype(np.float32)
    plain = fit_camera(points)
    points[:20] *= 1e6
    assert fit_camera(points).distance < 1.2 * plain.distance


def test_fit_twice_changes_nothing() -> None:
    points = np.random.default_rng(2).normal(size=(300, 3)).astype(np.float32)
    once = fit_camera(points, Camera(2.0, -0.5, 99.0))
    assert fit_camera(points, once) == once


@pytest.mark.parametrize(
    "points",
    [
        np.zeros((0, 3)),
        np.zeros((5, 3)),
        np.full((5, 3), 0.25),
        np.full((5, 3), 3e30),
        np.full((2, 3), np.nan),
    ],
)
def test_fit_of_next_to_nothing_is_finite(points: np.ndarray) -> None:
    camera = fit_camera(points.astype(np.float32))
    assert 0 < camera.distance < np.inf
    assert np.isfinite(camera.target).all()
    x, y, _ = project(points.astype(np.float32), camera, 200, 100)
    finite = np.isfinite(points).all(axis=1)
    np.testing.assert_allclose(x[finite], 100, atol=1e-2)
    np.testing.assert_allclose(y[finite], 50, atol=1e-2)
    left, bottom, right, top = fit_rect(points[:, :2].astype(np.float32))
    assert left < right
    assert bottom < top


def test_flat_pictures_have_y_up() -> None:
    points = np.array([[0, 0], [10, 4], [5, 2], [np.nan, 1]], np.float32)
    x, y = project_flat(points, (0, 0, 10, 4), 100, 40)
    np.testing.assert_array_equal(x, np.array([0, 100, 50, np.nan], np.float32))
    np.testing.assert_array_equal(y, np.array([40, 0, 20, 30], np.float32))


def test_fitted_rect_holds_the_bulk() -> None:
    points = np.random.default_rng(3).normal(size=(1000, 2)).astype(np.float32)
    points[0] = 1e9
    left, bottom, right, top = fit_rect(points)
    assert -5 < left < -2 < 2 < right < 5
    assert -5 < bottom < -2 < 2 < top < 5
    few = np.array([[0, 0], [10, 1]], np.float32)
    np.testing.assert_allclose(fit_rect(few, 0.1), (-1, -0.1, 11, 1.1))
