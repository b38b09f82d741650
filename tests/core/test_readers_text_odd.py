"""Texts as other programs and other places write them: the right numbers, or a sentence."""

import os
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table
from embedscope.tokenizers.words import WordTokenizer

ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
TEXT = "a 1 2\nb 3 4\nc 5 6\n"
NAMES = "holds the names of columns and was passed over."


def opened(folder: Path, data: str | bytes, name: str = "a.txt"):
    (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return open_table(folder / name)


def rows(table) -> list[list[float]]:
    found: list[list[float]] = table.rows(range(table.n_rows)).tolist()
    return found


def words(table) -> list[str]:
    assert isinstance(table.tokenizer, WordTokenizer)
    return [(table.tokenizer.token_bytes(i) or b"").decode() for i in range(table.n_rows)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_lines_may_end_in_carriage_returns_alone(encoding: str, tmp_path: Path) -> None:
    table = opened(tmp_path, TEXT.replace("\n", "\r").encode(encoding))
    assert rows(table) == ROWS
    assert words(table) == ["a", "b", "c"]


def test_a_carriage_return_among_line_ends_is_part_of_a_word(tmp_path: Path) -> None:
    table = opened(tmp_path, "a\rb 1 2\nc 3 4\n")
    assert words(table) == ["a\rb", "c"]


@pytest.mark.parametrize(
    "text", ["a \u22121 2.5\nb 3 \u2212.25e\u22121\n", "x\n\u22121,2.5\n3,-0.025\n"]
)
def test_the_minus_sign_of_mathematics_is_one(text: str, tmp_path: Path) -> None:
    np.testing.assert_array_equal(
        opened(tmp_path, text.replace("x\n", "")).rows([0, 1]),
        np.array([[-1, 2.5], [3, -0.025]], np.float32),
    )


def test_a_word_of_minus_signs_is_a_word(tmp_path: Path) -> None:
    table = opened(tmp_path, "\u2212 1 2\nb 3 4\n\u2212\u22121 5 6\n")
    assert words(table) == ["\u2212", "b", "\u2212\u22121"]


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("# by hand\n" + TEXT, ("1 comment line in front was passed over.",)),
        ("\n# by hand\n\n# 7 8\n#\n" + TEXT, ("3 comment lines in front were passed over.",)),
        ("# x y\n1.0 2.0\n3.0 4.0\n5.0 6.0\n", ("1 comment line in front was passed over.",)),
        ("# 0 1\n1.0 2.0\n3.0 4.0\n5.0 6.0\n", ("1 comment line in front was passed over.",)),
        (
            "# by hand\nw,x,y\na,1,2\nb,3,4\nc,5,6\n",
            ("1 comment line in front was passed over.", f"The line behind {NAMES}"),
        ),
        ("#w,x,y\na,1,2\nb,3,4\nc,5,6\n", (f"Line 1 {NAMES}",)),
        ("sep=;\na;1;2\nb;3;4\nc;5;6\n", ("1 comment line in front was passed over.",)),
        ("# by hand\n3 2\n" + TEXT, ("1 comment line in front was passed over.",)),
    ],
)
def test_comments_in_front_are_passed_over(text: str, notes, tmp_path: Path) -> None:
    table = opened(tmp_path, text.replace("# 7 8", "# 7 of 8"))
    assert rows(table) == ROWS
    assert table.notes == notes


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("# 9 8\n" + TEXT, ["#", "a", "b", "c"]),
        ("#tag 9 8\n" + TEXT, ["#tag", "a", "b", "c"]),
        ("# by hand\n# 9 8\n" + TEXT, ["#", "a", "b", "c"]),
        ("# 9 8\n# x\n" + TEXT, None),  # behind a row no line is passed over
        ("#a 1 2\n#b 3 4\n", ["#a", "#b"]),
    ],
)
def test_a_word_may_begin_with_the_sign_of_comments(text: str, first, tmp_path: Path) -> None:
    if first is None:
        with pytest.raises(FileError, match="line 2 has 1 value, expected 2"):
            opened(tmp_path, text)
    else:
        assert words(opened(tmp_path, text)) == first


def test_comments_over_several_blocks_and_a_fault_behind_them(tmp_path: Path) -> None:
    text = "# by hand\n" * 60 + TEXT * 30_000 + "c 5\n"
    with pytest.raises(FileError, match="line 90061 has 1 value, expected 2"):
        opened(tmp_path, text)


@pytest.mark.parametrize(
    "text", ["[1, 2, 3]\n[4, 5, 6]\n", "a;[1;2]\nb;[3;4]\n", "(1,2)\n(3,4)\n", "{1\t2}\n{3\t4}\n"]
)
def test_numbers_in_brackets_are_not_taken_apart(text: str, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is text, but no table of numbers: line 1 is"):
        opened(tmp_path, text)


def test_words_may_begin_with_brackets(tmp_path: Path) -> None:
    assert words(opened(tmp_path, "[UNK],1,2\n(,3,4\n[1,5,6\n")) == ["[UNK]", "(", "[1"]


@pytest.mark.parametrize("name", ["", "id", "index", "Unnamed: 0", "token_id"])
@pytest.mark.parametrize("ids", ["012", "719"])
def test_a_column_that_numbers_the_rows_is_no_dim(name: str, ids: str, tmp_path: Path) -> None:
    lines = zip(ids, TEXT.splitlines(), strict=True)
    text = f"{name},token,x,y\n" + "".join(f"{i},{row.replace(' ', ',')}\n" for i, row in lines)
    table = opened(tmp_path, text, "a.csv")
    assert rows(table) == ROWS
    assert words(table) == ["a", "b", "c"]
    counted = "The first column numbers the rows and was left out."
    assert table.notes == (f"Line 1 {NAMES}", counted)


@pytest.mark.parametrize("text", ["x,token,y\n0,a,1\n1,b,2\n", "id,token,y\n0.5,a,1\n1,b,2\n"])
def test_other_numbers_in_front_of_words_are_a_dim(text: str, tmp_path: Path) -> None:
    assert opened(tmp_path, text, "a.csv").shape == (2, 2)


LIKE_NUMBERS = 'All words end like a number, the first one is "{}": if that is one of the values, '


@pytest.mark.parametrize(
    ("text", "word"),
    [("a 5% 6\nb 7% 8\n", "a␣5%"), ("w;x\na;1 234\nb;2 345\n", "a;1"), ("1 2;3 4\n", "1␣2;3")],
)
def test_words_that_end_like_numbers_are_asked_about(text: str, word: str, tmp_path: Path) -> None:
    assert any(note.startswith(LIKE_NUMBERS.format(word)) for note in opened(tmp_path, text).notes)


@pytest.mark.parametrize("text", ["route 66 1 2\na 3 4\nb 5 6\n", "1990s 1 2\n2000s 3 4\n", TEXT])
def test_words_with_numbers_are_words(text: str, tmp_path: Path) -> None:
    assert opened(tmp_path, text).notes == ()


@pytest.mark.parametrize("odd", ["1_000", "1.#INF", "0x10", "5%"])
def test_values_in_unknown_writing_are_told_where_some_rows_are_plain(
    odd: str, tmp_path: Path
) -> None:
    with pytest.raises(FileError, match=r"line 1, value 1: .* is no number"):
        opened(tmp_path, f"a {odd} 2\nb {odd} 3\nc 4 5\n")


def test_labels_and_numbers_are_not_parted_by_two_signs(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is text, but no table of numbers"):
        opened(tmp_path, "a\t0.1;0.2\nb\t0.3;0.4\n")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ('"\t","0.0","0.0"\n', "\t"),
        ('"a;1",2,3\n', "a;1"),
        ('1,2,"a\t3"\n', "a\t3"),
        ('"1 2",3,4\n', "1 2"),
        ('"[1","2","3"\n', "[1"),
        ("a\tb,1,2\n", "a\tb"),
        ("1;2;a\tb\n", "a\tb"),
        ("[1,2,3\n[1,4,5\n", "[1"),
        ("word,x,y\n1 2,3,4\n", "1 2"),
        ("word,x,y\na\t1,3,4\n", "a\t1"),
        ("x,token\n1,2;3\n", "2;3"),
        (",x\n2;3,1\n", "2;3"),
        ('"a\t1"\t2\t3\n', "a\t1"),
        ('"a\tb"\t2\nc\t3\n', "a\tb"),
    ],
)
def test_a_word_in_quotes_or_below_its_name_may_hold_any_sign(
    text: str, first: str, tmp_path: Path
) -> None:
    assert words(opened(tmp_path, text, "a.csv"))[0] == first


@pytest.mark.parametrize("head", ["", "w;x\n", "word;x\n", ";x\n"])
def test_one_value_with_a_decimal_comma_is_no_part_of_a_word(head: str, tmp_path: Path) -> None:
    table = opened(tmp_path, f"{head}a;0,5\nb;0,25\n", "a.csv")
    assert words(table) == ["a", "b"]
    assert rows(table) == [[0.5], [0.25]]


# what must not be waited for


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
@pytest.mark.parametrize("name", ["tokenizer.json", "config.json", "words.txt", "a.vocab"])
def test_a_pipe_beside_a_table_is_not_read(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / name)
    np.save(tmp_path / "a.npy", np.ones((4, 3)))
    assert open_table(tmp_path / "a.npy").shape == (4, 3)
    assert describe_file(tmp_path).tokenizer is None
