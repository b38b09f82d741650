"""Two lists of neighbours side by side: places, changes, other tables; and the dialog."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from embedscope.errors import EmbedscopeError
from embedscope.geometry.neighbours import neighbours
from embedscope.presets import PRESETS
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.application import application
from embedscope_gui.desk import build
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.geometry.comparing import Side, compare
from embedscope_gui.settings import Settings
from embedscope_gui.work import InlineRunner

CASES = Path(__file__).parents[1] / "cases" / "files"
BOOK = PRESETS["book-6x3"].make()
WORDS = get_tokenizer("book-words")
IDS = get_tokenizer("ids")


def blobs() -> Table:
    return Table.from_array(np.load(CASES / "N11_blobs.npy"), "blobs")


def test_places_in_both_lists_and_the_change_between_them():
    table = blobs()
    first, second = Side(table, IDS, "cosine"), Side(table, IDS, "dot")
    found = compare(7, first, second, k=5)
    one, other = neighbours(table, 7, 59), neighbours(table, 7, 59, "dot")
    assert [entry.rows[0] for entry in found.entries[:5]] == one.ids[:5].tolist()
    for entry in found.entries:
        row = entry.rows[0]
        first_place, second_place = one.ids.tolist().index(row), other.ids.tolist().index(row)
        assert entry.places == (first_place, second_place)
        assert entry.climb == first_place - second_place
        assert entry.scores[1] == pytest.approx(other.scores[second_place])
    shared = np.intersect1d(one.ids[:5], other.ids[:5])
    assert found.n_shared == len(shared)
    assert len(found.entries) == 10 - len(shared)


def test_centred_against_raw():
    table = blobs()
    found = compare(0, Side(table, IDS), Side(table, IDS, removed=0), k=3)
    moved = table.block(0, 60).astype(float)
    moved -= moved.mean(axis=0)
    expected = neighbours(moved, 0, 3).ids.tolist()
    second = {entry.places[1]: entry.rows[1] for entry in found.entries}
    assert [second[place] for place in range(3)] == expected


def test_other_tables_are_matched_by_token():
    other = get_tokenizer("cat-words")
    cat = PRESETS["the-cat-4x4"].make()
    with pytest.raises(EmbedscopeError, match="brown is not one token with a row"):
        compare(0, Side(BOOK, WORDS), Side(cat, other))
    same = Table.from_array(BOOK.rows([0, 1, 2, 3, 4, 5])[:, ::-1].copy(), "mirrored")
    found = compare(1, Side(BOOK, WORDS), Side(same, WORDS), k=5)
    assert all(entry.climb == 0 for entry in found.entries)


def test_a_row_that_the_other_table_lacks_is_told():
    short = Table.from_array(BOOK.rows([0, 1, 2]), "short")
    with pytest.raises(EmbedscopeError, match="Row 5 is not in short"):
        compare(5, Side(BOOK, WORDS), Side(short, WORDS))


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


def cells(dialog) -> list[list[str]]:
    model = dialog.model
    return [
        [model.index(row, column).data() for column in range(6)] for row in range(model.rowCount())
    ]


def test_the_dialog_shows_both_lists_and_follows_the_window(desk):
    desk.controller.select(-1)
    commands = desk.window.findChild(GeometryCommands)
    commands.compare()
    dialog = commands.comparing.dialog
    assert cells(dialog) == []
    desk.controller.select(2)
    assert dialog.title.text() == "Near over, row 5"
    rows = cells(dialog)
    assert [row[2] for row in rows] == ["lazy", "jumps", "brown", "fox", "dog"]
    assert rows[0] == ["1", "0.8842", "lazy", "3.9259", "1", "="]
    assert "5 of 10 rows are among the first 10" in dialog.caption.text()
    desk.controller.select(0)
    assert dialog.title.text() == "Near fox, row 2"


def test_other_lists_are_asked_for_by_the_boxes(desk):
    commands = desk.window.findChild(GeometryCommands)
    desk.controller.select(2)
    commands.compare()
    dialog = commands.comparing.dialog
    box = dialog.second.metric_box
    box.setCurrentIndex(box.findData("euclidean"))
    assert dialog.model.headerData(3, Qt.Orientation.Horizontal) == "euclidean"
    distance = np.linalg.norm(BOOK.rows([5])[0].astype(float) - BOOK.rows([4])[0])
    assert cells(dialog)[0][3] == f"{distance:.4f}"
    dialog.second.space_box.setCurrentIndex(1)
    assert cells(dialog)[0][3] == f"{distance:.4f}"  # distances do not change with the origin
    dialog.count_box.setValue(2)
    assert "of 2 rows are among the first 2" in dialog.caption.text()


def test_a_table_that_cannot_be_compared_is_told_in_the_list(desk):
    commands = desk.window.findChild(GeometryCommands)
    desk.controller.select(2)
    commands.compare()
    dialog = commands.comparing.dialog
    box = dialog.second.table_box
    box.setCurrentIndex(box.findData("the-cat-4x4"))
    assert cells(dialog) == []
    assert dialog.list._empty == "over is not one token with a row in the-cat-4x4."
    assert desk.window.notice.text == ""


def test_another_file_can_be_chosen(desk, monkeypatch):
    commands = desk.window.findChild(GeometryCommands)
    desk.controller.open_tokenizer("ids")
    desk.controller.choose_row(3)
    commands.compare()
    dialog = commands.comparing.dialog
    place = str(CASES / "N01_zero_row.npy")
    monkeypatch.setattr(
        "embedscope_gui.geometry.compare_commands.QFileDialog.getOpenFileName",
        lambda *_: (place, ""),
    )
    box = dialog.second.table_box
    box.setCurrentIndex(box.findData("…"))
    assert box.currentText() == "N01_zero_row.npy"
    assert len(cells(dialog)) == 5


def test_an_entry_leads_to_its_row(desk, qtbot):
    commands = desk.window.findChild(GeometryCommands)
    desk.controller.select(2)
    commands.compare()
    dialog = commands.comparing.dialog
    dialog.list.activated.emit(dialog.model.index(0, 2))
    assert desk.controller.session.row == 4
