"""The loss after each step, painted for figures; the window has a plot of its own."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from embedscope.lessons.training.point import TrainingPoint
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import SMALL_PX
from embedscope_gui.lessons.demos.sheet import heading

HEAD, LEFT, BELOW = 24.0, 30.0, 22.0
MOST_POINTS = 600


def paint_curve(
    canvas: Canvas, rect: QRectF, point: TrainingPoint, n_steps: int, *, with_least: bool
) -> None:
    """Paint the loss up to the step of ``point``; ``n_steps`` are room for the whole run.

    ``with_least``: the best possible loss as well.
    """
    theme = canvas.theme
    heading(canvas, rect.x() + LEFT, rect.y() + 12, f"Loss {point.loss:.3f}")
    box = rect.adjusted(LEFT, HEAD, -6, -BELOW)
    losses = np.array(point.trainer.losses[: point.n_steps + 1])
    top = point.first_loss * 1.08

    def at(step: float, loss: float) -> QPointF:
        x = box.x() + step / max(n_steps, 1) * box.width()
        return QPointF(x, box.bottom() - loss / top * box.height())

    small = Ink(SMALL_PX, theme.muted)
    for value in range(int(top) + 1):
        y = at(0, value).y()
        canvas.line((box.left(), y), (box.right(), y), theme.grid)
        canvas.text(box.x() - 6, y + 4, str(value), small, "end")
    if with_least:
        least = point.trainer.corpus.least_loss
        y = at(0, least).y()
        canvas.line((box.left(), y), (box.right(), y), theme.muted, dashed=True)
        canvas.text(box.right(), y + 13, f"best possible {least:.2f}", small, "end")
    _paint_line(canvas, [at(i, float(losses[i])) for i in _steps(len(losses))])
    end = at(point.n_steps, float(losses[-1]))
    canvas.dot(end.x(), end.y(), 3.5, theme.accent)
    canvas.text(box.x(), box.bottom() + 16, "0", small)
    canvas.text(box.right(), box.bottom() + 16, f"{n_steps:,} steps", small, "end")


def _steps(count: int) -> list[int]:
    few = min(count, MOST_POINTS)
    return [int(step) for step in np.unique(np.linspace(0, count - 1, few).astype(int))]


def _paint_line(canvas: Canvas, places: list[QPointF]) -> None:
    path = QPainterPath(places[0])
    for place in places[1:]:
        path.lineTo(place)
    canvas.path(path, canvas.theme.accent, 2.0)
