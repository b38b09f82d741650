"""The box of the axes in space and where it is on the picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from embedscope.geometry.camera import view_axes
from embedscope.geometry.projection import EMPTY
from embedscope_gui.vectors.cloud import project_in
from embedscope_gui.vectors.scene import Scene3D
from embedscope_gui.vectors.ticks import NO_TICKS, Ticks, nice_ticks

Doubles = NDArray[np.float64]
TICKS_MAX = 4
LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True, eq=False)
class SpaceFrame:
    """Projects corners and axes of one scene into ``rect``."""

    scene: Scene3D
    rect: QRectF

    def to_px(self, points: Doubles) -> Doubles:
        """Return pixels (n, 2) of ``points`` (n, 3); NaN behind the eye."""
        held = np.clip(points, -LARGEST, LARGEST).astype(np.float32)
        at = project_in(held, self.scene, self.rect)
        corner = np.array([self.rect.left(), self.rect.top()])
        found: Doubles = np.stack([at.x, at.y], axis=1).astype(np.float64) + corner
        return found

    @property
    def origin(self) -> Doubles:
        """The point (3,) of the box nearest to the origin: the axes meet there."""
        bounds = self.scene.bounds
        return np.clip(np.zeros(3), bounds[:, 0], bounds[:, 1])

    @property
    def far(self) -> Doubles:
        """The corner (3,) of the box where its three hidden faces meet."""
        toward = view_axes(self.scene.camera)[2]
        bounds = self.scene.bounds
        return np.where(toward > 0, bounds[:, 0], bounds[:, 1])

    @property
    def near(self) -> Doubles:
        """The corner (3,) opposite to ``far``."""
        opposite: Doubles = self.scene.bounds.sum(axis=1) - self.far
        return opposite

    def ticks(self, axis: int) -> Ticks:
        """Return round values along an axis."""
        if self.scene.content.titles[axis].endswith(EMPTY):
            return NO_TICKS
        low, high = self.scene.bounds[axis].tolist()
        return nice_ticks(low, high, TICKS_MAX)
