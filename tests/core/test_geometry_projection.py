"""Coordinates of rows on axes, in one piece and block by block."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from embedscope.errors import Cancelled
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.projection import (
    Basis,
    dims_basis,
    not_drawn_sentence,
    pca_basis,
    project_table,
)
from embedscope.presets import PRESETS
from embedscope.progress import Progress
from embedscope.tables.table import Table


def test_dims_are_taken_bit_for_bit() -> None:
    rows = np.random.default_rng(0).normal(size=(50, 6)).astype(np.float32)
    points = dims_basis([5, 0], 6).transform(rows)
    np.testing.assert_array_equal(points, rows[:, [5, 0]])
    assert points.dtype == np.float32


def test_dims_that_do_not_exist_are_empty_axes() -> None:
    basis = dims_basis([1, 9, -1], 2)
    assert basis.titles == ("dim 1", "(empty)", "(empty)")
    assert basis.transform([[3.0, 4.0]]).tolist() == [[4, 0, 0]]
    assert basis.matrix.tolist() == [[0, 1], [0, 0], [0, 0]]


def test_pca_titles_tell_the_share_of_variance() -> None:
    titles = pca_basis(fit_pca(PRESETS["whisper-tiny.en"].make())).titles
    assert titles == ("PC 1 (26.3 %)", "PC 2 (2.3 %)", "PC 3 (0.7 %)")
    small = np.diag([1000.0, 1.0, 0.1]) @ np.array([[1, 1, 1], [1, -1, 0], [1, 1, -2.0]])
    assert pca_basis(fit_pca(np.vstack([small, -small]))).titles[1] == "PC 2 (< 0.1 %)"


def test_one_row_may_come_alone() -> None:
    basis = dims_basis([1], 2)
    assert basis.transform([1.0, 2.0]).tolist() == [[2]]


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_block_by_block_is_the_same_as_at_once(dtype: type) -> None:
    normal = np.random.default_rng(1).normal(size=(3000, 800)) + 30
    rows: np.ndarray = normal.astype(dtype)
    table = Table.from_array(rows)
    basis = pca_basis(fit_pca(rows[:300]))
    points = project_table(table, basis)
    exact = (rows.astype(np.float32).astype(np.float64) - basis.offset) @ basis.matrix.T
    np.testing.assert_allclose(points, exact, atol=2e-4)
    assert points.shape == (3000, 3)


def test_large_blocks_fall_back_to_float64_where_float32_overflows() -> None:
    rows = np.ones((4000, 300), np.float32)
    rows[7] = 3e38
    rows[8] = np.nan
    basis = Basis(np.full((1, 300), 300**-0.5), np.zeros(300), ("mean direction",))
    points = basis.transform(rows)
    assert points[7, 0] == np.finfo(np.float32).max
    assert np.isnan(points[8, 0])
    assert points[9, 0] == pytest.approx(300**0.5, rel=1e-5)


def test_the_sentence_counts_what_is_missing() -> None:
    assert not_drawn_sentence(np.zeros((3, 2), np.float32)) == ""


def test_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        project_table(np.ones((3, 2)), dims_basis([0], 2), Progress(stopped=lambda: True))


@given(
    arrays(np.float32, (7, 4), elements=st.floats(-10, 10, width=16)),
    arrays(np.float64, (2, 4), elements=st.floats(-1, 1)),
    arrays(np.float64, 4, elements=st.floats(-3, 3)),
)
def test_transform_is_affine(rows: np.ndarray, matrix: np.ndarray, offset: np.ndarray) -> None:
    basis = Basis(matrix, offset, ("a", "b"))
    middle = basis.transform((rows[:1] + rows[1:2]) / 2)
    ends = basis.transform(rows[:2])
    np.testing.assert_allclose(middle[0], ends.mean(axis=0), atol=1e-4)
    np.testing.assert_allclose(basis.transform(offset), [[0, 0]], atol=1e-6)
