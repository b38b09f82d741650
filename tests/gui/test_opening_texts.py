"""Files that are texts with odd characters, and what is said of a tokenizer chosen before."""

import json

import numpy as np
import pytest
from safetensors.numpy import save_file

from embedscope.errors import FileError
from embedscope.readers import open_table
from embedscope.readers.prose import PlainTextError
from opening_desk import CASES, drop, values


def test_T23_a_mark_left_out_of_a_dropped_text_is_said(desk):
    desk.controller.open_tokenizer("gpt2")
    drop(desk, CASES / "T23_bom_text.txt")
    assert desk.controller.session.text == "the"
    assert desk.controller.results.text.ids.tolist() == [1169]
    assert "shown as the text, without the invisible mark U+FEFF in front." in (
        desk.window.notice.text
    )


def test_T09_a_dropped_text_with_a_nul_is_a_text(desk):
    desk.controller.open_tokenizer("gpt2")
    drop(desk, CASES / "T09_nul.txt")
    assert desk.controller.session.text == "a\0b"
    assert desk.controller.results.text.ids.tolist() == [64, 188, 65]


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", b"a\x00b", PlainTextError),
        ("a.dat", b"a\x00b", FileError),  # zeros, say: not called a text
        ("a.txt", b"a\x00\xff\xfe", FileError),  # not UTF-8
    ],
)
def test_what_is_called_a_text_and_is_one_is_told_as_text(name, data, kind, tmp_path):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / name)
    assert type(caught.value) is kind


HEADER = b"#ifndef SIZES_H\n#define SIZES_H\n" + b"#define WIDE 3\n" * 40 + b"\n/* end */\n#endif\n"


def test_a_text_with_a_number_in_most_lines_is_a_text_all_the_same(desk, tmp_path):
    (tmp_path / "sizes.h").write_bytes(HEADER)
    drop(desk, tmp_path / "sizes.h")
    assert desk.controller.session.text == HEADER.decode()
    with pytest.raises(PlainTextError, match=r"^sizes\.h: line 45 has 0 values, expected 1; "):
        open_table(tmp_path / "sizes.h")


def test_a_text_of_one_long_line_is_a_text(desk, tmp_path):
    (tmp_path / "one line.txt").write_bytes(b"words " * 800_000)
    drop(desk, tmp_path / "one line.txt")
    assert len(desk.controller.session.text) == 1_000_000
    assert desk.window.notice.text.startswith(
        "one line.txt is no table but a text: its first 1,000,000 characters (the file has 5 MB)"
    )


def test_a_line_never_has_less_than_no_values(tmp_path):
    rows = b"name,kind,group,size\n" + b"a,b,c,1\n" * 40
    (tmp_path / "a.csv").write_bytes(rows + b"end\n")
    with pytest.raises(FileError, match=r"^a\.csv: line 42 has 0 values, expected 1; "):
        open_table(tmp_path / "a.csv")


def test_a_list_of_words_is_told_how_to_open(desk):
    drop(desk, CASES / "F14a_meta_plain.tsv")
    assert desk.window.notice.text.endswith("a list of words or labels is opened as a tokenizer")


def test_a_tokenizer_chosen_before_is_not_called_the_words_of_the_file(desk, tmp_path):
    np.save(tmp_path / "rows.npy", np.ones((8, 2), "f4"))
    drop(desk, tmp_path / "rows.npy")
    drop(desk, CASES / "T16_merges_pairs")
    drop(desk, tmp_path / "rows.npy")
    said = desk.window.notice.text
    assert said.startswith("T16_merges_pairs was chosen for this file before.")
    assert "words of the file" not in said


def test_a_table_belongs_to_no_tokenizer_that_was_merely_chosen_for_it(desk, tmp_path):
    np.save(tmp_path / "rows.npy", np.ones((8, 2), "f4"))
    for _ in "ab":  # the second time, what was chosen the first time is remembered
        drop(desk, tmp_path / "rows.npy")
        desk.opener.open_tokenizer("gpt2")
    drop(desk, tmp_path / "rows.npy")
    assert desk.window.notice.text == (
        "gpt2 was chosen for this file before. 8 rows, 50,257 tokens: 50,249 tokens have no row."
    )
    desk.opener.open_tokenizer("cl100k_base")
    assert desk.window.notice.text == (
        "gpt2 was chosen for this file before. Nothing says which tokenizer rows.npy was made "
        "with; ids are taken from cl100k_base. Choose the tokenizer ids to name rows by their "
        "numbers. 8 rows, 100,277 tokens: 100,269 tokens have no row."
    )


def test_T16_a_broken_tokenizer_says_what_to_do(desk):
    drop(desk, CASES / "T16_broken")
    assert "tokenizer.json: is no tokenizer that can be used (Token `z` out of vocabulary" in (
        desk.window.notice.text
    )
    assert desk.window.notice.text.endswith("; save it again, or take another")


def test_a_missing_shard_with_the_token_table_is_told_and_nothing_else_opens(desk, tmp_path):
    here, gone = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"
    save_file({"h.0.weight": values(4, 3), "h.1.weight": values(4, 3)}, tmp_path / here)
    places = {"h.0.weight": here, "h.1.weight": here, "model.embed_tokens.weight": gone}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps({"weight_map": places}))
    before = desk.controller.session.table
    drop(desk, tmp_path)
    assert desk.controller.session.table is before
    assert f"model.embed_tokens.weight is in {gone}, which is missing" in desk.window.notice.text


def test_a_tensor_that_a_preset_does_not_have_is_told(desk):
    desk.controller.open_table("book-6x3", tensor="wte")
    assert desk.window.notice.text == "book-6x3 is built in: it has no tensor wte"
