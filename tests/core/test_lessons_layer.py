"""A lookup as a product: the same numbers, its cost, its gradient."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from embedscope.errors import Cancelled, EmbedscopeError, MissingRowError
from embedscope.lessons.gradient import looked_up_gradient, matrix_rule, toy_gradient
from embedscope.lessons.product import (
    MOST_TOKENS,
    LookupCheck,
    LookupCost,
    check_lookup,
    one_hot_product,
    product_steps,
)
from embedscope.presets import PRESETS
from embedscope.progress import Progress
from embedscope.readers import open_table
from embedscope.tables.onehot import one_hot
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer

FINITE = st.floats(-(2.0**127), 2.0**127, width=32)
TABLES = npst.arrays(np.float32, npst.array_shapes(min_dims=2, max_dims=2, max_side=9),
                     elements=FINITE)  # fmt: skip


@pytest.mark.parametrize("name", PRESETS)
def test_product_and_lookup_differ_by_exactly_nothing_in_every_preset(name: str) -> None:
    preset = PRESETS[name]
    table = open_table(name)
    ids = get_tokenizer(preset.tokenizer).encode(preset.text).ids
    found = check_lookup(table, [*ids.tolist(), table.n_rows - 1, 0])
    assert found.largest_difference == 0.0
    assert (found.n_ids, found.n_dims_left_out) == (len({*ids.tolist(), table.n_rows - 1, 0}), 0)


@given(TABLES, st.data())
@settings(max_examples=60)
def test_the_product_is_the_lookup_for_any_finite_table(array, data) -> None:
    table = Table.from_array(array)
    ids = data.draw(st.lists(st.integers(0, len(array) - 1), max_size=6))
    product = one_hot_product(table, ids)
    np.testing.assert_array_equal(product, table.rows(ids))
    np.testing.assert_array_equal(product, one_hot(ids, len(array)) @ array)


def test_the_product_is_made_by_blocks() -> None:
    array = np.arange(3_000_000, dtype=np.float32).reshape(1_500_000, 2)
    ids = [0, 1_499_999, 700_000, 0]  # one_hot would take 24 MB at once
    np.testing.assert_array_equal(one_hot_product(Table.from_array(array), ids), array[ids])


def test_only_so_many_different_ids_are_multiplied() -> None:
    table = Table.from_array(np.ones((200, 3), np.float32))
    assert check_lookup(table, np.arange(200)).n_ids == MOST_TOKENS
    assert check_lookup(table, []) == LookupCheck(0, 0.0, 0)


def test_dims_with_infinity_are_left_out_and_counted() -> None:
    array = np.ones((4, 5), np.float32)
    array[3, 1], array[2, 4] = np.inf, np.nan
    assert check_lookup(Table.from_array(array), [0, 1, 3]) == LookupCheck(3, 0.0, 2)


@pytest.mark.parametrize("row", [-1, 4])
def test_ids_without_a_row_are_refused(row: int) -> None:
    table = Table.from_array(np.ones((4, 2), np.float32))
    with pytest.raises(MissingRowError, match=f"id {row} has no row"):
        one_hot_product(table, [0, row])
    with pytest.raises(MissingRowError, match=f"id {row} has no row"):
        product_steps(table, row)


def test_the_product_stops_when_asked() -> None:
    table = open_table("whisper-tiny.en")
    with pytest.raises(Cancelled):
        check_lookup(table, [995], Progress(stopped=lambda: True))


def test_costs() -> None:
    cost = LookupCost(4, 50257, 768)
    assert (cost.multiplications, cost.copies) == (4 * 50257 * 768, 3072)


def test_the_sum_step_by_step() -> None:
    steps = product_steps(open_table("book-6x3"), 3)
    assert [step.row for step in steps] == [0, 1, 2, 3, 4, 5]
    assert [step.factor for step in steps] == [0, 0, 0, 1, 0, 0]
    assert [step.total.any() for step in steps] == [False, False, False, True, True, True]
    row = open_table("book-6x3").rows([3])[0]
    np.testing.assert_array_equal(steps[3].term, row)
    np.testing.assert_array_equal(steps[-1].total, row)


@pytest.mark.parametrize("row", [0, 1, 2, 500, 997, 998, 999])
def test_steps_of_a_large_table_skip_rows_but_not_the_one(row: int) -> None:
    array = np.random.default_rng(0).normal(size=(1000, 20)).astype(np.float32)
    steps = product_steps(Table.from_array(array), row)
    assert len(steps) <= 9
    assert steps[0].row == 0
    assert steps[-1].row == 999
    assert sum(step.factor for step in steps) == 1
    assert len(steps) + sum(step.n_skipped for step in steps) == 1000
    np.testing.assert_array_equal(steps[-1].total, array[row, :8])


def test_a_toy_gradient_counts_how_often_a_row_was_used() -> None:
    found = toy_gradient(open_table("book-6x3"), [2, 3, 2, -1, 6])
    assert found.rows.tolist() == [2, 3]
    assert found.counts.tolist() == [2, 1]
    assert found.values.tolist() == [[2, 2, 2], [1, 1, 1]]
    assert found.n_zero_rows == 4
    assert found.row(5).tolist() == [0, 0, 0]


def test_squares_give_the_row_itself_as_often_as_it_was_used() -> None:
    table = open_table("book-6x3")
    found = toy_gradient(table, [2, 3, 2], "squares")
    np.testing.assert_allclose(found.row(2), 2 * table.rows([2])[0].astype(float))
    np.testing.assert_allclose(found.row(3), table.rows([3])[0].astype(float))


@pytest.mark.parametrize("loss", ["sum", "squares"])
def test_the_gradient_is_what_the_loss_does_when_a_number_grows(loss) -> None:
    ids, step = np.array([1, 4, 1]), 1e-4
    start = np.random.default_rng(3).normal(size=(5, 3))

    def value(table: np.ndarray) -> float:
        rows = table[ids]
        return float(rows.sum() if loss == "sum" else (rows**2).sum() / 2)

    found = toy_gradient(Table.from_array(start), ids, loss)
    for row, dim in np.ndindex(5, 3):
        more, less = start.copy(), start.copy()
        more[row, dim] += step
        less[row, dim] -= step
        slope = (value(more) - value(less)) / (2 * step)
        assert found.row(row)[dim] == pytest.approx(slope, abs=1e-7)


@given(st.lists(st.integers(0, 7), min_size=1, max_size=12), st.integers(1, 4))
def test_the_matrix_rule_adds_up_repeated_tokens(ids: list[int], n_dims: int) -> None:
    upstream = np.random.default_rng(len(ids)).normal(size=(len(ids), n_dims))
    expected = np.zeros((8, n_dims))
    np.add.at(expected, ids, upstream)
    np.testing.assert_allclose(matrix_rule(ids, upstream, 8), expected, atol=1e-12)
    short = looked_up_gradient(np.array(ids), upstream, 8)
    for row in range(8):
        np.testing.assert_allclose(short.row(row), expected[row], atol=1e-12)
        assert (row in short.rows.tolist()) == (row in ids)


def test_the_full_matrix_is_refused_where_it_is_too_large() -> None:
    with pytest.raises(EmbedscopeError, match="too large"):
        matrix_rule(np.zeros(1000, np.int64), np.ones((1000, 2)), 1_000_000)
