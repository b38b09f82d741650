"""Which point of a picture is under the pointer, or inside a drawn outline."""

import numpy as np
from numpy.typing import ArrayLike

from embedscope.geometry.discs import covers, disc_size, pixel_of
from embedscope.geometry.rows import Bools
from embedscope.tables.base import Floats, Ints


def pick(
    x: Floats,
    y: Floats,
    depth: Floats | None,
    at_x: float,
    at_y: float,
    radius_px: float = 8,
    size_px: int = 3,
) -> int | None:
    """Return the index of the point at a place of the picture, or None.

    That is the one in front among those drawn over the pixel, else the closest within
    ``radius_px``. At equal depth, or with ``depth`` None, the later point is in front.
    """
    size = disc_size(size_px)
    reach = max(radius_px, size)
    with np.errstate(invalid="ignore"):
        near = np.flatnonzero((np.abs(x - at_x) <= reach) & (np.abs(y - at_y) <= reach))
    dx = int(np.floor(at_x)) - pixel_of(x[near], size)
    dy = int(np.floor(at_y)) - pixel_of(y[near], size)
    distance = np.hypot(x[near] - at_x, y[near] - at_y)
    distance[covers(dx, dy, size)] = 0
    near, distance = near[distance <= radius_px], distance[distance <= radius_px]
    if not len(near):
        return None
    behind = np.zeros(len(near)) if depth is None else depth[near]
    return int(near[np.lexsort((-near, behind, distance))[0]])


def points_at(x: Floats, y: Floats, at_x: float, at_y: float, radius_px: float = 0.5) -> Ints:
    """Return the indices (k,) of all points within ``radius_px``, as where many coincide."""
    with np.errstate(invalid="ignore"):
        return np.flatnonzero(np.hypot(x - at_x, y - at_y) <= radius_px)


def points_inside(x: Floats, y: Floats, outline: ArrayLike) -> Ints:
    """Return the indices (k,) of points inside ``outline`` (m, 2), a polygon closed by itself.

    Inside means that a ray to the right crosses the outline an odd number of times.
    """
    corners = np.asarray(outline, np.float64).reshape(-1, 2)
    inside = np.zeros(len(x), bool)
    for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        inside ^= _crosses(x, y, (x0, y0), (x1, y1))
    return np.flatnonzero(inside)


def _crosses(x: Floats, y: Floats, start: tuple[float, float], end: tuple[float, float]) -> Bools:
    """Return whether a ray from each point to the right crosses the edge; NaN never does."""
    (x0, y0), (x1, y1) = start, end
    if y0 == y1:
        return np.zeros(len(x), bool)
    with np.errstate(invalid="ignore"):
        spans = (y >= min(y0, y1)) & (y < max(y0, y1))
        crossing: Bools = spans & (x < x0 + (y - y0) * ((x1 - x0) / (y1 - y0)))
    return crossing
