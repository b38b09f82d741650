"""Ids as labels: weighted sums, rows beside each other, the merges behind an id."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.errors import MissingRowError, UnknownNameError
from embedscope.lessons.ancestry import ancestry, has_ancestry
from embedscope.lessons.id_order import by_id_and_vector, cosines_to
from embedscope.lessons.weighted_sum import times_as_much, weighted_sum
from embedscope.readers import open_table
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer


def test_a_weighted_sum_of_the_ids_of_hello_world() -> None:
    made = weighted_sum([15496, 11, 995, 0], 0.5)
    assert made.terms.tolist() == [7748.0, 5.5, 497.5, 0.0]
    assert made.total == 8251.0
    np.testing.assert_allclose(made.shares, np.array([7748, 5.5, 497.5, 0]) / 8251)


def test_ids_that_are_none_are_left_out_of_the_sum() -> None:
    assert weighted_sum([2, -1, 3], 1).ids.tolist() == [2, 3]
    nothing = weighted_sum([], 1)
    assert (nothing.total, len(nothing.shares)) == (0.0, 0)
    assert weighted_sum([0, 0], 1).shares.tolist() == [0.0, 0.0]


@given(st.lists(st.integers(0, 300_000), min_size=1), st.floats(-1, 1))
def test_no_weight_changes_the_shares(ids: list[int], weight: float) -> None:
    if abs(weight) > 1e-6 and any(ids):
        shares = weighted_sum(ids, weight).shares
        np.testing.assert_allclose(shares, weighted_sum(ids, 1).shares, rtol=1e-9)
        assert shares.sum() == pytest.approx(1)


def test_world_would_count_ninety_times_as_much_as_a_comma() -> None:
    factor = times_as_much(995, 11)
    assert factor == 995 / 11
    assert round(factor or 0) == 90
    assert times_as_much(995, 0) is None
    assert times_as_much(-1, 5) is None


def test_rows_beside_world_by_id_and_by_vector() -> None:
    both = by_id_and_vector(open_table("whisper-tiny.en"), 995)
    assert both.ids.tolist() == [991, 992, 993, 994, 996, 997, 998, 999]
    label = get_tokenizer("gpt2").token_bytes
    assert [label(row) for row in both.nearest.ids[:3].tolist()] == [b" World", b" word", b" life"]
    assert float(both.cosines.max()) < float(both.nearest.scores.min())


def test_at_the_ends_of_a_table_there_are_fewer_rows_beside() -> None:
    table = Table.from_array(np.eye(5, dtype=np.float32) + 1)
    assert by_id_and_vector(table, 0, 2).ids.tolist() == [1, 2]
    assert by_id_and_vector(table, 4, 2).ids.tolist() == [2, 3]
    assert by_id_and_vector(table, 2, 9).ids.tolist() == [0, 1, 3, 4]
    with pytest.raises(MissingRowError):
        by_id_and_vector(table, 5)


def test_cosines_are_those_of_the_formula() -> None:
    table = Table.from_array(np.array([[3, 4], [4, 3], [-3, -4], [0, 0]], np.float32))
    found = cosines_to(table, 0, np.arange(4))
    np.testing.assert_allclose(found[:3], [1, 24 / 25, -1])
    assert np.isnan(found[3])


def test_the_merges_behind_world() -> None:
    found = ancestry(get_tokenizer("gpt2"), 995)
    assert [(merge.depth, merge.line) for merge in found.merges] == [
        (0, "“␣wor” + “ld” → “␣world”  id 995"),
        (1, "“␣w” + “or” → “␣wor”  id 476"),
        (2, "“␣” + “w” → “␣w”  id 266"),
        (2, "“o” + “r” → “or”  id 273"),
        (1, "“l” + “d” → “ld”  id 335"),
    ]
    assert found.number == 740
    assert found.note == "5 merges built this token from its bytes; the last was merge number 740."
    assert found.merges[0].parts == (("␣wor", 476), ("ld", 335))


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_parents_are_older_than_their_child(name: str) -> None:
    tokenizer = get_tokenizer(name)
    for token_id in np.random.default_rng(7).integers(256, 50_000, 40).tolist():
        found = ancestry(tokenizer, token_id)
        assert found.merges[0].token_id == token_id
        for merge in found.merges:
            assert len(merge.parts) == 2
            assert all(part is not None and part < (merge.token_id or 0) for _, part in merge.parts)
        labels = [merge.label for merge in found.merges]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("name", "token_id", "said"),
    [
        ("gpt2", 11, "single byte: it was there before the first merge"),
        ("gpt2", 50256, "special token: it was added by hand"),
        ("book-words", 2, "words of this small vocabulary were simply numbered"),
        ("ids", 5, "does not say how its tokens came to be"),
    ],
)
def test_why_a_token_was_not_merged(name: str, token_id: int, said: str) -> None:
    found = ancestry(get_tokenizer(name), token_id)
    assert (found.merges, found.number) == ((), None)
    assert said in found.note
    assert not has_ancestry(get_tokenizer(name), token_id)


def test_an_id_without_a_token_has_no_ancestry() -> None:
    with pytest.raises(UnknownNameError, match="no token with the id 99999"):
        ancestry(get_tokenizer("gpt2"), 99999)
    assert not has_ancestry(get_tokenizer("gpt2"), 99999)
    assert has_ancestry(get_tokenizer("gpt2"), 995)
