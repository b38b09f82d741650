"""t-SNE: its probabilities and quality against scikit-learn, small and awkward data, seeds."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import ClassVar, cast

import numpy as np
import pytest

from embedscope.errors import Cancelled, EmbedscopeError, MissingLibraryError
from embedscope.geometry.affinity import joint_probabilities, squared_distances
from embedscope.geometry.agreement import neighbour_agreement
from embedscope.geometry.descent import Descent
from embedscope.geometry.large_tsne import fit_large_tsne, sample_rows
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.tsne import fit_tsne, lowered
from embedscope.progress import Progress
from embedscope.tables.table import Table

FOLDER = Path(__file__).parents[1] / "cases" / "files"


def formula_table(n_rows: int = 60) -> np.ndarray:
    i, j = np.arange(n_rows)[:, None], np.arange(12)[None]
    table = ((i * i * 7 + i * j * 13 + j * j * 5 + 3 * i + 11 * j) % 97 - 48) / 16.0
    return np.asarray(table + 100 * (j == 3), np.float64)


def case(name: str) -> np.ndarray:
    return np.asarray(np.load(FOLDER / f"{name}.npy"))


def test_probabilities_equal_scikit_learn() -> None:
    """Recorded from ``sklearn.manifold._t_sne._joint_probabilities`` (1.9.1), perplexity 3."""
    joint = joint_probabilities(squared_distances(formula_table(8)), 3.0)
    expected = [
        0.0,
        0.059327768332325725,
        0.00906682536784016,
        0.03321358215600222,
        0.003006158661545738,
        2.374505711862413e-05,
        0.0016092828036584693,
        0.0010214798739780983,
    ]
    np.testing.assert_allclose(joint[0], expected, rtol=1e-4)
    np.testing.assert_allclose(joint, joint.T)
    assert joint.sum() == pytest.approx(1)


def test_perplexity_is_what_was_asked() -> None:
    rows = np.random.default_rng(0).normal(size=(80, 5))
    distances = squared_distances(rows)
    joint = joint_probabilities(distances, 10.0)
    assert (joint.sum(axis=1) > 0.5 / 80).all()  # no point is cast out
    assert np.isfinite(joint).all()


def test_squared_distances_are_right_far_from_the_origin_and_zero_for_equal_rows() -> None:
    rows = np.array([[1e6, 1], [1e6, 1], [1e6, 2], [1e6 + 3, 1], [-1e6, 0]])
    distances = squared_distances(rows)
    np.testing.assert_allclose(distances[0, :4], [0, 0, 1, 9], rtol=1e-9)
    assert distances[0, 4] == pytest.approx(4e12)
    assert np.array_equal(distances, distances.T)


@pytest.mark.parametrize(("perplexity", "by_scikit_learn"), [(5, 0.6259), (10, 0.6116)])
def test_is_as_good_as_scikit_learn(perplexity: float, by_scikit_learn: float) -> None:
    """Divergence of ``TSNE(method="exact", init="pca", max_iter=1000)``, scikit-learn 1.9.1."""
    assert fit_tsne(formula_table(), perplexity).divergence < 1.1 * by_scikit_learn


def test_gradient_is_that_of_the_divergence() -> None:
    rng = np.random.default_rng(1)
    joint = joint_probabilities(squared_distances(rng.normal(size=(20, 4))), 4.0)
    points = rng.normal(size=(20, 2)).astype(np.float32)
    gradient = Descent(joint, points)._gradient(1.0)
    for i, axis in [(0, 0), (7, 1), (19, 0)]:
        moved = []
        for step in (0.01, -0.01):
            nudged = points.copy()
            nudged[i, axis] += step
            moved.append(Descent(joint, nudged).divergence())
        assert gradient[i, axis] == pytest.approx((moved[0] - moved[1]) / 0.02, rel=0.02, abs=1e-5)


def test_bands_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    joint = joint_probabilities(squared_distances(formula_table()), 10.0)
    points = np.random.default_rng(2).normal(size=(60, 3)).astype(np.float32)
    whole = Descent(joint, points)._gradient(12.0)
    monkeypatch.setattr("embedscope.geometry.descent._BAND_VALUES", 60 * 7)
    np.testing.assert_allclose(Descent(joint, points)._gradient(12.0), whole, rtol=1e-4, atol=1e-8)


def test_N10_perplexity_is_lowered_with_a_note() -> None:
    found = fit_tsne(case("N09_knn50"))
    assert found.perplexity < 4
    assert found.note == "Perplexity lowered from 30 to 1: there are 4 rows."
    assert np.isfinite(found.points).all()
    assert [lowered(30, n) for n in (4, 10, 31, 91, 1000)] == [1, 3, 10, 30, 30]


def test_N11_the_same_seed_gives_the_same_picture() -> None:
    blobs = case("N11_blobs")
    one, other, third = fit_tsne(blobs, 15), fit_tsne(blobs, 15), fit_tsne(blobs, 15, seed=1)
    np.testing.assert_allclose(one.points, other.points, atol=1e-6)
    assert np.abs(one.points - third.points).max() > 1e-3
    assert (one.seed, third.seed) == (0, 1)
    groups = [one.points[i::4].astype(np.float64) for i in range(4)]
    radius = max(float(np.linalg.norm(g - g.mean(axis=0), axis=1).max()) for g in groups)
    centres = [g.mean(axis=0) for g in groups]
    apart = min(float(np.linalg.norm(a - b)) for a in centres for b in centres if a is not b)
    assert apart > 2 * radius


def test_L09_seed_perplexity_and_caution_are_in_the_caption() -> None:
    blobs = case("N11_blobs")
    captions = [fit_tsne(blobs, 15, seed=seed, n_steps=5).caption for seed in (3, 4)]
    assert captions[0] == "t-SNE, perplexity 15, seed 3; distances between groups mean little."
    assert captions[1] == "t-SNE, perplexity 15, seed 4; distances between groups mean little."


@pytest.mark.parametrize("name", ["N01_zero_row", "N04a_constant", "N03_nan_inf", "N13_extremes"])
def test_P09_awkward_data_end_with_a_picture_or_a_sentence(name: str) -> None:
    rows = case(name)
    found = fit_tsne(rows, n_steps=300)
    finite = np.isfinite(rows).all(axis=1)
    assert np.isfinite(found.points[finite]).all()
    assert np.isnan(found.points[~finite]).all()
    if name == "N04a_constant":
        assert found.note == "All rows are equal: t-SNE has nothing to arrange."
        assert not found.points.any()


def test_P09_can_be_cancelled_and_is_watched() -> None:
    seen: list[tuple[int, np.ndarray]] = []
    stop_after = Progress(stopped=lambda: len(seen) >= 3)
    with pytest.raises(Cancelled):
        fit_tsne(formula_table(), on_step=lambda *now: seen.append(now), progress=stop_after)
    assert [step for step, _ in seen] == [0, 1, 2]
    assert seen[0][1].shape == (60, 2)
    assert not np.array_equal(seen[0][1], seen[2][1])


@pytest.mark.parametrize(
    ("rows", "note"),
    [
        (np.ones((1, 4)), "t-SNE needs 3 rows or more and there is 1."),
        (np.eye(2), "t-SNE needs 3 rows or more and there are 2."),
        (np.full((3, 2), np.nan), "t-SNE needs 3 rows or more and there is none."),
    ],
)
def test_N05_too_few_rows_are_told_how_many_are_needed(rows: np.ndarray, note: str) -> None:
    found = fit_tsne(rows)
    assert found.note == note
    assert found.points.shape == (len(rows), 2)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(EmbedscopeError, match="up to 1500 rows, these are 1501: select fewer"):
        fit_tsne(np.ones((1501, 2)))


def test_equal_rows_are_parted_and_three_axes_work() -> None:
    rows = np.repeat(np.eye(4), 3, axis=0)
    found = fit_tsne(rows, 2, n_components=3, n_steps=300)
    assert found.points.shape == (12, 3)
    assert np.isfinite(found.points).all()
    assert len(np.unique(found.points, axis=0)) == 12


def test_a_selection_is_a_gathered_table() -> None:
    table = Table.from_array(formula_table()).gather([5, 9, 70, 30, 31, 32, 33])
    found = fit_tsne(table, 2, n_steps=50)
    assert np.isnan(found.points).all(axis=1).tolist() == [False, False, True] + [False] * 4


def test_neighbours_survive_better_than_in_a_random_picture() -> None:
    rows = np.random.default_rng(5).normal(size=(200, 4)).astype(np.float32)
    good = neighbour_agreement(rows, fit_tsne(rows, 15, n_steps=400).points, metric="euclidean")
    noise = np.random.default_rng(6).normal(size=(200, 2)).astype(np.float32)
    bad = neighbour_agreement(rows, noise, metric="euclidean")
    assert good.mean > 4
    assert bad.mean < 1.5


class FakeTsne:
    """Stands in for openTSNE: halves the first two columns and calls back twice."""

    options: ClassVar[dict[str, object]] = {}

    def __init__(self, **options: object) -> None:
        FakeTsne.options = options

    def fit(self, rows: np.ndarray) -> np.ndarray:
        watch = cast("Callable[[int, float, np.ndarray], bool]", self.options["callbacks"])
        for step in (10, 20):
            assert watch(step, 1.0, rows[:, :2]) is False
        embedding = rows[:, :2].view(_Embedding)
        return embedding / 2


class _Embedding(np.ndarray):
    kl_divergence = 0.25


@pytest.fixture
def fake_library(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("openTSNE")
    module.TSNE = FakeTsne  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "openTSNE", module)


@pytest.mark.usefixtures("fake_library")
def test_large_tsne_hands_rows_over_and_watches() -> None:
    rows = np.random.default_rng(0).normal(size=(300, 80)).astype(np.float32)
    rows[7] = np.nan
    seen: list[int] = []
    found = fit_large_tsne(rows, 30, 5, 400, on_step=lambda step, _: seen.append(step))
    assert seen == [10, 20]
    assert found.points.shape == (300, 2)
    assert np.flatnonzero(np.isnan(found.points[:, 0])).tolist() == [7]
    expected = fit_pca(rows, 50).transform(rows)[:, :2] / 2
    np.testing.assert_allclose(found.points, expected, atol=1e-6)
    assert (found.perplexity, found.seed, found.divergence) == (30, 5, 0.25)
    for name, value in (("perplexity", 30), ("random_state", 5), ("n_iter", 200)):
        assert FakeTsne.options[name] == value
    with pytest.raises(Cancelled):
        fit_large_tsne(rows, progress=Progress(stopped=lambda: True))


def test_large_tsne_needs_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openTSNE", None)
    with pytest.raises(MissingLibraryError, match="pip install 'embedscope\\[maps\\]'"):
        fit_large_tsne(formula_table())
    assert fit_large_tsne(np.eye(2)).note == "t-SNE needs 3 rows or more and there are 2."
    with pytest.raises(EmbedscopeError, match=r"up to 50,000 rows, these are 50,001: take a"):
        fit_large_tsne(np.ones((50_001, 1)))


def test_samples_are_seeded_and_keep_the_share_of_each_class() -> None:
    classes = np.repeat([0, 1, 2, 3], [1, 9, 90, 900])
    chosen = sample_rows(1000, 100, classes, seed=3)
    assert chosen.tolist() == sorted(set(chosen.tolist()))
    assert np.bincount(classes[chosen]).tolist() == [1, 1, 9, 89]
    np.testing.assert_array_equal(chosen, sample_rows(1000, 100, classes, seed=3))
    assert not np.array_equal(chosen, sample_rows(1000, 100, classes, seed=4))
    assert sample_rows(5, 9).tolist() == [0, 1, 2, 3, 4]
    assert len(sample_rows(5000, 40)) == 40
