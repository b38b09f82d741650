"""Neighbours, axes and colours in the window, with all work done at once."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from embedscope.geometry.neighbours import neighbours
from embedscope.geometry.spaces import fit_space, in_space
from embedscope.presets import PRESETS
from embedscope.session.session import Colouring, NearestWish
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.application import application
from embedscope_gui.desk import build
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.opening import Opened
from embedscope_gui.settings import Settings
from embedscope_gui.work import InlineRunner

CASES = Path(__file__).parents[1] / "cases" / "files"
N_ROWS = 6000
KING, DRAGON, MAN = 5822, 2851, 582


@cache
def first_rows() -> Table:
    """The first rows of a real table: enough for lists and pictures, and quick."""
    rows = PRESETS["minilm-gpt2-64d"].make().rows(np.arange(N_ROWS))
    return replace(Table.from_array(rows, "first rows"), tokenizer="gpt2")


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


@pytest.fixture
def desk(qtbot, tmp_path):
    application()
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = build(Settings(store), InlineRunner(), "light")
    qtbot.addWidget(made.window)
    made.window.resize(1100, 800)
    made.window.show()
    return made


@pytest.fixture
def words(desk):
    opened = Opened("first rows", first_rows(), get_tokenizer("gpt2"), None)
    desk.controller.show_opened(opened, text=" king man")
    settle()
    return desk


def control(desk):
    return commands(desk).control


def commands(desk):
    return desk.window.findChild(GeometryCommands)


def listed(desk) -> list[str]:
    model = desk.window.inspector.neighbours.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def caption(desk):
    return desk.window.inspector.neighbours_caption.text()


# neighbours


def test_the_list_says_space_and_what_scores_have_to_be_compared_with(words):
    words.controller.select(0)
    assert caption(words) == (
        "cosine, original space, all 5,999 other rows · two random rows: 0.010 on average. "
        "154 rows of zeros come last: their cosine is undefined."
    )
    words.controller.set_metric("dot")
    assert "random rows" not in caption(words)


def test_forms_of_a_word_are_folded_with_a_count_unless_not_wished(words):
    words.controller.select(0)
    first, second = listed(words)[:2]
    assert (first, second) == ("␣King", "␣Dragon")
    table = words.window.inspector.neighbours
    assert [table.model().index(0, c).data() for c in (0, 4)] == ["same", "2"]
    assert [table.model().index(1, c).data() for c in (0, 4)] == ["1", ""]
    assert not table.isColumnHidden(4)
    assert table.columnWidth(4) >= table.horizontalHeader().sectionSizeHint(4)
    assert table.list_text().splitlines()[0] == "#\ttoken\tid\tcosine\tforms"
    words.window.inspector.menu.fold.trigger()
    assert listed(words)[:3] == ["␣King", "king", "␣Dragon"]
    assert table.isColumnHidden(4)
    assert table.list_text().splitlines()[0] == "#\ttoken\tid\tcosine"
    assert listed(words)[5:8] == ["␣level", "Level", "␣Level"]


def test_the_mean_is_taken_away_from_menu_to_list(words):
    words.controller.select(0)
    menu = words.window.inspector.menu
    menu.fold.trigger()
    menu.spaces[0].trigger()
    table = words.controller.session.table
    expected = neighbours(in_space(table, fit_space(table)), KING)
    assert words.controller.results.neighbours.found.ids.tolist() == expected.ids.tolist()
    assert "cosine, mean subtracted" in caption(words)
    assert "two random rows: 0.000" in caption(words)
    menu.spaces[3].trigger()
    assert "mean and first 3 components removed" in caption(words)
    menu.spaces[None].trigger()
    assert "original space" in caption(words)


def test_an_expression_is_typed_and_listed(words):
    inspector = words.window.inspector
    assert inspector.query.isHidden()
    inspector.menu.queries["expression"].trigger()
    assert not inspector.query.isHidden()
    assert inspector.neighbours._empty.startswith("Type an expression")
    inspector.query.setText('" king" - " man" + " woman"')
    inspector.query.commit()
    assert caption(words).startswith('near " king" - " man" + " woman" · cosine')
    rows = words.controller.session.table.rows([KING, MAN, 2415]).astype(float)
    expected = neighbours(first_rows(), rows[0] - rows[1] + rows[2])
    assert words.controller.results.neighbours.found.ids[0] == expected.ids[0]


def test_what_is_wrong_with_an_expression_is_pointed_at(words):
    inspector = words.window.inspector
    inspector.menu.queries["expression"].trigger()
    inspector.query.setText('" king" - man')
    inspector.query.commit()
    assert inspector.query.fault.position == 10
    assert inspector.neighbours._empty.startswith("At character 11: There is no function man")
    inspector.query.setText('" king" - " nosuchtokenatall"')
    inspector.query.commit()
    assert inspector.query.fault.position == 10
    assert "tokens of" in inspector.neighbours._empty
    assert listed(words) == []
    inspector.query.setText('" king"')
    inspector.query.commit()
    assert inspector.query.fault is None
    assert listed(words)[0] == "␣King"  # equal to it, and the smaller id
    assert words.window.inspector.neighbours.model().index(0, 4).data() == "3"


def test_the_mean_of_the_text_or_of_marked_rows_can_be_asked_for(words):
    control(words).set_nearest(NearestWish(folded=False, query="text"))
    assert caption(words).startswith("near the mean of 2 rows of the text")
    assert {"␣man", "␣King"} <= set(listed(words)[:6])
    control(words).set_nearest(NearestWish(folded=False, query="marked"))
    assert words.controller.results.neighbours is None
    control(words).mark(np.array([KING, DRAGON]))
    assert caption(words).startswith("near the mean of 2 rows of the marked ones")
    assert "␣Dragon" in listed(words)[:4]


def test_a_click_travels_once_and_back_comes_back(words):
    words.controller.select(0)
    table = words.window.inspector.neighbours
    place = table.visualRect(table.model().index(1, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert words.controller.session.row == DRAGON
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert words.controller.session.row == DRAGON
    words.window.findChild(QAction, "actionRowBack").trigger()
    assert words.controller.session.row == KING
    words.window.findChild(QAction, "actionRowForward").trigger()
    assert words.controller.session.row == DRAGON


def test_the_list_is_saved_and_copied(words, tmp_path, monkeypatch):
    words.controller.select(0)
    place = tmp_path / "near.csv"
    monkeypatch.setattr(
        "embedscope_gui.geometry.commands.QFileDialog.getSaveFileName",
        lambda *_: (str(place), ""),
    )
    commands(words).ask_list()
    lines = place.read_text("utf-8").splitlines()
    assert lines[0] == "rank,token,id,cosine,forms"
    assert lines[1].startswith("1,␣Dragon,2851,0.")
    assert lines[2].endswith(",2")
    assert len(lines) == 11
    words.window.inspector.copy_list()
    assert QGuiApplication.clipboard().text().split("\n")[0] == "#\ttoken\tid\tcosine\tforms"


def test_another_table_begins_with_the_chosen_row_and_without_marks(words):
    control(words).set_nearest(NearestWish(query="expression", expression='" king"'))
    control(words).mark(np.array([3, 4]))
    words.controller.open_table("book-6x3")
    session = words.controller.session
    assert (session.nearest.query, session.marked) == ("row", None)


# axes


def test_axes_of_ones_own_begin_with_the_components(words):
    box = words.window.findChild(QComboBox, "axesBox")
    before = words.controller.results.space
    box.setCurrentIndex(box.findData("expressions"))
    settle()
    space = words.controller.results.space
    assert space.basis.titles == ("pc(1)", "pc(2)", "pc(3)")
    np.testing.assert_allclose(
        space.cloud - space.cloud[KING], before.cloud - before.cloud[KING], atol=1e-5
    )
    lines = words.window.vectors.axes_lines
    assert not lines.isHidden()
    assert lines.sources() == ("pc(1)", "pc(2)", "pc(3)")
    assert lines.edits[2].isHidden()
    words.window.vectors.show_dimensions(3)
    assert not lines.edits[2].isHidden()


def test_an_axis_is_typed_and_titled(words):
    control(words).set_axes("expressions")
    edit = words.window.vectors.axes_lines.edits[0]
    edit.setText('" woman" - " man"')
    edit.commit()
    space = words.controller.results.space
    assert space.basis.titles[0] == '" woman" - " man"'
    rows = words.controller.session.table.rows([2415, MAN]).astype(float)
    way = rows[0] - rows[1]
    expected = rows[0] @ way / np.linalg.norm(way)
    assert space.cloud[2415, 0] == pytest.approx(expected, abs=1e-5)


def test_a_wrong_axis_is_marked_and_the_picture_stays(words):
    control(words).set_axes("expressions")
    before = words.controller.results.space.cloud
    lines = words.window.vectors.axes_lines
    lines.edits[1].setText('" king" - id(99999)')
    lines.edits[1].commit()
    assert words.controller.results.space.cloud is before
    assert lines.edits[1].fault.position == 10
    assert lines.fault.text().startswith("At character 11: id 99999 has no row")
    lines.edits[1].setText('" king')
    lines.edits[1].commit()
    assert lines.edits[1].fault.position == 0
    lines.edits[1].setText('" king"')
    lines.edits[1].commit()
    assert lines.fault.isHidden()
    assert words.controller.results.space.basis.titles[1] == '" king"'


def test_an_empty_line_is_an_empty_axis(words):
    control(words).set_expressions(('" king"', "", ""))
    space = words.controller.results.space
    assert space.basis.titles == ('" king"', "(empty)", "(empty)")
    assert not space.cloud[:, 1:].any()


# honesty


def test_P08_the_caption_tells_how_many_true_neighbours_are_near(words):
    sentence = words.window.vectors.caption.text()
    found = words.controller.results.agreement
    assert len(found.sample) == 200
    assert np.isin([MAN, KING], found.on_plane.ids).all()
    mean = found.on_plane.only(found.sample).mean
    assert (
        f"This picture keeps {mean:.1f} of a row's 10 nearest rows "
        "(cosine, original space) near it: the mean of 200 random rows." in sentence
    )
    words.window.vectors.show_dimensions(3)
    mean = found.in_space.only(found.sample).mean
    assert f"keeps {mean:.1f} of" in words.window.vectors.caption.text()


def test_what_is_said_of_the_picture_does_not_change_with_the_text(words):
    sentence = words.window.vectors.caption.text()
    for text in (" king", "Hello, world!", ""):
        words.controller.set_text(text)
        settle()
        assert words.window.vectors.caption.text() == sentence
    assert len(words.controller.results.agreement.on_plane.ids) == 200


def test_agreement_follows_the_list(words):
    control(words).set_nearest(NearestWish(removed=0))
    assert "(cosine, mean subtracted)" in words.window.vectors.caption.text()


def test_the_pointer_reads_how_many_true_neighbours_are_near(words):
    view = words.window.vectors.plane
    found = words.controller.results.agreement.on_plane
    kept = int(found.kept[found.ids == KING][0])
    note = view.judged.note(KING)
    assert note.startswith(f"{kept} of its 10 nearest rows")
    lines = view._lines(None, KING)
    assert lines[-1] == note
    assert view.judged.note(3) == ""


def test_small_tables_are_not_judged(desk):
    desk.controller.open_table("book-6x3")
    settle()
    assert desk.controller.results.agreement is None
    assert "nearest rows" not in desk.window.vectors.caption.text()


def ties_of(vectors):
    return vectors.plane.scene.content.ties


def test_lines_lead_from_the_chosen_row_to_the_listed_ones(words):
    words.controller.select(0)
    vectors = words.window.vectors
    assert ties_of(vectors) is None
    vectors.menu.ties.setChecked(True)
    ties = ties_of(vectors)
    found = words.controller.results.neighbours.found.ids
    cloud = words.controller.results.space.cloud
    np.testing.assert_array_equal(ties.ends, cloud[found])
    np.testing.assert_array_equal(ties.start, cloud[KING])
    assert ties.names[0] == "␣Dragon 2851"


# colours


@pytest.mark.parametrize("kind", ["norm", "id", "class", "script", "agreement"])
def test_rows_are_coloured_and_a_legend_says_by_what(words, kind):
    words.window.vectors.menu.colours[kind].trigger()
    content = words.window.vectors.plane.scene.content
    assert len(content.cloud_argb) == N_ROWS
    title = {"agreement": "nearest rows kept near, of 10", "class": "token class"}.get(kind, kind)
    assert content.legend.title == title
    assert words.window.vectors.menu.colours[kind].isChecked()
    words.window.vectors.menu.colours["plain"].trigger()
    assert words.window.vectors.plane.scene.content.cloud_argb is None


def test_few_judged_rows_are_spots_over_the_quiet_cloud(words):
    control(words).set_colouring(Colouring("agreement"))
    content = words.window.vectors.plane.scene.content
    judged = words.controller.results.agreement.on_plane.ids
    assert 500 <= len(judged) <= 502
    assert content.spots.ids.tolist() == judged.tolist()
    assert (content.legend.low, content.legend.high) == ("0", "10")


def test_colours_tell_an_expression(words):
    vectors = words.window.vectors
    vectors.menu.colours["expression"].trigger()
    assert not vectors.colour_line.isHidden()
    vectors.colour_line.edits[0].setText('" king" - " man"')
    vectors.colour_line.edits[0].commit()
    colours = words.controller.results.colours
    assert colours.title == '" king" - " man"'
    assert colours.values[KING] > colours.values[MAN]
    assert vectors.plane.scene.content.legend.title == '" king" - " man"'
    vectors.colour_line.edits[0].setText('" king" - zzz')
    vectors.colour_line.edits[0].commit()
    assert vectors.colour_line.edits[0].fault.position == 10


def test_colours_change_with_the_theme(words):
    control(words).set_colouring(Colouring("class"))
    light = words.window.vectors.plane.scene.content.legend.swatches
    words.window.findChild(QAction, "actionThemeDark").trigger()
    dark = words.window.vectors.plane.scene.content.legend.swatches
    assert [name for name, _ in light] == [name for name, _ in dark]
    assert light != dark


# waiting


def test_a_list_that_takes_long_gives_way_to_a_word(words, qtbot):
    words.controller.select(0)
    inspector = words.window.inspector
    assert not inspector._late.isActive()
    inspector.expect_neighbours()
    assert listed(words)
    qtbot.waitUntil(lambda: not listed(words), timeout=3000)
    assert inspector.neighbours._empty == "Finding the nearest rows …"


def test_a_search_that_was_given_up_is_said(words):
    words.controller.select(0)
    words.window.progress.cancelled.emit("neighbours")
    assert listed(words) == []
    assert words.window.inspector.neighbours._empty.startswith("Stopped.")
    words.controller.select(1)
    assert listed(words)[0].startswith("man")


# awkward tables


@pytest.mark.parametrize(
    "name",
    [
        "N01_zero_row.npy",
        "N02_all_zero.npy",
        "N03_nan_inf.npy",
        "N04a_constant.npy",
        "N05a_one_row.npy",
        "N06a_one_dim.npy",
        "N13_extremes.npy",
    ],
)
def test_N01_to_N13_awkward_tables_go_through_everything_without_a_fault(desk, name):
    desk.controller.open_table(CASES / name)
    desk.controller.open_tokenizer("ids")
    desk.controller.set_text("0 1 2")
    desk.window.notice.clear()
    desk.controller.choose_row(0)
    for removed in (None, 0, 1, 3):
        for metric in ("cosine", "dot", "euclidean"):
            desk.controller.set_metric(metric)
            control(desk).set_nearest(NearestWish(removed=removed))
    control(desk).mark(np.array([0]))
    control(desk).set_expressions(("id(0)", "pc(1)", "dim(0)"))
    for kind in ("norm", "class", "agreement", "expression"):
        control(desk).set_colouring(Colouring(kind, "dim(0)"))
        desk.window.vectors.grab()
    desk.window.vectors.show_dimensions(3)
    desk.window.vectors.grab()
    commands(desk).show_facts()
    commands(desk).facts.dialog.cosine_button.click()
    commands(desk).facts.dialog.grab()
    assert desk.window.notice.text == ""
    assert len(desk.controller.results.space.cloud) == desk.controller.session.table.n_rows
