"""The trained table as a heatmap: a row for each word, some of them lit."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from embedscope.heatmap.cells import text_colour
from embedscope.heatmap.colormap import COLORMAPS, DEFAULT_COLORMAP, colourise
from embedscope.lessons.training.point import TrainingPoint
from embedscope.tables.base import Floats
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width
from embedscope_gui.figures.matrix import paint_cells
from embedscope_gui.lessons.demos.sheet import heading, signed
from embedscope_gui.lessons.demos.training_frame import TrainingFrame

HEAD, MOST_PITCH, LEAST_PITCH = 24.0, 32.0, 10.0
MARK, MOST_NAME = 12.0, 84.0
ROOMY = 20.0  # a row that has room for larger text
FADE = 0.7  # towards the ground
NUMBER_ROOM = 38.0  # width of a cell that holds "-1.23"

Colours = NDArray[np.uint32]


@dataclass(frozen=True)
class Rows:
    """How rows are told apart: those that are ``lit``, and ``colours`` of their words."""

    lit: Collection[int] = ()
    colours: Mapping[int, str] = field(default_factory=dict)


PLAIN = Rows()


def paint_heat(
    canvas: Canvas, rect: QRectF, point: TrainingPoint, frame: TrainingFrame, rows: Rows = PLAIN
) -> None:
    """Paint the table after the steps of ``point`` into ``rect``, with the words before it."""
    table = point.state.weights.table.astype(np.float32)
    heading(canvas, rect.x(), rect.y() + 12, f"Table, {len(table):,} × {table.shape[1]}")
    pitch = pitch_of(rect, len(table))
    box = QRectF(rect.x() + name_room(point, pitch), rect.y() + HEAD, 1, len(table) * pitch)
    box.setRight(rect.right())
    paint_grid(canvas, box, table, frame)
    for row in rows.lit:
        _paint_lit(canvas, QRectF(box.x(), box.y() + row * pitch, box.width(), pitch))
    paint_words(canvas, box, point, rows)


def pitch_of(rect: QRectF, n_rows: int) -> float:
    """Return the height of each of ``n_rows`` in ``rect``, below a heading."""
    return min((rect.height() - HEAD) / n_rows, MOST_PITCH)


def name_room(point: TrainingPoint, pitch: float) -> float:
    """Return the width of the words before rows that are ``pitch`` high, and of a mark."""
    if pitch < LEAST_PITCH:
        return MARK
    return (
        MARK + min(max(text_width(word, _px(pitch), True) for word in point.words), MOST_NAME) + 8
    )


def paint_grid(
    canvas: Canvas,
    box: QRectF,
    table: Floats,
    frame: TrainingFrame,
    faded: Sequence[int] = (),
) -> None:
    """Paint the cells of ``table`` (V, D) into ``box``, with their numbers where there is room.

    The ``faded`` rows are nearer to the ground.
    """
    argb = colourise(table, frame.levels, COLORMAPS[DEFAULT_COLORMAP], canvas.theme.name)
    argb[list(faded)] = _faded(argb[list(faded)], canvas.theme.surface)
    paint_cells(canvas, box, argb)
    rows, dims = table.shape
    wide, high = box.width() / dims, box.height() / rows
    if high < LEAST_PITCH + 2 or wide < NUMBER_ROOM:
        return
    for row, dim in np.ndindex(rows, dims):
        cell = QRectF(box.x() + dim * wide, box.y() + row * high, wide, high)
        colour = f"#{text_colour(int(argb[row, dim])) & 0xFFFFFF:06x}"
        ink = Ink(_px(high) - (high < ROOMY), colour)
        canvas.centred(cell, signed(float(table[row, dim]), 2), ink)


def _faded(argb: Colours, ground: str) -> Colours:
    """Return ``argb`` mixed with ``ground``, opaque."""
    there, mixed = int(ground[1:], 16), np.full_like(argb, 0xFF000000)
    for shift in (0, 8, 16):
        own, other = (argb >> shift) & 0xFF, (there >> shift) & 0xFF
        level = np.rint(own * (1 - FADE) + other * FADE).astype(np.uint32)
        mixed |= level << np.uint32(shift)
    return mixed


def paint_words(canvas: Canvas, box: QRectF, point: TrainingPoint, rows: Rows) -> None:
    """Write the words of the rows before ``box``, where they are high enough."""
    theme, pitch = canvas.theme, box.height() / len(point.words)
    if pitch < LEAST_PITCH:
        return
    for row, word in enumerate(point.words):
        lit = row in rows.lit
        colour = theme.marks if lit else rows.colours.get(row, theme.muted)
        ink = Ink(_px(pitch), colour, lit or row in rows.colours)
        y = box.y() + (row + 0.5) * pitch + 4
        canvas.text(box.x() - MARK - 2, y, word, ink, "end", room=MOST_NAME)


def _paint_lit(canvas: Canvas, row: QRectF) -> None:
    colour = canvas.theme.marks
    y, x = row.center().y(), row.x() - 4
    canvas.polygon([(x, y), (x - 6, y - 4), (x - 6, y + 4)], colour)
    if row.height() >= 4:
        canvas.box(row.adjusted(0.75, 0.75, -0.75, -0.75), None, colour, width=1.5)


def _px(pitch: float) -> int:
    """Return the size of text in a row that is ``pitch`` high."""
    return BODY_PX if pitch >= ROOMY + 4 else SMALL_PX + 1 if pitch >= ROOMY else SMALL_PX
