"""Lists of neighbours as a session asks for them, in other spaces, of means and expressions."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from embedscope.expressions import Scope
from embedscope.geometry.spaces import fit_space
from embedscope.presets import PRESETS
from embedscope.session.nearest import Place, Query, find_nearest, folds
from embedscope.session.session import NearestWish
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer

CASES = Path(__file__).parents[1] / "cases" / "files"
PLAIN = NearestWish(folded=False)
KING, MAN, WOMAN, QUEEN = 5822, 582, 2415, 16599


@cache
def minilm() -> Place:
    table, tokenizer = PRESETS["minilm-gpt2-64d"].make(), get_tokenizer("gpt2")
    return Place(table, tokenizer, scope=Scope.of(table, tokenizer))


def cosines(rows: np.ndarray, query: np.ndarray) -> np.ndarray:
    """Of rows that have a direction; -2 of others."""
    size = np.linalg.norm(rows, axis=1) * np.linalg.norm(query)
    found: np.ndarray = np.where(size > 0, rows @ query / np.maximum(size, 1e-300), -2.0)
    return found


def test_a_row_is_not_its_own_neighbour() -> None:
    found = find_nearest(Query(KING), minilm(), PLAIN, "cosine")
    rows = minilm().table.block(0, minilm().table.n_rows).astype(np.float64)
    score = cosines(rows, rows[KING])
    expected = np.argsort(-score, kind="stable")
    expected = expected[expected != KING][:10]
    assert found.found.ids.tolist() == expected.tolist()
    np.testing.assert_allclose(found.found.scores, score[expected], atol=1e-12)
    assert (found.row, found.of) == (KING, f"row {KING}")


def test_forms_of_a_word_are_one_entry_with_a_count() -> None:
    found = find_nearest(Query(KING), minilm(), NearestWish(), "cosine")
    assert found.families is not None
    assert len(found.families) == 10
    assert found.found.ids.tolist() == [family.id for family in found.families]
    assert found.own is not None
    forms = {minilm().tokenizer.token_bytes(i) for i in found.own.members}
    assert b"king" in forms
    assert b" King" in forms
    texts = [minilm().tokenizer.token_bytes(i) for i in found.found.ids.tolist()]
    folded = {(text or b"").strip().lower().rstrip(b"s") for text in texts}
    assert len(folded) == 10


def test_folding_is_on_where_a_tokenizer_has_forms_of_words() -> None:
    assert folds(NearestWish(), get_tokenizer("gpt2"))
    assert not folds(NearestWish(), get_tokenizer("book-words"))
    assert not folds(NearestWish(), get_tokenizer("ids"))
    assert not folds(PLAIN, get_tokenizer("gpt2"))


def test_an_expression_is_a_query() -> None:
    wish = NearestWish(folded=False, query="expression")
    asked = '" king" - " man" + " woman"'
    found = find_nearest(Query(expression=asked), minilm(), wish, "cosine")
    rows = minilm().table.block(0, minilm().table.n_rows).astype(np.float64)
    score = cosines(rows, rows[KING] - rows[MAN] + rows[WOMAN])
    expected = np.argsort(-score, kind="stable")[:10]
    assert found.found.ids.tolist() == expected.tolist()
    assert (found.row, found.of) == (None, asked)


def test_rows_of_an_expression_are_moved_and_directions_are_not() -> None:
    table = minilm().table
    space = fit_space(table)
    place = Place(table, minilm().tokenizer, space, scope=minilm().scope)
    rows = table.block(0, table.n_rows).astype(np.float64)
    rows -= rows.mean(axis=0)
    wish = NearestWish(folded=False, removed=0)
    for asked, query in (
        ('" king" + " man"', rows[KING] + rows[MAN]),
        ('mean(" king", " man")', rows[KING] + rows[MAN]),
        ("mean(/^ king$|^ man$/)", rows[KING] + rows[MAN]),
        ("dim(3)", np.eye(table.n_dims)[3]),
    ):
        found = find_nearest(Query(expression=asked), place, wish, "cosine").found
        expected = np.argsort(-cosines(rows, query), kind="stable")[:10]
        assert found.ids.tolist() == expected.tolist(), asked


def test_what_is_wrong_with_an_expression_is_a_result() -> None:
    found = find_nearest(Query(expression='" king" - 3'), minilm(), PLAIN, "cosine")
    assert found.fault is not None
    assert found.fault.position == 8
    assert len(found.found) == 0


def test_the_mean_of_rows_is_a_query_and_repeated_rows_count() -> None:
    ids = np.array([KING, KING, QUEEN])
    found = find_nearest(Query(rows=ids, whose="the text"), minilm(), PLAIN, "cosine")
    rows = minilm().table.block(0, minilm().table.n_rows).astype(np.float64)
    expected = np.argsort(-cosines(rows, rows[ids].mean(axis=0)), kind="stable")[:10]
    assert found.found.ids.tolist() == expected.tolist()
    assert found.of == "the mean of 3 rows of the text"


def test_rows_without_a_token_can_be_left_out() -> None:
    table = Table.from_array(np.ones((50_300, 2), np.float32))
    place = Place(table, get_tokenizer("gpt2"))
    wish = NearestWish(k=50_299, folded=False)
    assert len(find_nearest(Query(5), place, wish, "cosine").found) == 50_299
    wish = NearestWish(k=50_299, folded=False, only_tokens=True)
    found = find_nearest(Query(5), place, wish, "cosine").found
    assert found.ids.tolist() == [i for i in range(50_257) if i != 5]


def test_N01_a_zero_row_asked_for_is_told_by_its_number() -> None:
    table = Table.from_array(np.load(CASES / "N01_zero_row.npy"))
    found = find_nearest(Query(0), Place(table, get_tokenizer("ids")), NearestWish(), "cosine")
    assert len(found.found) == 0
    assert found.found.note.startswith("Row 0 is all zeros")


def test_L07_scores_of_centred_rows_are_not_all_high() -> None:
    table = Table.from_array(np.load(CASES / "L07_common_offset.npy"))
    tokenizer = get_tokenizer("ids")
    wish = NearestWish(k=29)
    raw = find_nearest(Query(3), Place(table, tokenizer), wish, "cosine")
    moved = find_nearest(Query(3), Place(table, tokenizer, fit_space(table)), wish, "cosine")
    assert raw.found.scores.min() > 0.9
    assert moved.found.scores.mean() == pytest.approx(-0.03, abs=0.03)


def test_rows_that_the_expression_names_can_be_left_out() -> None:
    asked = '" king" - " man" + mean(" woman", id(995), /^ queens?$/) * 2'
    wish = NearestWish(k=30, folded=False, query="expression")
    everything = find_nearest(Query(expression=asked), minilm(), wish, "cosine").found.ids.tolist()
    without = replace(wish, without_named=True)
    rest = find_nearest(Query(expression=asked), minilm(), without, "cosine").found.ids.tolist()
    named = {KING, MAN, WOMAN, 995}
    assert named & set(everything)
    assert rest[:20] == [row for row in everything if row not in named][:20]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        (Query(expression='0 * " king"'), "The expression"),
        (Query(expression='" king" - " king"'), "The expression"),
        (Query(2), "Row 2"),
        (Query(rows=np.array([2, 2]), whose="the text"), "The mean of the text"),
    ],
)
def test_what_has_no_direction_says_so(query: Query, name: str) -> None:
    place = minilm()
    if not query.expression:
        rows = np.eye(5, dtype=np.float32)
        rows[2] = 0
        place = Place(Table.from_array(rows), get_tokenizer("ids"))
    found = find_nearest(query, place, NearestWish(), "cosine").found
    assert len(found) == 0
    assert found.note.startswith(f"{name} is all zeros: it has no direction")
