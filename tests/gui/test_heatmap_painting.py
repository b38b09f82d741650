"""The drawing itself: orientation, exact pixels at any scaling, colour bar, SVG."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from embedscope.geometry.stats import row_stats
from embedscope.heatmap.colormap import BAD_COLOURS, COLORMAPS, colourise
from embedscope.heatmap.levels import Levels, Scale, table_levels
from embedscope.heatmap.render import render
from embedscope.heatmap.ribbon import row_ribbon
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.table import Table
from embedscope_gui.heatmap.layout import lay_out
from embedscope_gui.heatmap.paint_bar import bar_position, bar_ticks
from embedscope_gui.heatmap.paint_legend import Entries, legend_entries
from embedscope_gui.heatmap.paint_ribbon import ribbon_pixels, ribbon_text
from embedscope_gui.heatmap.painting import (
    HeatmapScene,
    Marks,
    Span,
    paint_colour_bar,
    paint_heatmap,
)
from embedscope_gui.heatmap.pens import argb, pixel_grid
from embedscope_gui.theme import THEMES, Theme, ThemeName
from heatmap_cases import case_table

Argb = NDArray[np.uint32]
LIGHT = THEMES["light"]
MAP = COLORMAPS["blue-red"]
RATIOS = (1.0, 1.25, 1.5, 2.0)

pytestmark = pytest.mark.usefixtures("qapp")


def scene_of(table: Table, levels: Levels | None = None, **changes: Any) -> HeatmapScene:
    """Return the scene of a whole small table."""
    picture = render(table, Viewport.fit(table.shape, 1000, 1000), exact=True)
    levels = levels or table_levels(table)
    image = colourise(picture.values, levels, MAP)
    rows, cols = (Span.whole(size) for size in table.shape)
    scene = HeatmapScene(rows, cols, picture, image, levels, MAP, numbers=False, norms=False)
    return replace(scene, **changes)


def pixels_of(image: QImage) -> Argb:
    """Return ARGB (h, w) of a picture."""
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    width, height = image.width(), image.height()
    return np.frombuffer(image.constBits(), np.uint32).reshape(height, width).copy()


def painted(
    scene: HeatmapScene,
    ratio: float = 1.0,
    size: tuple[int, int] = (400, 300),
    theme: Theme = LIGHT,
) -> tuple[Argb, list[int]]:
    """Return (pixels, map rectangle in device pixels) of a heatmap painted at ``ratio``."""
    image = QImage(round(size[0] * ratio), round(size[1] * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0xFF00FF00)
    painter = QPainter(image)
    layout = paint_heatmap(painter, QRectF(0, 0, *size), scene, theme)
    painter.end()
    area = layout.map
    edges = [round(v * ratio) for v in (area.left(), area.right(), area.top(), area.bottom())]
    return pixels_of(image), edges


def entries_of(table: Table) -> Entries:
    """Return what the legend explains of a whole table."""
    picture = scene_of(table).picture
    assert picture is not None
    return legend_entries(picture)


@pytest.mark.parametrize("ratio", RATIOS)
def test_H04_row_0_is_on_top_and_dims_run_across(ratio: float) -> None:
    table = case_table("H04_orientation.npy")
    scene = scene_of(table, Levels(0, 25))
    pixels, (left, right, top, bottom) = painted(scene, ratio)
    want = colourise(np.array([[0, 4], [20, 24]], np.float32), Levels(0, 25), MAP)
    inset = 4
    corners = pixels[[top + inset, bottom - 1 - inset]][:, [left + inset, right - 1 - inset]]
    assert corners.tolist() == want.tolist()


def test_W01_parts_end_on_the_pixels_where_their_neighbours_begin() -> None:
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(1.25)
    image.fill(0)
    painter = QPainter(image)
    with pixel_grid(painter, QRectF(3, 1, 3, 1)) as (box, scale):
        assert (box.left(), box.right(), box.top(), box.bottom()) == (4, 8, 1, 2)
        assert scale == 1.25
        painter.fillRect(box, QColor.fromRgba(0xFF0000FF))
    painter.end()
    assert np.argwhere(pixels_of(image) == 0xFF0000FF).tolist() == [[1, x] for x in range(4, 8)]


@pytest.mark.parametrize("ratio", RATIOS)
def test_W01_every_device_pixel_is_the_cell_of_its_centre_at_any_scaling(ratio: float) -> None:
    table = Table.from_array(np.random.default_rng(1).normal(size=(37, 23)).astype(np.float32))
    scene = scene_of(table, rows=Span(3.3, 31.9, 37), cols=Span(0.4, 20.2, 23))
    pixels, (left, right, top, bottom) = painted(scene, ratio)
    width, height = right - left, bottom - top
    rows = [scene.rows.cell_at(y, height) for y in range(height)]
    cols = [scene.cols.cell_at(x, width) for x in range(width)]
    assert scene.image is not None
    want = scene.image[np.ix_(np.array(rows), np.array(cols))]
    inner = (slice(1, -1), slice(1, -1))  # the outermost may be under the frame
    assert np.array_equal(pixels[top:bottom, left:right][inner], want[inner])


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("low", [0.0, 2.37, 11.5])
def test_W01_marks_and_cells_move_together(ratio: float, low: float) -> None:
    table = Table.from_array(np.zeros((40, 2), np.float32))
    rows = Span(low, low + 17.3, 40)
    scene = scene_of(table, rows=rows, marks=Marks.of(np.array([15]), ("x",), 15), dim_others=False)
    pixels, (left, _, top, bottom) = painted(scene, ratio)
    column = pixels[top:bottom, left + 5]
    lit = np.flatnonzero(column == argb(LIGHT.accent))
    cell = [y for y in range(bottom - top) if rows.cell_at(y, bottom - top) == 15]
    assert (lit[0], lit[-1]) == (cell[0], cell[-1])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("n_rows", [20, 1_000, 128_256])
@pytest.mark.parametrize("place", [0, 0.37, 1])
def test_a_lit_row_shows_on_the_map_and_at_the_margin_at_any_zoom(
    theme: ThemeName, n_rows: int, place: float
) -> None:
    row = round(place * (n_rows - 1))
    table = Table.from_array(np.zeros((n_rows, 2), np.float32))
    scene = scene_of(table, marks=Marks.of(np.array([row]), ("x",), None))
    plain, (left, right, top, bottom) = painted(replace(scene, marks=Marks()), theme=THEMES[theme])
    pixels, _ = painted(scene, theme=THEMES[theme])
    changed = pixels != plain
    assert changed[top:bottom, left : left + 20].any()
    margin = np.flatnonzero(changed[:, left - 10 : left].any(axis=1))
    centre = top + (row + 0.5) / n_rows * (bottom - top)
    assert margin.size >= 3
    assert abs(margin.mean() - centre) <= 5
    assert changed[top:bottom, right - 20 : right].any()


def test_the_selected_row_is_in_the_accent_colour_and_the_others_in_that_of_marks() -> None:
    table = Table.from_array(np.zeros((10, 2), np.float32))
    scene = scene_of(table, marks=Marks.of(np.array([2, 7]), ("a", "b"), 7))
    pixels, (left, _, top, bottom) = painted(scene)
    column = pixels[:, left + 5]
    height = bottom - top
    assert column[top + round(2 / 10 * height)] == argb(LIGHT.marks)
    assert column[top + round(7 / 10 * height)] == argb(LIGHT.accent)


def test_rows_that_are_not_lit_are_dimmed_only_if_wanted_and_tall_enough() -> None:
    table = Table.from_array(np.full((10, 1), -1, np.float32))
    lit = scene_of(table, Levels(-1, 1), marks=Marks.of(np.array([2]), ("a",), None))
    full, (left, _, top, _) = painted(replace(lit, dim_others=False))
    dim, _ = painted(lit)
    spot = (top + 3, left + 50)
    assert full[spot] == int(MAP.lut[0])
    assert dim[spot] != full[spot]
    many = scene_of(
        Table.from_array(np.full((400, 1), -1, np.float32)),
        Levels(-1, 1),
        marks=Marks.of(np.array([200]), ("a",), None),
    )
    assert painted(many)[0][spot] == int(MAP.lut[0])


def test_lines_of_very_many_lit_rows_do_not_hide_the_map() -> None:
    table = Table.from_array(np.full((40_000, 1), -1, np.float32))
    lit = np.arange(0, 40_000, 20)
    scene = scene_of(table, Levels(-1, 1), marks=Marks.of(lit, ("x",) * len(lit), 20_000))
    pixels, (left, _, top, bottom) = painted(scene)
    column = pixels[top + 1 : bottom - 1, left + 50]
    assert np.count_nonzero(column != int(MAP.lut[0])) in (2, 3)  # the selected one's line
    margin = pixels[top:bottom, left - 10 : left] != argb(LIGHT.surface)
    assert margin.any(axis=1).all()


def test_H01_cells_without_a_number_have_their_own_explained_colours() -> None:
    table = case_table("N03_nan_inf.npy")
    pixels, (left, right, top, bottom) = painted(scene_of(table))
    middles_y = [top + round((row + 0.5) / 6 * (bottom - top)) for row in range(6)]
    middles_x = [left + round((col + 0.5) / 3 * (right - left)) for col in range(3)]
    colours = pixels[np.ix_(middles_y, middles_x)]
    values = table.rows(range(6))
    assert set(colours[np.isnan(values)].tolist()) == {BAD_COLOURS["nan"]}
    assert colours[values == np.inf].tolist() == [BAD_COLOURS["+inf"]]
    assert colours[values == -np.inf].tolist() == [BAD_COLOURS["-inf"]]
    assert entries_of(table) == (
        ("nan", "3 NaN"),
        ("+inf", "1 +inf"),
        ("-inf", "1 -inf"),
    )


def test_no_legend_where_all_is_finite() -> None:
    assert entries_of(case_table("H04_orientation.npy")) == ()


def test_H02_a_constant_table_is_one_colour_and_says_so() -> None:
    scene = scene_of(case_table("N04a_constant.npy"))
    pixels, (left, right, top, bottom) = painted(scene)
    assert len(np.unique(pixels[top + 2 : bottom - 2, left + 2 : right - 2])) == 1
    assert scene.levels is not None
    assert bar_ticks(scene.levels, 300) == [(0.25, "0.25")]


@pytest.mark.parametrize("scale", ["linear", "signed-log"])
@pytest.mark.parametrize("name", sorted(COLORMAPS))
def test_H11_the_bar_shows_the_whole_map_low_end_down_and_ticks_at_the_levels(
    scale: Scale, name: str
) -> None:
    levels = Levels(-0.5, 2.0, scale)
    image = QImage(120, 400, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF00)
    painter = QPainter(image)
    paint_colour_bar(painter, QRectF(10, 20, 12, 360), levels, COLORMAPS[name], LIGHT)
    painter.end()
    strip = pixels_of(image)[20:380, 16]
    lut = COLORMAPS[name].lut
    assert strip[0] == lut[-1]
    assert strip[-1] == lut[0]
    assert len(np.unique(strip)) >= len(np.unique(lut)) - 6  # the whole map, not a part
    assert len(np.unique(pixels_of(image)[200, 11:21])) == 1  # not turned by 90 degrees
    ticks = bar_ticks(levels, 360)
    assert ticks[0] == (-0.5, "-0.5")
    assert ticks[1] == (2.0, "2")
    assert (0.0, "0") in ticks
    for value, _ in ticks:
        colour = colourise(np.array([[value]], np.float32), levels, COLORMAPS[name])[0, 0]
        y = round((1 - bar_position(levels, value)) * 359)
        near = strip[max(y - 2, 0) : y + 3]
        assert int(colour) in near.tolist()


def test_bar_ticks_of_the_book_and_of_the_extremes() -> None:
    assert [text for _, text in bar_ticks(Levels(-2.84, 2.84), 400)][:2] == ["-2.84", "2.84"]
    extremes = bar_ticks(Levels(-3e38, 3e38), 400)
    assert [text for _, text in extremes][:2] == ["-3e+38", "3e+38"]
    assert all(-3e38 <= value <= 3e38 for value, _ in extremes)


def test_while_an_end_is_dragged_the_frame_keeps_its_values() -> None:
    frame, levels = Levels(-1, 1), Levels(-0.5, 0.5)
    image = QImage(60, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_colour_bar(painter, QRectF(0, 0, 12, 200), levels, MAP, LIGHT, frame)
    painter.end()
    strip = pixels_of(image)[:, 6]
    assert len(np.unique(strip[2:49])) == 1  # beyond the dragged end one colour
    assert strip[2] == MAP.lut[-1]
    assert len(np.unique(strip[52:98])) > 30


def test_a_dead_row_of_50000_is_flagged_in_the_ribbon() -> None:
    values = np.ones((50_000, 4), np.float32)
    values[31_234] = 0
    values[7] = np.nan
    table = Table.from_array(values)
    viewport = Viewport.fit(table.shape, 100, 500)
    ribbon = row_ribbon(row_stats(table).norm, viewport)
    scene = HeatmapScene(Span.whole(50_000), Span.whole(4), ribbon=ribbon, longest=4.0)
    pixels = ribbon_pixels(ribbon, scene, LIGHT, 20, 500)
    assert np.flatnonzero(pixels[:, 0] == argb(LIGHT.warning)).tolist() == [311, 312, 313]
    assert np.flatnonzero(pixels[:, 0] == argb(LIGHT.error)).tolist() == [0, 1]
    assert pixels[100, 9] == argb(LIGHT.cloud)
    assert pixels[100, 10] == argb(LIGHT.surface)  # norm 2 of 4: half the width
    text = ribbon_text(scene, 31_234 / 50_000)
    assert text == "rows 31200 to 31299: norm 0.0000 to 2.0000, 1 row of zeros"


@pytest.mark.parametrize("size", [(350, 320), (420, 300), (1200, 940)])
@pytest.mark.parametrize("shape", [(6, 3), (1, 384), (5, 1), (51_864, 384), (40_000, 8)])
def test_the_parts_do_not_overlap_and_stay_inside(
    size: tuple[int, int], shape: tuple[int, int]
) -> None:
    scene = HeatmapScene(
        Span.whole(shape[0]),
        Span.whole(shape[1]),
        levels=Levels(-1, 1),
        row_label=lambda row: f"token{row}",
        norms=True,
    )
    room = QRectF(0, 0, *size)
    layout = lay_out(room, scene)
    parts = [layout.gutter, layout.marks, layout.ribbon, layout.map, layout.bar]
    for before, after in pairwise(parts):
        assert before.right() <= after.left() + 1e-6
    assert all(room.contains(part) for part in [*parts, layout.axis])
    assert layout.map.width() >= 120
    assert layout.map.height() >= 60


def test_typing_does_not_move_the_map() -> None:
    scene = scene_of(case_table("H04_orientation.npy"), norms=True)
    lit = replace(scene, marks=Marks.of(np.array([0, 2]), ("a long label", "b"), 2))
    room = QRectF(0, 0, 500, 400)
    assert lay_out(room, scene) == lay_out(room, lit)


def test_svg_of_a_small_table_has_its_cells_as_rectangles_and_numbers_as_text() -> None:
    table = case_table("H04_orientation.npy")
    scene = scene_of(table, Levels(0, 24), numbers=True, dim_others=False)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    svg = QSvgGenerator()
    svg.setOutputDevice(buffer)
    painter = QPainter(svg)
    paint_heatmap(painter, QRectF(0, 0, 500, 400), scene, LIGHT)
    painter.end()
    root = ET.fromstring(buffer.data().data())
    text = "".join(root.itertext())
    fills = {element.get("fill") for element in root.iter()}
    for value in range(3):
        colour = colourise(np.array([[10.0 * value]], np.float32), Levels(0, 24), MAP)[0, 0]
        assert f"#{int(colour) & 0xFFFFFF:06x}" in fills
        assert str(10 * value) in text


def drawn_texts(scene: HeatmapScene, size: tuple[int, int] = (400, 300)) -> list[tuple[str, float]]:
    """Return (text, x) of all that is written, as an SVG tells it."""
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    with QPainter(generator) as painter:
        paint_heatmap(painter, QRectF(0, 0, *size), scene, LIGHT)
    root = ET.fromstring(bytes(buffer.data().data()))
    return [
        (part.text or "", float(part.get("x", "nan")))
        for part in root.iter("{http://www.w3.org/2000/svg}text")
    ]


def test_numbers_of_cells_that_are_cut_stand_in_what_is_seen_of_them_or_nowhere() -> None:
    table = Table.from_array(np.array([[-0.25, 0.5], [0.75, -1.0]], np.float32))
    scene = scene_of(table, numbers=True, rows=Span(0.4, 1.4, 2), cols=Span(0.45, 1.45, 2))
    layout = lay_out(QRectF(0, 0, 400, 300), scene)
    written = dict(drawn_texts(scene))
    split = layout.map.x() + 0.55 * layout.map.width()
    assert layout.map.x() < written["-0.25"] < split < written["0.50"] < layout.map.right()
    scene = replace(scene, cols=Span(0.95, 1.95, 2))
    written = dict(drawn_texts(scene))
    assert "-0.25" not in written
    assert "0.50" in written


def test_low_rows_of_a_text_are_named_as_far_as_there_is_room() -> None:
    table = Table.from_array(np.ones((60, 4), np.float32))
    scene = scene_of(table, row_label=lambda row: f"word{row}", mark_every=False)
    named = [text for text, _ in drawn_texts(scene) if text.startswith("word")]
    assert named == [f"word{row}" for row in range(0, 60, 5)]
    many = replace(scene, mark_every=True)  # rows of a whole table that are 4 px high
    assert [text for text, _ in drawn_texts(many) if text.startswith("word")] == named
