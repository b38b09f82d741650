"""A camera that turns about a target: pure functions from points to pixels."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats

Vector = tuple[float, float, float]

_STEEPEST = np.pi / 2 - 1e-3  # at the pole left and right would swap
_NEAR = 0.02  # points closer than this share of the distance are not drawn
_COVER = 0.98  # share of points that a fitted view holds; outliers may lie outside


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at ``target`` from ``distance``; angles in radians, z points up."""

    azimuth: float = 0.7
    elevation: float = 0.4
    distance: float = 4.0
    target: Vector = (0.0, 0.0, 0.0)
    view_angle: float = 0.8  # of the picture's shorter side


class Projected(NamedTuple):
    """Pixels of n points: ``x`` right, ``y`` down; NaN for points behind the eye.

    ``depth`` counts from the eye; 1 is the distance of the camera's target.
    """

    x: Floats
    y: Floats
    depth: Floats


def orbit(camera: Camera, turn: float, tilt: float) -> Camera:
    """Return the camera moved round its target by ``turn`` and ``tilt`` radians."""
    elevation = float(np.clip(camera.elevation + tilt, -_STEEPEST, _STEEPEST))
    return replace(camera, azimuth=(camera.azimuth + turn) % (2 * np.pi), elevation=elevation)


def zoom(camera: Camera, factor: float) -> Camera:
    """Return the camera ``factor`` times closer (> 1) or farther (< 1); never at zero distance."""
    distance = float(np.clip(camera.distance / max(factor, 1e-6), 1e-30, 1e30))
    return replace(camera, distance=distance)


def pan(camera: Camera, dx_px: float, dy_px: float, width_px: int, height_px: int) -> Camera:
    """Return the camera shifted so that the target's surroundings follow the pointer."""
    right, up, _ = view_axes(camera)
    per_px = camera.distance / focal_px(camera, width_px, height_px)
    target = np.asarray(camera.target) - (right * dx_px - up * dy_px) * per_px
    return replace(camera, target=(float(target[0]), float(target[1]), float(target[2])))


def view_axes(camera: Camera) -> tuple[NDArray[np.float64], ...]:
    """Return the unit vectors (3,) right, up and towards the eye."""
    ca, sa = np.cos(camera.azimuth), np.sin(camera.azimuth)
    ce, se = np.cos(camera.elevation), np.sin(camera.elevation)
    right = np.array([-sa, ca, 0.0])
    up = np.array([-ca * se, -sa * se, ce])
    return right, up, np.array([ca * ce, sa * ce, se])


def focal_px(camera: Camera, width_px: int, height_px: int) -> float:
    """Return how many pixels one unit takes at distance 1."""
    return float(min(width_px, height_px) / 2 / np.tan(camera.view_angle / 2))


def project(points: Floats, camera: Camera, width_px: int, height_px: int) -> Projected:
    """Return where ``points`` (n, 3) fall in a picture; NaN for those behind or not finite."""
    right, up, toward = view_axes(camera)
    turn = (np.stack([right, up, toward]) / camera.distance).astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        moved = [points[:, axis] - np.float32(camera.target[axis]) for axis in range(3)]
        # Sums of columns: three times as fast as a product with a 3 x 3 matrix, and no threads.
        across, upward, nearer = (moved[0] * a + moved[1] * b + moved[2] * c for a, b, c in turn)
        near = 1 - nearer
        near[~(near > _NEAR)] = np.nan
        shrink = np.float32(focal_px(camera, width_px, height_px)) / near
        x = np.float32(width_px / 2) + across * shrink
        y = np.float32(height_px / 2) - upward * shrink
    return Projected(x, y, near)


def fit_camera(points: Floats, camera: Camera | None = None) -> Camera:
    """Return ``camera`` (or a first one) aimed so that the bulk of ``points`` (n, 3) fills it.

    The radius holds 98 % of the points, so a few outliers do not shrink the cloud. It depends
    on the points alone: fitting twice changes nothing.
    """
    start = camera or Camera()
    centre, radius = bulk(points)
    distance = radius / float(np.sin(start.view_angle / 2)) * 1.05
    return replace(start, distance=distance, target=(centre[0], centre[1], centre[2]))


def bulk(points: Floats) -> tuple[list[float], float]:
    """Return a centre (k,) of the finite ``points`` (n, k) and the radius that holds 98 %.

    The radius is never zero: coinciding points get one in proportion to where they are.
    """
    good = points[np.isfinite(points).all(axis=1)].astype(np.float64)
    if not len(good):
        return [0.0] * points.shape[1], 1.0
    share = _tail(len(good))
    centre = np.quantile(good, [share, 1 - share], axis=0).mean(axis=0)
    radius = float(np.quantile(np.linalg.norm(good - centre, axis=1), 1 - 2 * share))
    place = float(np.abs(centre).max())
    if radius <= 1e-6 * place:
        radius = place / 2 or 1.0
    return [float(c) for c in centre], radius


def _tail(n_points: int) -> float:
    """Return the share of points at each end that may lie outside the view."""
    return (1 - _COVER) / 2 if n_points > 50 else 0.0


def fit_rect(points: Floats, margin: float = 0.08) -> tuple[float, float, float, float]:
    """Return (left, bottom, right, top) that holds the bulk of ``points`` (n, 2).

    Each axis spans the 1st to 99th percentile, widened by ``margin``; never empty.
    """
    good = points[np.isfinite(points).all(axis=1)].astype(np.float64)
    if not len(good):
        return -1.0, -1.0, 1.0, 1.0
    share = _tail(len(good))
    low, high = np.quantile(good, [share, 1 - share], axis=0)
    span = high - low
    fallback = float(span.max()) or max(float(np.abs(low).max()), 1.0)
    pad = np.where(span > 1e-6 * np.abs(low), span * margin, fallback / 2)
    left, bottom = (low - pad).tolist()
    right, top = (high + pad).tolist()
    return left, bottom, right, top


def project_flat(
    points: Floats, rect: tuple[float, float, float, float], width_px: int, height_px: int
) -> tuple[Floats, Floats]:
    """Return pixels (x, y) of ``points`` (n, 2) in a picture that shows ``rect``."""
    left, bottom, right, top = rect
    x = (points[:, 0].astype(np.float64) - left) * (width_px / (right - left))
    y = (top - points[:, 1].astype(np.float64)) * (height_px / (top - bottom))
    return x.astype(np.float32), y.astype(np.float32)
