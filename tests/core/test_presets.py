"""The five presets: their tables, texts and tokenizers."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import UnknownNameError
from embedscope.presets import DEFAULT_PRESET, PRESETS
from embedscope.readers import open_table
from embedscope.tokenizers.registry import get_tokenizer

EXPECTED = {
    "whisper-tiny.en": ((51864, 384), "f16", "gpt2", "Hello, world!"),
    "minilm-gpt2-64d": ((50257, 64), "f16", "gpt2", "king queen man woman"),
    "book-6x3": ((6, 3), "f32", "book-words", "fox jumps over dog"),
    "the-cat-4x4": ((4, 4), "f32", "cat-words", "the cat"),
    "gpt2-random-256d": ((50257, 256), "f32", "gpt2", "Hello, world!"),
}
SHA256 = {
    "whisper-tiny.en": "2d06e399cf0d2964449bfe5a28d55fa3d0ea739e0885bee65532d483eb5d6291",
    "minilm-gpt2-64d": "56b7c3652da1c171c99c9b174ea44e84c712f065674993e6e91abe2d516b370f",
}


def test_the_presets_are_these_in_this_order() -> None:
    assert list(PRESETS) == list(EXPECTED)
    assert DEFAULT_PRESET == "whisper-tiny.en"


@pytest.mark.parametrize("name", EXPECTED)
def test_a_preset_opens_by_its_name(name: str) -> None:
    shape, dtype, tokenizer, text = EXPECTED[name]
    table = open_table(name)
    assert (table.name, table.shape, table.dtype, table.tokenizer) == (
        name, shape, dtype, tokenizer,
    )  # fmt: skip
    assert (PRESETS[name].name, PRESETS[name].text) == (name, text)
    assert table.notes == ()


@pytest.mark.parametrize("name", EXPECTED)
def test_every_token_of_the_text_has_a_row(name: str) -> None:
    preset = PRESETS[name]
    ids = get_tokenizer(preset.tokenizer).encode(preset.text).ids
    assert np.isfinite(preset.make().rows(ids)).all()


@pytest.mark.parametrize("name", SHA256)
def test_the_bundled_tables_are_unchanged(name: str) -> None:
    path = open_table(name).path
    assert path is not None
    assert hashlib.sha256(path.read_bytes()).hexdigest() == SHA256[name]


def test_the_book_s_lookup() -> None:
    ids = get_tokenizer("book-words").encode("fox jumps over dog").ids
    assert ids.tolist() == [2, 3, 5, 1]
    looked_up = np.round(open_table("book-6x3").rows(ids).astype(float), 4)
    assert looked_up[1].tolist() == [-0.4015, 0.9666, -1.1481]


def test_the_little_table() -> None:
    table = open_table("the-cat-4x4")
    expected = [[0.3, -0.1, 0.5, 0.2], [0.0, 0.7, -0.4, 0.1], [0.1, -0.4, 0.8, 0.0]]
    expected += [[-0.6, 0.2, 0.1, 0.9]]
    np.testing.assert_array_equal(table.rows(range(4)), np.array(expected, np.float32))


def test_an_unknown_name_lists_the_presets(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"there is no file .*nothing.*the-cat-4x4"):
        open_table(tmp_path / "nothing")
