"""Text goes in and out of a document unchanged, or the change is said."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.text.document_text import (
    from_document,
    insert_exactly,
    normalise_line_ends,
    read_range,
    read_text,
    to_document,
    utf16_length,
)

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "cases" / "cases.json").read_text("utf-8"))
}
FILES = Path(__file__).parents[1] / "cases"
ODD = "\r\n\u2028\u2029\ufdd0\ufdd1\ufeff\ufffe\x00\x0b\x0c\x85\xa0\ufffc😀é\u0301ש"


def through_document(text: str) -> str:
    document = QTextDocument()
    inserted, _ = to_document(text)
    insert_exactly(QTextCursor(document), inserted)
    return read_text(document)


def holdable(text: str) -> bool:
    return not any("\ufdd2" <= char <= "\ufdd5" for char in text)


@pytest.mark.usefixtures("qapp")
@given(st.text(alphabet=st.sampled_from("ab " + ODD), max_size=12))
def test_what_goes_in_comes_out(text: str) -> None:
    assert through_document(text) == text


@pytest.mark.usefixtures("qapp")
@given(st.text(max_size=20).filter(holdable))
def test_any_text_comes_out_unchanged(text: str) -> None:
    assert through_document(text) == text


@given(st.text(alphabet=st.sampled_from("a" + ODD), max_size=12))
def test_places_are_the_same_in_the_document(text: str) -> None:
    inserted, _ = to_document(text)
    assert utf16_length(inserted) == utf16_length(text)
    assert from_document(inserted) == text


def test_characters_taken_as_stand_ins_are_replaced_and_said() -> None:
    inserted, notes = to_document("a\ufdd2b")
    assert from_document(inserted) == "a\ufffdb"
    assert notes == ("1 noncharacter (U+FDD2 to U+FDD5) became U+FFFD.",)


def test_T04_a_lone_surrogate_is_replaced_and_said(qapp: QApplication) -> None:
    inserted, notes = to_document("a\ud83db")
    assert inserted == "a\ufffdb"
    assert notes == (
        "1 half of a character was replaced by U+FFFD (a lone surrogate is not text).",
    )
    assert through_document("a\ud83db") == "a\ufffdb"
    assert get_tokenizer("gpt2").encode("a\ufffdb").ids.tolist() == [64, 4210, 65]


def test_a_lone_surrogate_that_came_in_through_qt_is_read_as_one_unit(qapp: QApplication) -> None:
    document = QTextDocument()
    document.setPlainText(
        "x\nа\ud83db😀\nend"
    )  # this binding hands it on, and drops it coming back
    assert document.toRawText() == "x\u2029аb😀\u2029end"
    assert read_text(document) == "x\nа\ufffdb😀\nend"


def test_T08_a_file_keeps_its_line_ends(qapp: QApplication) -> None:
    text = (FILES / "files" / "T08_crlf.txt").read_bytes().decode()
    assert text == CASES["T08"]["text"] == "a\r\nb"
    kept = through_document(text)
    assert get_tokenizer("gpt2").encode(kept).ids.tolist() == [64, 201, 198, 65]
    assert get_tokenizer("cl100k_base").encode(kept).ids.tolist() == [64, 319, 65]


def test_T08_pasted_line_ends_are_normalised_and_said() -> None:
    assert normalise_line_ends("a\r\nb\rc\n") == (
        "a\nb\nc\n",
        ("Line ends normalised: 2 CR LF or CR became LF.",),
    )
    assert normalise_line_ends("a\nb") == ("a\nb", ())


def test_T09_text_after_a_nul_is_kept(qapp: QApplication) -> None:
    kept = through_document(CASES["T09"]["text"])
    assert kept == "a\0b"
    assert get_tokenizer("gpt2").encode(kept).ids.tolist() == [64, 188, 65]


def test_T23_a_byte_order_mark_is_kept_and_said(qapp: QApplication) -> None:
    text = (FILES / "files" / "T23_bom_text.txt").read_bytes().decode("utf-8")
    assert text == CASES["T23"]["text"] == "\ufeffthe"
    _, notes = to_document(text)
    assert notes == ("The text begins with a byte order mark (U+FEFF), kept as a character.",)
    kept = through_document(text)
    assert get_tokenizer("gpt2").encode(kept).ids.tolist() == [171, 119, 123, 1169]


def test_T23_line_separators_are_kept(qapp: QApplication) -> None:
    kept = through_document("A\u2028B")
    assert get_tokenizer("gpt2").encode(kept).ids.tolist() == [32, 447, 101, 33]


def test_a_mark_left_at_the_start_by_deleting_is_still_read(qapp: QApplication) -> None:
    document = QTextDocument()
    insert_exactly(QTextCursor(document), "a\ufeff\ufeffb")
    cursor = QTextCursor(document)
    cursor.deleteChar()
    assert read_text(document) == "\ufeff\ufeffb"
    assert read_range(document, 1, 3) == "\ufeffb"


def test_a_range_is_read_with_line_ends(qapp: QApplication) -> None:
    document = QTextDocument()
    insert_exactly(QTextCursor(document), "one\ntwo 😀\nthree")
    assert read_range(document, 2, 12) == "e\ntwo 😀\nt"


def test_inserting_a_mark_is_one_step_to_undo(qapp: QApplication) -> None:
    document = QTextDocument("before")
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    insert_exactly(cursor, "\ufeffafter")
    assert read_text(document) == "\ufeffafter"
    assert cursor.position() == 6
    document.undo()
    assert read_text(document) == "before"
