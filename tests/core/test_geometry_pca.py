"""PCA against recorded scikit-learn values, exact small cases, and its laws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from embedscope.errors import Cancelled, EmbedscopeError
from embedscope.geometry.moments import collect_moments
from embedscope.geometry.pca import fit_pca, with_fixed_signs
from embedscope.geometry.rows import as_rows
from embedscope.presets import PRESETS
from embedscope.progress import Progress


def formula_table() -> np.ndarray:
    i, j = np.arange(60)[:, None], np.arange(12)[None]
    table = ((i * i * 7 + i * j * 13 + j * j * 5 + 3 * i + 11 * j) % 97 - 48) / 16.0
    return np.asarray(table + 100 * (j == 3), np.float64)


def up_to_sign(found: np.ndarray, expected: list[list[float]], atol: float) -> None:
    for row, wanted in zip(found, np.array(expected), strict=True):
        size = len(wanted)
        sign = np.sign(row[:size] @ wanted)
        np.testing.assert_allclose(row[:size] * sign, wanted, atol=atol)


def test_equals_scikit_learn_on_a_table_with_an_offset() -> None:
    """Recorded from scikit-learn 1.9.1 ``PCA(4)``."""
    pca = fit_pca(formula_table(), 4)
    np.testing.assert_allclose(
        pca.explained_variance_ratio,
        [0.14299841412008316, 0.12097931488827215, 0.1053290640676078, 0.1034413311572559],
        rtol=1e-10,
    )
    np.testing.assert_allclose(
        pca.explained_variance,
        [5.175488691067662, 4.378559579909571, 3.8121358427434875, 3.743813824003628],
        rtol=1e-10,
    )
    first = [0.17284858752796184, 0.07985537619561453, 0.6158260858345854, -0.18510560541276938]
    second = [-0.029639618477554135, 0.1404885730956792, -0.1348634229699129, -0.2461408576510622]
    up_to_sign(pca.components[:2], [first, second], 1e-9)
    points = pca.transform(formula_table()[:1])
    np.testing.assert_allclose(
        np.abs(points),
        [[0.5500118330167751, 0.3183122742561615, 2.158700153410704, 2.159579677880245]],
        rtol=1e-6,
    )


@pytest.mark.parametrize(
    ("preset", "ratio", "components"),
    [
        (
            "whisper-tiny.en",
            [0.26293384705848705, 0.022889585615574342, 0.007222734361588597],
            [[0.0009265, -0.00227824, 0.00651451], [0.03448265, 0.04863683, 0.05387366]],
        ),
        (
            "minilm-gpt2-64d",
            [0.031008934420850006, 0.02838810601338977, 0.026415031252624746],
            [[-0.27334337, 0.65506965, -0.12598295], [0.54170071, 0.26875769, 0.01322229]],
        ),
    ],
)
def test_equals_scikit_learn_on_the_bundled_tables(
    preset: str, ratio: list[float], components: list[list[float]]
) -> None:
    pca = fit_pca(PRESETS[preset].make())
    np.testing.assert_allclose(pca.explained_variance_ratio, ratio, rtol=1e-6)
    up_to_sign(pca.components[:2], components, 1e-6)
    assert pca.note == ""


def test_two_runs_give_the_same_bytes() -> None:
    table = np.random.default_rng(0).normal(size=(5000, 30)).astype(np.float32)
    one, other = fit_pca(table), fit_pca(table)
    assert one.components.tobytes() == other.components.tobytes()
    assert one.explained_variance.tobytes() == other.explained_variance.tobytes()
    assert one.transform(table).tobytes() == other.transform(table).tobytes()


def test_the_largest_loading_is_positive() -> None:
    table = np.random.default_rng(1).normal(size=(200, 9)).astype(np.float32)
    for row in fit_pca(table, 5).components:
        assert row[np.abs(row).argmax()] > 0
    signed = with_fixed_signs(np.array([[0.6, -0.8], [-0.8, -0.6], [0.5, 0.1]]))
    assert signed.tolist() == [[-0.6, 0.8], [0.8, 0.6], [0.5, 0.1]]


def test_entries_equal_but_for_rounding_do_not_choose_the_sign_by_chance() -> None:
    half = np.sqrt(0.5)
    for nudge in (1e-16, -1e-16):
        vector = np.array([[half + nudge, -half]])
        assert with_fixed_signs(vector)[0, 0] > 0


@pytest.mark.parametrize("offset", [0, 1e2, 1e4])
def test_a_common_offset_does_not_spoil_large_tables(
    offset: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("embedscope.geometry.moments._SMALL_WORK", 0)  # float32 products
    rng = np.random.default_rng(2)
    table = rng.normal(size=(20000, 16)) * np.linspace(3, 0.5, 16)
    stored = (table + offset).astype(np.float32)
    values = np.linalg.eigvalsh(np.cov(stored.astype(np.float64).T))[::-1]
    np.testing.assert_allclose(fit_pca(stored, 5).explained_variance, values[:5], rtol=1e-6)


def test_numbers_at_the_ends_of_float32_are_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("embedscope.geometry.moments._SMALL_WORK", 0)
    table = np.random.default_rng(5).normal(size=(300, 4)) * [4, 3, 2, 1]
    expected = fit_pca(table)
    for scale in (2.0**-120, 2.0**120):
        pca = fit_pca((table * scale).astype(np.float32))
        np.testing.assert_allclose(
            pca.explained_variance_ratio, expected.explained_variance_ratio, rtol=1e-5
        )
        np.testing.assert_allclose(pca.components, expected.components, atol=1e-5)


def test_fewer_rows_than_dims_and_more_give_the_same() -> None:
    rows = np.random.default_rng(3).normal(size=(40, 600))
    few = fit_pca(rows, 4)
    centred = rows.astype(np.float32).astype(np.float64)
    centred = centred - centred.mean(axis=0)
    _, sizes, axes = np.linalg.svd(centred, full_matrices=False)
    np.testing.assert_allclose(few.explained_variance, sizes[:4] ** 2 / 39, rtol=1e-10)
    up_to_sign(few.components, axes[:4].tolist(), 1e-9)
    many = collect_moments(as_rows(np.tile(rows, (20, 1))))
    values, _ = many.solve()
    np.testing.assert_allclose(values[:4] * 799 / 20, sizes[:4] ** 2, rtol=1e-9)


def test_many_rows_of_more_dims_are_solved_by_their_products() -> None:
    rows = np.random.default_rng(4).normal(size=(600, 700)).astype(np.float32)
    pca = fit_pca(rows, 3)
    values = np.linalg.eigvalsh(np.cov(rows.astype(np.float64).T))[::-1]
    np.testing.assert_allclose(pca.explained_variance, values[:3], rtol=1e-10)
    np.testing.assert_allclose(pca.components @ pca.components.T, np.eye(3), atol=1e-12)


def test_a_wide_table_is_iterated_and_says_how_close(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(6)
    table = (rng.normal(size=(900, 300)) / np.sqrt(np.arange(1, 301)) + 5).astype(np.float32)
    table[17] = np.nan
    exact = fit_pca(table)
    monkeypatch.setattr("embedscope.geometry.pca.LARGEST_EXACT", 100)
    close = fit_pca(table)
    outside = exact.components - (exact.components @ close.components.T) @ close.components
    assert np.linalg.norm(outside, 2) < 2e-5
    np.testing.assert_allclose(close.explained_variance, exact.explained_variance, rtol=1e-6)
    np.testing.assert_allclose(close.mean, exact.mean, rtol=1e-6)
    np.testing.assert_allclose(
        close.explained_variance_ratio, exact.explained_variance_ratio, rtol=1e-5
    )
    assert close.left_out.tolist() == [17]
    assert "300 dims are too many for an exact PCA" in close.note
    assert "radians" in close.note


def test_chosen_rows_only() -> None:
    table = formula_table()
    chosen = fit_pca(table, 2, rows=[5, 9, 9, 30])
    alone = fit_pca(table[[5, 9, 9, 30]], 2)
    np.testing.assert_array_equal(chosen.components, alone.components)
    assert chosen.n_used == 4


def test_chosen_rows_that_cannot_be_used_are_named() -> None:
    table = formula_table()
    table[9] = np.inf
    pca = fit_pca(table, 2, rows=[5, 9, 30, 60, -1, 31])
    assert pca.n_used == 3
    assert pca.left_out.tolist() == [9]
    assert pca.note == (
        "2 of 6 ids have no row in this table. "
        "1 of 60 rows hold NaN or infinity and are left out: 9."
    )


def test_no_rows_at_all() -> None:
    pca = fit_pca(formula_table(), 3, rows=[])
    assert pca.n_used == 0
    assert not pca.components.any()
    assert pca.note == "PCA needs 2 rows and there is none."
    assert pca.transform(formula_table()[:2]).tolist() == [[0, 0, 0], [0, 0, 0]]


def test_zero_components_are_refused() -> None:
    with pytest.raises(EmbedscopeError, match="PCA gives 1 component or more, not 0"):
        fit_pca(formula_table(), 0)


def test_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        fit_pca(formula_table(), progress=Progress(stopped=lambda: True))


@given(
    arrays(
        np.float32,
        st.tuples(st.integers(1, 12), st.integers(1, 6)),
        elements=st.floats(-8, 8, width=16) | st.sampled_from([np.nan, np.inf]),
    ),
    st.integers(1, 7),
)
def test_laws_on_any_small_table(table: np.ndarray, k: int) -> None:
    pca = fit_pca(table, k)
    finite = np.isfinite(table).all(axis=1)
    assert pca.n_used == finite.sum()
    assert pca.left_out.tolist() == np.flatnonzero(~finite).tolist()
    assert (np.diff(pca.explained_variance) <= 1e-12).all()
    assert pca.explained_variance_ratio.sum() <= 1 + 1e-9
    used = pca.components[: pca.n_axes]
    np.testing.assert_allclose(used @ used.T, np.eye(pca.n_axes), atol=1e-9)
    assert not pca.components[pca.n_axes :].any()
    points = pca.transform(table)
    assert np.isfinite(points[finite]).all()
    assert np.isnan(points[~finite]).all()
    if pca.n_used > 1:
        spread = points[finite].astype(np.float64).var(axis=0, ddof=1)
        np.testing.assert_allclose(spread, pca.explained_variance, rtol=1e-4, atol=1e-9)
