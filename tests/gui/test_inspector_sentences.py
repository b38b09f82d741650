"""The inspector's words and numbers."""

from dataclasses import replace

import numpy as np
import pytest

from embedscope.tables.torch_init import seeded_table
from embedscope_gui.inspector.facts import TokenFacts
from embedscope_gui.inspector.sentences import (
    exact_lines,
    exact_text,
    lookup_text,
    notes_text,
    row_sentence,
    short_lookup_text,
    short_notes_text,
    short_row_sentences,
    stats_text,
    values_title,
)

BOOK = seeded_table(6, 3, seed=123)


def facts_of(
    row: int | None, values: np.ndarray | None, n_rows: int = 6, id_: int = 5
) -> TokenFacts:
    low, high = (values.min(), values.max()) if values is not None else (np.nan, np.nan)
    norm = np.linalg.norm(values) if values is not None else np.nan
    mean = values.mean() if values is not None else np.nan
    return TokenFacts(
        position=2,
        label="over",
        text="over",
        hex="6f 76 65 72",
        id=id_,
        row=row,
        n_rows=n_rows,
        table_name="book-6x3",
        values=values,
        norm=float(norm),
        mean=float(mean),
        low=float(low),
        high=float(high),
    )


def test_L05_rows_are_counted_from_0() -> None:
    assert row_sentence(facts_of(5, BOOK.rows([5])[0])) == "id 5 → row 5, the sixth of 6 rows"
    third = facts_of(3, BOOK.rows([3])[0], id_=3)
    assert row_sentence(third) == "id 3 → row 3, the fourth of 6 rows"


def test_L05_the_lookup_is_spelled_out() -> None:
    assert lookup_text(facts_of(5, BOOK.rows([5])[0])) == "table[5] = [-2.8400, -0.7849, -1.4096]"


def test_T21_an_id_beyond_the_table_has_no_row() -> None:
    facts = facts_of(None, None, n_rows=100, id_=31373)
    assert row_sentence(facts) == "id 31373 → no row: the table has 100 rows, 0 to 99"
    assert lookup_text(facts) == "nothing to look up"
    assert stats_text(facts) == ""


def test_narrow_panes_are_told_less_of_the_same() -> None:
    facts = facts_of(995, BOOK.rows([5])[0], n_rows=51864, id_=995)
    assert short_row_sentences(facts) == (
        "id 995 → row 995, the 996th of 51,864",
        "id 995 → row 995 of 51,864",
    )
    missing = facts_of(None, None, n_rows=100, id_=31373)
    assert short_row_sentences(missing) == ("id 31373 → no row: there are 100",)
    values = np.array([0.0, 0.7, -0.4, 100.0, 1.5e10, 20_000.0, np.nan], np.float32)
    shown = "table[995] = [0, 0.7, -0.4, 100, 1.500e+10, 20000, nan]"
    assert short_lookup_text(facts_of(995, values, n_rows=51864)) == shown


def test_remarks_may_lose_their_reasons_but_not_what_is_odd() -> None:
    notes = ("Leading space: it is part of the token.", "Odd: all zeros.", "Not in the text.")
    facts = replace(facts_of(5, BOOK.rows([5])[0]), notes=notes)
    assert notes_text(facts) == " ".join(notes)
    assert short_notes_text(facts) == "Leading space. Odd: all zeros. Not in the text."


def test_an_unknown_word_has_no_id() -> None:
    facts = facts_of(None, None, id_=-1)
    assert row_sentence(facts) == "no id, so no row"


def test_stats() -> None:
    facts = facts_of(5, BOOK.rows([5])[0])
    assert stats_text(facts) == "norm 3.2663 · mean -1.6781 · min -2.8400 · max -0.7849"


def test_a_long_row_is_cut_in_the_sentence_only() -> None:
    values = np.arange(100, dtype=np.float32)
    text = lookup_text(facts_of(0, values))
    assert text.endswith("63.000, …]")
    assert exact_text(values).count(",") == 99


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_copied_numbers_give_back_the_stored_ones(dtype: type[np.floating]) -> None:
    values = np.random.default_rng(1).normal(size=50).astype(dtype)
    values[:5] = [0.1, -0.0, np.inf, np.nan, 1e-7]
    text = exact_text(values)
    assert text.startswith("[0.1, -0.0, inf, nan, ")
    back = np.array([float(part) for part in text.strip("[]").split(", ")]).astype(dtype)
    np.testing.assert_array_equal(back, values)
    assert exact_lines(values).split("\n") == text.strip("[]").split(", ")


def test_values_that_cannot_be_drawn_are_counted() -> None:
    assert values_title(np.array([1.0])) == "1 value"
    assert values_title(np.array([1.0, np.nan, np.inf])) == "3 values, 2 not finite"
