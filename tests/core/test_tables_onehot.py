"""A lookup is a product with ones and zeros."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.errors import EmbedscopeError, MissingRowError
from embedscope.tables.onehot import MAX_VALUES, one_hot
from embedscope.tables.torch_init import seeded_table


@given(st.lists(st.integers(0, 5), max_size=8))
def test_one_hot_times_the_table_is_the_lookup(ids: list[int]) -> None:
    table = seeded_table(6, 3)
    np.testing.assert_array_equal(one_hot(ids, 6) @ table.block(0, 6), table.rows(ids))


def test_each_row_has_its_one_in_the_id_s_column() -> None:
    found = one_hot([3, 0, 3], 4)
    assert found.dtype == np.float32
    assert found.tolist() == [[0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize("bad", [-1, 4])
def test_an_id_without_a_column_is_named(bad: int) -> None:
    with pytest.raises(MissingRowError, match=f"id {bad} has no column: there are 4 rows"):
        one_hot([0, bad], 4)


def test_what_would_not_fit_in_memory_is_refused() -> None:
    n_rows = MAX_VALUES // 2
    assert one_hot([0], 128_256).shape == (1, 128_256)
    with pytest.raises(EmbedscopeError, match=r"3 tokens x 33,554,432 rows is too large"):
        one_hot([0, 1, 2], n_rows)
