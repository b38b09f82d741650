"""From a core picture (one value a bin) to the exact device pixels of the map.

Every device pixel takes the bin that holds its centre, so edges are sharp at any scaling, the
colour under the pointer is the cell that is read out, and a picture made for an earlier view
can stand in, moved and stretched, until the next one arrives.
"""

from typing import TYPE_CHECKING

import numpy as np

from embedscope.heatmap.oklab import linear_from_argb

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from embedscope.heatmap.picture import Picture
    from embedscope_gui.heatmap.span import Span

    Argb = NDArray[np.uint32]
    Index = NDArray[np.intp]

DIMMED = 0.55  # share of the ground over rows that are not lit
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
_EVEN = (0.05 * 1.05) ** 0.5 - 0.05  # luminance with equal contrast to black and to white


def pixel_bins(span: "Span", length_px: int, first: int, stop: int, per_bin: int) -> "Index":
    """Return for each of ``length_px`` pixels its bin, -1 where the picture has none.

    The picture covers cells ``[first, stop)`` in bins of ``per_bin`` cells. Its last bin may hold
    so few cells that it has no pixel's centre; it gets the last pixel all the same.
    """
    # The same operations in the same order as Span.value: edges round alike.
    centres = span.low + (np.arange(length_px) + 0.5) / max(length_px, 1) * span.length
    cells = np.floor(centres).astype(np.intp)
    bins = np.where((cells >= first) & (cells < stop), (cells - first) // per_bin, -1)
    last = (stop - 1 - first) // per_bin
    if length_px and abs(span.high - stop) < 1e-6 and bins[-1] == last - 1:
        np.maximum(bins, last - np.arange(length_px - 1, -1, -1), out=bins)
    return bins


def compose(
    picture: "Picture",
    image: "Argb",
    rows: "Span",
    cols: "Span",
    width_px: int,
    height_px: int,
    outside: int,
) -> "Argb":
    """Return the map (height_px, width_px) as ARGB; ``outside`` colours what has no picture."""
    if not image.size:  # of no looked-up rows
        return np.full((height_px, width_px), outside, np.uint32)
    row0, row1, col0, col1 = picture.rect
    row_bins = pixel_bins(rows, height_px, row0, row1, picture.rows_per_px)
    col_bins = pixel_bins(cols, width_px, col0, col1, picture.dims_per_px)
    wide = np.take(image, col_bins, axis=1, mode="clip")  # first: only h rows go one by one
    out = np.take(wide, row_bins, axis=0, mode="clip")
    for axis, bins in ((out, row_bins), (out.T, col_bins)):
        if bins.min(initial=0) < 0:
            axis[bins < 0] = outside
    return out


def blend(argb: "Argb", over: int, share: float) -> "Argb":
    """Return ``argb`` with ``share`` (0..1) of the colour ``over`` laid on top, opaque."""
    weight = round(share * 256)
    out = np.full_like(argb, 0xFF000000)
    for shift in (0, 8, 16):
        below = (argb >> np.uint32(shift)) & np.uint32(0xFF)
        above = (over >> shift) & 0xFF
        mixed = (below * np.uint32(256 - weight) + np.uint32(above * weight)) >> np.uint32(8)
        out |= mixed << np.uint32(shift)
    return out


def dimmed(picture: "Picture", image: "Argb", lit: "NDArray[np.int64]", over: int) -> "Argb":
    """Return ``image`` with bins that hold none of the rows ``lit`` faded towards ``over``.

    Cells that hold no finite number keep the colours that the legend explains.
    """
    row0, row1 = picture.rect[:2]
    inside = lit[(lit >= row0) & (lit < row1)]
    keep = np.unique((inside - row0) // picture.rows_per_px)
    out = blend(image, over, DIMMED)
    out[keep] = image[keep]
    if picture.n_bad:
        bad = ~np.isfinite(picture.values)
        out[bad] = image[bad]
    return out


def wants_white(argb: "Argb") -> "NDArray[np.bool_]":
    """Return where white text reads better than black on ``argb`` (WCAG 2 contrast)."""
    luminance = linear_from_argb(argb) @ _LUMINANCE
    white: NDArray[np.bool_] = luminance < _EVEN
    return white
