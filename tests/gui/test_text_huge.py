"""Enormous texts: nothing is cut, and the editor wraps them in a way that stays quick."""

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.text.editor import TokenEdit
from embedscope_gui.text.line_places import HugeLine, x_of
from embedscope_gui.text.tokens_view import TokensView
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


@pytest.mark.parametrize("word", ["x", "\u05e9"])
def test_of_a_line_that_is_not_wrapped_only_tokens_in_sight_are_painted(
    edit: TokenEdit, word: str
) -> None:
    text = " " * 70_000 + word
    edit.show_text(text)
    encoding = get_tokenizer("gpt2").encode(text)
    view = TokensView(encoding, encoding.ids >= 0, np.ones(len(encoding)), lambda _position: "")
    edit.show_tokens(view)
    bar = edit.horizontalScrollBar()
    for share in (0.0, 0.5, 1.0):
        bar.setValue(round(share * bar.maximum()))
        rects = [chip.rect for chip in edit._chips(0, 20)]
        assert 50 < len(rects) < 200
        assert min(rect.left() for rect in rects) <= 8
        assert max(rect.right() for rect in rects) >= edit.viewport().width() - 8


def test_places_in_a_huge_line_are_where_qt_has_them(edit: TokenEdit) -> None:
    text = " " * 70_000 + "fifty AVAVA words"
    edit.show_text(text)
    edit.horizontalScrollBar().setValue(edit.horizontalScrollBar().maximum())
    (line,) = edit.visible_lines(0, 20)
    assert isinstance(line.places, HugeLine)
    for place in range(70_000, len(text)):
        [(left, right)] = line.places.pieces(place, place + 1)
        assert left == pytest.approx(x_of(line.line, place), abs=0.51)
        assert right == pytest.approx(x_of(line.line, place + 1), abs=0.51)
