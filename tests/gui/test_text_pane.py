"""The text pane tells what the user does, once, and shows what it is told, silently."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QGuiApplication, QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.text.pane import TextPane
from embedscope_gui.text.tokens_view import TokensView
from embedscope_gui.theme import THEMES

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "cases" / "cases.json").read_text("utf-8"))
}


def view_of(text: str, n_rows: int = 50257) -> TokensView:
    encoding = get_tokenizer("gpt2").encode(text)
    has_row = encoding.ids < n_rows
    norms = np.where(has_row, 1.0, np.nan)
    return TokensView(encoding, has_row, norms, lambda _position: "")


class Heard:
    """Everything the pane said."""

    def __init__(self, pane: TextPane) -> None:
        self.texts: list[str] = []
        self.positions: list[int] = []
        pane.textEdited.connect(self.texts.append)
        pane.tokenSelected.connect(self.positions.append)


@pytest.fixture
def pane(qtbot: QtBot) -> TextPane:
    pane = TextPane()
    qtbot.addWidget(pane)
    pane.resize(420, 600)
    pane.show()
    return pane


@pytest.fixture
def heard(pane: TextPane) -> Heard:
    return Heard(pane)


@pytest.fixture
def live(pane: TextPane, heard: Heard) -> Heard:
    """A pane whose edits are answered at once, as for short texts."""
    pane.textEdited.connect(lambda text: pane.show_tokens(view_of(text)))
    return heard


def show(pane: TextPane, text: str) -> TokensView:
    pane.show_text(text)
    view = view_of(pane.text())
    pane.show_tokens(view)
    return view


def point_of(pane: TextPane, position: int) -> QPoint:
    chips = pane.edit._chips(0, pane.edit.viewport().height())
    return next(chip.rect for chip in chips if chip.position == position).center().toPoint()


def mime(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


def test_showing_is_silent(pane: TextPane, heard: Heard) -> None:
    show(pane, "Hello, world!")
    pane.show_selected(2)
    show(pane, "king queen")
    pane.show_selected(None)
    pane.show_text("")
    pane.show_tokens(view_of(""))
    pane.set_theme(THEMES["dark"])
    QApplication.processEvents()
    assert heard.texts == []
    assert heard.positions == []


def test_the_first_hint_names_the_next_step(pane: TextPane) -> None:
    assert pane.edit.placeholderText().startswith("Type or paste text here")
    assert pane.counts.text() == "0 tokens · 0 characters · 0 bytes"


def test_typing_is_told_with_the_whole_text(pane: TextPane, live: Heard) -> None:
    show(pane, "Hello, world")
    QTest.keyClicks(pane.edit, "!")
    assert live.texts == ["Hello, world!"]
    assert pane.text() == "Hello, world!"
    assert pane.counts.text() == "4 tokens · 13 characters · 13 bytes"


def test_the_typed_token_is_chosen(pane: TextPane, live: Heard) -> None:
    show(pane, "Hello")
    QTest.keyClicks(pane.edit, ", w")
    assert live.texts == ["Hello,", "Hello, ", "Hello, w"]
    assert live.positions == [1, 2]
    assert pane.table.currentIndex().row() == 2


def test_the_typed_token_is_chosen_when_a_slow_encoding_arrives(
    pane: TextPane, heard: Heard, qtbot: QtBot
) -> None:
    show(pane, "Hello")
    QTest.keyClicks(pane.edit, ", world")
    assert heard.positions == []
    assert pane.counts.text() == "finding tokens … · 12 characters · 12 bytes"
    pane.show_tokens(view_of("Hello, wor"))  # late, of an older text
    QApplication.processEvents()
    assert heard.positions == []
    with qtbot.waitSignal(pane.tokenSelected) as chosen:
        pane.show_tokens(view_of("Hello, world"))
    assert chosen.args == [2]
    assert pane.counts.text() == "3 tokens · 12 characters · 12 bytes"


def test_a_choice_made_elsewhere_meanwhile_wins(pane: TextPane, heard: Heard) -> None:
    show(pane, "Hello, world")
    QTest.keyClicks(pane.edit, "!")
    pane.show_selected(0)
    pane.show_tokens(view_of("Hello, world!"))
    QApplication.processEvents()
    assert heard.positions == []
    assert pane.table.currentIndex().row() == 0


def test_the_caret_chooses_the_token_after_it(pane: TextPane, live: Heard) -> None:
    show(pane, "Hello, world!")
    QTest.keyClick(pane.edit, Qt.Key.Key_Home)
    QTest.keyClick(pane.edit, Qt.Key.Key_Right)
    assert live.positions == [0]
    for _ in range(4):
        QTest.keyClick(pane.edit, Qt.Key.Key_Right)
    assert live.positions == [0, 1]
    QTest.keyClick(pane.edit, Qt.Key.Key_End)
    assert live.positions == [0, 1, 3]
    assert live.texts == []


def test_a_click_chooses_the_token_under_it(pane: TextPane, live: Heard) -> None:
    show(pane, "Hello, world!")
    rect_end = point_of(pane, 0) + QPoint(17, 0)  # the right half of its last letter
    QTest.mouseClick(pane.edit.viewport(), Qt.MouseButton.LeftButton, pos=rect_end)
    assert live.positions == [0]
    QTest.mouseClick(pane.edit.viewport(), Qt.MouseButton.LeftButton, pos=point_of(pane, 2))
    assert live.positions == [0, 2]


def test_a_double_click_keeps_the_clicked_token(pane: TextPane, live: Heard) -> None:
    show(pane, "Hello, world!")
    viewport, left = pane.edit.viewport(), Qt.MouseButton.LeftButton
    QTest.mouseClick(viewport, left, pos=point_of(pane, 0))
    QTest.mouseDClick(viewport, left, pos=point_of(pane, 0))
    assert live.positions == [0]
    assert pane.edit.textCursor().selectedText() == "Hello"


def test_a_click_chooses_among_tokens_of_one_character(pane: TextPane, live: Heard) -> None:
    view = show(pane, "😀😀")
    assert len(view) == 4
    for position in (3, 2, 1, 0):
        QTest.mouseClick(
            pane.edit.viewport(), Qt.MouseButton.LeftButton, pos=point_of(pane, position)
        )
    assert live.positions == [3, 2, 1, 0]


def test_walking_the_list_chooses_and_reveals(pane: TextPane, live: Heard) -> None:
    view = show(pane, "\n".join(f"line {n}" for n in range(400)))
    pane.edit.verticalScrollBar().setValue(0)
    pane.table.setFocus()
    QTest.keyClick(pane.table, Qt.Key.Key_Down)
    QTest.keyClick(pane.table, Qt.Key.Key_Down)
    assert live.positions[-1] == pane.table.currentIndex().row()
    QTest.keyClick(pane.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert live.positions[-1] == len(view) - 1
    assert is_in_sight(pane, len(view) - 1)
    QTest.keyClick(pane.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert is_in_sight(pane, 0)
    assert live.texts == []


def is_in_sight(pane: TextPane, position: int) -> bool:
    chips = pane.edit._chips(0, pane.edit.viewport().height())
    return position in {chip.position for chip in chips}


def test_a_choice_shown_is_brought_in_sight_in_both(pane: TextPane, heard: Heard) -> None:
    text = "word " * 3000
    view = show(pane, text)
    pane.show_selected(len(view) - 10)
    assert is_in_sight(pane, len(view) - 10)
    assert pane.table.currentIndex().row() == len(view) - 10
    chosen = pane.table.visualRect(pane.table.currentIndex())
    assert pane.table.viewport().rect().contains(chosen.topLeft())
    pane.show_selected(5)
    assert is_in_sight(pane, 5)
    assert heard.positions == []


def test_showing_the_same_choice_again_does_not_scroll(pane: TextPane, heard: Heard) -> None:
    show(pane, "line\n" * 300)
    pane.show_selected(0)
    bar = pane.edit.verticalScrollBar()
    bar.setValue(200)
    pane.show_selected(0)
    pane.show_tokens(view_of(pane.text()))
    assert bar.value() == 200
    assert heard.positions == []


def test_there_is_no_feedback(pane: TextPane, live: Heard) -> None:
    """Whoever answers a choice by showing it, and text by showing it, is told nothing more."""
    pane.tokenSelected.connect(pane.show_selected)
    pane.textEdited.connect(pane.show_text)
    show(pane, "Hello, world!")
    QTest.keyClicks(pane.edit, "?")
    QTest.keyClick(pane.table, Qt.Key.Key_Up)
    QTest.mouseClick(pane.edit.viewport(), Qt.MouseButton.LeftButton, pos=point_of(pane, 2))
    QApplication.processEvents()
    assert live.texts == ["Hello, world!?"]
    assert live.positions == [3, 2]


def test_removing_the_chosen_token_is_not_a_choice(pane: TextPane, heard: Heard) -> None:
    show(pane, "one two three four")
    pane.show_selected(3)
    pane.show_text("one two")
    pane.show_tokens(view_of("one two"))
    assert not pane.table.currentIndex().isValid()
    assert heard.positions == []


def test_a_choice_cleared_elsewhere_can_be_made_again(pane: TextPane, live: Heard) -> None:
    show(pane, "Hello, world!")
    QTest.mouseClick(pane.edit.viewport(), Qt.MouseButton.LeftButton, pos=point_of(pane, 2))
    pane.show_selected(None)
    QTest.mouseClick(pane.edit.viewport(), Qt.MouseButton.LeftButton, pos=point_of(pane, 2))
    assert live.positions == [2, 2]


def test_undo_brings_back_text_that_was_replaced(pane: TextPane, live: Heard) -> None:
    show(pane, "")
    QTest.keyClicks(pane.edit, "mine")
    pane.show_text("from a preset")
    QTest.keyClicks(pane.edit, "!")
    assert pane.text() == "from a preset!"
    pane.edit.undo()
    assert pane.text() == "from a preset"
    pane.edit.undo()
    assert pane.text() == "mine"
    assert live.texts[-2:] == ["from a preset", "mine"]
    pane.edit.redo()
    assert pane.text() == "from a preset"


def test_showing_the_text_that_is_there_keeps_the_caret(pane: TextPane, heard: Heard) -> None:
    show(pane, "Hello, world!")
    cursor = pane.edit.textCursor()
    cursor.setPosition(3)
    pane.edit.setTextCursor(cursor)
    pane.show_text("Hello, world!")
    assert pane.edit.textCursor().position() == 3


def test_composed_text_is_told_when_it_is_done(pane: TextPane, live: Heard) -> None:
    show(pane, "ab")
    QApplication.sendEvent(pane.edit, QInputMethodEvent("に", []))
    assert live.texts == []
    assert is_in_sight(pane, 0)
    done = QInputMethodEvent()
    done.setCommitString("日")
    QApplication.sendEvent(pane.edit, done)
    assert live.texts == ["ab日"]


def test_tab_goes_on_and_control_tab_types_a_tab(pane: TextPane, live: Heard) -> None:
    pane.edit.setFocus()
    QTest.keyClick(pane.edit, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert pane.text() == "\t"
    QTest.keyClick(pane.edit, Qt.Key.Key_Tab)
    assert pane.text() == "\t"


def test_files_are_left_to_the_window_and_links_are_text(pane: TextPane) -> None:
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/data/table.npy")])
    files.setText("file:///data/table.npy")
    assert not pane.edit.canInsertFromMimeData(files)
    pane.edit.insertFromMimeData(files)
    assert pane.text() == ""
    link = QMimeData()
    link.setUrls([QUrl("https://example.test/page")])
    link.setText("https://example.test/page")
    assert pane.edit.canInsertFromMimeData(link)
    assert pane.edit.canInsertFromMimeData(mime("text"))


def test_a_dropped_file_passes_through_the_editor(pane: TextPane) -> None:
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/data/table.npy")])
    for data, taken in ((files, False), (mime("text"), True)):
        event = QDragEnterEvent(
            QPoint(20, 20),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        event.ignore()
        QApplication.sendEvent(pane.edit.viewport(), event)
        assert event.isAccepted() is taken


def test_the_caret_moved_while_tokens_were_stale_chooses_what_follows_it(
    pane: TextPane, heard: Heard
) -> None:
    show(pane, "Hello, world")
    QTest.keyClicks(pane.edit, "!")
    QTest.keyClick(pane.edit, Qt.Key.Key_Left)
    QTest.keyClick(pane.edit, Qt.Key.Key_Home)
    pane.show_tokens(view_of("Hello, world!"))
    QApplication.processEvents()
    assert heard.positions == [0]


def test_T04_a_lone_surrogate_is_announced(pane: TextPane, heard: Heard) -> None:
    pane.show_text(CASES["T04"]["text"])
    assert pane.text() == "a\ufffdb"
    assert pane.note.text.startswith("1 half of a character was replaced by U+FFFD")
    pane.show_tokens(view_of("a\ud83db"))
    assert pane.note.text.count("U+FFFD") == 1  # said once, not by each who noticed
    assert not pane.edit.is_stale


def test_T05_selecting_a_token_after_emoji_copies_it(pane: TextPane) -> None:
    view = show(pane, CASES["T05"]["text"])
    start, stop = view.encoding.utf16_spans[4].tolist()
    assert (start, stop) == (4, 10)
    cursor = pane.edit.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
    pane.edit.setTextCursor(cursor)
    pane.edit.copy()
    assert QGuiApplication.clipboard().text() == " token"


def test_T07_a_copied_selection_has_line_feeds(pane: TextPane) -> None:
    show(pane, CASES["T07"]["text"])
    pane.edit.selectAll()
    pane.edit.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied == "A\nB"
    assert get_tokenizer("gpt2").encode(copied).ids.tolist() == [32, 198, 33]


def test_copying_keeps_no_break_spaces_and_line_separators(pane: TextPane) -> None:
    show(pane, "a\u00a0b\u2028c\r\nd")
    pane.edit.selectAll()
    pane.edit.copy()
    assert QGuiApplication.clipboard().text() == "a\u00a0b\u2028c\r\nd"


def test_T08_pasted_line_ends_are_announced(pane: TextPane, live: Heard) -> None:
    pane.edit.insertFromMimeData(mime(CASES["T08"]["text"]))
    assert live.texts == ["a\nb"]
    assert pane.note.text == "Line ends normalised: 1 CR LF or CR became LF."
    assert get_tokenizer("gpt2").encode(pane.text()).ids.tolist() == [64, 198, 65]
    pane.edit.insertFromMimeData(mime("plain"))
    assert pane.note.text == ""


def test_T08_a_shown_file_keeps_its_line_ends(pane: TextPane) -> None:
    view = show(pane, CASES["T08"]["text"])
    assert view.encoding.ids.tolist() == [64, 201, 198, 65]
    assert not pane.edit.is_stale


def test_T09_text_after_a_nul_is_pasted(pane: TextPane, live: Heard) -> None:
    pane.edit.insertFromMimeData(mime(CASES["T09"]["text"]))
    assert live.texts == ["a\0b"]
    assert pane.table.tokens.index(1, 1).data() == "\\x00"


def test_T23_a_byte_order_mark_is_kept(pane: TextPane, live: Heard) -> None:
    view = show(pane, CASES["T23"]["text"])
    assert view.encoding.ids.tolist() == [171, 119, 123, 1169]
    assert "byte order mark (U+FEFF)" in pane.note.text
    marked = QMimeData()
    marked.setData("text/plain", "\ufeffA\u2028B".encode())
    pane.edit.selectAll()
    pane.edit.insertFromMimeData(marked)
    assert live.texts == ["\ufeffA\u2028B"]
    assert "byte order mark (U+FEFF)" in pane.note.text


def test_a_note_can_be_closed_and_stays_closed(pane: TextPane) -> None:
    show(pane, "\ufeffthe")
    pane.note.close_notes()
    assert pane.note.text == ""
    pane.show_tokens(view_of("\ufeffthe"))
    assert pane.note.text == ""


def test_an_emptied_editor_has_no_note(pane: TextPane, live: Heard) -> None:
    pane.edit.insertFromMimeData(mime("a\r\nb"))
    pane.edit.selectAll()
    QTest.keyClick(pane.edit, Qt.Key.Key_Delete)
    assert pane.text() == ""
    assert pane.note.text == ""


def test_T20_blanks_and_nothing(pane: TextPane) -> None:
    view = show(pane, "   ")
    assert view.encoding.ids.tolist() == [220, 220, 220]
    assert pane.counts.text() == "3 tokens · 3 characters · 3 bytes"
    show(pane, "")
    assert pane.table.model().rowCount() == 0
    assert pane.counts.text() == "0 tokens · 0 characters · 0 bytes"


def test_counts_have_singulars_and_thousands(pane: TextPane) -> None:
    show(pane, "a")
    assert pane.counts.text() == "1 token · 1 character · 1 byte"
    show(pane, "é" * 1500)
    assert pane.counts.text().endswith("1,500 characters · 3,000 bytes")


def test_T19_markup_in_text_is_only_text(pane: TextPane) -> None:
    view = show(pane, CASES["T19"]["text"])
    assert len(view) == 14
    labels = [pane.table.tokens.index(row, 1).data() for row in range(14)]
    assert labels[0] == "<"
    assert "".join(labels).replace("␣", " ") == CASES["T19"]["text"]
    assert pane.text() == "<b>x</b> & &amp; &lt;"


def test_W05_quitting_after_a_copy_ends_well() -> None:
    """The clipboard outlives the interpreter; what lies on it must not be Python's."""
    code = (
        "from PySide6.QtWidgets import QApplication\n"
        "app = QApplication([])\n"
        "from embedscope_gui.text.pane import TextPane\n"
        "pane = TextPane()\n"
        "pane.show_text('some text')\n"
        "pane.edit.selectAll()\n"
        "pane.edit.copy()\n"
        "assert app.clipboard().text() == 'some text'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr.decode()) == (0, "")
