"""Pictures of crowded flat clouds: the more points on a pixel, the stronger its colour."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.discs import disc_size, spread
from embedscope.geometry.splat import Colours, cells_of
from embedscope.tables.base import Doubles, Floats, Ints

_FAINTEST = 0.25  # opacity of a lone point in a crowded picture
_FULL_AT = 0.99  # this share of the inked pixels is not yet at full strength
_LEVELS = 4096  # counts beyond are as strong as this one
_CHANNELS = (16, 8, 0)  # shifts of red, green, blue


def splat_density(
    x: Floats,
    y: Floats,
    argb: Colours | int,
    width: int,
    height: int,
    size_px: int = 3,
    background: int = 0,
) -> Colours:
    """Return the picture (height, width) of n points at pixels ``x``, ``y``, premultiplied.

    A pixel has the mean colour of its points, with an opacity that grows with the logarithm of
    their number up to full. ``background`` is opaque, or 0 for none. The same input gives the
    same bytes; points that are not finite or off the picture are skipped.
    """
    size = disc_size(size_px)
    frame = height, width, size
    shown, cell = cells_of(x, y, width, height, size)
    counts = np.minimum(_summed(cell, None, frame), _LEVELS - 1).astype(np.int32)
    alpha = opacity_ramp(counts)
    ground = background if background >> 24 else 0
    if np.ndim(argb) == 0:
        strengths = [(int(argb) >> shift & 255) * alpha for shift in _CHANNELS]
        return _packed(strengths, alpha, ground)[counts]
    share = (alpha / np.maximum(np.arange(_LEVELS), 1)).astype(np.float32)[counts]
    colours = np.asarray(argb, np.uint32)[shown]
    sums = [_summed(cell, (colours >> np.uint32(s)) & np.uint32(255), frame) for s in _CHANNELS]
    return _packed([total * share for total in sums], alpha[counts], ground)


def opacity_ramp(counts: NDArray[np.int32]) -> Doubles:
    """Return the opacity 0..1 of each number of points (4096,), fitted to a picture's counts.

    Where pixels hardly differ in number every point is opaque.
    """
    inked = counts[counts > 0]
    full = float(np.log(np.quantile(inked, _FULL_AT))) if len(inked) else 0.0
    least = max(1 / (1 + full), _FAINTEST)
    number = np.maximum(np.arange(_LEVELS), 1)
    ramp = least + (1 - least) * np.minimum(np.log(number) / max(full, 1e-9), 1)
    ramp[0] = 0
    return ramp


def _summed(cell: Ints, weights: Colours | None, frame: tuple[int, int, int]) -> Floats:
    """Return the sum of ``weights`` (1 each if None) of the discs over each pixel (h, w)."""
    height, width, size = frame
    shape = height + 2 * size, width + 2 * size
    single = np.bincount(cell, weights, shape[0] * shape[1]).astype(np.float32).reshape(shape)
    return spread(single, size, np.add, 0)[size : size + height, size : size + width]


def _packed(channels: Sequence[Floats | Doubles], alpha: Doubles, ground: int) -> Colours:
    """Return premultiplied ``channels`` and ``alpha`` (any shape) as colours over ``ground``."""
    picture = np.full(alpha.shape, 255, np.uint32) if ground else _rounded(alpha * 255)
    for channel, shift in zip(channels, _CHANNELS, strict=True):
        below = (ground >> shift & 255) * (1 - alpha)
        picture = (picture << np.uint32(8)) | np.minimum(_rounded(channel + below), 255)
    return picture


def _rounded(values: Floats | Doubles) -> Colours:
    whole: Colours = np.rint(values).astype(np.uint32)
    return whole
