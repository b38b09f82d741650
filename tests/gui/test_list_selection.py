"""Lists mark what is chosen and nothing else, whatever keys are held, and show where keys go."""

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QStandardItem, QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.application import application
from embedscope_gui.style import apply
from embedscope_gui.text.pane import TextPane
from embedscope_gui.text.tokens_view import TokensView
from embedscope_gui.theme import THEMES, ThemeName
from embedscope_gui.widgets.compact_table import ROW_PX, CompactTable

KEY, HELD = Qt.Key, Qt.KeyboardModifier


def view_of(text: str) -> TokensView:
    encoding = get_tokenizer("gpt2").encode(text)
    n = len(encoding)
    return TokensView(encoding, np.ones(n, bool), np.ones(n), lambda _position: "")


@pytest.fixture
def pane(qtbot: QtBot) -> TextPane:
    """A pane whose edits are answered at once; ``chosen`` holds the tokens that were chosen."""
    pane = TextPane()
    qtbot.addWidget(pane)
    pane.resize(420, 600)
    pane.show()
    pane.textEdited.connect(lambda text: pane.show_tokens(view_of(text)))
    pane.show_text("one two three four")
    pane.show_tokens(view_of("one two three four"))
    return pane


@pytest.fixture
def chosen(pane: TextPane) -> list[int]:
    found: list[int] = []
    pane.tokenSelected.connect(found.append)
    return found


def marked(table: CompactTable) -> list[int]:
    return sorted(index.row() for index in table.selectionModel().selectedRows())


@pytest.mark.parametrize("held", [HELD.ControlModifier, HELD.ShiftModifier])
@pytest.mark.parametrize("keys", [(KEY.Key_Home,), (KEY.Key_End, KEY.Key_Left), (KEY.Key_Right,)])
def test_moving_the_caret_with_a_key_held(
    pane: TextPane, chosen: list[int], held: Qt.KeyboardModifier, keys: tuple[Qt.Key, ...]
) -> None:
    pane.show_selected(1)
    pane.edit.setFocus()
    for key in (KEY.Key_End, *keys, KEY.Key_Left, KEY.Key_Left, KEY.Key_Right):
        QTest.keyClick(pane.edit, key, held)
        QApplication.processEvents()
    assert chosen
    assert marked(pane.table) == [chosen[-1]]


def test_another_text_pasted_over_all_of_it(pane: TextPane, chosen: list[int]) -> None:
    pane.show_selected(1)
    QGuiApplication.clipboard().setText("red green blue")
    QTest.keyClick(pane.edit, KEY.Key_A, HELD.ControlModifier)
    QTest.keyClick(pane.edit, KEY.Key_V, HELD.ControlModifier)
    QApplication.processEvents()
    assert pane.text() == "red green blue"
    assert marked(pane.table) == [chosen[-1]] == [2]


def test_several_rows_are_kept_for_copying_until_there_are_other_tokens(pane: TextPane) -> None:
    pane.table.setFocus()
    pane.show_selected(1)
    QTest.keyClick(pane.table, KEY.Key_Down, HELD.ShiftModifier)
    assert marked(pane.table) == [1, 2]
    pane.show_selected(2)
    assert marked(pane.table) == [1, 2]
    pane.show_selected(0)
    assert marked(pane.table) == [0]
    QTest.keyClick(pane.table, KEY.Key_Down, HELD.ShiftModifier)
    pane.show_tokens(view_of("five six seven eight"))
    assert marked(pane.table) == [1]


@pytest.fixture
def numbers(qtbot: QtBot) -> CompactTable:
    table = CompactTable("numbers", "Numbers", "None.")
    model = QStandardItemModel(table)
    for number in range(40):
        model.appendRow(QStandardItem(str(number)))
    table.setModel(model)
    qtbot.addWidget(table)
    table.resize(200, 199)
    table.show()
    return table


def test_a_row_chosen_by_code_replaces_all_others(numbers: CompactTable) -> None:
    numbers.show_row(3)
    flag = QItemSelectionModel.SelectionFlag
    numbers.selectionModel().select(numbers.model().index(5, 0), flag.Select)
    assert marked(numbers) == [3, 5]
    numbers.show_row(4)
    assert marked(numbers) == [4]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_list_that_takes_the_keys_is_framed(numbers: CompactTable, theme: ThemeName) -> None:
    apply(application(), theme)
    numbers.show_row(2)
    numbers.clearFocus()
    frame = QColor(THEMES[theme].accent)
    assert not has(frame, numbers, top=2 * ROW_PX)
    numbers.setFocus()
    assert has(frame, numbers, top=2 * ROW_PX)
    assert has(frame, numbers, top=0)
    apply(application(), "light")


def test_scrolling_leaves_no_frame_behind(numbers: CompactTable) -> None:
    numbers.setFocus()
    numbers.show_row(2)
    before = numbers.grab().toImage()
    numbers.verticalScrollBar().setValue(20)
    QApplication.processEvents()
    numbers.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    assert numbers.grab().toImage() == before


def has(colour: QColor, table: CompactTable, top: int) -> bool:
    """Whether a line across the list at ``top`` has ``colour``."""
    picture: QImage = table.viewport().grab().toImage()
    return all(picture.pixelColor(x, top) == colour for x in range(2, picture.width() - 2))


def test_the_menu_copies_and_selects(numbers: CompactTable) -> None:
    named = {action.text(): action for action in numbers.context_menu().actions()}
    assert not named["Copy the selected rows"].isEnabled()
    named["Select all"].trigger()
    numbers.context_menu().actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == "\n".join(str(n) for n in range(40))
