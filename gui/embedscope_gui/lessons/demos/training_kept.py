"""The table at the start beside the trained one: which rows are still what they were."""

import numpy as np
from PySide6.QtCore import QRectF

from embedscope.lessons.training.point import TrainingPoint
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX
from embedscope_gui.lessons.demos.sheet import counted, heading
from embedscope_gui.lessons.demos.training_frame import TrainingFrame
from embedscope_gui.lessons.demos.training_heat import (
    HEAD,
    LEAST_PITCH,
    Rows,
    name_room,
    paint_grid,
    paint_words,
    pitch_of,
)

BETWEEN = 44.0  # of the two tables, where the signs are
SAME, CHANGED = "=", "→"


def same_rows(point: TrainingPoint) -> tuple[bool, ...]:
    """Return which rows (V,) have the numbers that they had before the first step."""
    start = TrainingPoint(point.trainer, 0).state.weights.table
    return tuple((point.state.weights.table == start).all(axis=1).tolist())


def paint_kept(canvas: Canvas, rect: QRectF, point: TrainingPoint, frame: TrainingFrame) -> None:
    """Paint both tables, a sign between their rows; those that have changed are faded."""
    start, same = TrainingPoint(point.trainer, 0), same_rows(point)
    faded = [row for row, is_same in enumerate(same) if not is_same]
    pitch = pitch_of(rect, len(same))
    names = name_room(point, pitch)
    wide, high = (rect.width() - names - BETWEEN) / 2, len(same) * pitch
    left = QRectF(rect.x() + names, rect.y() + HEAD, wide, high)
    right = left.translated(wide + BETWEEN, 0)
    told = f"After {counted(point.n_steps, 'step')}"
    for box, shown, title in ((left, start, "At the start"), (right, point, told)):
        heading(canvas, box.x(), rect.y() + 12, title, wide)
        table = shown.state.weights.table.astype(np.float32)
        paint_grid(canvas, box, table, frame, faded)
    kept = {row: canvas.theme.text for row, is_same in enumerate(same) if is_same}
    paint_words(canvas, left, point, Rows(colours=kept))
    _paint_signs(canvas, QRectF(left.right(), left.y(), BETWEEN, high), same)


def _paint_signs(canvas: Canvas, box: QRectF, same: tuple[bool, ...]) -> None:
    pitch = box.height() / len(same)
    if pitch < LEAST_PITCH:
        return
    for row, is_same in enumerate(same):
        line = QRectF(box.x(), box.y() + row * pitch, box.width(), pitch)
        ink = Ink(BODY_PX + 3, "", True) if is_same else Ink(BODY_PX, canvas.theme.muted)
        canvas.centred(line, SAME if is_same else CHANGED, ink)
