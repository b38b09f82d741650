"""One odd row or cell among 262,144 x 8,192 shows in the pane's pixels, the whole table in view.

The facts and the pyramid are those of a table of zeros with something planted; that they are
found from tables is tested elsewhere, at sizes that can be read in no time.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from PySide6.QtGui import QColor

from embedscope.geometry.stats import RowFlag, RowStats
from embedscope.heatmap.arrangement import Arrangement
from embedscope.heatmap.colormap import BAD_COLOURS
from embedscope.heatmap.columns import ColumnStats
from embedscope.heatmap.keys import encode
from embedscope.heatmap.level import Cells, Level
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.pooling import pool_rows
from embedscope.heatmap.pyramid import Pyramid, base_cell
from embedscope.heatmap.survey import Survey
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import SILENT
from embedscope.session.map_channels import Look, draw
from embedscope.tables.table import Table
from embedscope_gui.heatmap.compose import pixel_bins
from embedscope_gui.heatmap.pane import HeatmapPane
from embedscope_gui.map_facts import MapFacts
from embedscope_gui.theme import LIGHT, THEMES
from map_window import colours_in

SHAPE = ROWS, DIMS = 262_144, 8_192
LOOK = Look("magnitude", "blue-red", "light", found_levels=False)
LEVELS = Levels(-1.0, 1.0)


@dataclass(frozen=True)
class Virtual:
    """A source of the right shape that nobody reads from."""

    shape: tuple[int, int] = SHAPE
    dtype: str = "bf16"
    n_bytes: int = 2 * ROWS * DIMS
    block_rows: int = 128

    def view(self, start, stop):
        return None

    def read(self, start, stop, out):
        out[...] = 0

    def take(self, ids, out):
        out[...] = 0

    def exact(self, ids):
        return np.zeros((len(ids), DIMS), np.float32)


def pyramid_with(cells):
    """Return the pyramid of zeros with ``cells`` {(row, dim): value} planted."""
    rows, dims = base_cell(SHAPE, "bf16")
    low = np.zeros((ROWS // rows, DIMS // dims), np.int16)
    high = low.copy()
    for (row, dim), value in cells.items():
        key = encode(np.array([value], np.float32), "bf16")[0]
        place = row // rows, dim // dims
        low[place], high[place] = min(low[place], key), max(high[place], key)
    levels = []
    while True:
        zero = np.broadcast_to(np.zeros(1, np.float32), low.shape)
        levels.append(Level(SHAPE, rows, dims, "bf16", Cells(low, high, zero, zero, None)))
        if len(low) <= 1024:
            return Pyramid(SHAPE, tuple(levels))
        low, high, rows = pool_rows(low, 4, np.minimum), pool_rows(high, 4, np.maximum), rows * 4


def survey_with(zero, bad, hot):
    """Return facts of ordinary rows and dims but for those that are named."""
    rng = np.random.default_rng(0)
    norm = 1.8 + 0.02 * rng.standard_normal(ROWS)
    flags = np.zeros(ROWS, np.uint8)
    peak = np.full(ROWS, 0.08, np.float32)
    norm[zero], peak[zero], flags[zero] = 0, 0, RowFlag.ZERO
    norm[bad], flags[bad] = np.nan, RowFlag.NONFINITE
    peak[hot[0]] = 0.9
    spread = 0.02 + 0.0002 * rng.standard_normal(DIMS)
    high = 0.1 + 0.003 * rng.standard_normal(DIMS)
    high[hot[1]] = 0.9
    none = np.zeros(DIMS, np.int64)
    columns = ColumnStats(np.zeros(DIMS), spread, -high.clip(max=0.2), high, none, none)
    return Survey(RowStats(norm, flags), peak, np.full(ROWS, -1, np.int64), columns, None)


@pytest.fixture(scope="module")
def pane(qapp):
    made = HeatmapPane()
    made.resize(700, 620)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def shown(pane, qtbot, cells, survey):
    """Show the whole table and return the pixels of the pane."""
    table = Table(Virtual(), "virtual")
    asked: list[Viewport] = []
    connection = pane.viewportChanged.connect(asked.append)
    pane.show_table(SHAPE, lambda _row: "")
    pane.show_levels(LEVELS, "blue-red")
    qtbot.waitUntil(lambda: len(asked) > 0)
    pane.viewportChanged.disconnect(connection)
    result = draw(table, asked[-1], LEVELS, LOOK, pyramid_with(cells), SILENT)
    facts = MapFacts(survey, Arrangement(table))
    pane.show_picture(result.picture, result.image)
    pane.show_ribbon(facts.row_ribbon(asked[-1]))
    pane.show_columns(facts.column_ribbon(asked[-1]), facts.reach)
    return pane.view.grab().toImage()


def pixel_of(pane, row, dim):
    """Return (x, y) of the pixel of the map's widget that stands for a cell."""
    scene, area = pane.scene, pane.view.layout_now.map
    row0, row1, col0, col1 = scene.picture.rect
    picture = scene.picture
    bins = pixel_bins(scene.rows, int(area.height()), row0, row1, picture.rows_per_px)
    y = int(np.flatnonzero(bins == (row - row0) // picture.rows_per_px)[0])
    bins = pixel_bins(scene.cols, int(area.width()), col0, col1, picture.dims_per_px)
    x = int(np.flatnonzero(bins == (dim - col0) // picture.dims_per_px)[0])
    return int(area.x()) + x, int(area.y()) + y


@pytest.mark.parametrize("seed", range(5))
def test_one_odd_row_and_cell_among_two_thousand_million_is_seen(pane, qtbot, seed):
    rng = np.random.default_rng(seed)
    zero, bad, hot_row = rng.choice(ROWS, 3, replace=False).tolist()
    hot, nan = (hot_row, int(rng.integers(DIMS))), (bad, int(rng.integers(DIMS)))
    image = shown(pane, qtbot, {hot: 0.9, nan: np.nan}, survey_with(zero, bad, hot))
    layout = pane.view.layout_now
    assert pane.scene.rows.is_whole
    assert pane.scene.cols.is_whole
    neutral = {image.pixelColor(*pixel_of(pane, 0, 0)).name()}
    found = image.pixelColor(*pixel_of(pane, *hot)).name()
    assert found not in neutral
    magenta = f"#{BAD_COLOURS['nan'] & 0xFFFFFF:06x}"
    assert image.pixelColor(*pixel_of(pane, *nan)).name() == magenta
    for row, shade in ((zero, LIGHT.warning), (bad, LIGHT.error), (hot_row, LIGHT.text)):
        y = pixel_of(pane, row, 0)[1]
        strip = colours_in(image, layout.ribbon.x() + 1, y, layout.ribbon.x() + 4, y + 1)
        assert shade in strip, (row, shade)
    x = pixel_of(pane, 0, hot[1])[0]
    above = layout.columns.y() + 2  # where only the hot dim reaches
    assert image.pixelColor(x, int(above)).name() not in {LIGHT.surface, LIGHT.grid}
    quiet = colours_in(image, layout.columns.x(), above, layout.columns.right(), above + 1)
    assert len(quiet) == 2  # ground, and the bar of the hot dim


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_flagged_where_nothing_is_odd(pane, qtbot, theme):
    pane.set_theme(THEMES[theme])
    survey = survey_with(0, 1, (2, 3))
    calm = survey_with(0, 1, (2, 3))
    calm.rows.norm[:3], calm.rows.flags[:3], calm.peak[:3] = 1.8, 0, 0.08
    calm.columns.high[3] = 0.1
    assert len(survey.odd_rows.ids) >= 3
    image = shown(pane, qtbot, {}, calm)
    layout, look = pane.view.layout_now, THEMES[theme]
    strip = layout.ribbon
    seen = colours_in(image, strip.x(), strip.y(), strip.x() + 5, strip.bottom())
    assert not seen & {look.warning, look.error, look.text}
    pane.set_theme(LIGHT)


def test_a_preview_is_labelled_on_the_picture(pane, qtbot):
    calm = survey_with(0, 1, (2, 3))
    refined = shown(pane, qtbot, {}, calm)
    table = Table(Virtual(), "virtual")
    viewport = pane.view.viewport()
    preview = draw(table, viewport, LEVELS, LOOK, None, SILENT)
    assert preview.picture.sampled
    assert "sampled (" in preview.picture.caption
    pane.show_picture(preview.picture, preview.image)
    image = pane.view.grab().toImage()
    area = pane.view.layout_now.map
    corner = area.right() - 90, area.top() + 7, area.right() - 12, area.top() + 22
    assert min(QColor(name).lightness() for name in colours_in(image, *corner)) < 60  # letters
    assert len(colours_in(refined, *corner)) == 1
