"""Layouts of small texts: what is a word, a number, a header, a separator."""

from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table
from embedscope.readers.text import streams
from embedscope.tables.table import Table
from embedscope.tokenizers.words import WordTokenizer

HEAD = "Line 1 holds the names of columns and was passed over."
COMMA = "The numbers are written with a decimal comma."


def opened(text: str | bytes, folder: Path) -> Table:
    path = folder / "table"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return open_table(path)


def rows(table: Table) -> list[list[float]]:
    found: list[list[float]] = table.rows(range(table.n_rows)).tolist()
    return found


def words(table: Table) -> list[str | None] | None:
    known = table.tokenizer
    return list(known.words) if isinstance(known, WordTokenizer) else None


PANDAS = ",0,1,2\n0,0.5,1,2\n1,3,4,5\n"
R_STYLE = '"x" "y"\n"a" 1 2\n"b" 3 4\n'
R_TABS = '"x"\t"y"\n"a"\t1\t2\n"b ""c"""\t3\t4\n'


@pytest.mark.parametrize(
    ("text", "expected_words", "expected_rows"),
    [
        ("a 1 2\nb 3 4\n", ["a", "b"], [[1, 2], [3, 4]]),
        ("a  1   2\nlonger  3  4\n", ["a", "longer"], [[1, 2], [3, 4]]),
        ("\n\na 1 2\n\nb 3 4\n\n", ["a", "b"], [[1, 2], [3, 4]]),
        ("the\t0.5 0.25\nof\t1 2\n", ["the", "of"], [[0.5, 0.25], [1, 2]]),
        ("new york\t1\t2\nrome\t3\t4\n", ["new york", "rome"], [[1, 2], [3, 4]]),
        (" 0.5   1.5\n-0.5  -1.5\n", None, [[0.5, 1.5], [-0.5, -1.5]]),
        ("1.0 2.0\n3.0 4.0\n", None, [[1, 2], [3, 4]]),
        ("2 3\n1 2 3\n4 5 6\n", None, [[1, 2, 3], [4, 5, 6]]),
        ("2 2\n 1 2\n 3 4\n", ["", ""], [[1, 2], [3, 4]]),
        ("3 2\n5 1 2\n6 3 4\nten 5 6\n", ["5", "6", "ten"], [[1, 2], [3, 4], [5, 6]]),
        ("2 2\na 1 1 2\nb 1 3 4\nc 5 6\n", ["a 1", "b 1", "c"], [[1, 2], [3, 4], [5, 6]]),
        ("1\n2\n3\n", None, [[1], [2], [3]]),
        ("nan 1 2\ninf 3 4\nthe 5 6\n", ["nan", "inf", "the"], [[1, 2], [3, 4], [5, 6]]),
        ("1,2,3\n4,5,6\n", None, [[1, 2, 3], [4, 5, 6]]),
        ("0.5, 1.5\n 2.5 ,3\n", None, [[0.5, 1.5], [2.5, 3]]),
        ('a,"1","2"\n"b, c","3","4"\n', ["a", "b, c"], [[1, 2], [3, 4]]),
        ('"a\nb",1,2\n",3,4\n"",5,6\n', ["a\nb", '"', ""], [[1, 2], [3, 4], [5, 6]]),
        ('"say ""no""",1,2\nx"y,3,4\n', ['say "no"', 'x"y'], [[1, 2], [3, 4]]),
        ("0,5 1,25\n0,75 -2,0\n", None, [[0.5, 1.25], [0.75, -2]]),
        ("a;0,5;1\nb;1,5;2,5\n", ["a", "b"], [[0.5, 1], [1.5, 2.5]]),
        ("1,000\t0.5\t1\n2,000\t2\t3\n", ["1,000", "2,000"], [[0.5, 1], [2, 3]]),
        ("1\tcat\t2\n3\tdog\t4\n", ["cat", "dog"], [[1, 2], [3, 4]]),
        (PANDAS, ["0", "1"], [[0.5, 1, 2], [3, 4, 5]]),
        ("word,0,1\na,5,6\nb,7,8\n", ["a", "b"], [[5, 6], [7, 8]]),
        ("id\tx\ty\n1\t5\t7\n2\t5\t8\n", ["1", "2"], [[5, 7], [5, 8]]),
        ("word,pos,x,y\na,noun,1,2\nb,verb,3,4\n", ["a", "b"], [[1, 2], [3, 4]]),
        ("1,5,6\n2,7,8\nthe,3,4\n", ["1", "2", "the"], [[5, 6], [7, 8], [3, 4]]),
        (R_STYLE, ['"a"', '"b"'], [[1, 2], [3, 4]]),
        (R_TABS, ["a", 'b "c"'], [[1, 2], [3, 4]]),
        ("x,1,2\r\ny,3,4\r\n", ["x", "y"], [[1, 2], [3, 4]]),
        ("1\t2\t\n3\t4\n5\t6\t\n", None, [[1, 2], [3, 4], [5, 6]]),
        ("{ 1 2\n} 3 4\n", ["{", "}"], [[1, 2], [3, 4]]),
        ("00002 2\n{ 1 2\n} 3 4\n", ["{", "}"], [[1, 2], [3, 4]]),
        ("BZh 1 2\nPK 3 4\n", ["BZh", "PK"], [[1, 2], [3, 4]]),
    ],
)  # fmt: skip
def test_texts(
    text: str, expected_words: list[str] | None, expected_rows: list[list[float]], tmp_path: Path
) -> None:
    table = opened(text, tmp_path)
    assert words(table) == expected_words
    assert rows(table) == expected_rows


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 2\n3 4 5\n6 7\n", "line 2 has 3 values, expected 2; mend or delete that line"),
        ("a 1 2 3\nb 4 5\nc 6 7 8\n", "line 2 has 2 values, expected 3"),
        ("a 1 2 3\nb 4\nc 6 7 8\n", "line 2 has 1 value, expected 3"),
        ("a 1 2\nb 3 x\nc 4 5\n", 'line 2, value 2: "x" is no number'),
        ("a 1 2\n3 4\nc 5 6\n", "line 2 has 2 values, but no word before them"),
        ("a,1,2\nb,3\nc,4,5\n", "line 2 has 1 value, expected 2"),
        ("a,1,2\nb,3,1.2.3\nc,4,5\nd,6,7\n", 'line 2, column 3: "1.2.3" is no number'),
        ("0.5,1,2\n0.7,3,4\nx,4,5\n1,6,7\n", 'line 3, column 1: "x" is no number'),
        ("a 1 2 3\nb 4 5 6\nc 7 8", "the file may be cut short: download it again"),
        ("2 3\na 1 2 3\nb 4 5 6\nc 7", "line 4 has 1 value, expected 3; the file may be cut"),
        ("no numbers here\nat all\n", 'no table of numbers: line 1 is "no numbers here"'),
        ("\n\n \n", "holds nothing but empty lines"),
        ("0,5;1\n" * 250 + "1.500;2\n", 'line 251, column 1: "1.500" is no number'),
    ],
)  # fmt: skip
def test_faults_name_the_line_and_the_field(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        opened(text, tmp_path)
    assert sentence in str(caught.value)


def test_line_numbers_count_all_lines_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PIECE_BYTES", 50)
    good = "".join(f"w{i},{i},1\n" for i in range(300))
    with pytest.raises(FileError, match=r'line 305, column 3: "bad" is no number'):
        opened(f'word,x,y\n"a\nb",1,2\n\n{good}c,3,bad\n', tmp_path)


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("x\ty\n1\t2\n3\t4\n5\t6\n", (HEAD,)),
        ("word,a,b\nx,1,\ny,,2\n", (HEAD, "2 empty fields shown as NaN.")),
        ("a;0,5;1\nb;1,5;2\n", (COMMA,)),
        (
            "word,pos,x,y\na,noun,1,2\nb,verb,3,4\n",
            (HEAD, "Columns of text besides the labels were left out: pos."),
        ),
        ("9 4\na 1 2\nb 3 4\n", ("2 rows found, header says 9.", "2 dims found, header says 4.")),
    ],
)
def test_what_was_taken_for_granted_is_said(
    text: str, notes: tuple[str, ...], tmp_path: Path
) -> None:
    assert opened(text, tmp_path).notes == notes


def test_missing_fields_are_nan(tmp_path: Path) -> None:
    found = opened("word,a,b\nx,1,\ny,,2\n", tmp_path).rows([0, 1])
    np.testing.assert_array_equal(found, [[1, np.nan], [np.nan, 2]])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2 2\na 1 2\nb 3 4\n", "word2vec text"),
        ("a 1 2\nb 3 4\n", "GloVe text"),
        ("1.5 2\n3 4\n", "text"),
        ("a\t1\t2\nb\t3\t4\n", "TSV"),
        ("a;1;2\nb;3;4\n", "CSV"),
    ],
)
def test_formats_have_names(text: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "table").write_text(text)
    assert describe_file(tmp_path / "table").format == name
    assert describe_file(tmp_path / "table").chosen == "vectors"


def test_a_line_without_end_is_no_row(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="line 1 is longer than 4 MB"):
        opened(b"1 " * (3 << 20), tmp_path)


@pytest.mark.parametrize("sign", [" ", "\t", ",", ";"])
def test_a_line_of_far_too_many_fields_is_no_row(sign: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="it has lines of more than 131,072 fields"):
        opened(sign.join(["1"] * 131_074), tmp_path)


def test_a_table_of_a_large_vocabulary_on_its_side_opens(tmp_path: Path) -> None:
    line = ",".join(["0.5"] * 50_257)
    table = opened(f"{line}\n{line}\n", tmp_path)
    assert table.shape == (2, 50_257)
    assert open_table(tmp_path / "table", "vectors.T").shape == (50_257, 2)


def test_wide_tables_of_words_are_not_taken_for_turned_ones(tmp_path: Path) -> None:
    table = opened("a 1 2 3 4\nb 5 6 7 8\n", tmp_path)
    assert table.shape == (2, 4)
    assert table.notes == ()
    plain = opened("1.5 2 3 4\n5 6 7 8\n", tmp_path)
    assert "Transposed?" in plain.notes[0]
    assert open_table(tmp_path / "table", "vectors.T").shape == (4, 2)
