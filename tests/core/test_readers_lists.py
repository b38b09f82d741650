"""A list of numbers: one number a line or a row is a table of one dim, and that is said."""

from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import open_table

COLUMN = "One number a line: read as 3 rows of 1 dim, not as 1 row of 3 dims. Transposed?"
NAMED = "Line 1 holds the names of columns and was passed over."


def table(folder: Path, name: str, text: str, tensor: str | None = None):
    (folder / name).write_text(text)
    return open_table(folder / name, tensor)


@pytest.mark.parametrize(
    ("name", "text", "notes"),
    [
        ("a.txt", "1\n2.5\n-3\n", (COLUMN,)),
        ("a.dat", "\n 1\r\n\r\n 2.5\r\n -3", (COLUMN,)),
        ("a.csv", "value\n1\n2.5\n-3\n", (NAMED, COLUMN)),
        ("a.txt", "3 1\n1\n2.5\n-3\n", None),  # the header says that there is one dim
        ("a.txt", "one 1\ntwo 2.5\nsix -3\n", ()),  # words make rows
    ],
)
def test_one_number_a_line_is_said(name: str, text: str, notes, tmp_path: Path) -> None:
    opened = table(tmp_path, name, text)
    assert opened.rows([0, 1, 2]).tolist() == [[1], [2.5], [-3]]
    if notes is not None:
        assert opened.notes == notes
    assert not any("One number" in note for note in opened.notes if note != COLUMN)


def test_a_list_that_was_turned_is_one_row_and_not_asked_about_again(tmp_path: Path) -> None:
    opened = table(tmp_path, "a.txt", "1\n2.5\n-3\n", "vectors.T")
    assert opened.rows([0]).tolist() == [[1, 2.5, -3]]
    said = "Stored as 3 rows x 1 column; turned, so that each token has a row."
    assert opened.notes == (said,)


def test_a_single_number_is_one_row(tmp_path: Path) -> None:
    opened = table(tmp_path, "a.txt", "42\n")
    assert opened.shape == (1, 1)
    assert opened.notes == ("One number a line: read as 1 row of 1 dim.",)


def test_a_column_of_numbers_in_parquet_is_said_unless_words_name_its_rows(tmp_path: Path) -> None:
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    numbers, path = [1.0, 2.5, -3.0], tmp_path / "a.parquet"
    parquet.write_table(pa.table({"v": numbers}), path)
    assert open_table(path).notes == (COLUMN.replace("a line", "a row"),)
    parquet.write_table(pa.table({"v": numbers, "word": ["a", "b", "c"]}), path)
    assert open_table(path).notes == ()


def test_an_array_of_one_axis_says_how_to_save_it(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.ones(6))
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / "a.npy")
    assert str(caught.value) == (
        "a.npy: has the shape (6,), a table has rows and columns: "
        "save the numbers as (6, 1) for 6 rows, or as (1, 6) for one row"
    )
    np.save(tmp_path / "b.npy", np.ones((6, 1)))  # this one says itself what is a row
    assert open_table(tmp_path / "b.npy").notes == ()
