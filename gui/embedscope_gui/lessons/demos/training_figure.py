"""A table in training as one picture: heatmap, points, loss."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.training.point import TrainingPoint
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.figures.figure import Size
from embedscope_gui.lessons.demos.sheet import area, counted, paint_remark
from embedscope_gui.lessons.demos.training_curve import paint_curve
from embedscope_gui.lessons.demos.training_frame import TrainingFrame
from embedscope_gui.lessons.demos.training_heat import paint_heat
from embedscope_gui.lessons.demos.training_points import paint_points
from embedscope_gui.theme import Theme

HEAT, CURVE = 0.32, 0.28  # shares of the width
HEAT_ALONE = 0.42  # without the curve
GAP = 14.0


@dataclass(frozen=True, eq=False)
class TrainingFigure:
    """``point`` on the axes of ``frame``; without ``with_curve`` the loss is left to others."""

    point: TrainingPoint
    frame: TrainingFrame
    in_space: bool = False
    with_curve: bool = True

    @property
    def title(self) -> str:
        """What the figure shows."""
        words = counted(len(self.point.words), "word")
        if not self.point.n_steps:
            return f"A table for {words}, before any training"
        return f"A table for {words}, after {counted(self.point.n_steps, 'step')} of training"

    @property
    def natural_size(self) -> Size:
        """Three parts side by side."""
        return Size(860 if self.with_curve else 600, 350)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(640 if self.with_curve else 380, 250)

    def remark(self) -> str:
        """Say what the step of the picture has read."""
        if not self.point.n_steps:
            return "All numbers are random; no line has been read yet."
        line = " ".join(self.point.trainer.line(self.point.n_steps))
        return f"Step {self.point.n_steps:,} has read “{line}”; the rows it looked up are marked."

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the parts."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        heat = room.width() * (HEAT if self.with_curve else HEAT_ALONE)
        curve = room.width() * CURVE if self.with_curve else -GAP
        box = QRectF(room.x(), room.y(), heat, room.height())
        paint_heat(canvas, box, self.point, self.frame)
        middle = room.width() - heat - curve - 2 * GAP
        box = QRectF(box.right() + GAP, room.y(), middle, room.height())
        paint_points(canvas, box, self.point, self.frame, in_space=self.in_space)
        if self.with_curve:
            box = QRectF(box.right() + GAP, room.y(), curve, room.height())
            wanted = max(self.point.trainer.settings.n_steps, self.point.n_steps)
            paint_curve(canvas, box, self.point, wanted)
        paint_remark(canvas, height, lines)
