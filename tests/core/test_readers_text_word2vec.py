"""word2vec binaries beyond the users' cases: told from text, cut, odd, and read in place."""

from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table
from embedscope.readers.text.spaced import SpacedSource
from embedscope.tokenizers.words import WordTokenizer

NUMBERS = np.random.default_rng(1).normal(size=(400, 9)).astype(np.float32)


def write(folder: Path, head: str, rows: list[bytes], rest: bytes = b"") -> Path:
    path = folder / "vectors.bin"
    path.write_bytes(head.encode() + b"".join(rows) + rest)
    return path


def rows(end: bytes = b"") -> list[bytes]:
    return [b"w%d " % i + row.tobytes() + end for i, row in enumerate(NUMBERS)]


def words(path: Path) -> list[str | None]:
    known = open_table(path).tokenizer
    assert isinstance(known, WordTokenizer)
    return list(known.words)


def test_rows_are_read_in_place_in_any_order(tmp_path: Path) -> None:
    table = open_table(write(tmp_path, "400 9\n", rows(b"\n")))
    assert isinstance(table.source, SpacedSource)
    assert (table.shape, table.dtype, table.n_bytes) == ((400, 9), "f32", 400 * 36)
    np.testing.assert_array_equal(table.block(0, 400), NUMBERS)
    np.testing.assert_array_equal(table.block(13, 14), NUMBERS[13:14])
    assert table.block(5, 5).shape == (0, 9)
    ids = [399, 0, 7, 7, 200]
    np.testing.assert_array_equal(table.rows(ids), NUMBERS[ids])
    np.testing.assert_array_equal(table.exact_rows(ids), NUMBERS[ids])
    np.testing.assert_array_equal(np.vstack([b.copy() for _, b in table.blocks(33)]), NUMBERS)


@pytest.mark.parametrize(
    ("head", "notes"),
    [("400 9\n", ()), ("7 9\r\n", ("400 rows found, header says 7.",)), (" 400\t9 \n", ())],
)
def test_headers(head: str, notes: tuple[str, ...], tmp_path: Path) -> None:
    path = write(tmp_path, head, rows())
    assert open_table(path).shape == (400, 9)
    assert open_table(path).notes == notes
    assert describe_file(path).format == "word2vec binary"


def test_fewer_rows_than_promised_are_said(tmp_path: Path) -> None:
    table = open_table(write(tmp_path, "500 9\n", rows()))
    assert table.notes == ("400 rows found, header says 500.",)


@pytest.mark.parametrize("rest", [b"\n", b"\r\n", b"  \n\0"])
def test_blanks_behind_the_last_row_do_no_harm(rest: bytes, tmp_path: Path) -> None:
    assert words(write(tmp_path, "400 9\n", rows(), rest))[-1] == "w399"


def test_what_follows_the_promised_rows_does_no_harm(tmp_path: Path) -> None:
    table = open_table(write(tmp_path, "400 9\n", rows(), b"comment" * 3000))
    assert table.shape == (400, 9)


@pytest.mark.parametrize(
    ("head", "n_cut", "sentence"),
    [
        ("400 9\n", 1, "row 400 of 400 is cut short (35 of 36 bytes); download it again"),
        ("400 9\n", 38, "row 400 of 400 is cut short (0 of 36 bytes)"),
        ("900 9\n", 40 * 100 + 3, "of 900 is cut short"),
        ("400 1048576\n", 0, "row 1 of 400 is cut short"),
    ],
)
def test_a_cut_row_is_named(head: str, n_cut: int, sentence: str, tmp_path: Path) -> None:
    path = write(tmp_path, head, rows())
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - n_cut])
    with pytest.raises(FileError) as caught:
        open_table(path)
    assert sentence in str(caught.value)


def test_a_place_without_a_word_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="row 401 of 900 has no word: it is damaged"):
        open_table(write(tmp_path, "900 9\n", rows(), b"\xff" * 9000))


def test_line_ends_that_only_some_rows_have(tmp_path: Path) -> None:
    mixed = [row + b"\n" * (i < 2 or i % 3 == 0) for i, row in enumerate(rows())]
    path = write(tmp_path, "400 9\n", mixed)
    assert words(path) == [f"w{i}" for i in range(400)]
    np.testing.assert_array_equal(open_table(path).rows(range(400)), NUMBERS)


def test_words_may_be_line_ends_where_rows_have_none(tmp_path: Path) -> None:
    changed = rows()
    changed[5] = b"\n " + NUMBERS[5].tobytes()
    assert words(write(tmp_path, "400 9\n", changed))[5] == "\n"


@pytest.mark.parametrize("values", [[1e-20, 0.5, -3.25], [1.3563156e-19, 6.6463463e-33, 12.0]])
def test_few_numbers_that_look_like_text_are_still_binary(
    values: list[float], tmp_path: Path
) -> None:
    row = b"a " + np.array(values, "<f4").tobytes()
    table = open_table(write(tmp_path, "1 3\n", [row]))
    assert table.rows([0]).tolist() == [np.array(values, np.float32).tolist()]


@pytest.mark.parametrize("text", ["2 2\n\x01 1 2\n\x02 3 4\n", "2 1\n\x01 1\n\x02 3\n"])
def test_text_with_controls_in_words_is_text(text: str, tmp_path: Path) -> None:
    path = write(tmp_path, text, [])
    assert words(path) == ["\x01", "\x02"]
    assert describe_file(path).format == "word2vec text"
