"""Which part of space to show: all of the cloud but its outliers, and the typed tokens."""

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats

Bounds = NDArray[np.float64]
"""(axes, 2): lowest and highest coordinate on each axis."""

SAMPLED = 65_536
REACH = 1.0  # beyond the 1st and 99th percentile, in units of their distance
TOKENS_MAY_WIDEN = 1.0  # tokens outside the cloud widen it by its own size at most, each side


def fit_bounds(cloud: Floats | None, tokens: Floats, *, origin: bool = False) -> Bounds:
    """Return bounds (axes, 2) for a cloud (V, axes) and tokens (n, axes); never of zero size.

    Outliers of the cloud are left outside. Tokens are inside unless they are very far from the
    cloud. ``origin`` keeps the origin inside, for arrows.
    """
    n_axes = tokens.shape[1]
    core = None if cloud is None else robust_bounds(cloud)
    found = core
    marked = plain_bounds(tokens)
    if marked is not None:
        found = marked if core is None else _widened(core, marked)
    if found is None:
        return np.tile([-1.0, 1.0], (n_axes, 1))
    if origin:
        found = np.stack([np.minimum(found[:, 0], 0), np.maximum(found[:, 1], 0)], axis=1)
    return opened(found)


def plain_bounds(points: Floats) -> Bounds | None:
    """Return least and largest finite coordinates (axes, 2), or None without a finite point."""
    finite = _finite(points)
    if not len(finite):
        return None
    return np.stack([finite.min(axis=0), finite.max(axis=0)], axis=1).astype(np.float64)


def robust_bounds(points: Floats) -> Bounds | None:
    """Return bounds (axes, 2) of all finite points but outliers; None without a finite point."""
    finite = _finite(points)
    full = plain_bounds(finite)
    if full is None:
        return None
    sample = finite[:: -(-len(finite) // SAMPLED)].astype(np.float64)
    low, high = np.percentile(sample, (1, 99), axis=0)
    reach = REACH * (high - low)
    flat = high == low  # nearly all rows equal: the few others are what there is to see
    low = np.where(flat, full[:, 0], np.maximum(low - reach, full[:, 0]))
    high = np.where(flat, full[:, 1], np.minimum(high + reach, full[:, 1]))
    return np.stack([low, high], axis=1)


def opened(bounds: Bounds) -> Bounds:
    """Return ``bounds`` with empty axes given a size, so that one point sits in the middle."""
    span = bounds[:, 1] - bounds[:, 0]
    centre = bounds.mean(axis=1)
    largest = float(span.max())
    half = (
        np.maximum(np.abs(centre) / 2, 1e-30) if largest == 0 else np.full(len(span), largest / 2)
    )
    half = np.where(half <= 1e-30, 1.0, half)
    tiny = span <= 1e-7 * np.maximum(largest, np.abs(centre))
    low = np.where(tiny, centre - half, bounds[:, 0])
    high = np.where(tiny, centre + half, bounds[:, 1])
    return np.stack([low, high], axis=1)


def _widened(core: Bounds, marked: Bounds) -> Bounds:
    span = (core[:, 1] - core[:, 0]) * TOKENS_MAY_WIDEN
    span = np.where(span == 0, np.inf, span)
    low = np.clip(marked[:, 0], core[:, 0] - span, core[:, 0])
    high = np.clip(marked[:, 1], core[:, 1], core[:, 1] + span)
    return np.stack([low, high], axis=1)


def _finite(points: Floats) -> Floats:
    return points[np.isfinite(points).all(axis=1)]
