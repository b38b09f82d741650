"""The axis of dims under cells."""

from collections.abc import Callable

from PySide6.QtCore import QRectF

from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import SMALL_PX, text_width
from embedscope_gui.heatmap.ticks import axis_ticks

AXIS_HEIGHT = 36.0


def paint_dim_axis(
    canvas: Canvas,
    rect: QRectF,
    n_dims: int,
    title: str = "dim",
    number: Callable[[int], int] = int,
) -> None:
    """Write dim numbers and a title under ``rect``, whose width holds ``n_dims`` cells.

    ``number(place)`` gives the dim at a place, where they stand in another order.
    """
    muted = Ink(SMALL_PX, canvas.theme.muted)
    gap = text_width(str(max(n_dims - 1, 0)), SMALL_PX) + 20
    for dim in axis_ticks(0.0, float(n_dims), rect.width(), gap):
        x = rect.x() + (dim + 0.5) / n_dims * rect.width()
        canvas.line((x, rect.bottom() + 2), (x, rect.bottom() + 6), canvas.theme.muted)
        canvas.text(x, rect.bottom() + 17, str(number(dim)), muted, "middle")
    canvas.text(rect.center().x(), rect.bottom() + 32, title, muted, "middle")
