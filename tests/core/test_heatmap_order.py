"""Rows and dims in another order: the same picture as of a permuted array, ids translated."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws import examples
from embedscope.errors import Cancelled
from embedscope.geometry.stats import row_stats
from embedscope.heatmap.cache import table_key
from embedscope.heatmap.order import (
    Order,
    cosines,
    order_by,
    order_by_angle,
    order_by_similarity,
    order_by_text,
    reordered,
)
from embedscope.heatmap.pyramid import build_pyramid
from embedscope.heatmap.reduction import REDUCTION_TITLES, Reduction
from embedscope.heatmap.render import render
from embedscope.heatmap.ribbon import row_ribbon
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import Progress
from embedscope.tables.base import Floats
from embedscope.tables.table import Table
from heatmap_cases import assert_equals_brute_force, scenes, small_scale

REDUCTIONS: list[Reduction] = list(REDUCTION_TITLES)


def shuffled(n: int, seed: int) -> Order:
    return Order(np.random.default_rng(seed).permutation(n), "shuffled")


@settings(max_examples=examples(80))
@given(scenes(), st.integers(0, 99), st.sampled_from(["r", "d", "b"]), st.sampled_from(REDUCTIONS))
def test_a_picture_in_another_order_equals_brute_force(
    scene: tuple[Floats, Viewport], seed: int, which: str, reduction: Reduction
) -> None:
    values, viewport = scene
    rows = shuffled(values.shape[0], seed) if which in "rb" else None
    dims = shuffled(values.shape[1], seed + 1) if which in "db" else None
    table = reordered(Table.from_array(values), rows, dims)
    expected = values if rows is None else values[rows.ids]
    expected = expected if dims is None else expected[:, dims.ids]
    assert_equals_brute_force(render(table, viewport, reduction), expected)
    with small_scale():
        picture = render(table, viewport, reduction, build_pyramid(table))
    assert_equals_brute_force(picture, expected, rtol=2e-6)


def test_reordered_rows_are_the_tables_rows_to_the_bit() -> None:
    values = np.random.default_rng(0).normal(size=(40, 6))
    table = Table.from_array(values)
    rows, dims = shuffled(40, 1), shuffled(6, 2)
    both = reordered(table, rows, dims)
    expected = values[rows.ids][:, dims.ids]
    np.testing.assert_array_equal(both.rows([3, 3, 39]), expected[[3, 3, 39]].astype(np.float32))
    np.testing.assert_array_equal(both.exact_rows([5]), expected[[5]])
    np.testing.assert_array_equal(both.block(7, 19), expected[7:19].astype(np.float32))
    np.testing.assert_array_equal(reordered(table, rows).exact_rows([5]), values[rows.ids[[5]]])
    assert (both.shape, both.dtype, both.n_bytes) == (table.shape, "f64", table.n_bytes)
    assert reordered(table) is table
    assert table_key(both) is None


@given(st.integers(0, 60), st.integers(0, 99))
def test_positions_are_the_inverse_of_ids(n: int, seed: int) -> None:
    order = shuffled(n, seed)
    np.testing.assert_array_equal(order.ids[order.positions], np.arange(n))
    np.testing.assert_array_equal(order.positions[order.ids], np.arange(n))
    np.testing.assert_array_equal(order.reversed().ids[::-1], order.ids)
    assert order.reversed().title == "shuffled, reversed"


@pytest.mark.parametrize("ids", [[0, 0], [1, 2], [-1, 0], [0, 1, 3]])
def test_what_is_no_permutation_is_refused(ids: list[int]) -> None:
    with pytest.raises(ValueError, match="exactly once"):
        Order(np.array(ids), "wrong")


def test_an_order_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="order of 3 does not suit 2"):
        reordered(Table.from_array(np.ones((2, 3), np.float32)), shuffled(3, 0))


def test_a_selection_means_the_same_rows_in_every_order() -> None:
    values = np.random.default_rng(3).normal(size=(500, 8)).astype(np.float32)
    values[77] = 0
    table = Table.from_array(values)
    norm = row_stats(table).norm
    order = order_by(norm, "norm")
    view = reordered(table, order)
    assert int(order.positions[77]) == 0
    np.testing.assert_array_equal(view.rows(order.positions[[77, 123]]), values[[77, 123]])
    ribbon = row_ribbon(norm[order.ids], Viewport.fit(view.shape, 8, 50))
    assert ribbon.n_zero.tolist() == [1] + [0] * 49
    assert np.all(np.diff(ribbon.norm.low) >= 0)


def test_equal_and_missing_values_keep_the_order_of_ids() -> None:
    values = [2.0, np.nan, 1.0, 2.0, np.nan, 1.0]
    assert order_by(values, "v").ids.tolist() == [2, 5, 0, 3, 1, 4]
    assert order_by(values, "v", descending=True).ids.tolist() == [0, 3, 2, 5, 1, 4]


def test_text_order_is_that_of_bytes_with_missing_tokens_last() -> None:
    tokens = [b"b", None, b" a", b"ab", b"a", "é".encode(), b"a", None, b""]
    assert order_by_text(tokens).ids.tolist() == [8, 2, 4, 6, 3, 0, 5, 1, 7]


def test_similarity_order_starts_with_the_row_itself() -> None:
    values = np.random.default_rng(4).normal(size=(300, 16)).astype(np.float32)
    values[10] = values[200] * 3
    values[11] = -values[200]
    values[12], values[13] = 0, np.nan
    values[14] = values[200] * np.float32(1e-30)
    values[15] = values[200] * np.float32(1e30)
    table = Table.from_array(values)
    found = cosines(table, 200)
    assert np.isnan(found[[12, 13]]).all()
    np.testing.assert_allclose(found[[200, 10, 14, 15, 11]], [1, 1, 1, 1, -1], atol=1e-6)
    a, b = values[3].astype(np.float64), values[200].astype(np.float64)
    assert abs(found[3] - a @ b / np.linalg.norm(a) / np.linalg.norm(b)) < 1e-6
    order = order_by_similarity(table, 200)
    assert set(order.ids[:4].tolist()) == {10, 14, 15, 200}
    assert order.ids[-3:].tolist() == [11, 12, 13]
    assert order.title == "similarity to row 200"
    with pytest.raises(Cancelled):
        cosines(table, 3, Progress(stopped=lambda: True))


def test_angle_order_puts_clusters_together() -> None:
    rng = np.random.default_rng(5)
    kind = rng.integers(0, 4, 200)
    centre = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])[kind]
    points = centre + rng.normal(size=(200, 2)) * 0.1
    points[17] = np.nan
    order = order_by_angle(points)
    assert order.ids[-1] == 17
    assert np.count_nonzero(np.diff(kind[order.ids[:-1]])) == 3
    assert order_by_angle(np.full((3, 2), np.nan)).ids.tolist() == [0, 1, 2]
