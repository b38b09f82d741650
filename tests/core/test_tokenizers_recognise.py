"""Tokenizer files told from tables by what is in them."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embedscope.readers.sorting import is_tokenizer, sort_out
from embedscope.readers.token_count import token_count
from embedscope.tokenizers.recognise import is_tokenizer_file, is_word_list

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
CASES = Path(__file__).parents[1] / "cases" / "files"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("tok.json", b'{\n "version": "1.0",\n "truncation": null, "model": {}}'),
        ("anything.json", b'{"added_tokens": []}'),
        ("voc.json", b'{"!": 0, "\\"": 1}'),
        ("merges.txt", b"#version: 0.2\na b\n"),
        ("cl100k.tiktoken", b"IQ== 0\nIg== 1\n"),
        ("x.bin", b"IQ== 0\nIg== 1\n"),
        ("spiece.model", b"\n\x0e\n\x05<unk>\x15\x00\x00\x00\x00\x18\x02"),
        ("vocab-only.gguf", b"GGUF\x03\x00\x00\x00" + bytes(8) + b"\x01" + bytes(7)),
        ("words.txt", b"the\ncat\nsat\nNew York\n1990\n"),
        ("words", "日本\nété\n\u00a0\n".encode()),
        ("vocab.txt", b"[PAD]\n"),
    ],
)
def test_tokenizers_are_recognised(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    assert is_tokenizer_file(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("model.safetensors.index.json", b'{"metadata": {}, "weight_map": {"a": "b"}}'),
        ("config.json", b'{"vocab_size": 10, "model_type": "x"}'),
        ("glove.txt", b"the 0.1 0.2\ncat 0.3 0.4\nsat 0.5 0.6\n"),
        ("w2v.vec", b"3 2\nthe 1 2\ncat 3 4\nsat 5 6\n"),
        ("numbers.txt", b"1.5\n2\n-3e5\n4\n"),
        ("table.csv", b"a,b\nc,d\ne,f\n"),
        ("prose.txt", b"It was the best of times, it was\nthe worst of times, it was\nthe age.\n"),
        ("short.txt", b"one\ntwo\n"),
        ("lfs.txt", b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n"),
        ("page.txt", b"<!DOCTYPE html>\n<p>\nno\n</p>\n"),
        ("nul.txt", b"a\x00b\nc\nd\ne\n"),
        ("model.gguf", b"GGUF\x03\x00\x00\x00\x05" + bytes(7)),
        ("zeros.model", bytes(64)),
        ("empty.txt", b""),
        ("table.xz", b"\xfd7zXZ\x00rest"),
    ],
)
def test_tables_and_strangers_are_not(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    assert not is_tokenizer_file(tmp_path / name)


def test_no_table_among_the_users_cases_is_taken_for_a_tokenizer() -> None:
    files = [path for path in CASES.iterdir() if path.is_file()]
    assert [path.name for path in files if is_tokenizer_file(path)] == []
    folders = {path.name for path in CASES.iterdir() if path.is_dir() and is_tokenizer(path)}
    expected = {"T13_bytelevel", "T15_template", "T16_merges_pairs", "T16_merges_strings"}
    assert folders == {*expected, "T16_broken", "T22_normalizer"}


def test_a_parquet_of_words_alone_is_one(tmp_path: Path) -> None:
    words = pyarrow.table({"__index_level_0__": [0, 1], "token": ["the", "cat"]})
    parquet.write_table(words, tmp_path / "a.parquet")
    both = pyarrow.table({"token": ["the", "cat"], "x": [1.0, 2.0]})
    parquet.write_table(both, tmp_path / "b.parquet")
    (tmp_path / "c.parquet").write_bytes(b"PAR1 but nothing else")
    assert [is_tokenizer_file(tmp_path / f"{name}.parquet") for name in "abc"] == [
        True,
        False,
        False,
    ]


def test_a_long_list_is_judged_by_its_beginning() -> None:
    assert is_word_list(b"word\n" * 10_000)
    assert not is_word_list(b"word 1.0 2.0\n" * 10_000)


def test_what_is_named_is_sorted_out(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.zeros((2, 2)))
    table, words = str(tmp_path / "a.npy"), str(CASES / "T13_bytelevel" / "tokenizer.json")
    assert sort_out([words, table, table]) == (table, words)
    assert sort_out([words]) == (None, words)
    assert sort_out(["whisper-tiny.en"]) == ("whisper-tiny.en", None)
    assert sort_out([str(tmp_path / "missing")]) == (str(tmp_path / "missing"), None)
    assert sort_out([]) == (None, None)


STARTS = [
    b"",
    b"{",
    b'{"model": ',
    b'{"a": 1, "b": ',
    b"PAR1",
    b"GGUF",
    b"\n\x08",
    b"IQ== 0\n",
    b"\xff\xfe",
]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    start=st.sampled_from(STARTS),
    rest=st.binary(max_size=80),
    ending=st.sampled_from([".json", ".txt", ".model", ".parquet", ".gguf", ""]),
)
def test_any_bytes_are_told_and_counted_without_a_fault(
    start: bytes, rest: bytes, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"any{ending}"
    path.write_bytes(start + rest)
    assert is_tokenizer_file(path) in (True, False)
    count = token_count(path)
    assert count is None or count > 0
