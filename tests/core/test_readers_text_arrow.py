"""Parquet and Arrow, compared with what pyarrow was given; without it, the line to install it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from embedscope.errors import FileError, MissingLibraryError
from embedscope.readers import describe_file, look_into, open_table, unpacked
from embedscope.readers.unpacked import UnpackedCache
from embedscope.tables.flat import FlatSource
from embedscope.tokenizers.words import WordTokenizer

NUMBERS = np.random.default_rng(2).normal(size=(9001, 5)).astype(np.float32)
WORDS = [f"w{i}" for i in range(9001)]


def test_without_the_library_the_line_that_installs_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "a.parquet").write_bytes(b"PAR1" + bytes(100))
    with pytest.raises(MissingLibraryError) as caught:
        open_table(tmp_path / "a.parquet")
    assert 'pip install "embedscope[arrow]"' in str(caught.value)


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        (b"FEA1", "is of Feather's first version; save it as Parquet instead"),
        (b"PARE", "is encrypted; decrypt it first"),
    ],
)
def test_forms_that_are_not_read_are_named(head: bytes, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(head + bytes(100))
    with pytest.raises(FileError, match=sentence):
        open_table(tmp_path / "a")


pa = pytest.importorskip("pyarrow")


def write_parquet(table: Any, path: Path) -> None:
    from pyarrow.parquet import write_table

    write_table(table, path, row_group_size=4000)


def write_file(table: Any, path: Path) -> None:
    with pa.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=1000)


def write_stream(table: Any, path: Path) -> None:
    with pa.ipc.new_stream(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=1000)


WRITERS: dict[str, Callable[[Any, Path], None]] = {
    "Parquet": write_parquet,
    "Arrow": write_file,
    "Arrow stream": write_stream,
}
LISTS = {
    "list": pa.list_(pa.float32()),
    "fixed": pa.list_(pa.float32(), 5),
    "large": pa.large_list(pa.float32()),
}


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("kind", LISTS)
def test_a_column_of_vectors(form: str, kind: str, tmp_path: Path) -> None:
    columns = {"id": range(9001), "word": WORDS, "vector": pa.array(list(NUMBERS), LISTS[kind])}
    path = tmp_path / "table"
    WRITERS[form](pa.table(columns), path)
    table = open_table(path)
    np.testing.assert_array_equal(table.rows(range(9001)), NUMBERS)
    assert isinstance(table.tokenizer, WordTokenizer)
    assert list(table.tokenizer.words) == WORDS
    assert (table.tensor, table.dtype, table.notes) == ("vector", "f32", ())
    info = describe_file(path)
    assert (info.format, [item.name for item in info.tensors]) == (form, ["vector"])


@pytest.mark.parametrize("form", WRITERS)
def test_a_column_for_each_dim(form: str, tmp_path: Path) -> None:
    columns = {f"d{i}": NUMBERS[:, i] for i in range(5)}
    words = pa.array(WORDS).dictionary_encode()
    WRITERS[form](pa.table({**columns, "token": words}), tmp_path / "table")
    table = open_table(tmp_path / "table")
    np.testing.assert_array_equal(table.rows(range(9001)), NUMBERS)
    assert isinstance(table.tokenizer, WordTokenizer)
    assert table.tokenizer.words[9000] == "w9000"


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [("float16", "f16"), ("float32", "f32"), ("float64", "f64"), ("int8", "f16"), ("int64", "f64")],
)
def test_types_of_numbers(kind: str, dtype: str, tmp_path: Path) -> None:
    values = np.arange(6).reshape(3, 2).astype(kind)
    write_file(pa.table({"x": values[:, 0], "y": values[:, 1]}), tmp_path / "table")
    table = open_table(tmp_path / "table")
    assert table.dtype == dtype
    assert table.rows([0, 1, 2]).tolist() == [[0, 1], [2, 3], [4, 5]]


def test_what_is_missing_is_nan_and_has_no_word(tmp_path: Path) -> None:
    vectors = pa.array([[1, 2], None, [3, None], [4, 5]], pa.list_(pa.float64()))
    write_parquet(pa.table({"v": vectors, "word": ["a", None, "c", ""]}), tmp_path / "table")
    table = open_table(tmp_path / "table")
    nan = np.nan
    np.testing.assert_array_equal(table.rows(range(4)), [[1, 2], [nan, nan], [3, nan], [4, 5]])
    assert isinstance(table.tokenizer, WordTokenizer)
    assert list(table.tokenizer.words) == ["a", None, "c", ""]


def test_vectors_of_different_lengths_are_refused(tmp_path: Path) -> None:
    vectors = [[1.0, 2.0]] * 5000 + [[1.0]]
    write_parquet(pa.table({"v": vectors}), tmp_path / "table")
    with pytest.raises(FileError, match="row 5,001 of v has 1 value, expected 2"):
        open_table(tmp_path / "table")


def test_a_file_without_numbers_is_refused(tmp_path: Path) -> None:
    write_file(pa.table({"word": ["a", "b"]}), tmp_path / "table")
    with pytest.raises(FileError, match="has no columns of numbers or of vectors"):
        open_table(tmp_path / "table")


def test_a_file_without_rows_is_refused(tmp_path: Path) -> None:
    write_parquet(pa.table({"x": pa.array([], pa.float32()), "y": pa.array([], pa.float32())}),
                  tmp_path / "table")  # fmt: skip
    with pytest.raises(FileError, match=r"has the shape \(0, 2\)"):
        open_table(tmp_path / "table")


def test_a_trap_that_unpacks_to_much_is_refused(tmp_path: Path) -> None:
    zeros = pa.table({"x": np.zeros(1 << 24), "y": np.zeros(1 << 24)})
    write_parquet(zeros, tmp_path / "table")
    with pytest.raises(FileError, match="would take 268,435,456 bytes, more than 100 times"):
        open_table(tmp_path / "table")


@pytest.mark.parametrize("form", WRITERS)
def test_a_cut_file_is_refused(form: str, tmp_path: Path) -> None:
    WRITERS[form](pa.table({"x": NUMBERS[:, 0], "y": NUMBERS[:, 1]}), tmp_path / "table")
    data = (tmp_path / "table").read_bytes()
    (tmp_path / "table").write_bytes(data[: len(data) // 2])
    with pytest.raises(FileError, match="download it again"):
        open_table(tmp_path / "table")


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("form", WRITERS)
def test_a_large_table_is_unpacked_to_a_file(
    form: str, dtype: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacked, "LARGE", 10_000)
    cache = UnpackedCache(tmp_path / "cache")
    monkeypatch.setattr(unpacked, "default_cache", lambda: cache)
    numbers = NUMBERS.astype(dtype)
    rows = pa.FixedSizeListArray.from_arrays(pa.array(numbers.ravel()), 5)
    path = tmp_path / "vectors"
    WRITERS[form](pa.table({"word": WORDS, "vector": rows}), path)
    assert look_into(path).disk_bytes() == numbers.nbytes
    table = open_table(path)
    assert isinstance(table.source, FlatSource)
    assert table.dtype == f"f{8 * numbers.itemsize}"
    np.testing.assert_array_equal(table.exact_rows(range(9001)), numbers)
    assert look_into(path).disk_bytes() == 0
    kept = open_table(path)
    np.testing.assert_array_equal(kept.exact_rows(range(9001)), numbers)
    assert isinstance(kept.tokenizer, WordTokenizer)
    assert len(list(cache.folder.glob("*.unpacked"))) == 1
