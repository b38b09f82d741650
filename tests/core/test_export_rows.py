"""Looked-up rows as JSON, CSV, NPY and NPZ."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.errors import EmbedscopeError, FileError
from embedscope.export import lookup_document, lookup_json, save_rows
from embedscope.numerals import json_numbers, shortest
from embedscope.presets import PRESETS
from embedscope.readers import open_table
from embedscope.session.text import TextResult, look_up_text
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Specials
from embedscope.tokenizers.registry import get_tokenizer

FILES = Path(__file__).parents[1] / "cases" / "files"
WHISPER = Path("assets/embedscope_assets/tables/whisper-tiny.en.safetensors")


def looked_up(
    name: str, text: str, tokenizer: str | None = None, specials: Specials = "plain"
) -> TextResult:
    table = open_table(name if name in PRESETS else FILES / name)
    reader = get_tokenizer(tokenizer or str(table.tokenizer))
    return look_up_text(text, reader, specials, table)


def document_of(
    name: str, text: str, tokenizer: str | None = None, specials: Specials = "plain"
) -> Any:
    return lookup_document(looked_up(name, text, tokenizer, specials))


def test_whisper_json_is_bit_equal_to_the_safetensors_library() -> None:
    safetensors = pytest.importorskip("safetensors")
    document = json.loads("".join(lookup_json(looked_up("whisper-tiny.en", "Hello, world!"))))
    path = Path(__file__).parents[2] / WHISPER
    with safetensors.safe_open(path, "np") as file:
        stored = file.get_slice(next(iter(file.keys())))
        for token, token_id in zip(document["tokens"], [15496, 11, 995, 0], strict=True):
            assert token["id"] == token["row"] == token_id
            read = np.array(token["values"], np.float32)
            expected = stored[token_id : token_id + 1][0].astype(np.float32)
            assert read.tobytes() == expected.tobytes()


def test_document_has_the_agreed_keys_in_order() -> None:
    document = document_of("the-cat-4x4", "the cat")
    assert list(document) == ["table", "tokenizer", "text", "tokens"]
    assert document["table"] == {"name": "the-cat-4x4", "rows": 4, "dims": 4, "dtype": "f32"}
    assert list(document["table"]) == ["name", "rows", "dims", "dtype"]
    assert list(document["tokenizer"]) == ["name", "size"]
    assert document["text"] == "the cat"
    assert document["tokens"] == [
        {
            "position": 0,
            "text": "the",
            "bytes": "746865",
            "id": 0,
            "row": 0,
            "char_start": 0,
            "char_end": 3,
            "values": [0.3, -0.1, 0.5, 0.2],
        },
        {
            "position": 1,
            "text": "cat",
            "bytes": "636174",
            "id": 2,
            "row": 2,
            "char_start": 4,
            "char_end": 7,
            "values": [0.1, -0.4, 0.8, 0.0],
        },
    ]
    assert list(document["tokens"][0])[:5] == ["position", "text", "bytes", "id", "row"]


def test_book_numbers_to_four_decimals() -> None:
    document = document_of("book-6x3", "fox jumps over dog")
    rows = [[round(value, 4) for value in token["values"]] for token in document["tokens"]]
    assert [token["id"] for token in document["tokens"]] == [2, 3, 5, 1]
    assert rows == [
        [1.2753, -0.2010, -0.1606],
        [-0.4015, 0.9666, -1.1481],
        [-2.8400, -0.7849, -1.4096],
        [0.9178, 1.5810, 1.3010],
    ]


def test_unknown_words_have_neither_id_nor_row() -> None:
    tokens = document_of("book-6x3", "fox cat")["tokens"]
    assert [(t["text"], t["id"], t["row"]) for t in tokens] == [("fox", 2, 2), ("cat", None, None)]
    assert tokens[1]["values"] is None
    assert (tokens[1]["char_start"], tokens[1]["char_end"]) == (4, 7)


def test_T21_ids_without_a_row_are_listed_with_their_id() -> None:
    tokens = document_of("T21_small_table.npy", "hello !a", "gpt2")["tokens"]
    assert [(t["id"], t["row"]) for t in tokens] == [(31373, None), (5145, None), (64, 64)]
    assert tokens[0]["values"] is None
    assert tokens[2]["values"] == [640, 641, 642, 643]


def test_special_tokens_are_told_from_plain_text() -> None:
    special = document_of("minilm-gpt2-64d", "a<|endoftext|>b", specials="special")
    assert [t["id"] for t in special["tokens"]] == [64, 50256, 65]
    assert special["tokens"][1]["text"] == "<|endoftext|>"
    plain = document_of("minilm-gpt2-64d", "a<|endoftext|>b")
    assert [t["id"] for t in plain["tokens"]] == [64, 27, 91, 437, 1659, 5239, 91, 29, 65]


def test_split_characters_keep_their_bytes() -> None:
    tokens = document_of("minilm-gpt2-64d", "😀")["tokens"]
    assert b"".join(bytes.fromhex(t["bytes"]) for t in tokens) == "😀".encode()
    assert [t["text"] for t in tokens] == ["\\xf0\\x9f\\x98", "\\x80"]
    assert {(t["char_start"], t["char_end"]) for t in tokens} == {(0, 1)}


def test_T04_a_lone_surrogate_is_exported_as_the_replacement_character() -> None:
    document = json.loads("".join(lookup_json(looked_up("minilm-gpt2-64d", "a\ud83db"))))
    assert document["text"] == "a\ufffdb"
    assert [t["id"] for t in document["tokens"]] == [64, 4210, 65]


def special_values() -> TextResult:
    rows = np.array([[np.nan, np.inf, -np.inf, -0.0, 1e-45, 3e38]], np.float32)
    return look_up_text("0", get_tokenizer("ids"), "plain", Table.from_array(rows))


def test_json_names_what_is_not_a_number() -> None:
    text = "".join(lookup_json(special_values()))
    values = json.loads(text, parse_constant=pytest.fail)["tokens"][0]["values"]
    assert values == ["NaN", "Infinity", "-Infinity", -0.0, 1e-45, 3e38]
    expected = special_values().table.rows([0])[0]
    np.testing.assert_array_equal(np.array([float(v) for v in values], np.float32), expected)


def test_json_for_streams_that_are_not_utf8_is_ascii() -> None:
    result = looked_up("minilm-gpt2-64d", "naïve 漢")
    plain, escaped = "".join(lookup_json(result)), "".join(lookup_json(result, ascii_only=True))
    assert escaped.isascii()
    assert not plain.isascii()
    assert json.loads(plain) == json.loads(escaped)


def test_json_of_no_tokens() -> None:
    result = looked_up("book-6x3", "")
    assert json.loads("".join(lookup_json(result)))["tokens"] == []


def test_f64_tables_keep_all_digits() -> None:
    rows = np.array([[1 / 3, 0.1]])
    result = look_up_text("0", get_tokenizer("ids"), "plain", Table.from_array(rows))
    document: Any = lookup_document(result)
    assert document["tokens"][0]["values"] == [1 / 3, 0.1]


@given(st.floats(width=32))
def test_shortest_decimals_give_back_the_same_float32(value: float) -> None:
    text = shortest(np.array([value], np.float32))[0]
    np.testing.assert_array_equal(np.float32(text), np.float32(value))
    if np.isfinite(value):
        digits = sum(char.isdigit() for char in text.split("e")[0].strip("-0.").replace(".", ""))
        assert digits <= 9
        assert json_numbers(np.array([value], np.float32)) == [float(text)]


def test_csv_holds_tokens_ids_and_numbers(tmp_path: Path) -> None:
    place = save_rows(looked_up("book-6x3", "fox cat"), tmp_path / "rows", "csv")
    assert place == tmp_path / "rows.csv"
    lines = list(csv.DictReader(io.StringIO(place.read_text("utf-8"))))
    assert [line["token"] for line in lines] == ["fox", "cat"]
    assert [(line["id"], line["row"]) for line in lines] == [("2", "2"), ("", "")]
    expected = open_table("book-6x3").rows([2])[0]
    read = np.array([lines[0][f"dim_{d}"] for d in range(3)], np.float32)
    assert read.tobytes() == expected.tobytes()
    assert lines[1]["dim_0"] == ""


def test_csv_survives_quotes_commas_and_line_ends(tmp_path: Path) -> None:
    text = 'a,"b"\n;\r\tc'
    place = save_rows(looked_up("minilm-gpt2-64d", text), tmp_path / "x.csv")
    with place.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert "".join(line["token"] for line in lines) == text


def test_npy_is_the_plain_block_with_nan_for_missing_rows(tmp_path: Path) -> None:
    result = looked_up("T21_small_table.npy", "hello !a", "gpt2")
    rows = np.load(save_rows(result, tmp_path / "rows.npy"))
    assert rows.shape == (3, 4)
    assert np.isnan(rows[:2]).all()
    assert rows[2].tolist() == [640, 641, 642, 643]


def test_npz_has_rows_ids_and_tokens_without_pickles(tmp_path: Path) -> None:
    result = looked_up("book-6x3", "fox jumps over dog")
    with np.load(save_rows(result, tmp_path / "x.npz"), allow_pickle=False) as file:
        assert sorted(file) == ["bytes", "ids", "rows", "tokens"]
        assert file["ids"].tolist() == [2, 3, 5, 1]
        assert file["tokens"].tolist() == ["fox", "jumps", "over", "dog"]
        assert file["rows"].tobytes() == open_table("book-6x3").rows([2, 3, 5, 1]).tobytes()


def test_json_file_equals_the_document(tmp_path: Path) -> None:
    result = looked_up("the-cat-4x4", "the cat")
    place = save_rows(result, tmp_path / "x.json")
    assert json.loads(place.read_text("utf-8")) == lookup_document(result)


def test_many_tokens_are_written_in_blocks(tmp_path: Path) -> None:
    result = looked_up("book-6x3", "fox dog " * 1500)
    lines = save_rows(result, tmp_path / "x.csv").read_text("utf-8").splitlines()
    assert len(lines) == 3001
    assert lines[3000].startswith("2999,dog,646f67,1,1,")


def test_T20_an_empty_text_exports_nothing_and_says_so(tmp_path: Path) -> None:
    with pytest.raises(EmbedscopeError, match="The text is empty"):
        save_rows(looked_up("book-6x3", ""), tmp_path / "x.csv")
    assert list(tmp_path.iterdir()) == []


def test_unknown_formats_and_folders_are_told_in_one_sentence(tmp_path: Path) -> None:
    result = looked_up("book-6x3", "fox")
    with pytest.raises(EmbedscopeError, match="csv, json, npy or npz"):
        save_rows(result, tmp_path / "x.xlsx")
    with pytest.raises(FileError, match="no folder"):
        save_rows(result, tmp_path / "none" / "x.csv")
