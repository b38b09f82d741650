"""A table in training as one picture: heatmap, points, loss."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.demos import TrainingPart
from embedscope.lessons.training.point import TrainingPoint
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.figures.figure import Size
from embedscope_gui.lessons.demos.sheet import area, counted, paint_remark
from embedscope_gui.lessons.demos.training_chances import paint_chances
from embedscope_gui.lessons.demos.training_curve import paint_curve
from embedscope_gui.lessons.demos.training_frame import TrainingFrame
from embedscope_gui.lessons.demos.training_heat import paint_heat
from embedscope_gui.lessons.demos.training_points import paint_points
from embedscope_gui.theme import Theme

HEAT = 0.44  # share of the width
GAP = 24.0


@dataclass(frozen=True, eq=False)
class TrainingFigure:
    """``point`` on the axes of ``frame``, the table and what is ``beside`` it.

    Without ``with_curve`` the loss is left to others. ``after``: whose next word is guessed.
    """

    point: TrainingPoint
    frame: TrainingFrame
    beside: TrainingPart = "points"
    after: str = "cat"
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
        """The table and one or two parts beside it."""
        return Size(640 if len(self._parts) > 1 else 300, 420)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(520 if len(self._parts) > 1 else 260, 250)

    @property
    def _parts(self) -> tuple[str, ...]:
        """The parts side by side, from left to right."""
        if self.beside == "chances-and-loss":
            return ("chances", "loss") if self.with_curve else ("chances",)
        if self.beside == "loss" and not self.with_curve:
            return ("table",)
        return ("start", "table") if self.beside == "start" else ("table", self.beside)

    def remark(self) -> str:
        """Say what the step of the picture has read."""
        if self.beside == "start":
            return "Marked: the rows that were never looked up. They are the same in both."
        if not self.point.n_steps:
            return "All numbers are random; no line has been read yet."
        line = " ".join(self.point.trainer.line(self.point.n_steps))
        read = f"Step {self.point.n_steps:,} has read “{line}”"
        if "table" not in self._parts:
            return f"{read}."
        return f"{read}; the rows it looked up are marked."

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the parts."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        first = room.width()
        if len(self._parts) > 1:
            first = (room.width() - GAP) * (0.5 if self.beside != "points" else HEAT)
        box = QRectF(room.x(), room.y(), first, room.height())
        for part in self._parts:
            self._paint_part(canvas, part, box)
            box = QRectF(box.right() + GAP, room.y(), room.right() - first - GAP - room.x(), 0)
            box.setHeight(room.height())
        paint_remark(canvas, height, lines)

    def _paint_part(self, canvas: Canvas, part: str, box: QRectF) -> None:
        point, frame = self.point, self.frame
        if part == "points":
            paint_points(canvas, box, point, frame, in_space=self.in_space)
        elif part == "chances":
            paint_chances(canvas, box, point, self.after)
        elif part == "loss":
            wanted = max(point.trainer.settings.n_steps, point.n_steps)
            paint_curve(canvas, box, point, wanted)
        elif part == "start":
            start = TrainingPoint(point.trainer, 0)
            paint_heat(canvas, box, start, frame, "At the start", self._marked)
        else:
            title = f"After {counted(point.n_steps, 'step')}" if self.beside == "start" else ""
            paint_heat(canvas, box, point, frame, title, self._marked)

    @property
    def _marked(self) -> list[int]:
        """The rows that are lit."""
        point = self.point
        if self.beside == "start":
            return [int(row) for row in point.trainer.never_touched()]
        return [int(row) for row in point.trainer.touched(point.n_steps)] if point.n_steps else []
