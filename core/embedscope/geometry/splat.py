"""Point clouds as pictures: every point a few pixels, the nearest in front."""

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.discs import disc_size, pixel_of, spread
from embedscope.tables.base import Floats, Ints

Colours = NDArray[np.uint32]  # 0xAARRGGBB
_Ranks = NDArray[np.int32]


def splat(  # noqa: PLR0913, PLR0917 - points, picture, style
    x: Floats,
    y: Floats,
    depth: Floats | None,
    argb: Colours | int,
    width: int,
    height: int,
    size_px: int = 3,
    background: int = 0,
) -> Colours:
    """Return the picture (height, width) of n points at pixels ``x``, ``y``.

    Nearest in front; at equal depth, or with ``depth`` None, the later point. Points that are
    not finite or off the picture are skipped. ``argb`` is one colour or (n,) of them; a
    ``background`` of 0 is transparent. The same input gives the same bytes.
    """
    seen, ranks = _front_ranks(x, y, depth, width, height, size_px)
    colours = np.full(len(seen) + 1, background, np.uint32)  # the last one is for rank -1
    colours[:-1] = argb if np.ndim(argb) == 0 else np.asarray(argb, np.uint32)[seen]
    return colours[ranks]


def front_points(
    x: Floats, y: Floats, depth: Floats | None, width: int, height: int, size_px: int = 3
) -> Ints:
    """Return for each pixel (height, width) the index of the point seen there, or -1."""
    seen, ranks = _front_ranks(x, y, depth, width, height, size_px)
    return np.append(seen, -1)[ranks]


def _front_ranks(
    x: Floats, y: Floats, depth: Floats | None, width: int, height: int, size_px: int
) -> tuple[Ints, _Ranks]:
    """Return point indices from far to near, and for each pixel its place in them, or -1."""
    size = disc_size(size_px)
    shown, cell = cells_of(x, y, width, height, size)
    if depth is not None:
        placed = np.isfinite(depth[shown])
        shown, cell = shown[placed], cell[placed]
        order = far_to_near(depth[shown])
        shown, cell = shown[order], cell[order]
    # One write a point, far to near: where pixels repeat, numpy keeps the last value written.
    ranks = np.full((height + 2 * size, width + 2 * size), -1, np.int32)
    ranks.reshape(-1)[cell] = np.arange(len(cell), dtype=np.int32)
    # Spreading ranks, of which the larger one wins, makes each point a disc, nearest on top.
    ranks = spread(ranks, size, np.maximum, -1)
    return shown, ranks[size : size + height, size : size + width]


def far_to_near(depth: Floats) -> Ints:
    """Return the order (n,) of finite ``depth`` from far to near, equals by index."""
    return np.argsort(~depth_keys(depth), kind="stable")  # uint16: a radix sort


def depth_keys(depth: Floats) -> NDArray[np.uint16]:
    """Return finite ``depth`` (n,) as 16-bit numbers in the same order.

    The bits of positive floats sort like the floats; counted from the least and shifted to
    16 bits they keep the same relative precision near and far, whatever outliers do.
    """
    if not len(depth):
        return np.zeros(0, np.uint16)
    low = depth.min()
    if low <= 0:  # not from a camera: move the depths where floats are evenly spaced
        depth = (depth - low) + max(np.ptp(depth), np.float32(1e-30))
    bits = np.ascontiguousarray(depth, np.float32).view(np.uint32)
    bits = bits - bits.min()
    shift = max(int(bits.max()).bit_length() - 16, 0)
    keys: NDArray[np.uint16] = (bits >> np.uint32(shift)).astype(np.uint16)
    return keys


def cells_of(x: Floats, y: Floats, width: int, height: int, size: int) -> tuple[Ints, Ints]:
    """Return which points touch the picture, and their cells in one padded by ``size``."""
    with np.errstate(invalid="ignore"):
        inside = (x > 0.5 - size) & (x < width + size - 0.5)
        inside &= (y > 0.5 - size) & (y < height + size - 0.5)
    shown = np.flatnonzero(inside)
    column, row = pixel_of(x[shown], size) + size, pixel_of(y[shown], size) + size
    return shown, row * (width + 2 * size) + column
