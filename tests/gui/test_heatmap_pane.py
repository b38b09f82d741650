"""The pane as a whole: signals both ways, search, menu, jumps, colour range, end of life."""

import gc
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from embedscope.errors import FileError
from embedscope.geometry.stats import row_stats
from embedscope.heatmap.colormap import colourise
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.ribbon import row_ribbon
from embedscope_gui.heatmap.pane import HeatmapPane
from embedscope_gui.theme import THEMES, ThemeName
from heatmap_cases import case_table
from heatmap_driver import MAP, Driver, heard, table_of


@pytest.fixture
def pane(qtbot: QtBot) -> HeatmapPane:
    """Return an empty pane on screen."""
    made = HeatmapPane()
    qtbot.addWidget(made)
    made.resize(520, 480)
    made.show()
    return made


def test_parts_have_the_names_that_others_drive_them_by(pane: HeatmapPane) -> None:
    assert pane.findChild(QWidget, "heatmapView") is pane.view
    assert pane.findChild(QComboBox, "heatmapModeBox") is pane.mode_box
    assert pane.findChild(QLineEdit, "searchBox") is pane.search.field
    assert pane.findChild(QWidget, "colourBar") is pane.view.bar
    for name in ("heatmapView", "heatmapModeBox", "searchBox", "colourBar", "heatmapMenu"):
        part = pane.findChild(QWidget, name)
        assert part is not None
        assert part.accessibleName()
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_showing_things_tells_nothing(pane: HeatmapPane, qtbot: QtBot) -> None:
    told = heard(pane)
    table = table_of(100, 20)
    driver = Driver(pane, table).start(lit=[1, 5], selected=5)
    qtbot.waitUntil(lambda: len(driver.viewports) > 0)
    pane.show_mode("looked-up")
    pane.show_mode("whole")
    pane.show_search(3, 1)
    pane.show_levels(Levels(-1, 1, "signed-log"), "greys")
    pane.show_ribbon(row_ribbon(row_stats(table).norm, driver.viewports[-1]))
    pane.reveal(50)
    pane.zoom_to(50, (3, 8))
    pane.fit()
    pane.set_theme(THEMES["dark"])
    assert told == []


def test_what_people_choose_is_told_once(pane: HeatmapPane) -> None:
    told = heard(pane)
    menu = pane.menu
    pane.mode_box.setCurrentIndex(1)
    menu.colormaps.action("greys").trigger()
    menu.reductions.action("mean").trigger()
    menu.scales.action("signed-log").trigger()
    menu.auto_levels.trigger()
    menu.export.trigger()
    assert told == [
        ("modeChanged", "looked-up"),
        ("colormapChanged", "greys"),
        ("reductionChanged", "mean"),
        ("scaleChanged", "signed-log"),
        ("levelsAutoRequested",),
        ("exportRequested",),
    ]


def test_the_menu_shows_what_is_in_use(pane: HeatmapPane, qtbot: QtBot) -> None:
    driver = Driver(pane, table_of(10, 4)).start()
    qtbot.waitUntil(lambda: len(driver.pictures) > 0)
    pane.show_levels(Levels(-1, 1, "signed-log"), "purple-green")
    assert pane.menu.colormaps.action("purple-green").isChecked()
    assert pane.menu.scales.action("signed-log").isChecked()
    assert pane.menu.reductions.action("magnitude").isChecked()


def test_an_empty_pane_says_what_would_fill_it(pane: HeatmapPane) -> None:
    assert pane.view.is_empty
    assert pane.view.empty_hint.startswith("Open a table")
    pane.show_mode("looked-up")
    pane.show_table((0, 384), lambda _row: "")
    assert "Type some text" in pane.view.empty_hint
    assert pane.view.viewport() is None


def test_the_caption_says_what_a_pixel_stands_for(pane: HeatmapPane, qtbot: QtBot) -> None:
    driver = Driver(pane, table_of(51_864, 64)).start()
    qtbot.waitUntil(lambda: len(driver.pictures) > 0)
    asked = driver.viewports[-1]
    n_rows = -(-51_864 // asked.height_px)
    assert pane.footer.caption.text() == f"1 px = {n_rows} rows x 1 dim, largest magnitude"
    assert pane.footer.caption.isVisible()
    pane.show_levels(Levels(-1, 1, left_out=(7,)), MAP)
    assert pane.footer.caption.text().endswith(" · range without dim 7")


def test_the_caption_says_so_where_the_colour_bar_does_not_hold(
    pane: HeatmapPane, qtbot: QtBot
) -> None:
    driver = Driver(pane, table_of(6, 3)).start()
    qtbot.waitUntil(lambda: len(driver.pictures) > 0)
    assert pane.footer.caption.text() == "1 cell = 1 value"
    pane.show_marks(np.array([1, 3]), ("dog", "jumps"), 3)
    assert pane.footer.caption.text() == "1 cell = 1 value · rows not lit are faded"
    pane.menu.dim_others.trigger()
    assert pane.footer.caption.text() == "1 cell = 1 value"


def test_H05_the_last_rows_of_a_tall_table_are_reached_and_read(
    pane: HeatmapPane, qtbot: QtBot
) -> None:
    table = case_table("H05_tall.npz")
    driver = Driver(pane, table).start()
    qtbot.waitUntil(lambda: len(driver.pictures) > 0)
    assert pane.view.scene.rows.high == 40_000
    assert driver.pictures[-1].rect[:2] == (0, 40_000)
    assert driver.pictures[-1].values[-1, 7] == 1
    for row, dim, value in ((39_999, 7, "1.0000"), (32_768, 0, "2.0000"), (20_001, 3, "-3.0000")):
        pane.fit()
        pane.zoom_to(row)
        scene, area = pane.view.scene, pane.view.layout_now.map
        assert scene.rows.low <= row
        assert row + 1 <= scene.rows.high
        assert area.height() / scene.rows.length >= 17.9
        at = QPointF(
            area.x() + scene.cols.position(dim + 0.5, area.width()),
            area.y() + scene.rows.position(row + 0.5, area.height()),
        )
        none = Qt.MouseButton.NoButton
        move = QMouseEvent(
            QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(pane.view, move)
        assert pane.footer.readout.text() == f"row {row} · dim {dim}:  {value}"


def test_jumps_by_id_show_the_row_large_enough_and_dims_if_wanted(pane: HeatmapPane) -> None:
    Driver(pane, table_of(51_864, 64)).start()
    pane.zoom_to(995, (10, 22))
    scene = pane.view.scene
    assert scene.rows.low <= 995
    assert scene.rows.high >= 996
    assert (scene.cols.low, scene.cols.high) == (10, 22)
    closer = scene.rows.length
    pane.zoom_to(30_000)
    assert pane.view.scene.rows.length == pytest.approx(closer)
    pane.zoom_to(51_864)  # there is none
    assert pane.view.scene.rows.low <= 30_000


def test_following_the_selection_scrolls_only_if_it_is_out_of_view(pane: HeatmapPane) -> None:
    Driver(pane, table_of(1000, 8)).start()
    pane.zoom_to(100)
    before = pane.view.scene.rows
    pane.reveal(104)
    assert pane.view.scene.rows == before
    pane.reveal(500)
    assert pane.view.scene.rows.length == pytest.approx(before.length)
    assert pane.view.scene.rows.low < 500 < pane.view.scene.rows.high


def test_another_table_is_fitted_and_the_same_one_changed_keeps_its_place(
    pane: HeatmapPane,
) -> None:
    Driver(pane, table_of(1000, 8)).start(lit=[3])
    pane.zoom_to(100)
    rows = pane.view.scene.rows
    pane.show_table((900, 8), str, keep_view=True)
    assert (pane.view.scene.rows.low, pane.view.scene.rows.high) == (rows.low, rows.high)
    pane.show_table((900, 8), str)
    assert pane.view.scene.rows.is_whole
    assert pane.view.scene.picture is None
    assert pane.view.scene.marks.rows.size == 0
    pane.show_table((5, 8), str, keep_view=True)  # the whole stays the whole
    assert pane.view.scene.rows.high == 5


def test_looked_up_rows_are_named_by_position_and_only_the_selected_one_is_marked(
    pane: HeatmapPane,
) -> None:
    pane.show_mode("looked-up")
    Driver(pane, table_of(4, 3)).start(lit=[0, 1, 2, 3], selected=2)
    scene = pane.view.scene
    assert scene.row_title == "position"
    assert scene.marked.tolist() == [2]
    pane.show_mode("whole")
    assert pane.view.scene.marked.tolist() == [0, 1, 2, 3]


def test_H09_repeated_tokens_point_to_the_same_row(pane: HeatmapPane) -> None:
    ids = np.array([3331, 7850, 3331])
    Driver(pane, table_of(8000, 4)).start()
    pane.show_marks(ids, [" bank", " river", " bank"], 3331)
    assert pane.view.scene.marked.tolist() == [3331, 7850]
    assert pane.view.scene.marks.label(3331) == " bank"
    pane.show_mode("looked-up")
    pane.show_table((3, 4), lambda i: [" bank", " river", " bank"][i])
    assert [pane.view.scene.row_label(i) for i in range(3)] == [" bank", " river", " bank"]


def test_a_fault_while_reading_is_said_and_does_no_harm(pane: HeatmapPane) -> None:
    def fail(_row: int, _dim: int) -> float:
        raise FileError("table.npy", "changed on disk; open it again")

    Driver(pane, table_of(4, 3)).start()
    pane.set_value_reader(fail)
    pane.view.pointed.emit((1, 2))
    assert pane.footer.readout.text().endswith("table.npy: changed on disk; open it again")


ODD = (
    "N02_all_zero.npy",
    "N05a_one_row.npy",
    "N06a_one_dim.npy",
    "N13_extremes.npy",
    "H08_signed.npy",
)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ODD)
def test_odd_tables_are_painted_in_their_colours(
    pane: HeatmapPane, qtbot: QtBot, theme: ThemeName, name: str
) -> None:
    pane.set_theme(THEMES[theme])
    driver = Driver(pane, case_table(name)).start()
    qtbot.waitUntil(lambda: len(driver.pictures) > 0)
    image = pane.view.grab().toImage()
    area, (n_rows, n_dims) = pane.view.layout_now.map, driver.table.shape
    for row in range(n_rows):
        for dim in range(n_dims):
            value = driver.table.rows([row])[:, dim : dim + 1]
            x = area.x() + dim * area.width() / n_dims + 3
            y = area.y() + row * area.height() / n_rows + 3
            want = int(colourise(value, driver.levels, MAP)[0, 0])
            assert image.pixelColor(int(x), int(y)).rgba() == want
    assert image.pixelColor(2, int(area.center().y())).name() == THEMES[theme].surface


def test_W05_a_pane_opened_and_closed_20_times_leaves_nothing(qtbot: QtBot) -> None:
    told: list[object] = []
    views = []
    for _ in range(20):
        pane = HeatmapPane()
        driver = Driver(pane, table_of(50, 8)).start(lit=[1, 2], selected=2)
        pane.viewportChanged.connect(told.append)
        pane.show()
        qtbot.waitUntil(partial(bool, driver.pictures))
        pane.edit_levels()
        pane.grab()
        views.append(pane.view)
        pane.close()
        pane.deleteLater()
        del pane, driver
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    count = len(told)
    qtbot.wait(40)
    assert count >= 20
    assert len(told) == count
    assert not any(isValid(view) for view in views)
