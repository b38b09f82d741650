"""From coordinates on two axes to pixels and back: x to the right, y upwards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats
from embedscope_gui.vectors.fit import Bounds

MARGIN = 0.06  # of the span of what is fitted, on each side


@dataclass(frozen=True, slots=True)
class Extent:
    """The part of the plane that must be in view, in data units."""

    left: float
    right: float
    bottom: float
    top: float

    @property
    def width(self) -> float:
        """Span of x."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Span of y."""
        return self.top - self.bottom


def fitted(bounds: Bounds, margin: float = MARGIN) -> Extent:
    """Return ``bounds`` (axes >= 2, 2) with a margin, a share of their span."""
    (left, right), (bottom, top) = bounds[:2].tolist()
    dx, dy = (right - left) * margin, (top - bottom) * margin
    return Extent(left - dx, right + dx, bottom - dy, top + dy)


def shifted(extent: Extent, dx: float, dy: float) -> Extent:
    """Return ``extent`` shifted by data units."""
    return Extent(extent.left + dx, extent.right + dx, extent.bottom + dy, extent.top + dy)


def scaled(extent: Extent, factor: float, x: float, y: float) -> Extent:
    """Return ``extent`` made ``factor`` times as large about the point (x, y), which stays put."""
    return Extent(
        x + (extent.left - x) * factor,
        x + (extent.right - x) * factor,
        y + (extent.bottom - y) * factor,
        y + (extent.top - y) * factor,
    )


@dataclass(frozen=True, slots=True)
class PlaneMap:
    """A plot rectangle in pixels (``left`` and ``top`` of its corner) and what it shows."""

    left: float
    top: float
    width: float
    height: float
    shown: Extent

    def to_px(self, points: Floats | NDArray[np.float64]) -> NDArray[np.float64]:
        """Return pixels (n, 2) of ``points`` (n, >= 2); not finite where the points are not."""
        with np.errstate(over="ignore", invalid="ignore"):
            x = self.left + (points[:, 0].astype(np.float64) - self.shown.left) * self.px_per_x
            y = self.top + (self.shown.top - points[:, 1].astype(np.float64)) * self.px_per_y
        return np.stack([x, y], axis=1)

    def to_data(self, x_px: float, y_px: float) -> tuple[float, float]:
        """Return the coordinates under a pixel."""
        x = self.shown.left + (x_px - self.left) / self.px_per_x
        return x, self.shown.top - (y_px - self.top) / self.px_per_y

    @property
    def px_per_x(self) -> float:
        """Pixels of one unit along x."""
        return self.width / self.shown.width

    @property
    def px_per_y(self) -> float:
        """Pixels of one unit along y."""
        return self.height / self.shown.height


def plane_map(plot: tuple[float, float, float, float], extent: Extent, *, equal: bool) -> PlaneMap:
    """Return the map of a ``plot`` (left, top, width, height) that holds all of ``extent``.

    With ``equal`` one unit is as long on both axes: more is shown along the roomier one.
    """
    left, top, width, height = plot
    shown = extent
    if equal:
        unit = max(extent.width / width, extent.height / height)
        dx, dy = (unit * width - extent.width) / 2, (unit * height - extent.height) / 2
        shown = Extent(extent.left - dx, extent.right + dx, extent.bottom - dy, extent.top + dy)
    return PlaneMap(left, top, width, height, shown)
