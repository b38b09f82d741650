"""Labels with a line of column names, chosen by hand for a table."""

from pathlib import Path

import pytest

from embedscope.tokenizers.headed import without_header
from embedscope.tokenizers.registry import get_tokenizer
from embedscope.tokenizers.words import word_list

FILES = Path(__file__).parents[1] / "cases" / "files"


@pytest.mark.parametrize("file", ["F14b_meta_header1.tsv", "F14c_meta_header2.tsv"])
def test_F14_a_header_shifts_no_label(file: str) -> None:
    tokenizer = get_tokenizer(FILES / file)
    labels = without_header(tokenizer, 3)
    assert [labels.token_bytes(row) for row in range(4)] == [b"cat", b"dog", b"fox", None]
    assert labels.encode("cat dog fox").ids.tolist() == [0, 1, 2]
    assert labels.name == tokenizer.name
    assert labels.notes[0] == (  # type: ignore[attr-defined]
        'Line 1 of the labels is a header; the labels are those of "word".'
    )


@pytest.mark.parametrize(
    ("words", "n_rows"),
    [
        (["word", "cat", "dog"], 3),  # a row for each
        (["word", "cat", "dog"], 1),
        (["cat", "dog", "fox"], 2),  # no header: one word without a row
    ],
)
def test_lists_without_a_header_stay_as_they_are(words: list[str], n_rows: int) -> None:
    labels = word_list("labels.txt", words)
    assert without_header(labels, n_rows) is labels


def test_the_column_with_the_labels_is_found_by_its_name() -> None:
    labels = without_header(word_list("m.tsv", ["count\tLabel", "3\tcat", "2"]), 2)
    assert [labels.token_bytes(row) for row in range(2)] == [b"cat", b""]


def test_other_tokenizers_stay_as_they_are() -> None:
    gpt2 = get_tokenizer("gpt2")
    assert without_header(gpt2, 50256) is gpt2
