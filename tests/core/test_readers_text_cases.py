"""The users' cases of text tables and word2vec binaries, with the rows and words they must give."""

import shutil
import tracemalloc
from pathlib import Path

import pytest

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table
from embedscope.tables.table import Table
from embedscope.tokenizers.search import VocabularyIndex
from embedscope.tokenizers.visible import visible
from embedscope.tokenizers.words import WordTokenizer

FILES = Path(__file__).parents[1] / "cases" / "files"
F04_WORDS = '"vectors" reads the first field of each line as a word; '


def rows(table: Table) -> list[list[float]]:
    found: list[list[float]] = table.rows(range(table.n_rows)).tolist()
    return found


def words(table: Table) -> list[str | None]:
    assert isinstance(table.tokenizer, WordTokenizer)
    assert table.tokenizer.size == table.n_rows
    return list(table.tokenizer.words)


def labels(table: Table) -> list[str]:
    """Return the words as they are shown."""
    assert isinstance(table.tokenizer, WordTokenizer)
    return [visible(table.tokenizer.token_bytes(i) or b"") for i in range(table.n_rows)]


def refusal(name: str) -> str:
    with pytest.raises(FileError) as caught:
        open_table(FILES / name)
    sentence = str(caught.value)
    assert sentence.startswith(f"{name}: ")
    assert "\n" not in sentence
    return sentence


def test_F01_words_with_blanks_keep_them() -> None:
    table = open_table(FILES / "F01_glove_spaces.txt")
    assert table.shape == (5, 4)
    assert words(table) == ["the", ". . .", "to user@example.test", "1 000", "end"]
    assert rows(table)[1] == [-0.5, 0.25, 0.125, 1]
    assert rows(table)[3] == [5, 6, 7, 8]


def test_F02_odd_blanks_are_words_and_shown_as_escapes() -> None:
    table = open_table(FILES / "F02_oddspaces.vec")
    assert words(table) == ["a\u00a0b", "\u00a0", "\u2028", "x\u0085y", "\u3000", "end"]
    assert rows(table) == [[i, i + 1, i + 2] for i in range(6)]
    assert labels(table) == ["a\\u00a0b", "\\u00a0", "\\u2028", "x\\u0085y", "\\u3000", "end"]


@pytest.mark.parametrize(
    ("name", "promised"), [("a_high", "5"), ("b_low", "3"), ("c_huge", "4,000,000,000")]
)
def test_F03_header_counts_are_compared_and_never_trusted(name: str, promised: str) -> None:
    tracemalloc.start()
    try:
        table = open_table(FILES / f"F03{name[0]}_header_{name[2:]}.vec")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert rows(table) == [[i, i, i] for i in range(4)]
    assert table.notes == (f"4 rows found, header says {promised}.",)
    assert peak < 1 << 24


def test_F04_words_that_are_numbers_are_no_header() -> None:
    table = open_table(FILES / "F04a_noheader.txt")
    assert words(table) == ["10", "20"]
    assert rows(table) == [[0.5, 0.25, 0.125, 1], [1, 2, 3, 4]]
    otherwise = 'to read it as a number, open "vectors, first field as a number".'
    assert table.notes == (F04_WORDS + otherwise,)
    numbers = open_table(FILES / "F04a_noheader.txt", "vectors, first field as a number")
    assert rows(numbers) == [[10, 0.5, 0.25, 0.125, 1], [20, 1, 2, 3, 4]]
    assert numbers.tokenizer == "ids"


def test_F04_a_header_is_no_word() -> None:
    table = open_table(FILES / "F04b_header.txt")
    assert words(table) == ["ten", "twenty"]
    assert table.shape == (2, 4)
    assert table.notes == ()


def test_F04_a_line_that_may_be_a_header_can_be_read_as_a_row() -> None:
    table = open_table(FILES / "F04c_ambiguous.txt")
    assert (words(table), rows(table)) == (["7", "8"], [[5], [6]])
    otherwise = 'to read it as a row, open "vectors, line 1 as a row".'
    assert table.notes == (f'"vectors" reads line 1 as a header; {otherwise}',)
    info = describe_file(FILES / "F04c_ambiguous.txt")
    assert [item.shape for item in info.tensors] == [(2, 1), (3, 2)]
    assert (info.chosen, info.is_sure) == ("vectors", True)
    other = open_table(FILES / "F04c_ambiguous.txt", "vectors, line 1 as a row")
    assert rows(other) == [[2, 1], [7, 5], [8, 6]]


def test_F05_words_that_are_not_utf8_stay_distinct() -> None:
    table = open_table(FILES / "F05_w2v_badutf8.bin")
    assert rows(table) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert labels(table) == ["ok", "caf\\xc3", "\\xff\\xfe"]
    assert table.notes == ("2 words not in UTF-8: the bytes that are not are shown as escapes.",)


@pytest.mark.parametrize("name", ["F06a_w2v_newline.bin", "F06b_w2v_nonewline.bin"])
def test_F06_rows_with_and_without_line_ends(name: str) -> None:
    table = open_table(FILES / name)
    assert words(table) == ["one", "two"]
    assert rows(table)[0] == pytest.approx([0, 1, 2, 1.3563e-19], rel=1e-4)
    assert rows(table)[1] == pytest.approx([6.6463e-33, 5, 6, 7], rel=1e-4)
    assert table.notes == ()


def test_F07_a_row_that_is_cut_short_is_named() -> None:
    said = "row 3 of 3 is cut short (10 of 16 bytes); download it again"
    assert said in refusal("F07_w2v_truncated.bin")


def test_F08_a_packed_word2vec_file_opens() -> None:
    table = open_table(FILES / "F08b_gzip_inside.bin")
    assert words(table) == ["one", "two"]
    assert rows(table) == rows(open_table(FILES / "F06a_w2v_newline.bin"))
    assert describe_file(FILES / "F08b_gzip_inside.bin").format == "word2vec binary (gzip)"


def test_F09_equal_words_keep_their_rows() -> None:
    table = open_table(FILES / "F09_duplicates.txt")
    assert words(table) == ["bank", "river", "bank", "Bank"]
    assert rows(table) == [[1, 0], [0, 1], [-1, 0], [2, 2]]
    assert isinstance(table.tokenizer, WordTokenizer)
    found = VocabularyIndex(table.tokenizer, table.n_rows).find("bank")
    assert found.tolist() == [0, 2, 3]
    assert table.tokenizer.encode("bank Bank").ids.tolist() == [0, 3]


def test_F10_an_empty_word_keeps_its_row() -> None:
    table = open_table(FILES / "F10_empty_word.vec")
    assert words(table) == ["a", "", "c"]
    assert rows(table) == [[1, 2], [3, 4], [5, 6]]
    assert labels(table)[1] == "∅"


def test_F11_quotes_are_words_like_others() -> None:
    table = open_table(FILES / "F11_quotes.txt")
    assert words(table) == ['"', '"a', 'b"', "'", ","]
    assert rows(table)[4] == [9, 10]
    assert table.shape == (5, 2)


def test_F13_tabs_in_words_stay_and_tabs_between_numbers_part() -> None:
    inside = open_table(FILES / "F13a_tab_in_word.vec")
    assert (words(inside), rows(inside)) == (["a\tb", "c", "\t"], [[1, 2], [3, 4], [5, 6]])
    between = open_table(FILES / "F13b_tab_separated.txt")
    assert (words(between), rows(between)) == (["cat", "dog"], [[1, 2], [3, 4]])


@pytest.mark.parametrize(
    ("name", "expected", "notes"),
    [
        ("a_meta_plain", ["cat", "dog", "fox"], ()),
        (
            "b_meta_header1",
            ["cat", "dog", "fox"],
            ('Line 1 of metadata.tsv is a header; the labels are those of "word".',),
        ),
        (
            "c_meta_header2",
            ["cat", "dog", "fox"],
            ('Line 1 of metadata.tsv is a header; the labels are those of "word".',),
        ),
        ("e_meta_blank", ["cat", "", "\\n"], ()),
    ],
)
def test_F14_labels_beside_the_vectors(
    name: str, expected: list[str], notes: tuple[str, ...], tmp_path: Path
) -> None:
    shutil.copy(FILES / "F14_vectors.tsv", tmp_path / "vectors.tsv")
    shutil.copy(FILES / f"F14{name}.tsv", tmp_path / "metadata.tsv")
    table = open_table(tmp_path / "vectors.tsv")
    assert rows(table) == [[1, 0], [0, 1], [-1, 0]]
    assert words(table) == expected
    assert table.notes == notes


def test_F14_labels_whose_number_does_not_fit_are_not_used(tmp_path: Path) -> None:
    shutil.copy(FILES / "F14_vectors.tsv", tmp_path / "vectors.tsv")
    shutil.copy(FILES / "F14d_meta_short.tsv", tmp_path / "metadata.tsv")
    table = open_table(tmp_path / "vectors.tsv")
    assert rows(table) == [[1, 0], [0, 1], [-1, 0]]
    assert table.tokenizer is None
    assert table.notes == ("metadata.tsv has 2 labels for 3 vectors: not used.",)


@pytest.mark.parametrize(
    ("name", "expected", "notes"),
    [
        ("b_trailing_tab", [[1, 2], [3, 4]], ()),
        ("c_crlf", [[1, 2], [3, 4], [5, 6]], ()),
        (
            "d_header",
            [[1, 2], [3, 4]],
            ("Line 1 holds the names of columns and was passed over.",),
        ),
    ],
)
def test_F15_tables_of_numbers(
    name: str, expected: list[list[float]], notes: tuple[str, ...]
) -> None:
    table = open_table(FILES / f"F15{name}.tsv")
    assert rows(table) == expected
    assert table.notes == notes
    assert table.tokenizer is None


def test_F15_a_column_of_text_gives_the_labels() -> None:
    table = open_table(FILES / "F15a_text_column.tsv")
    assert (words(table), rows(table)) == (["cat", "dog"], [[1, 2], [3, 4]])


def test_F15_a_ragged_row_is_named() -> None:
    assert "line 2 has 3 values, expected 2" in refusal("F15e_ragged.tsv")


def test_F16_decimal_commas_are_read_and_said() -> None:
    table = open_table(FILES / "F16_decimal_comma.tsv")
    assert rows(table) == [[0.5, 1.25], [-0.75, 2.0]]
    assert table.notes == ("The numbers are written with a decimal comma.",)


def test_F24_a_pointer_is_no_table_of_three_rows() -> None:
    sentence = refusal("F24_lfs_pointer.txt")
    assert "is a Git LFS pointer, not the data (real size 548105171 bytes)" in sentence


@pytest.mark.parametrize("name", ["F38a_bom.txt", "F38b_utf16.txt"])
def test_F38_marks_and_two_byte_units_are_no_part_of_words(name: str) -> None:
    table = open_table(FILES / name)
    assert (words(table), rows(table)) == (["the", "café"], [[1, 2], [3, 4]])


def test_F38_latin1_bytes_are_shown_as_escapes() -> None:
    table = open_table(FILES / "F38c_latin1.txt")
    assert (labels(table), rows(table)) == (["the", "caf\\xe9"], [[1, 2], [3, 4]])
    assert table.notes == ("1 word not in UTF-8: the bytes that are not are shown as escapes.",)
