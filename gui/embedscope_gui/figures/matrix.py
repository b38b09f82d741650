"""Blocks of numbers as coloured cells, with the numbers printed where they fit."""

import numpy as np
from PySide6.QtCore import QRectF

from embedscope.heatmap.colormap import colourise
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.base import Floats
from embedscope.tables.table import Table
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.figures.subject import Subject
from embedscope_gui.heatmap.paint_map import paint_cells
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.heatmap.span import Span


def paint_matrix(canvas: Canvas, rect: QRectF, values: Floats, subject: Subject) -> None:
    """Paint ``values`` (h, w) into ``rect`` in the subject's colours; what is too fine is pooled."""
    if not values.size or rect.isEmpty():
        return
    paint_table(canvas, rect, Table.from_array(np.ascontiguousarray(values)), subject)
    canvas.box(rect, None, canvas.theme.line)


def paint_table(canvas: Canvas, rect: QRectF, table: Table, subject: Subject) -> Picture:
    """Paint the whole of ``table`` into ``rect``; return the picture that was painted."""
    scene = table_scene(canvas, rect, table, subject)
    paint_cells(canvas.painter, rect, scene, canvas.theme)
    assert scene.picture is not None
    return scene.picture


def table_scene(canvas: Canvas, rect: QRectF, table: Table, subject: Subject) -> HeatmapScene:
    """Return a whole table as drawn in ``rect``: at most one value a pixel, every cell counted."""
    width = max(int(rect.width() * canvas.scale), 1)
    height = max(int(rect.height() * canvas.scale), 1)
    viewport = Viewport.fit(table.shape, width, height)
    picture = render(table, viewport, subject.view.reduction, exact=True)
    levels = subject.levels
    image = colourise(picture.values, levels, subject.colormap, canvas.theme.name)
    rows, dims = table.shape
    return HeatmapScene(Span.whole(rows), Span.whole(dims), picture, image, levels)
