"""Laws of the text readers: what was written comes back, wherever pieces of the file end."""

import csv
import io
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from draws import examples
from embedscope.errors import EmbedscopeError
from embedscope.readers import open_table
from embedscope.readers.text import streams
from embedscope.readers.text.decimals import is_number
from embedscope.tables.table import Table
from embedscope.tokenizers.words import WordTokenizer

# One folder serves all examples of a test: each overwrites its file.
QUICK = settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
Style = Literal[0, 1, 2]
STYLES: list[Style] = [csv.QUOTE_ALL, csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]
Numbers = NDArray[np.float32]


def is_fair(word: str) -> bool:
    """Tell whether a word cannot be taken for numbers, whatever is behind it."""
    return "\n" not in word and not any(map(is_number, word.encode().replace(b"\t", b" ").split()))


def is_one_number(word: str) -> bool:
    """Tell whether a field is a number, whatever blanks and quotes are around it."""
    bare = word.strip(' "').encode()
    return is_number(bare) or is_number(bare, comma=True)


PLAIN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\x00"), max_size=9)
WORDS = PLAIN.filter(is_fair)
SIGNS = st.text(st.sampled_from("\t ;,\"'#[](){}01-.e=:|a"), max_size=9)
FIELDS = st.one_of(PLAIN, SIGNS).filter(lambda word: not is_one_number(word) and "\r" not in word)
SIZES = st.tuples(st.integers(1, 7), st.integers(2, 6))


@st.composite
def tables(draw: st.DrawFn, words: st.SearchStrategy[str] = WORDS) -> tuple[list[str], Numbers]:
    n_rows, n_dims = draw(SIZES)
    found = draw(st.lists(words, min_size=n_rows, max_size=n_rows))
    floats = st.floats(width=32, allow_nan=False, allow_infinity=False)
    cells = draw(st.lists(floats, min_size=n_rows * n_dims, max_size=n_rows * n_dims))
    return found, np.array(cells, np.float32).reshape(n_rows, n_dims)


def one_row(word: str) -> tuple[list[str], Numbers]:
    return [word], np.zeros((1, 2), np.float32)


def as_text(words: list[str], numbers: Numbers, gap: str, end: str) -> str:
    lines = [[word, *map(str, row)] for word, row in zip(words, numbers, strict=True)]
    return "".join(gap.join(line) + end for line in lines)


def assert_is(table: Table, words: list[str], numbers: Numbers) -> None:
    assert isinstance(table.tokenizer, WordTokenizer)
    assert list(table.tokenizer.words) == words
    found = table.rows(range(table.n_rows))
    np.testing.assert_array_equal(found.view(np.uint32), numbers.view(np.uint32))


@QUICK
@given(table=tables(), end=st.sampled_from(["\n", " \n", "\r\n"]), size=st.integers(1, 60))
def test_word2vec_text_comes_back(
    table: tuple[list[str], Numbers], end: str, size: int, tmp_path: Path
) -> None:
    words, numbers = table
    text = f"{len(words)} {numbers.shape[1]}\n{as_text(words, numbers, ' ', end)}"
    path = tmp_path / "table.vec"
    path.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "PIECE_BYTES", size)
        assert_is(open_table(path), words, numbers)


@QUICK
@given(table=tables())
def test_word2vec_binaries_come_back_with_and_without_line_ends(
    table: tuple[list[str], Numbers], tmp_path: Path
) -> None:
    words, numbers = table
    words = [word.replace(" ", "_") or "x" for word in words]
    head = f"{len(words)} {numbers.shape[1]}\n".encode()
    path = tmp_path / "table.bin"
    for end in (b"", b"\n"):
        rows = [
            word.encode() + b" " + row.tobytes() + end
            for word, row in zip(words, numbers, strict=True)
        ]
        path.write_bytes(head + b"".join(rows))
        for size in (5, 64, 1 << 18):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(streams, "PIECE_BYTES", size)
                assert_is(open_table(path), words, numbers)


@QUICK
@given(
    table=tables(FIELDS),
    separator=st.sampled_from(",;"),
    style=st.sampled_from(STYLES),
    has_head=st.booleans(),
    size=st.integers(1, 60),
)
@example(table=one_row("\t"), separator=",", style=csv.QUOTE_ALL, has_head=False, size=9)
@example(table=one_row("0;1"), separator=",", style=csv.QUOTE_MINIMAL, has_head=True, size=9)
def test_spreadsheets_come_back_with_quoted_words(
    table: tuple[list[str], Numbers],
    separator: str,
    style: Style,
    has_head: bool,
    size: int,
    tmp_path: Path,
) -> None:
    words, numbers = table
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=style, lineterminator="\n")
    if has_head or style == csv.QUOTE_MINIMAL:  # words out of quotes may be taken for numbers
        writer.writerow(["word", *(f"d{i}" for i in range(numbers.shape[1]))])
    writer.writerows([word, *row] for word, row in zip(words, numbers.tolist(), strict=True))
    path = tmp_path / "table.csv"
    path.write_bytes(text.getvalue().encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "PIECE_BYTES", size)
        assert_is(open_table(path), words, numbers)


@QUICK
@given(
    table=tables(WORDS.filter(lambda word: not {"\t", "\r"} & set(word))),
    label=st.integers(0, 1),
)
def test_columns_parted_by_tabs_come_back(
    table: tuple[list[str], Numbers], label: int, tmp_path: Path
) -> None:
    words, numbers = table
    words = [f"w{word}" for word in words]
    lines = [[word, *map(str, row)] for word, row in zip(words, numbers, strict=True)]
    ordered = [line[1:] + line[:1] if label else line for line in lines]
    path = tmp_path / "table.tsv"
    path.write_bytes("\n".join("\t".join(line) for line in ordered).encode())
    assert_is(open_table(path), words, numbers)


@QUICK
@given(text=st.binary(max_size=300))
def test_any_bytes_give_a_table_or_a_sentence(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "anything"
    path.write_bytes(text)
    sentence = ""
    try:
        table = open_table(path)
    except EmbedscopeError as fault:
        sentence = str(fault)
    else:
        assert table.rows([table.n_rows - 1]).shape == (1, table.n_dims)
    assert "\n" not in sentence
