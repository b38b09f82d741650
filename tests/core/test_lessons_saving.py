"""Trained tables as files that other programs read."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from embedscope.errors import EmbedscopeError, FileError
from embedscope.lessons.training.point import finished_run
from embedscope.lessons.training.result import trained_table
from embedscope.lessons.training.saving import TENSOR, save_table, save_words
from embedscope.readers import open_table
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer


@pytest.fixture
def table() -> Table:
    return trained_table(finished_run().trainer)


def test_safetensors_reads_what_was_saved(tmp_path: Path, table: Table) -> None:
    place = save_table(table, tmp_path / "mine.safetensors")
    tensors = load_file(place)
    assert list(tensors) == [TENSOR]
    np.testing.assert_array_equal(tensors[TENSOR], table.rows(range(16)))
    assert tensors[TENSOR].dtype == np.float32
    header = place.read_bytes()[8:]
    assert (int.from_bytes(place.read_bytes()[:8], "little") + 8) % 8 == 0
    assert header.startswith(b'{"__metadata__"')


def test_numpy_reads_what_was_saved(tmp_path: Path, table: Table) -> None:
    place = save_table(table, tmp_path / "mine.npy")
    found = np.load(place, allow_pickle=False)
    assert (found.dtype, found.flags.c_contiguous) == (np.float32, True)
    np.testing.assert_array_equal(found, table.rows(range(16)))


@pytest.mark.parametrize("kind", ["npy", "safetensors"])
def test_the_window_opens_what_was_saved(tmp_path: Path, table: Table, kind: str) -> None:
    place = save_table(table, tmp_path / "mine", kind)
    assert place.name == f"mine.{kind}"
    np.testing.assert_array_equal(open_table(place).rows(range(16)), table.rows(range(16)))


@pytest.mark.parametrize("kind", ["npy", "safetensors"])
def test_a_large_table_is_written_by_blocks(tmp_path: Path, kind: str) -> None:
    array = np.random.default_rng(0).normal(size=(4000, 700)).astype(np.float16)
    place = save_table(Table.from_array(array), tmp_path / "large", kind)
    found = np.load(place) if kind == "npy" else load_file(place)[TENSOR]
    np.testing.assert_array_equal(found, array.astype(np.float32))


def test_the_words_can_be_opened_as_the_table_s_tokenizer(tmp_path: Path, table: Table) -> None:
    words = save_words(table, tmp_path / "mine.safetensors")
    assert words == tmp_path / "mine.words.txt"
    trainer = finished_run().trainer
    assert tuple(words.read_text(encoding="utf-8").split()) == trainer.corpus.words
    encoding = get_tokenizer(words).encode("the cat sits on the mat")
    assert [trainer.corpus.words[row] for row in encoding.ids] == list(trainer.line(1))


def test_a_table_without_words_of_its_own_has_none_to_save(tmp_path: Path) -> None:
    assert save_words(open_table("minilm-gpt2-64d"), tmp_path / "x.npy") is None
    assert list(tmp_path.iterdir()) == []


def test_other_endings_and_missing_folders_are_refused(tmp_path: Path, table: Table) -> None:
    with pytest.raises(EmbedscopeError, match=r"mine\.csv: end the name of a table in safetensors"):
        save_table(table, tmp_path / "mine.csv")
    with pytest.raises(FileError, match="no folder"):
        save_table(table, tmp_path / "nowhere" / "mine.npy")
