"""Point clouds as pictures: every point a few pixels, the nearest in front."""

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats, Ints

Colours = NDArray[np.uint32]  # 0xAARRGGBB
_Ranks = NDArray[np.int32]

LARGEST_SIZE_PX = 15


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
    size = int(np.clip(size_px, 1, LARGEST_SIZE_PX))
    shown, cell = _cells(x, y, width, height, size)
    if depth is not None:
        order = far_to_near(depth[shown])
        shown, cell = shown[order], cell[order]
    # One write a point, far to near: where pixels repeat, numpy keeps the last value written.
    ranks = np.full((height + 2 * size, width + 2 * size), -1, np.int32)
    ranks.reshape(-1)[cell] = np.arange(len(cell), dtype=np.int32)
    # Growing the larger rank over its neighbours makes each point a disc, nearest on top.
    return shown, _grow(ranks, size)[size : size + height, size : size + width]


def far_to_near(depth: Floats) -> Ints:
    """Return the order (n,) of finite ``depth`` from far to near, equals by index."""
    return np.argsort(~depth_keys(depth), kind="stable")  # uint16: a radix sort


def depth_keys(depth: Floats) -> NDArray[np.uint16]:
    """Return ``depth`` (n,) > 0 as 16-bit numbers in the same order.

    The bits of positive floats sort like the floats; counted from the least and shifted to
    16 bits they keep the same relative precision near and far, whatever outliers do.
    """
    if not len(depth):
        return np.zeros(0, np.uint16)
    bits = np.ascontiguousarray(depth, np.float32).view(np.uint32)
    bits = bits - bits.min()
    shift = max(int(bits.max()).bit_length() - 16, 0)
    keys: NDArray[np.uint16] = (bits >> np.uint32(shift)).astype(np.uint16)
    return keys


def pick(
    x: Floats,
    y: Floats,
    depth: Floats | None,
    at_x: float,
    at_y: float,
    radius_px: float = 8,
    size_px: int = 3,
) -> int | None:
    """Return the index of the point at a pixel, or None.

    That is the one in front among those drawn over the place, else the closest on the picture
    within ``radius_px`` (of equally close ones the one in front).
    """
    with np.errstate(invalid="ignore", over="ignore"):
        gap = np.hypot(x - np.float32(at_x), y - np.float32(at_y))
        near = np.flatnonzero(gap <= max(radius_px, size_px))
    if not len(near):
        return None
    rank = np.zeros(len(near)) if depth is None else depth[near]
    distance = np.where(gap[near] <= size_px / 2, 0, gap[near])
    if distance.min() > radius_px:
        return None
    return int(near[np.lexsort((-near, rank, distance))[0]])


def fade(argb: Colours, depth: Floats, towards: int, strength: float = 0.6) -> Colours:
    """Return colours (n,) mixed with the colour ``towards`` by depth: the far ones most.

    Depths count between their 2nd and 98th percentile; ``strength`` is the largest share.
    """
    good = depth[np.isfinite(depth)]
    if not len(good):
        return argb
    low, high = np.quantile(good[:: max(len(good) // 5000, 1)], [0.02, 0.98])
    with np.errstate(invalid="ignore"):
        share = np.clip((depth - np.float32(low)) / np.float32(max(high - low, 1e-30)), 0, 1)
    weight = np.nan_to_num(share * np.float32(256 * strength)).astype(np.uint32)
    return mix(argb, towards, weight)


def mix(argb: Colours, towards: int, weight: NDArray[np.uint32]) -> Colours:
    """Return ``argb`` (n,) moved ``weight`` / 256 of the way to ``towards``; alpha is kept."""
    # Red and blue share one multiplication: 8 bits of room lie between them.
    keep, pair, green = np.uint32(256) - weight, np.uint32(0xFF00FF), np.uint32(0xFF00)
    goal = np.uint32(towards)
    red_blue = ((argb & pair) * keep + (goal & pair) * weight) >> np.uint32(8)
    middle = ((argb & green) * keep + (goal & green) * weight) >> np.uint32(8)
    mixed: Colours = (argb & np.uint32(0xFF000000)) | (red_blue & pair) | (middle & green)
    return mixed


def _cells(x: Floats, y: Floats, width: int, height: int, size: int) -> tuple[Ints, Ints]:
    """Return which points touch the picture, and their cells in one padded by ``size``."""
    with np.errstate(invalid="ignore"):
        inside = (x > -size) & (x < width + size - 0.5) & (y > -size) & (y < height + size - 0.5)
    shown = np.flatnonzero(inside)
    # The middle pixel of an odd size is the one the point is in; an even size straddles it.
    lift = np.float32(size - 0.5 * (1 - size % 2))
    column, row = (x[shown] + lift).astype(np.int64), (y[shown] + lift).astype(np.int64)
    return shown, row * (width + 2 * size) + column


def _grow(ranks: _Ranks, size: int) -> _Ranks:
    """Return the maximum of ``ranks`` over a disc of ``size`` pixels about each pixel."""
    if size == 1:
        return ranks
    grown = ranks.copy()
    widths = disc_widths(size)
    first = -((size - 1) // 2)
    for run in sorted(set(widths)):
        wide = _run_maximum(ranks, run)
        for step, width in enumerate(widths):
            if width == run:
                _maximum_shifted(grown, wide, first + step)
    return grown


def disc_widths(size: int) -> list[int]:
    """Return the widths of the rows of a disc of ``size`` pixels, top to bottom."""
    middle, radius = (size - 1) / 2, size / 2
    rows = [2 * np.sqrt(radius**2 - (step - middle) ** 2) for step in range(size)]
    # Widths keep the parity of the size, so that the disc stays symmetric.
    return [min(size, size % 2 + 2 * int((w - size % 2) / 2 + 0.5)) or 1 for w in rows]


def _run_maximum(ranks: _Ranks, run: int) -> _Ranks:
    """Return ``ranks`` with each one spread over ``run`` columns about its own."""
    out = ranks.copy()
    first = -((run - 1) // 2)
    for step in range(first, first + run):
        if step > 0:
            np.maximum(out[:, step:], ranks[:, :-step], out=out[:, step:])
        elif step < 0:
            np.maximum(out[:, :step], ranks[:, -step:], out=out[:, :step])
    return out


def _maximum_shifted(out: _Ranks, wide: _Ranks, step: int) -> None:
    """Put max(out, ``wide`` moved down by ``step`` rows) into ``out``."""
    if step > 0:
        np.maximum(out[step:], wide[:-step], out=out[step:])
    elif step < 0:
        np.maximum(out[:step], wide[-step:], out=out[:step])
    else:
        np.maximum(out, wide, out=out)
