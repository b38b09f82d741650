"""The space as a widget: turn, zoom and shift by pointer and keys; no OpenGL."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from embedscope.geometry.camera import Camera, orbit, pan, zoom
from embedscope.tables.base import Floats
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.vectors.canvas import PointCanvas
from embedscope_gui.vectors.cloud import project_in
from embedscope_gui.vectors.gestures import KEY_STEP_PX
from embedscope_gui.vectors.paint_space import paint_space
from embedscope_gui.vectors.points_view import Marks
from embedscope_gui.vectors.scene import Scene3D, fit_space

TURN_PER_PX = 0.008  # radians
KEY_TURN = 0.12
ZOOM_RANGE = (1e-3, 30.0)  # of the fitted distance


class SpaceView(PointCanvas[Scene3D]):
    """Points on three axes, z upwards."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Scene3D(), theme, parent)
        self.setObjectName("spaceView")
        self.setAccessibleName("Vectors in 3D")
        self._fitted_distance = self.scene.camera.distance
        self.marked_note.move(GRID_PX, GRID_PX)

    def paint_scene(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the space."""
        paint_space(painter, rect, self.scene, self.theme, self.cache)

    def cloud_px(self) -> tuple[Floats, Floats, Floats] | None:
        """Return the pixels and depths of the cloud's points."""
        if self.scene.content.cloud is None:
            return None
        return project_in(self.scene.content.cloud, self.scene, QRectF(self.rect()))

    def marks(self) -> Marks:
        """Return the places on three axes."""
        return self.scene.content.tokens.in_space

    def drag(self, step: QPointF, *, pan: bool) -> None:
        """Turn the scene with the pointer, or shift it."""
        if pan:
            self._shift(step)
        else:
            turned = orbit(self.scene.camera, -step.x() * TURN_PER_PX, step.y() * TURN_PER_PX)
            self._look_from(turned)

    def step_view(self, x: int, y: int, *, shift: bool) -> None:
        """Turn the scene by an arrow key, or shift it with Shift held."""
        if shift:
            self._shift(QPointF(-x, -y) * KEY_STEP_PX)
        else:
            self._look_from(orbit(self.scene.camera, x * KEY_TURN, -y * KEY_TURN))

    def zoom(self, factor: float, at: QPointF) -> None:  # noqa: ARG002 - towards the target
        """Come closer to the target or go away from it."""
        least, most = (share * self._fitted_distance for share in ZOOM_RANGE)
        distance = self.scene.camera.distance
        self._look_from(zoom(self.scene.camera, distance / np.clip(distance / factor, least, most)))

    def fit(self) -> None:
        """Bring box, cloud and tokens into view, from the same side."""
        self.wants_fit = False
        self.scene = fit_space(self.scene)
        self._fitted_distance = self.scene.camera.distance
        self.in_motion()

    def reset(self) -> None:
        """Fit, seen from the first side again."""
        self._look_from(Camera())
        self.fit()

    def _shift(self, step: QPointF) -> None:
        self._look_from(pan(self.scene.camera, step.x(), step.y(), self.width(), self.height()))

    def _look_from(self, camera: Camera) -> None:
        self.scene = replace(self.scene, camera=camera)
