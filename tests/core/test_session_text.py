"""What a text finds in a table."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.session.belonging import is_mismatch, remarks, rows_with_token
from embedscope.session.text import look_up_text
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer


def hundred_rows(**kwargs: object) -> Table:
    table = Table.from_array(10.0 * np.arange(100)[:, None] + np.arange(4), "hundred")
    return Table(table.source, table.name, **kwargs)  # type: ignore[arg-type]


def test_T21_ids_beyond_the_table_are_marked_and_the_others_still_show():
    text = look_up_text("hello !a", get_tokenizer("gpt2"), "plain", hundred_rows())
    assert text.ids.tolist() == [31373, 5145, 64]
    assert text.has_row.tolist() == [False, False, True]
    assert text.looked_up.rows([2])[0].tolist() == [640, 641, 642, 643]
    assert np.isnan(text.looked_up.rows([0, 1])).all()
    assert np.isnan(text.norms[:2]).all()
    assert text.norms[2] == np.sqrt(640.0**2 + 641.0**2 + 642.0**2 + 643.0**2)


def test_repeated_tokens_give_repeated_rows():
    text = look_up_text("7 7 2 7", get_tokenizer("ids"), "plain", hundred_rows())
    assert text.looked_up.rows([0, 1, 2, 3])[:, 0].tolist() == [70, 70, 20, 70]


def test_an_empty_text_has_no_rows_and_no_nan():
    text = look_up_text("", get_tokenizer("gpt2"), "plain", hundred_rows())
    assert (len(text.ids), text.looked_up.shape, text.norms.size) == (0, (0, 4), 0)


@pytest.mark.parametrize(
    ("tokenizer", "said"),
    [
        ("gpt2", ["100 rows, 50,257 tokens: 50,157 tokens have no row."]),
        ("r50k_base", ["100 rows, 50,257 tokens: 50,157 tokens have no row."]),
        ("ids", []),
    ],
)
def test_a_tokenizer_that_belongs_is_no_mismatch(tokenizer: str, said: list[str]):
    table = hundred_rows(tokenizer="gpt2")
    assert not is_mismatch(table, get_tokenizer(tokenizer))
    assert list(remarks(table, get_tokenizer(tokenizer))) == said


def test_a_foreign_tokenizer_is_told_plainly():
    table = hundred_rows(tokenizer="gpt2")
    first = remarks(table, get_tokenizer("cl100k_base"))[0]
    assert is_mismatch(table, get_tokenizer("cl100k_base"))
    assert first.startswith("These ids were made for another table: hundred belongs to gpt2")


def test_a_tokenizer_that_was_merely_chosen_before_is_no_owner():
    table = replace(hundred_rows(tokenizer="gpt2"), is_tokenizer_chosen=True)
    assert not is_mismatch(table, get_tokenizer("cl100k_base"))
    first, _ = remarks(table, get_tokenizer("cl100k_base"))
    assert first.startswith("Nothing says which tokenizer hundred was made with; ids are taken ")
    assert rows_with_token(table, get_tokenizer("cl100k_base")) is None
    assert rows_with_token(table, get_tokenizer("r50k_base")) == 100
    assert remarks(table, get_tokenizer("gpt2")) == remarks(
        hundred_rows(tokenizer="gpt2"), get_tokenizer("gpt2")
    )


def test_a_table_of_unknown_origin_says_where_ids_come_from():
    first = remarks(hundred_rows(), get_tokenizer("gpt2"))[0]
    assert first == (
        "Nothing says which tokenizer hundred was made with; ids are taken from gpt2. "
        "Choose the tokenizer ids to name rows by their numbers."
    )


def test_F37_rows_without_a_token_are_counted():
    table = Table.from_array(np.zeros((7, 2)), "seven")
    owned = Table(table.source, table.name, tokenizer="book-words")
    assert remarks(owned, get_tokenizer("book-words")) == ("7 rows, 6 tokens: 1 row has no token.",)


@given(st.lists(st.integers(0, 130), max_size=12), st.lists(st.integers(0, 130), max_size=12))
def test_what_is_known_from_the_text_before_changes_nothing(old: list[int], new: list[int]):
    table, ids = hundred_rows(), get_tokenizer("ids")
    texts = [" ".join(map(str, numbers)) for numbers in (old, new)]
    before = look_up_text(texts[0], ids, "plain", table)
    after = look_up_text(texts[1], ids, "plain", table, before=before)
    alone = look_up_text(texts[1], ids, "plain", table)
    np.testing.assert_array_equal(after.norms, alone.norms)
    np.testing.assert_array_equal(after.has_row, alone.has_row)


def test_rows_of_another_table_are_read_anew():
    ids, doubled = get_tokenizer("ids"), Table.from_array(np.full((100, 4), 2.0))
    before = look_up_text("7 8", ids, "plain", hundred_rows())
    assert look_up_text("7 8", ids, "plain", doubled, before=before).norms.tolist() == [4, 4]
