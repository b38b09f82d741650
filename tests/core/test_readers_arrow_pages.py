"""Damage in the pages of a Parquet file shows by checksums, where they were written."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import open_table

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

NUMBERS = np.random.default_rng(5).normal(size=(5000, 4)).astype(np.float32)
COLUMNS = {f"d{i}": NUMBERS[:, i] for i in range(4)}


def vectors(kind: str) -> Any:
    if kind == "columns":
        return pa.table(COLUMNS)
    flat = pa.array(NUMBERS.reshape(-1))
    fixed = pa.FixedSizeListArray.from_arrays(flat, 4)
    return pa.table({"v": fixed if kind == "fixed" else fixed.cast(pa.list_(pa.float32()))})


def damaged(path: Path, table: Any, change: bytes, **options: Any) -> None:
    """Write a file whose number at (4321, 2) is replaced."""
    plain = {"compression": "none", "use_dictionary": False, "row_group_size": 2000}
    parquet.write_table(table, path, **{**plain, **options})
    data, old = path.read_bytes(), NUMBERS[4321, 2].tobytes()
    assert data.count(old) == 1
    path.write_bytes(data.replace(old, change))


def test_one_bit_shows_where_pages_have_checksums(tmp_path: Path) -> None:
    change = (NUMBERS[4321, 2].view(np.uint32) ^ np.uint32(1)).tobytes()
    damaged(tmp_path / "a.parquet", vectors("columns"), change, write_page_checksum=True)
    with pytest.raises(FileError, match="is damaged or cut short; download it again"):
        open_table(tmp_path / "a.parquet")


@pytest.mark.parametrize("kind", ["columns", "fixed", "list"])
def test_nan_infinity_and_zeros_of_either_sign_are_in_range(kind: str, tmp_path: Path) -> None:
    rows = np.array([[np.nan, 1, -0.0, 0], [-np.inf, np.nan, 0, -0.0], [2, np.inf, 0, 0]], "f4")
    fixed = pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), 4)
    table = {
        "columns": pa.table({f"d{i}": rows[:, i] for i in range(4)}),
        "fixed": pa.table({"v": fixed}),
        "list": pa.table({"v": fixed.cast(pa.list_(pa.float32()))}),
    }[kind]
    parquet.write_table(table, tmp_path / "a.parquet")
    np.testing.assert_array_equal(open_table(tmp_path / "a.parquet").rows([0, 1, 2]), rows)


def test_a_file_without_checksums_is_believed(tmp_path: Path) -> None:
    change = np.float32(1e30).tobytes()
    damaged(tmp_path / "a.parquet", vectors("fixed"), change)
    assert open_table(tmp_path / "a.parquet").rows([4321])[0, 2] == np.float32(1e30)


def test_ranges_of_columns_with_a_point_in_their_names_are_their_own(tmp_path: Path) -> None:
    table = {"a": np.arange(9.0), "a.b": np.arange(9.0) + 100, "a.b.list.element": np.ones(9)}
    parquet.write_table(pa.table(table), tmp_path / "a.parquet")
    assert open_table(tmp_path / "a.parquet").rows([8]).tolist() == [[8, 108, 1]]


@pytest.mark.parametrize("kind", ["uint8", "int16", "uint64", "int64", "float16", "float64"])
def test_all_types_of_numbers_are_in_their_range(kind: str, tmp_path: Path) -> None:
    top = np.finfo(kind).max if kind.startswith("f") else np.iinfo(kind).max
    low = np.finfo(kind).min if kind.startswith("f") else np.iinfo(kind).min
    columns = {name: np.array([top, low, 0], kind) for name in "ab"}
    parquet.write_table(pa.table(columns), tmp_path / "a.parquet")
    assert open_table(tmp_path / "a.parquet").shape == (3, 2)
