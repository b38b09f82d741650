"""One way in for what is dropped, chosen in a dialog, listed or named on the command line."""

import json
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from embedscope_gui.app import Start, open_first, parse
from embedscope_gui.opening import Wish
from embedscope_gui.work import InlineRunner
from opening_desk import (
    CASES,
    close,
    drop,
    is_asking,
    make_desk,
    model_file,
    settings_in,
    settle,
    values,
)

F37 = CASES / "F37_more_rows"


def table_of(desk):
    return desk.controller.session.table


def tokenizer_of(desk):
    return desk.controller.session.tokenizer


def seen(desk):
    """Return which part of the table is in view, in how many pixels."""
    return desk.controller.session.viewport


def test_a_dropped_folder_opens_as_a_model(desk, tmp_path):
    model = tmp_path / "my model"
    model_file(model / "model.safetensors", model__embed_tokens__weight=values(10, 4))
    (model / "tokenizer.json").write_bytes((F37 / "tokenizer.json").read_bytes())
    (model / "config.json").write_text(json.dumps({"vocab_size": 10, "tie_word_embeddings": True}))
    drop(desk, model)
    assert (table_of(desk).name, table_of(desk).shape) == ("my model", (10, 4))
    assert tokenizer_of(desk).name == str(model / "tokenizer.json")
    assert desk.window.top_bar.preset_box.currentText() == "my model"
    said = "The text is read with tokenizer.json beside the table: a token for each of the 10 rows."
    assert desk.window.notice.text == f"The model's output uses this table too (tied). {said}"


def test_a_dropped_tokenizer_reads_the_text_and_the_table_stays(desk):
    before = table_of(desk)
    drop(desk, F37 / "tokenizer.json")
    assert table_of(desk) is before
    assert tokenizer_of(desk).name == str(F37 / "tokenizer.json")
    assert desk.window.notice.text.startswith("These ids were made for another table")


@pytest.mark.parametrize("in_turn", [False, True])
def test_a_table_and_a_tokenizer_dropped_together_open_together(desk, tmp_path, folder, in_turn):
    table = model_file(tmp_path / "table.safetensors", wte=values(12, 4))
    pair = [table, F37 / "tokenizer.json"]
    drop(desk, *(reversed(pair) if in_turn else pair))
    assert table_of(desk).shape == (12, 4)
    assert tokenizer_of(desk).name == str(F37 / "tokenizer.json")
    desk.opener.open("book-6x3")
    assert tokenizer_of(desk).name == "book-words"
    desk.opener.open(str(table))  # the pair belongs together from now on
    assert tokenizer_of(desk).name == str(F37 / "tokenizer.json")
    assert settings_in(folder).recall(str(table)).tokenizer == str(F37 / "tokenizer.json")


def test_a_folder_with_a_tokenizer_alone_is_a_tokenizer(desk):
    before = table_of(desk)
    drop(desk, CASES / "T13_bytelevel")
    assert table_of(desk) is before
    assert tokenizer_of(desk).size == 261


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("F21a_truncated.npy", "is incomplete"),
        ("F24_html_page.safetensors", "is a web page"),
        ("F24_lfs_pointer.bin", "is a Git LFS pointer"),
        ("F25a_truncated.safetensors", "is incomplete"),
        ("F32e_truncated.pt", "is incomplete"),
        ("F20_1d.npy", "has the shape (6,)"),
    ],
)
def test_what_cannot_be_opened_leaves_table_text_and_view(desk, name, words):
    desk.controller.change(text="dog over")
    desk.controller.select(1)
    before, view = desk.controller.session, seen(desk)
    title, shown = desk.window.windowTitle(), desk.window.top_bar.preset_box.currentData()
    drop(desk, CASES / name)
    after = desk.controller.session
    assert replace(after, viewport=None) == replace(before, viewport=None)
    assert seen(desk) == view
    assert desk.window.text.text() == "dog over"
    assert desk.window.windowTitle() == title
    assert desk.window.top_bar.preset_box.currentData() == shown
    assert desk.window.notice.text.startswith(f"{name}: ")
    assert words in desk.window.notice.text


def test_what_is_left_out_of_a_drop_is_named(desk, tmp_path):
    paths = []
    for name in ("first", "second", "third"):
        np.save(tmp_path / f"{name}.npy", values(4, 3))
        paths.append(tmp_path / f"{name}.npy")
    drop(desk, *paths, tmp_path / "config.json", tmp_path / "model-00002-of-00002.safetensors")
    assert desk.controller.table_name == str(paths[0])
    said = desk.window.notice.text
    assert said.startswith(
        "second.npy, third.npy were left out: one table, one tokenizer and "
        "one text open together. Nothing says which tokenizer first.npy was made with; ids are "
        "taken from"
    )


PROSE = "The kettle sang at six,\r\nand the cat had 13 reasons to stay.\n\tÜber 😀\n"


def test_a_dropped_text_becomes_the_text_and_undo_brings_back_the_one_before(desk, tmp_path):
    desk.controller.change(text="fox jumps over dog")
    path = tmp_path / "kettle.txt"
    path.write_bytes(b"\xef\xbb\xbf" + PROSE.encode())
    before = table_of(desk)
    drop(desk, path)
    assert (desk.controller.session.text, desk.window.text.text()) == (PROSE, PROSE)
    assert table_of(desk) is before
    said = desk.window.notice.text
    assert said.startswith(f"kettle.txt is no table but a text: {len(PROSE)} characters, shown as")
    desk.window.text.edit.undo()
    settle()
    assert desk.controller.session.text == desk.window.text.text() == "fox jumps over dog"


@pytest.mark.parametrize(("sign", "size"), [("a", "2 MB"), ("€", "4 MB")])
def test_a_long_dropped_text_is_cut_and_that_is_said(desk, tmp_path, sign, size):
    path = tmp_path / "long.md"
    path.write_text((sign * 99 + "\n") * 15_000, "utf-8")
    desk.controller.open_tokenizer("ids")
    drop(desk, path)
    assert desk.controller.session.text == (sign * 99 + "\n") * 10_000
    assert f"its first 1,000,000 characters (the file has {size})" in desk.window.notice.text


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("latin.txt", "Ein längerer Text, in Prosa.\n".encode("latin-1") * 9, "nor UTF-8"),
        ("half.csv", b"nothing but words here\nand no numbers\n", "no table of numbers"),
        ("config.json", b'{"hidden_size": 64}\n', "no table of numbers"),
        ("broken.txt", b"a 1 2\nb 3 4\nc 5\n", "line 3 has 1 value, expected 2"),
        ("blank.txt", b"\n \n", "empty lines"),
    ],
)
def test_what_is_no_text_or_should_be_data_is_refused(desk, tmp_path, name, data, words):
    desk.controller.change(text="fox jumps over dog")
    (tmp_path / name).write_bytes(data)
    drop(desk, tmp_path / name)
    assert desk.controller.session.text == "fox jumps over dog"
    assert words in desk.window.notice.text


def test_a_text_is_taken_for_the_text_only_where_it_was_dropped(desk, tmp_path):
    desk.controller.change(text="fox jumps over dog")
    path = tmp_path / "prose.txt"
    path.write_text(PROSE, "utf-8")
    desk.opener.open(str(path))
    assert desk.controller.session.text == "fox jumps over dog"
    assert "is text, but no table of numbers" in desk.window.notice.text


def test_F33_gguf_labels_its_rows_by_the_vocabulary_inside(desk):
    for kind in ("F32", "F16", "BF16", "Q8_0", "Q4_0"):
        drop(desk, CASES / f"F33_{kind}.gguf")
        assert table_of(desk).shape == (6, 32)
        labels = [desk.window.heatmap.view.scene.row_label(row) for row in range(6)]
        assert labels == [f"tok{row}" for row in range(6)]
        assert kind.lower() in desk.window.status_label.text()
        assert "with the vocabulary inside the file" in desk.window.notice.text


@pytest.mark.parametrize("part", [1, 2])
def test_F34_either_part_opens_table_and_labels(desk, part):
    drop(desk, CASES / "F34_split" / f"m-0000{part}-of-00002.gguf")
    assert table_of(desk).shape == (6, 32)
    assert desk.window.heatmap.view.scene.row_label(5) == "tok5"


def test_the_open_dialogs_take_the_same_way(desk, monkeypatch, tmp_path):
    path = model_file(tmp_path / "a.safetensors", wte=values(7, 3))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    desk.window.findChild(QAction, "actionOpenTable").trigger()
    settle()
    assert table_of(desk).shape == (7, 3)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(CASES / "F34_split"))
    desk.window.findChild(QAction, "actionOpenFolder").trigger()
    assert table_of(desk).shape == (6, 32)
    broken = str(CASES / "T16_broken" / "tokenizer.json")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (broken, ""))
    before = tokenizer_of(desk)
    desk.window.findChild(QAction, "actionOpenTokenizer").trigger()
    assert tokenizer_of(desk) is before
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    desk.window.findChild(QAction, "actionOpenTable").trigger()
    assert table_of(desk).shape == (6, 32)


def test_a_recent_file_opens_as_it_was_opened_and_the_box_names_what_is_open(desk, tmp_path):
    path = model_file(tmp_path / "recent.safetensors", left=values(50, 8), right=values(60, 8))
    desk.opener.open_wish([str(path)], Wish("", tensor="left"))
    desk.opener.open("book-6x3")
    box = desk.window.top_bar.preset_box
    index = box.findData(str(path))
    assert index >= 0
    box.setCurrentIndex(index)
    box.activated.emit(index)
    assert is_asking(desk)
    assert box.currentData() == "book-6x3"  # until the other one is there


def test_a_recent_file_that_is_gone_is_told(desk, tmp_path):
    path = model_file(tmp_path / "gone.safetensors", wte=values(7, 3))
    desk.opener.open(str(path))
    desk.opener.open("book-6x3")
    path.unlink()
    desk.opener.open(str(path))
    assert table_of(desk).name == "book-6x3"
    assert desk.window.notice.text == f"{path} is not there: it was moved, renamed or deleted"


def test_the_command_line_and_the_last_table_take_the_same_way(desk, tmp_path, folder):
    path = model_file(tmp_path / "cli.safetensors", left=values(50, 8), right=values(60, 8))
    start = parse([str(path), "--tensor", "left", "--tokenizer", "ids", "--text", "0 49"])
    assert start == Start(str(path), "0 49", "ids", "left", "plain")
    open_first(desk, settings_in(folder), start)
    assert (table_of(desk).tensor, desk.controller.results.text.ids.tolist()) == ("left", [0, 49])
    desk.opener.open("book-6x3")
    open_first(desk, settings_in(folder), Start())
    assert table_of(desk).name == "book-6x3"  # what was open last


def test_a_first_file_that_cannot_be_opened_still_gives_a_table_to_look_at(tmp_path):
    desk = make_desk(tmp_path, InlineRunner(), table="no-such-table")
    assert table_of(desk) is None
    open_first(desk, settings_in(tmp_path), Start(str(CASES / "F25f_empty.safetensors")))
    assert table_of(desk).name == "whisper-tiny.en"
    assert desk.window.notice.text.startswith("F25f_empty.safetensors: ")
    close(desk)


def test_a_first_file_in_doubt_is_asked_about_over_a_table(tmp_path):
    path = model_file(tmp_path / "two.safetensors", left=values(50, 8), right=values(60, 8))
    desk = make_desk(tmp_path, InlineRunner(), table="no-such-table")
    open_first(desk, settings_in(tmp_path), Start(str(path)))
    assert table_of(desk).name == "whisper-tiny.en"
    assert is_asking(desk)
    close(desk)


def test_a_first_tokenizer_reads_the_default_table_s_text(tmp_path):
    desk = make_desk(tmp_path, InlineRunner(), table="no-such-table")
    tokenizer = CASES / "T13_bytelevel" / "tokenizer.json"
    open_first(desk, settings_in(tmp_path), Start(str(tokenizer)))
    assert table_of(desk).name == "whisper-tiny.en"
    assert tokenizer_of(desk).name == str(tokenizer)
    close(desk)
