"""Rows that were marked together, as the heatmap shows them beside those of the text."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from embedscope.heatmap.colormap import COLORMAPS, colourise
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.table import Table
from embedscope_gui.heatmap.painting import paint_heatmap
from embedscope_gui.heatmap.pens import argb
from embedscope_gui.heatmap.scene import HeatmapScene, Marks
from embedscope_gui.heatmap.span import Span
from embedscope_gui.theme import LIGHT

MAP = COLORMAPS["blue-red"]


def scene_of(table: Table, marks: Marks) -> HeatmapScene:
    """Return the scene of a whole small table."""
    picture = render(table, Viewport.fit(table.shape, 1000, 1000), exact=True)
    image = colourise(picture.values, Levels(-1, 1), MAP)
    rows, cols = (Span.whole(size) for size in table.shape)
    return HeatmapScene(
        rows, cols, picture, image, Levels(-1, 1), MAP, marks=marks, numbers=False, norms=False
    )


def painted(scene: HeatmapScene) -> tuple[NDArray[np.uint32], list[int]]:
    """Return (pixels, map rectangle) of a heatmap."""
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(argb(LIGHT.surface))
    with QPainter(image) as painter:
        area = paint_heatmap(painter, QRectF(0, 0, 400, 300), scene, LIGHT).map
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(300, 400).copy()
    return pixels, [round(v) for v in (area.left(), area.right(), area.top(), area.bottom())]


def test_marked_rows_have_a_colour_and_a_shape_of_their_own() -> None:
    table = Table.from_array(np.zeros((10, 2), np.float32))
    marks = Marks.of(np.array([2, 5, 7]), ("a", "b", "c"), 7, np.array([5, 7]))
    pixels, (left, _, top, bottom) = painted(scene_of(table, marks))
    column, height = pixels[:, left + 5], bottom - top
    assert column[top + round(2 / 10 * height)] == argb(LIGHT.marks)
    assert column[top + round(5 / 10 * height)] == argb(LIGHT.marked)
    assert column[top + round(7 / 10 * height)] == argb(LIGHT.accent)
    tips = [top + round(place / 20 * height) for place in (5, 11, 15)]
    hollow = pixels[tips[1], left - 8 : left] == argb(LIGHT.surface)
    assert hollow.any()
    assert (pixels[tips[1] - 4 : tips[1] + 4, left - 10 : left] != argb(LIGHT.surface)).any()
    assert not (pixels[:, left - 10 : left] == argb(LIGHT.marked)).all(axis=1).any()


def test_a_crowd_of_marked_rows_is_no_solid_bar_and_hides_no_row_of_the_text() -> None:
    table = Table.from_array(np.full((40_000, 1), -1, np.float32))
    apart = np.unique(np.random.default_rng(0).integers(0, 40_000, 900))
    typed = np.array([9_999, 30_001])
    rows = np.union1d(apart, typed)
    marks = Marks.of(rows, ("x",) * len(rows), None, np.setdiff1d(apart, typed))
    scene = scene_of(table, marks)
    assert scene.typed.tolist() == typed.tolist()
    pixels, (left, _, top, bottom) = painted(scene)
    strip = pixels[top:bottom, left - 4]
    assert len(np.unique(strip)) > 4  # stronger where more rows lie
    lines = np.flatnonzero(pixels[top:bottom, left + 50] != int(MAP.lut[0]))
    expected = typed / 40_000 * (bottom - top)
    assert all(np.abs(lines - y).min() <= 1.5 for y in expected)
    assert len(lines) <= 4
