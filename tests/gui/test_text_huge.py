"""Enormous texts: nothing is cut, and the editor wraps them in a way that stays quick."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from embedscope_gui.text.editor import TokenEdit
from embedscope_gui.text.wrapping import ANYWHERE, AT_WORDS, NOWHERE


@pytest.fixture
def edit(qtbot: QtBot) -> TokenEdit:
    edit = TokenEdit()
    qtbot.addWidget(edit)
    edit.resize(420, 300)
    edit.show()
    return edit


def paste(edit: TokenEdit, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    edit.insertFromMimeData(data)


def test_T10_an_enormous_line_is_wrapped_anywhere_and_nothing_is_cut(edit: TokenEdit) -> None:
    paste(edit, "a" * 200_000)
    assert edit.wordWrapMode() == ANYWHERE
    QTest.keyClicks(edit, "b")
    assert edit.text == "a" * 200_000 + "b"


def test_T10_words_are_kept_whole_again_once_the_line_is_gone(edit: TokenEdit) -> None:
    paste(edit, "a" * 200_000)
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    assert edit.wordWrapMode() == AT_WORDS
    edit.undo()
    assert edit.wordWrapMode() == ANYWHERE
    assert len(edit.text) == 200_000


def test_a_long_text_of_words_wraps_at_words(edit: TokenEdit) -> None:
    paste(edit, "word " * 40_000)
    assert edit.wordWrapMode() == AT_WORDS


def test_a_run_that_grows_by_typing_is_noticed(edit: TokenEdit) -> None:
    edit.show_text("x " + "a" * 3_999)
    assert edit.wordWrapMode() == AT_WORDS
    QTest.keyClicks(edit, "a")
    assert edit.wordWrapMode() == ANYWHERE


@pytest.mark.parametrize("blank", [" ", "\u3000", "\t"])
def test_more_blanks_in_a_row_than_qt_can_count_are_not_wrapped(
    edit: TokenEdit, blank: str
) -> None:
    paste(edit, blank * 70_000 + "x")  # where Qt wraps this, it never returns
    assert edit.wordWrapMode() == NOWHERE
    QTest.keyClicks(edit, "y")
    assert edit.text == blank * 70_000 + "xy"
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    assert edit.wordWrapMode() == AT_WORDS
    edit.undo()
    assert edit.wordWrapMode() == NOWHERE


def test_blanks_that_become_too_many_by_deleting_what_parts_them(edit: TokenEdit) -> None:
    edit.show_text(" " * 40_000 + "|" + " " * 40_000)
    assert edit.wordWrapMode() == AT_WORDS
    cursor = edit.textCursor()
    cursor.setPosition(40_000)
    edit.setTextCursor(cursor)
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    assert edit.wordWrapMode() == NOWHERE


def test_many_blank_lines_are_no_long_blank_run(edit: TokenEdit) -> None:
    paste(edit, "\n" * 70_000)
    assert edit.wordWrapMode() == AT_WORDS


def test_blanks_beside_an_enormous_word(edit: TokenEdit) -> None:
    paste(edit, "a" * 10_000)
    assert edit.wordWrapMode() == ANYWHERE
    paste(edit, " " * 70_000)
    assert edit.wordWrapMode() == NOWHERE
