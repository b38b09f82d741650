"""Blocks of numbers as coloured cells: exact pixels in pictures, rectangles in SVG and PDF."""

from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage

from embedscope.heatmap.cells import font_px, text_colour
from embedscope.heatmap.colormap import colourise
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.reduction import UNSIGNED
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.base import Floats
from embedscope.tables.table import Table
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.numbers import cell_texts
from embedscope_gui.figures.subject import Subject

Argb = NDArray[np.uint32]

VECTOR_CELLS = 2500
"""So few cells of a figure become rectangles in SVG and PDF, more become a picture."""
LARGEST_FONT_PX = 14
LEAST_SCALE = 2.0  # pixels of a picture inside SVG and PDF per logical pixel


class Block(NamedTuple):
    """Colours (h, w) of a picture of a table, and the subject whose levels and colours they are."""

    argb: Argb
    picture: Picture
    subject: Subject


def pooled(canvas: Canvas, rect: QRectF, subject: Subject, *, as_chosen: bool = False) -> Block:
    """Return the subject's table as drawn in ``rect``: at most one value a pixel, none left out.

    ``as_chosen``: by the reduction that was chosen even where that is no value of the table
    (range, root mean square), on levels of its own and in the order of rows and dims on view;
    such numbers do not share a colour bar with values.
    """
    chosen = subject.view.reduction
    reduction = chosen if as_chosen or chosen not in UNSIGNED else "magnitude"
    size = _pixels(canvas, rect)
    if not as_chosen:
        return _block(canvas, subject.picture(*size, reduction), subject)
    picture = subject.picture(*size, reduction, in_order=True)
    return _block(canvas, picture, subject.coloured_for(picture))


def pooled_row(canvas: Canvas, rect: QRectF, values: Floats, subject: Subject) -> Block:
    """Return one row, ``values`` (1, D), as drawn in ``rect``."""
    viewport = Viewport.fit((1, values.shape[1]), *_pixels(canvas, rect))
    chosen = subject.view.reduction
    reduction = "magnitude" if chosen in UNSIGNED else chosen
    picture = render(Table.from_array(values), viewport, reduction, exact=True)
    return _block(canvas, picture, subject)


def _pixels(canvas: Canvas, rect: QRectF) -> tuple[int, int]:
    width, height = int(rect.width() * canvas.scale), int(rect.height() * canvas.scale)
    return max(width, 1), max(height, 1)


def _block(canvas: Canvas, picture: Picture, subject: Subject) -> Block:
    name = canvas.theme.name
    argb = colourise(picture.values, subject.levels, subject.colormap, name)
    return Block(argb, picture, subject)


def caption_of(picture: Picture) -> str:
    """Return what one drawn cell stands for: "1 cell = 58 rows × 1 dim, largest magnitude"."""
    return picture.caption.replace("1 px", "1 cell", 1).replace(" x ", " × ", 1)


def paint_cells(canvas: Canvas, rect: QRectF, argb: Argb, *, as_shapes: bool | None = None) -> None:
    """Paint colours ``argb`` (h, w) into ``rect``, each cell sharp and loss-free.

    ``as_shapes`` None decides by the number of cells. Edges lie on whole pixels of a picture.
    """
    if not argb.size or rect.isEmpty():
        return
    shapes = argb.size <= VECTOR_CELLS if as_shapes is None else as_shapes
    if not canvas.is_vector:
        _paint_pixels(canvas, rect, argb)
    elif shapes:
        _paint_shapes(canvas, rect, argb)
    else:
        # Larger than needed: a viewer that smooths pictures blurs less of each cell.
        scale = canvas.scale * max(ceil(LEAST_SCALE / canvas.scale), 1)
        width, height = (round(side * scale) for side in (rect.width(), rect.height()))
        canvas.painter.drawImage(rect, _image(argb, max(width, 1), max(height, 1)))


def _paint_pixels(canvas: Canvas, rect: QRectF, argb: Argb) -> None:
    """Paint one colour a device pixel; Qt scales nothing."""
    painter = canvas.painter
    transform = painter.deviceTransform()
    exact = transform.mapRect(rect)
    left, top = round(exact.left()), round(exact.top())
    width, height = round(exact.right()) - left, round(exact.bottom()) - top
    if width < 1 or height < 1:
        return
    painter.save()
    painter.setTransform(transform.inverted()[0], True)  # a reset keeps a screen's own scale
    painter.drawImage(QPointF(left, top), _image(argb, width, height))
    painter.restore()


def _image(argb: Argb, width: int, height: int) -> QImage:
    """Return ``argb`` at ``width`` x ``height``: each pixel takes the cell at its middle."""
    rows, cols = argb.shape
    row = ((np.arange(height) + 0.5) * rows / height).astype(np.intp)
    col = ((np.arange(width) + 0.5) * cols / width).astype(np.intp)
    pixels = np.ascontiguousarray(argb[row][:, col])
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()


def _paint_shapes(canvas: Canvas, rect: QRectF, argb: Argb) -> None:
    """Paint a rectangle a cell; each reaches under the next one, so that no seam shows."""
    rows, cols = argb.shape
    width, height = rect.width() / cols, rect.height() / rows
    for (i, j), value in np.ndenumerate(argb):
        box = QRectF(rect.x() + j * width, rect.y() + i * height, width, height)
        reach = box.adjusted(0, 0, 0.5 if j < cols - 1 else 0, 0.5 if i < rows - 1 else 0)
        canvas.painter.fillRect(reach, QColor.fromRgba(int(value)))


def number_px(width: float, height: float, texts: list[list[str]]) -> int:
    """Return the size at which ``texts`` fit into cells, 0 where they do not."""
    longest = max((len(text) for row in texts for text in row), default=1)
    return min(font_px(width, height, longest), LARGEST_FONT_PX)


def paint_numbers(canvas: Canvas, rect: QRectF, values: Floats, argb: Argb, px: int) -> None:
    """Print ``values`` (h, w) in cells of the colours ``argb`` (h, w), black or white."""
    rows, cols = values.shape
    width, height = rect.width() / cols, rect.height() / rows
    for i, texts in enumerate(cell_texts(values)):
        for j, text in enumerate(texts):
            box = QRectF(rect.x() + j * width, rect.y() + i * height, width, height)
            canvas.centred(box, text, Ink(px, f"#{text_colour(int(argb[i, j])) & 0xFFFFFF:06x}"))
