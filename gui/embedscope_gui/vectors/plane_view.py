"""The plane as a widget: pan and zoom by pointer and keys."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from embedscope.tables.base import Floats
from embedscope_gui.theme import Theme
from embedscope_gui.vectors.canvas import PointCanvas
from embedscope_gui.vectors.gestures import KEY_STEP_PX
from embedscope_gui.vectors.paint_plane import paint_plane
from embedscope_gui.vectors.plane_axes import PlaneFrame, frame_plane
from embedscope_gui.vectors.plane_map import Extent, scaled, shifted
from embedscope_gui.vectors.points_view import Marks
from embedscope_gui.vectors.scene import Scene2D, fit_plane

NOTE_AT = QPoint(80, 34)  # inside the plot, clear of what is written beside the axes
ZOOM_RANGE = (1e-5, 1e4)  # of the fitted span


class PlaneView(PointCanvas[Scene2D]):
    """Points on two axes: x to the right, y upwards."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Scene2D(), theme, parent)
        self.setObjectName("vectorView")
        self.setAccessibleName("Vectors in 2D")
        self.pca = True
        self.marked_note.move(NOTE_AT)
        self._fitted = self.scene.extent

    def paint_scene(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the plane."""
        paint_plane(painter, rect, self.scene, self.theme, self.cache)

    @property
    def frame(self) -> PlaneFrame:
        """The frame as it is painted now."""
        return frame_plane(QRectF(self.rect()), self.scene)

    def cloud_px(self) -> tuple[Floats, Floats, None] | None:
        """Return the pixels of the cloud's points."""
        if self.scene.content.cloud is None:
            return None
        px = self.frame.plane.to_px(self.scene.content.cloud).astype(np.float32)
        return px[:, 0], px[:, 1], None

    def marks(self) -> Marks:
        """Return the places on two axes."""
        return self.scene.content.tokens.on_plane

    def drag(self, step: QPointF, *, pan: bool) -> None:  # noqa: ARG002 - a plane only pans
        """Shift the view with the pointer."""
        plane = self.frame.plane
        shift = (-step.x() / plane.px_per_x, step.y() / plane.px_per_y)
        self._look_at(shifted(plane.shown, *shift))

    def step_view(self, x: int, y: int, *, shift: bool) -> None:
        """Look further to one side."""
        self.drag(QPointF(-x, -y) * KEY_STEP_PX, pan=shift)

    def zoom(self, factor: float, at: QPointF) -> None:
        """Zoom about the pixel ``at``; not beyond what numbers can tell apart."""
        plane = self.frame.plane
        least, most = (share * self._fitted.width for share in ZOOM_RANGE)
        wanted = min(max(plane.shown.width / factor, least), most)
        x, y = plane.to_data(at.x(), at.y())
        self._look_at(scaled(plane.shown, wanted / plane.shown.width, x, y))

    def fit(self) -> None:
        """Bring cloud (but its outliers) and tokens into view."""
        self.wants_fit = False
        self.scene = fit_plane(self.scene, pca=self.pca)
        self._fitted = self.scene.extent
        self.in_motion()

    def _look_at(self, extent: Extent) -> None:
        self.scene = replace(self.scene, extent=extent)
