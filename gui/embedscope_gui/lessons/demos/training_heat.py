"""The trained table as a heatmap: a row for each word, some of them lit."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF

from embedscope.heatmap.cells import text_colour
from embedscope.heatmap.colormap import COLORMAPS, DEFAULT_COLORMAP, colourise
from embedscope.lessons.training.point import TrainingPoint
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import SMALL_PX, text_width
from embedscope_gui.figures.matrix import paint_cells
from embedscope_gui.lessons.demos.sheet import heading, signed
from embedscope_gui.lessons.demos.training_frame import TrainingFrame

HEAD, MOST_PITCH, LEAST_PITCH = 24.0, 26.0, 10.0
MARK, MOST_NAME = 12.0, 84.0
ROOMY = 20.0  # a row that has room for larger text
NUMBER_ROOM = 38.0  # width of a cell that holds "-1.23"


def paint_heat(
    canvas: Canvas,
    rect: QRectF,
    point: TrainingPoint,
    frame: TrainingFrame,
    title: str,
    marked: Sequence[int],
) -> None:
    """Paint the table after the steps of ``point`` into ``rect``, the rows ``marked`` lit.

    No ``title``: its size is said instead.
    """
    table = point.state.weights.table.astype(np.float32)
    n_rows, n_dims = table.shape
    heading(canvas, rect.x(), rect.y() + 12, title or f"Table, {n_rows:,} × {n_dims}")
    pitch = min((rect.height() - HEAD) / n_rows, MOST_PITCH)
    named = pitch >= LEAST_PITCH
    widest = max(text_width(word, _px(pitch), True) for word in point.words)
    names = min(widest, MOST_NAME) + 8 if named else 0.0
    box = QRectF(rect.x() + MARK + names, rect.y() + HEAD, 1, n_rows * pitch)
    box.setRight(rect.right())
    argb = colourise(table, frame.levels, COLORMAPS[DEFAULT_COLORMAP], canvas.theme.name)
    paint_cells(canvas, box, argb)
    for row in marked:
        _paint_touched(canvas, QRectF(box.x(), box.y() + row * pitch, box.width(), pitch))
    if named:
        _paint_names(canvas, box, pitch, point, set(marked))
    wide = box.width() / n_dims
    if pitch >= LEAST_PITCH + 2 and wide >= NUMBER_ROOM:
        _paint_numbers(canvas, box, table, argb)


def _paint_touched(canvas: Canvas, row: QRectF) -> None:
    colour = canvas.theme.marks
    y, x = row.center().y(), row.x() - 4
    canvas.polygon([(x, y), (x - 6, y - 4), (x - 6, y + 4)], colour)
    if row.height() >= 4:
        canvas.box(row.adjusted(0.75, 0.75, -0.75, -0.75), None, colour, width=1.5)


def _paint_names(
    canvas: Canvas, box: QRectF, pitch: float, point: TrainingPoint, touched: set[int]
) -> None:
    for row, word in enumerate(point.words):
        lit = row in touched
        ink = Ink(_px(pitch), canvas.theme.marks if lit else canvas.theme.muted, lit)
        y = box.y() + (row + 0.5) * pitch + 4
        canvas.text(box.x() - MARK - 2, y, word, ink, "end", room=MOST_NAME)


def _paint_numbers(canvas: Canvas, box: QRectF, table: np.ndarray, argb: np.ndarray) -> None:
    rows, dims = table.shape
    wide, high = box.width() / dims, box.height() / rows
    for row in range(rows):
        for dim in range(dims):
            cell = QRectF(box.x() + dim * wide, box.y() + row * high, wide, high)
            colour = f"#{text_colour(int(argb[row, dim])) & 0xFFFFFF:06x}"
            ink = Ink(_px(high) - (high < ROOMY), colour)
            canvas.centred(cell, signed(float(table[row, dim]), 2), ink)


def _px(pitch: float) -> int:
    """Return the size of text in a row that is ``pitch`` high."""
    return SMALL_PX + 1 if pitch >= ROOMY else SMALL_PX
