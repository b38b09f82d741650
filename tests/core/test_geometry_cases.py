"""The users' cases on numbers and plots, as far as the core decides them."""

from pathlib import Path

import numpy as np
import pytest

from embedscope.geometry.camera import fit_camera, fit_rect, project, project_flat
from embedscope.geometry.neighbours import neighbours
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.pick import points_at
from embedscope.geometry.projection import (
    dims_basis,
    not_drawn_sentence,
    pca_basis,
    project_table,
)
from embedscope.geometry.splat import front_points
from embedscope.geometry.stats import RowFlag, row_stats
from embedscope.tables.table import Table

FOLDER = Path(__file__).parents[1] / "cases" / "files"


def case_table(name: str) -> Table:
    return Table.from_array(np.load(FOLDER / f"{name}.npy"), name)


def test_N01_a_zero_row_comes_last_and_has_no_neighbours() -> None:
    table = case_table("N01_zero_row")
    found = neighbours(table, 1)
    assert found.ids.tolist() == [2, 5, 3, 4, 0]
    np.testing.assert_allclose(found.scores, [1, np.sqrt(0.5), 0, -1, np.nan], atol=1e-12)
    assert found.note == "1 row of zeros comes last: its cosine is undefined."
    from_zero = neighbours(table, 0)
    assert len(from_zero) == 0
    assert from_zero.note == (
        "Row 0 is all zeros: it has no direction, so its cosine to others is undefined."
    )
    assert neighbours(table, 0, metric="euclidean").ids.tolist() == [1, 3, 4, 5, 2]


def test_N02_a_table_of_zeros_projects_to_the_origin() -> None:
    table = case_table("N02_all_zero")
    pca = fit_pca(table)
    assert pca.note == "No variance: all rows are equal and lie at the origin."
    assert project_table(table, pca_basis(pca)).tolist() == [[0, 0, 0]] * 5
    assert pca.explained_variance_ratio.tolist() == [0, 0, 0]


def test_N03_rows_that_are_not_finite_are_left_out_and_listed() -> None:
    table = case_table("N03_nan_inf")
    pca = fit_pca(table)
    assert pca.n_used == 3
    assert pca.left_out.tolist() == [1, 2, 4]
    assert pca.note.startswith("3 of 6 rows hold NaN or infinity and are left out: 1, 2, 4.")
    found = neighbours(table, 0, metric="euclidean")
    assert found.ids.tolist() == [3, 5]
    assert found.n_compared == 2
    assert found.note == "3 of 6 rows hold NaN or infinity and are left out."
    assert neighbours(table, 2).note == "Row 2 holds NaN or infinity and has no neighbours."
    stats = row_stats(table)
    assert stats.ids(RowFlag.NONFINITE).tolist() == [1, 2, 4]
    assert stats.note() == "3 of 6 rows hold NaN or infinity and are left out: 1, 2, 4."


def test_N04_constant_rows_and_columns() -> None:
    rows = case_table("N04a_constant")
    found = neighbours(rows, 2)
    assert found.ids.tolist() == [0, 1, 3, 4]
    assert found.scores.tolist() == [1, 1, 1, 1]
    assert fit_pca(rows).note.startswith("No variance")
    assert row_stats(rows).flags.tolist() == [RowFlag.CONSTANT] * 5
    column = fit_pca(case_table("N04b_constant_column"))
    assert np.isfinite(column.components).all()
    assert column.components[0, 2] == 0
    assert column.explained_variance_ratio.tolist() == pytest.approx([1, 0, 0])


def test_N05_one_row_and_two_rows() -> None:
    one = case_table("N05a_one_row")
    pca = fit_pca(one)
    assert project_table(one, pca_basis(pca)).tolist() == [[0, 0, 0]]
    assert "PCA needs 2 rows" in pca.note
    two = case_table("N05b_two_rows")
    pca = fit_pca(two)
    basis = pca_basis(pca)
    assert basis.titles == ("PC 1 (100.0 %)", "PC 2 (empty)", "PC 3 (empty)")
    half = np.sqrt(20) / 2
    np.testing.assert_allclose(
        np.abs(project_table(two, basis)), [[half, 0, 0], [half, 0, 0]], atol=1e-6
    )


def test_N06_tables_of_one_and_two_dims() -> None:
    one, two = case_table("N06a_one_dim"), case_table("N06b_two_dims")
    basis = dims_basis([0, 1, 2], one.n_dims)
    assert basis.titles == ("dim 0", "(empty)", "(empty)")
    assert project_table(one, basis).tolist() == [[i, 0, 0] for i in range(5)]
    basis = dims_basis([0, 1, 2], two.n_dims)
    assert basis.titles == ("dim 0", "dim 1", "(empty)")
    assert project_table(two, basis)[4].tolist() == [2, 2, 0]
    assert pca_basis(fit_pca(one)).titles == ("PC 1 (100.0 %)", "PC 2 (empty)", "PC 3 (empty)")
    assert fit_pca(two).note == "Only 2 of 3 axes carry variance; the others are empty."


N09 = {
    0: [(3, 0.219746), (2, 0.291766), (1, 0.302634)],
    1: [(3, 0.186173), (0, 0.302634), (2, 0.36734)],
    2: [(3, 0.250279), (0, 0.291766), (1, 0.36734)],
    3: [(1, 0.186173), (0, 0.219746), (2, 0.250279)],
}


@pytest.mark.parametrize("row", N09)
def test_N09_neighbours_are_found_among_all_dims(row: int) -> None:
    ids, scores = neighbours(case_table("N09_knn50"), row)
    assert ids.tolist() == [i for i, _ in N09[row]]
    np.testing.assert_allclose(1 - scores, [d for _, d in N09[row]], atol=5e-7)


def test_N11_the_same_data_give_the_same_axes() -> None:
    table = case_table("N11_blobs")
    one, other = (project_table(table, pca_basis(fit_pca(table))) for _ in range(2))
    assert one.tobytes() == other.tobytes()
    blobs = [one[i::4].astype(np.float64) for i in range(4)]
    radius = max(float(np.linalg.norm(b - b.mean(axis=0), axis=1).max()) for b in blobs)
    centres = [b.mean(axis=0) for b in blobs]
    apart = min(float(np.linalg.norm(a - b)) for a in centres for b in centres if a is not b)
    assert apart > 2 * radius


def test_N12_a_dominant_column_leaves_cosines_that_can_be_told_apart() -> None:
    table = case_table("N12_dominant_column")
    found = neighbours(table, 0, 39)
    assert (found.scores > 0.999).all()
    assert (np.diff(found.scores) < 0).all()
    assert fit_pca(table).explained_variance_ratio[0] < 0.2


def test_N13_extreme_numbers_neither_overflow_nor_vanish() -> None:
    table = case_table("N13_extremes")
    assert row_stats(table).norm.tolist() == pytest.approx([2.236e-42, 4.243e38, 14**0.5, 0], 1e-3)
    own = neighbours(table, 1, exclude=())
    assert own.ids[0] == 1
    assert own.scores[0] == pytest.approx(1)
    tiny = neighbours(table, 0, exclude=())
    assert tiny.ids[0] == 0
    assert tiny.scores[0] == pytest.approx(1)
    points = project_table(table, pca_basis(fit_pca(table)))
    assert np.isfinite(points).all()
    camera = fit_camera(points)
    assert np.isfinite(project(points, camera, 100, 100).x).all()


def test_P01_points_that_are_finite_stay() -> None:
    table = case_table("N03_nan_inf")
    points = project_table(table, dims_basis([0, 1], 3))
    assert np.isfinite(points).all(axis=1).tolist() == [True, False, False, True, False, True]
    assert not_drawn_sentence(points) == "3 of 6 rows are not drawn: they hold NaN or infinity."
    for zoom in (1, 0.1, 10):
        left, bottom, right, top = (zoom * side for side in fit_rect(points))
        x, y = project_flat(points, (left, bottom, right, top), 60, 40)
        seen = set(front_points(x, y, None, 60, 40, 3).ravel().tolist())
        assert seen <= {-1, 0, 3, 5}
        assert len(seen) > 1


def test_P01_an_infinity_in_another_dim_does_no_harm() -> None:
    points = project_table(case_table("N03_nan_inf"), dims_basis([0, 2], 3))
    assert points[2].tolist() == [20, 22]
    assert not_drawn_sentence(points) == "2 of 6 rows are not drawn: they hold NaN or infinity."


def test_P02_coinciding_points_have_a_view_and_are_all_reached() -> None:
    table = case_table("N04a_constant")
    points = project_table(table, dims_basis([0, 1], 4))
    rect = fit_rect(points)
    assert rect == fit_rect(points)
    x, y = project_flat(points, rect, 100, 80)
    assert np.isfinite(rect).all()
    assert points_at(x, y, float(x[0]), float(y[0])).tolist() == [0, 1, 2, 3, 4]
    assert 0 <= x[0] < 100
    assert 0 <= y[0] < 80


def test_P08_the_list_is_of_the_original_space() -> None:
    table = case_table("N11_blobs")
    rows = np.load(FOLDER / "N11_blobs.npy").astype(np.float64)
    unit = rows / np.linalg.norm(rows, axis=1)[:, None]
    for row in (0, 17, 59):
        found = neighbours(table, row, 10, "cosine")
        order = np.argsort(-(unit @ unit[row]), kind="stable")
        assert found.ids.tolist() == [i for i in order.tolist() if i != row][:10]
        assert found.metric == "cosine"
