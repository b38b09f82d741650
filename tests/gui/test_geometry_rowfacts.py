"""The list of row facts: sorting, cutting by histogram and remark, marking, saving."""

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionHeader

from embedscope.session.row_table import Remark, row_table
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.application import application
from embedscope_gui.desk import build
from embedscope_gui.facts.dialog import ROOMY
from embedscope_gui.facts.histogram import Histogram
from embedscope_gui.facts.listing import ordered
from embedscope_gui.facts.model import FactsModel
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.settings import Settings
from embedscope_gui.work import InlineRunner

CASES = Path(__file__).parents[1] / "cases" / "files"
UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture
def desk(qtbot, tmp_path):
    application()
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = build(Settings(store), InlineRunner(), "light")
    qtbot.addWidget(made.window)
    made.window.show()
    made.controller.open_table("book-6x3")
    for _ in range(4):
        QApplication.processEvents()
    return made


def opened(desk):
    commands = desk.window.findChild(GeometryCommands)
    commands.show_facts()
    return commands.facts.dialog


def column(dialog, name: str) -> list[str]:
    place = dialog.model.names.index(name)
    return [dialog.model.index(row, place).data() for row in range(dialog.model.rowCount())]


def sort(dialog, name: str, order=UP) -> None:
    dialog.list.sortByColumn(dialog.model.names.index(name), order)


def test_every_row_is_listed_with_its_facts(desk):
    dialog = opened(desk)
    table = desk.controller.session.table
    rows = table.rows(np.arange(6)).astype(float)
    assert column(dialog, "token") == ["brown", "dog", "fox", "jumps", "lazy", "over"]
    assert column(dialog, "norm") == [f"{norm:.4f}" for norm in np.linalg.norm(rows, axis=1)]
    gap = np.linalg.norm(rows - rows.mean(axis=0), axis=1)
    assert column(dialog, "centre distance") == [f"{d:.4f}" for d in gap]
    assert column(dialog, "largest dim") == [str(d) for d in np.abs(rows).argmax(axis=1)]
    assert dialog.caption.text() == "6 of 6 rows"


def test_rows_are_sorted_by_any_column(desk):
    dialog = opened(desk)
    sort(dialog, "norm", DOWN)
    norms = [float(text) for text in column(dialog, "norm")]
    assert norms == sorted(norms, reverse=True)
    sort(dialog, "token", DOWN)
    assert column(dialog, "token") == ["over", "lazy", "jumps", "fox", "dog", "brown"]


def test_what_is_no_number_comes_last_both_ways():
    keys = np.array([2.0, np.nan, 1.0, 2.0, np.nan])
    ids = np.arange(5)
    assert ordered(ids, keys, descending=False).tolist() == [2, 0, 3, 1, 4]
    assert ordered(ids, keys, descending=True).tolist() == [0, 3, 2, 1, 4]


def test_a_drag_over_the_histogram_lists_a_range(desk, qtbot):
    dialog = opened(desk)
    sort(dialog, "norm")
    norms = dialog.rows.facts.norm
    low, high = 1.0, 2.5
    dialog.histogram.rangeChosen.emit(low, high)
    expected = np.flatnonzero((norms >= low) & (norms <= high))
    assert sorted(dialog.ids.tolist()) == expected.tolist()
    assert dialog.caption.text() == f"{len(expected)} of 6 rows"
    sort(dialog, "centre distance")
    assert len(dialog.ids) == 6


def test_the_histogram_asks_for_a_number_while_rows_stand_by_their_ids(desk):
    dialog = opened(desk)
    assert len(dialog.histogram.counts) == 0
    sort(dialog, "norm")
    assert dialog.histogram.counts.sum() == 6
    sort(dialog, "id")
    assert len(dialog.histogram.counts) == 0


def test_the_histogram_counts_all_rows_and_tells_the_range(qtbot):
    widget = Histogram()
    qtbot.addWidget(widget)
    widget.resize(420, 90)
    widget.show()
    values = np.append(np.linspace(0, 10, 101), np.nan)
    widget.show_values("norm", values, (1.0, 9.0))
    assert widget.counts.sum() == 101
    start, end = round(widget.x_of(2.0)), round(widget.x_of(4.0))
    with qtbot.waitSignal(widget.rangeChosen) as told:
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=QPoint(start, 40))
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=QPoint(end, 40))
    assert told.args == pytest.approx([2.0, 4.0], abs=0.05)
    with qtbot.waitSignal(widget.rangeCleared):
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(100, 40))
    assert widget.chosen is None
    widget.grab()
    widget.show_values("class", None)
    assert widget.counts.sum() == 0
    widget.grab()


def test_remarks_can_be_listed_alone(desk):
    desk.controller.open_table(CASES / "N03_nan_inf.npy")
    dialog = opened(desk)
    names = [dialog.choice_box.itemText(i) for i in range(dialog.choice_box.count())]
    assert names[:2] == ["all rows (6)", "NaN or infinity (3)"]
    dialog.choice_box.setCurrentIndex(1)
    assert dialog.ids.tolist() == [1, 2, 4]
    assert column(dialog, "norm") == ["", "", ""]
    assert column(dialog, "remarks") == ["NaN or infinity"] * 3


def test_N01_duplicates_and_zero_rows_are_named(desk):
    rows = np.array([[0, 0], [1, 2], [3, 3], [1, 2], [5, 1]], np.float32)
    facts = row_table(Table.from_array(rows), get_tokenizer("ids"))
    model = FactsModel()
    model.show_rows(facts, np.arange(5))
    place = model.names.index("remarks")
    texts = [model.index(row, place).data() for row in range(5)]
    assert texts == ["all zeros", "duplicate", "one number repeated", "duplicate of 1", ""]


def test_both_tails_of_the_centre_distance_are_listed(desk):
    desk.controller.open_table(CASES / "N11_blobs.npy")
    dialog = opened(desk)
    sort(dialog, "centre distance")
    assert dialog.histogram.tails is not None
    dialog.choice_box.setCurrentIndex(dialog.choice_box.findData("tails"))
    distance = dialog.rows.facts.centre_distance
    order = np.argsort(distance)
    assert dialog.ids.tolist() == [*order[:2], *order[-2:]]


def test_rows_are_marked_from_the_list_and_marks_are_listed(desk):
    dialog = opened(desk)
    dialog.list.selectAll()
    dialog.mark_button.click()
    assert desk.controller.session.marked.rows.tolist() == list(range(6))
    desk.window.vectors.rowsMarked.emit(np.array([4, 1]), False)
    dialog.choice_box.setCurrentIndex(dialog.choice_box.findData("marked"))
    assert dialog.ids.tolist() == [1, 4]
    desk.window.vectors.rowsMarked.emit(np.array([2]), False)
    assert dialog.ids.tolist() == [2]


def test_the_list_follows_the_window_and_leads_back(desk):
    dialog = opened(desk)
    desk.controller.choose_row(3)
    assert dialog.list.currentIndex().row() == 3
    dialog.list.activated.emit(dialog.model.index(5, 0))
    assert desk.controller.session.row == 5
    desk.controller.open_table("the-cat-4x4")
    assert dialog.model.rowCount() == 4


def test_facts_are_saved_in_the_order_shown(desk, tmp_path, monkeypatch):
    dialog = opened(desk)
    sort(dialog, "norm", DOWN)
    place = tmp_path / "facts.csv"
    monkeypatch.setattr(
        "embedscope_gui.facts.commands.QFileDialog.getSaveFileName", lambda *_: (str(place), "")
    )
    dialog.save_button.click()
    with place.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["id"]) for line in lines] == dialog.ids.tolist()
    norms = dialog.rows.facts.norm
    assert [float(line["norm"]) for line in lines] == norms[dialog.ids].tolist()
    assert lines[0]["token"] == column(dialog, "token")[0]


def test_the_mean_cosine_comes_when_it_is_asked_for(desk):
    dialog = opened(desk)
    assert "mean cosine to 10" not in dialog.model.names
    dialog.cosine_button.click()
    rows = desk.controller.session.table.rows(np.arange(6)).astype(float)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    cosines = rows @ rows.T
    expected = (cosines.sum(axis=1) - 1) / 5
    assert column(dialog, "mean cosine to 10") == [f"{c:.4f}" for c in expected]
    assert not dialog.cosine_button.isEnabled()


def test_a_quarter_of_a_million_rows_are_listed_and_sorted_lazily(qtbot):
    rows = np.random.default_rng(0).normal(size=(256_000, 2)).astype(np.float32)
    facts = row_table(Table.from_array(rows), get_tokenizer("cl100k_base"))
    model = FactsModel()
    model.show_rows(facts, np.arange(256_000))
    model.sort(model.names.index("norm"), DOWN)
    assert model.ids[0] == facts.facts.norm.argmax()
    assert model.index(0, 0).data() == str(facts.facts.norm.argmax())
    assert len(facts.with_remark(Remark.NO_TOKEN)) == 256_000 - 100_261


def test_the_chosen_row_is_marked_and_in_the_middle_whatever_the_order(desk):
    desk.controller.open_table("minilm-gpt2-64d", text=" king")
    desk.controller.choose_row(20_000)
    dialog = opened(desk)
    height = dialog.list.viewport().height()

    def marked() -> list[int]:
        chosen = dialog.list.selectionModel().selectedRows()
        return [int(dialog.ids[index.row()]) for index in chosen]

    def y() -> int:
        return int(dialog.list.visualRect(dialog.list.currentIndex()).center().y())

    assert marked() == [20_000]
    assert abs(y() - height / 2) < 30
    desk.controller.choose_row(20_003)  # in view: nothing scrolls
    assert marked() == [20_003]
    assert abs(y() - 60 - height / 2) < 30
    sort(dialog, "norm", DOWN)
    assert marked() == [20_003]
    assert dialog.list.verticalScrollBar().value() == 0
    dialog.show_rows(dialog.rows)
    assert marked() == [20_003]


def test_the_arrow_of_a_falling_order_points_down(desk):
    dialog = opened(desk)
    header = dialog.list.horizontalHeader()
    column = dialog.model.names.index("norm")
    arrow = QStyleOptionHeader.SortIndicator
    for order, expected in ((DOWN, arrow.SortDown), (UP, arrow.SortUp)):
        sort(dialog, "norm", order)
        option = QStyleOptionHeader()
        header.initStyleOption(option)
        header.initStyleOptionForIndex(option, column)
        assert option.sortIndicator == expected


def test_all_facts_are_in_sight_on_a_usual_screen(desk):
    dialog = opened(desk)
    dialog.resize(*ROOMY)
    for _ in range(4):
        QApplication.processEvents()
    header = dialog.list.horizontalHeader()
    assert header.length() <= dialog.list.viewport().width()
    room = header.fontMetrics()
    for column, name in enumerate(dialog.model.names):
        assert room.horizontalAdvance(name) < header.sectionSize(column)
