"""A lying colour bar, for figures whose cells share one scale."""

import numpy as np
from PySide6.QtCore import QRectF

from embedscope.heatmap.colormap import colour_bar
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import SMALL_PX, text_width
from embedscope_gui.figures.subject import Subject
from embedscope_gui.heatmap.paint_bar import bar_position, bar_ticks

BAR_WIDTH, BAR_HEIGHT = 168.0, 10.0
BAR_ROOM = BAR_WIDTH + 24  # in a figure's head, with the space to the title
STEPS = 84


def paint_lying_bar(canvas: Canvas, right: float, y: float, subject: Subject) -> None:
    """Paint the bar with its right end at ``right``, its top at ``y``, ticks below it."""
    rect = QRectF(right - BAR_WIDTH, y, BAR_WIDTH, BAR_HEIGHT)
    colours = colour_bar(subject.colormap, STEPS, canvas.theme.name).tolist()
    step = BAR_WIDTH / STEPS
    for index, argb in enumerate(colours):
        left = rect.x() + index * step
        reach = min(left + step + 0.5, rect.right())  # under the next one: no seams
        part = QRectF(left, y, reach - left, BAR_HEIGHT)
        canvas.box(part, f"#{argb & 0xFFFFFF:06x}")
    canvas.box(rect, None, canvas.theme.line)
    _paint_ticks(canvas, rect, subject)


def _paint_ticks(canvas: Canvas, rect: QRectF, subject: Subject) -> None:
    """Write the ends and, where they have room, round values between; "value" over the bar."""
    muted = Ink(SMALL_PX, canvas.theme.muted)
    canvas.text(rect.right(), rect.y() - 6, "value", muted, "end")
    taken: list[tuple[float, float]] = []
    for value, text in bar_ticks(subject.levels, rect.width()):
        place = bar_position(subject.levels, value)
        width = text_width(text, SMALL_PX)
        left = float(np.clip(rect.x() + place * rect.width() - width / 2, rect.x(), rect.right()))
        left = min(left, rect.right() - width)
        if all(left > end + 8 or left + width < start - 8 for start, end in taken):
            taken.append((left, left + width))
            canvas.text(left, rect.bottom() + 14, text, muted)
