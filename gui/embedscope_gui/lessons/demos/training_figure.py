"""A table in training as one picture: heatmap, points, loss."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.demos import TrainingPart
from embedscope.lessons.training.point import FEW_DIMS, TrainingPoint
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.figures.figure import Size
from embedscope_gui.lessons.demos.sheet import area, counted, paint_remark
from embedscope_gui.lessons.demos.training_chances import paint_chances
from embedscope_gui.lessons.demos.training_curve import paint_curve
from embedscope_gui.lessons.demos.training_frame import TrainingFrame
from embedscope_gui.lessons.demos.training_heat import Rows, paint_heat
from embedscope_gui.lessons.demos.training_kept import paint_kept
from embedscope_gui.lessons.demos.training_points import paint_points, pair_colours
from embedscope_gui.theme import Theme

HEAT = 0.44  # share of the width
GAP = 24.0


@dataclass(frozen=True, eq=False)
class TrainingFigure:
    """``point`` on the axes of ``frame``, the table and what is ``beside`` it.

    Without ``with_curve`` the loss is left to others. ``after``: whose next word is guessed.
    ``is_moving``: this step was just done, so that what it has read is told.
    """

    point: TrainingPoint
    frame: TrainingFrame
    beside: TrainingPart = "points"
    after: str = "cat"
    in_space: bool = False
    with_curve: bool = True
    is_moving: bool = False

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
        return Size(640 if self._is_wide else 300, 420)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(520 if self._is_wide else 260, 250)

    @property
    def _is_wide(self) -> bool:
        return len(self._parts) > 1 or self.beside == "start"

    @property
    def _parts(self) -> tuple[str, ...]:
        """The parts side by side, from left to right."""
        if self.beside == "chances-and-loss":
            return ("chances", "loss") if self.with_curve else ("chances",)
        if self.beside == "loss" and not self.with_curve:
            return ("table",)
        return ("start",) if self.beside == "start" else ("table", self.beside)

    def remark(self) -> str:
        """Say what the signs mean, and what a step that was just done has read."""
        if self.beside == "start":
            return "=  the same numbers as at the start: no line looked this row up.   →  changed."
        if self.beside == "points":
            return f"{self._drawn()}\n{self._read() if self.is_moving else ''}"
        if not self.point.n_steps:
            return "All numbers are random; no line has been read yet."
        return self._read() if self.is_moving or self.beside == "loss" else ""

    def _read(self) -> str:
        line = " ".join(self.point.trainer.line(self.point.n_steps))
        read = f"Step {self.point.n_steps:,} has read “{line}”"
        if "table" not in self._parts:
            return f"{read}."
        return f"{read}; the rows it looked up are marked."

    def _drawn(self) -> str:
        """Say which numbers of the rows the points are drawn of."""
        n_dims = self.point.trainer.settings.n_dims
        if n_dims > FEW_DIMS:
            more = "" if self.in_space else "; 3D shows a third"
            return f"Drawn: the directions in which the rows differ most{more}."
        if n_dims < FEW_DIMS:
            return f"Drawn: {'both numbers' if n_dims > 1 else 'the one number'} of each row."
        if self.in_space:
            return "Drawn: all three numbers of each row."
        return "Drawn: numbers 0 and 1 of each row; 3D shows all three."

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
            paint_points(canvas, box, point, frame, self.marked, in_space=self.in_space)
        elif part == "chances":
            paint_chances(canvas, box, point, self.after)
        elif part == "loss":
            wanted = max(point.trainer.settings.n_steps, point.n_steps)
            told = self.beside == "chances-and-loss"
            paint_curve(canvas, box, point, wanted, with_least=told)
        elif part == "start":
            paint_kept(canvas, box, point, frame)
        else:
            colours = pair_colours(point, canvas.theme) if self.beside == "points" else {}
            paint_heat(canvas, box, point, frame, Rows(self.marked, colours))

    @property
    def marked(self) -> frozenset[int]:
        """The rows that are lit: those that the step has looked up, where that is the matter."""
        point = self.point
        if not point.n_steps or not (self.is_moving or self.beside == "loss"):
            return frozenset()
        return frozenset(int(row) for row in point.trainer.touched(point.n_steps))
