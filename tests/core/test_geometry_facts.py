"""Statistics of rows and tables against direct formulas on small data."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from embedscope.errors import Cancelled, EmbedscopeError
from embedscope.geometry import crowding as crowding_module
from embedscope.geometry.agreement import nearest_points, neighbour_agreement
from embedscope.geometry.crowding import crowding
from embedscope.geometry.duplicates import duplicate_of
from embedscope.geometry.facts import odd_both_ways, row_facts
from embedscope.geometry.neighbours import neighbours
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.spaces import Space, fit_space, in_space
from embedscope.geometry.spread import (
    effective_rank,
    iso_score,
    mean_pair_cosine,
    pair_cosines,
    participation_ratio,
    table_spread,
)
from embedscope.geometry.stats import RowFlag, row_norms, row_stats
from embedscope.geometry.undertrained import candidates, undertrained, unused_ids
from embedscope.progress import Progress
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer

FOLDER = Path(__file__).parents[1] / "cases" / "files"


def case(name: str) -> np.ndarray:
    return np.asarray(np.load(FOLDER / f"{name}.npy"))


def brute_mean_cosine(table: np.ndarray) -> float:
    units = table / np.linalg.norm(table, axis=1)[:, None]
    n = len(table)
    return float((units @ units.T).sum() - n) / (n * (n - 1))


def test_L07_the_mean_cosine_is_told_and_centring_takes_it_away() -> None:
    table = case("L07_common_offset")
    assert mean_pair_cosine(table) == pytest.approx(0.967, abs=5e-4)
    centred = in_space(table, fit_space(table))
    assert mean_pair_cosine(centred) == pytest.approx(-0.03, abs=0.01)
    ids, scores = neighbours(centred, 0, 5)
    moved = table.astype(np.float64) - table.astype(np.float64).mean(axis=0)
    cosines = moved @ moved[0] / np.linalg.norm(moved, axis=1) / np.linalg.norm(moved[0])
    assert ids.tolist() == [i for i in np.argsort(-cosines) if i][:5]
    np.testing.assert_allclose(scores, np.sort(cosines)[::-1][1:6], rtol=1e-6)


def test_N12_the_dominant_column_is_named() -> None:
    pairs = pair_cosines(case("N12_dominant_column"))
    assert pairs.mean > 0.999
    assert pairs.rogue_dims().tolist() == [7]


@given(arrays(np.float64, (9, 4), elements=st.integers(-5, 5).filter(bool)))
def test_mean_cosine_equals_all_pairs(table: np.ndarray) -> None:
    pairs = pair_cosines(table)
    assert pairs.mean == pytest.approx(brute_mean_cosine(table), abs=1e-6)
    assert pairs.by_dim.sum() == pytest.approx(pairs.mean, abs=1e-12)


def test_mean_cosine_leaves_out_what_has_no_direction() -> None:
    rows = np.random.default_rng(0).normal(size=(40, 5))
    odd = np.vstack([rows, np.zeros((3, 5)), np.full((2, 5), np.nan)])
    assert pair_cosines(odd).n_used == 40
    assert mean_pair_cosine(odd) == pytest.approx(brute_mean_cosine(rows), abs=1e-7)
    tiny = rows * np.repeat([1e-40, 1, 1e37, 1], 10)[:, None]
    assert mean_pair_cosine(tiny.astype(np.float32)) == pytest.approx(
        brute_mean_cosine(rows), abs=1e-4
    )
    assert np.isnan(mean_pair_cosine(np.ones((1, 3))))
    assert np.isnan(mean_pair_cosine(np.zeros((4, 3))))
    assert pair_cosines(np.zeros((4, 3))).rogue_dims().tolist() == []


def test_removing_components_equals_doing_it_by_hand() -> None:
    rng = np.random.default_rng(1)
    table = (rng.normal(size=(300, 12)) * np.linspace(5, 1, 12) + 9).astype(np.float32)
    space = fit_space(table, 2)
    assert space.title == "mean and first 2 components removed"
    pca = fit_pca(table, 2)
    centred = table.astype(np.float64) - pca.mean
    expected = centred - centred @ pca.components.T @ pca.components
    moved = in_space(table, space)
    np.testing.assert_allclose(moved.exact_rows(np.arange(300)), expected, atol=1e-12)
    blocks = np.concatenate([block for _, block in moved.blocks()])
    np.testing.assert_allclose(blocks, expected, atol=1e-5)
    cosines = expected @ expected[4]
    cosines /= np.linalg.norm(expected, axis=1) * np.linalg.norm(expected[4])
    ids, _ = neighbours(moved, 4, 20)
    assert ids.tolist() == [i for i in np.argsort(-cosines) if i != 4][:20]
    assert fit_space(table).title == "mean subtracted"
    assert fit_space(table, 1).title == "mean and first component removed"


def test_what_is_left_but_rounding_has_no_direction() -> None:
    equal = np.full((5, 4), 0.1, np.float32)
    moved = in_space(equal, fit_space(equal))
    assert not moved.exact_rows([0, 1]).any()
    line = np.outer(np.arange(1, 6), [0.125, 0.75, 0.375])
    moved = in_space(line, fit_space(line, 1))
    assert neighbours(moved, 0).note.startswith("Row 0 is all zeros")
    assert Space(np.zeros(2), np.zeros((0, 2))).apply([3.0, 4.0]).tolist() == [3, 4]


def test_spread_of_a_table_against_direct_formulas() -> None:
    rng = np.random.default_rng(2)
    table = (rng.normal(size=(500, 8)) * np.linspace(0.5, 0.1, 8) + 0.1).astype(np.float32)
    wide = table.astype(np.float64)
    spread = table_spread(table)
    assert spread is not None
    values = np.sort(np.linalg.eigvalsh(np.cov(wide.T)))[::-1]
    np.testing.assert_allclose(spread.variances, values, rtol=1e-6)
    assert spread.variance_share(3) == pytest.approx(values[:3].sum() / values.sum())
    assert spread.participation == pytest.approx(values.sum() ** 2 / (values**2).sum())
    share = np.sqrt(values) / np.sqrt(values).sum()
    assert spread.effective_rank == pytest.approx(np.exp(-(share * np.log(share)).sum()))
    axes = np.linalg.eigh(wide.T @ wide)[1]
    sums = np.exp(np.hstack([wide @ axes, -wide @ axes])).sum(axis=0)
    assert spread.isotropy == pytest.approx(sums.min() / sums.max(), rel=1e-6)
    assert spread.pairs.mean == pytest.approx(brute_mean_cosine(wide), abs=1e-6)


def test_scores_at_their_ends() -> None:
    assert iso_score(np.ones(10)) == pytest.approx(1)
    assert iso_score(np.eye(10)[0]) == pytest.approx(0, abs=1e-12)
    assert participation_ratio(np.ones(7)) == pytest.approx(7)
    assert participation_ratio(np.zeros(7)) == 0
    assert effective_rank(np.ones(7)) == pytest.approx(7)
    assert effective_rank(np.zeros(7)) == 0
    assert table_spread(np.ones((2, 3000))) is None


def test_row_facts_against_numpy() -> None:
    rows = np.random.default_rng(3).normal(size=(700, 11)).astype(np.float32) + 1
    rows[5] = np.inf
    facts = row_facts(rows)
    wide = rows.astype(np.float64)
    good = np.isfinite(wide).all(axis=1)
    centre = wide[good].mean(axis=0)
    wide = wide[good]
    norm = np.linalg.norm(wide, axis=1)
    expected = {
        "norm": norm,
        "mean": wide.mean(axis=1),
        "deviation": wide.std(axis=1),
        "least": wide.min(axis=1),
        "most": wide.max(axis=1),
        "top_dim": np.abs(wide).argmax(axis=1),
        "participation": (wide**2).sum(axis=1) ** 2 / (wide**4).sum(axis=1),
        "centre_distance": np.linalg.norm(wide - centre, axis=1),
        "centre_cosine": wide @ centre / norm / np.linalg.norm(centre),
    }
    assert list(facts.columns()) == list(expected)
    for name, values in facts.columns().items():
        np.testing.assert_allclose(
            values[good].astype(float), expected[name], rtol=1e-12, err_msg=name
        )
    assert np.isnan(facts.norm[5])
    assert facts.top_dim[5] == -1


def test_padding_rows_do_not_pull_the_centre() -> None:
    rows = np.array([[1.0, 0], [3, 0], [100, 100]])
    assert row_facts(rows, n_tokens=2).centre_distance[:2].tolist() == [1, 1]
    assert row_facts(rows, n_tokens=99).centre_distance[0] > 30


def test_odd_rows_are_found_at_both_ends() -> None:
    values = np.arange(100.0)
    values[50] = np.nan
    low, high = odd_both_ways(values, 0.03)
    assert low.tolist() == [0, 1, 2]
    assert high.tolist() == [99, 98, 97]


def test_flags_of_rows() -> None:
    rows = np.array([[0, 0, 0], [2, 2, 2], [2, 2, 1], [np.inf, 0, 0], [-0.0, 0, 0], [1e-42] * 3])
    stats = row_stats(rows)
    flags = [RowFlag.ZERO, RowFlag.CONSTANT, 0, RowFlag.NONFINITE, RowFlag.ZERO, RowFlag.CONSTANT]
    assert stats.flags.tolist() == flags
    assert stats.ids(RowFlag.ZERO).tolist() == [0, 4]
    assert row_stats(np.ones((2, 1))).note() == ""


def test_norms_of_any_size() -> None:
    rows = np.array([[3e-42, 4e-42], [3e38, 1e38], [3, 4], [0, 0], [np.nan, 1]], np.float32)
    wide = rows.astype(np.float64)
    np.testing.assert_allclose(row_norms(rows), np.linalg.norm(wide, axis=1), rtol=1e-6)


ODD_NUMBERS = st.sampled_from([0.0, -0.0, 1.0, 2.0, 3e38, np.nan, np.inf, 1e-45])


@given(arrays(np.float32, st.tuples(st.integers(1, 40), st.integers(1, 3)), elements=ODD_NUMBERS))
def test_duplicates_equal_brute_force(table: np.ndarray) -> None:
    expected = []
    for i, row in enumerate(table):
        same = [j for j in range(i) if np.isfinite(row).all() and (table[j] == row).all()]
        expected.append(same[0] if same else -1)
    assert duplicate_of(table).tolist() == expected


def test_duplicates_of_a_large_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("embedscope.geometry.duplicates.BLOCK_VALUES", 100)
    rows = np.random.default_rng(4).normal(size=(5000, 7)).astype(np.float16)
    rows[[10, 4000, 77]] = rows[5]
    rows[100:400] = 0
    first = duplicate_of(Table.from_array(rows))
    assert first[[5, 10, 77, 4000]].tolist() == [-1, 5, 5, 5]
    assert (first[101:400] == 100).all()
    assert np.count_nonzero(first >= 0) == 302


def test_crowding_equals_brute_force() -> None:
    rows = np.random.default_rng(5).normal(size=(150, 6)).astype(np.float32)
    rows[3] = 0
    rows[4] = np.nan
    found = crowding(rows, k=5)
    alone = [neighbours(rows, i, 5) for i in range(150)]
    for i in (0, 77, 149):
        assert found.mean_cosine[i] == pytest.approx(alone[i].scores.mean(), abs=1e-6)
    assert np.isnan(found.mean_cosine[[3, 4]]).all()
    counts = np.bincount(np.concatenate([n.ids for n in alone if len(n)]), minlength=150)
    assert found.occurrences.tolist() == counts.tolist()
    some = crowding(rows, np.array([77, 3]), k=5)
    assert some.mean_cosine[0] == pytest.approx(found.mean_cosine[77])
    assert crowding(rows[3:5]).occurrences.tolist() == [0, 0]
    with pytest.raises(Cancelled):
        crowding(rows, progress=Progress(stopped=lambda: True))


def test_crowding_is_the_same_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(6)
    rows = rng.integers(-2, 3, size=(700, 3)).astype(np.float32)  # many are equally near
    whole = crowding(rows, k=7)
    monkeypatch.setattr(crowding_module, "_BLOCK_VALUES", 3 * 64)
    monkeypatch.setattr(crowding_module, "_QUERY_VALUES", 3 * 50)
    reports: list[float] = []
    parts = crowding(rows, k=7, progress=Progress(lambda done, _what: reports.append(done)))
    np.testing.assert_array_equal(parts.mean_cosine, whole.mean_cosine)
    np.testing.assert_array_equal(parts.occurrences, whole.occurrences)
    assert len(reports) > 100
    assert reports == sorted(reports)
    assert 0.9 < reports[-1] <= 1


def test_crowding_of_rows_of_few_dims_holds_no_more_products_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = np.random.default_rng(7).normal(size=(3000, 2)).astype(np.float32)
    whole = crowding(rows, k=5)
    sizes: list[int] = []
    products = crowding_module._cosines

    def counted(block: np.ndarray, norm: np.ndarray, queries: np.ndarray) -> np.ndarray:
        found = products(block, norm, queries)
        sizes.append(found.size)
        return found

    monkeypatch.setattr(crowding_module, "_MOST_PRODUCTS", 300_000)
    monkeypatch.setattr(crowding_module, "_cosines", counted)
    parts = crowding(rows, k=5)
    assert max(sizes) == 300_000  # 100 rows with 3,000
    np.testing.assert_allclose(parts.mean_cosine, whole.mean_cosine, rtol=1e-6)


def test_undertrained_rows_stand_out() -> None:
    rng = np.random.default_rng(6)
    rows = rng.normal(size=(400, 16)) + 0.2
    hidden = rng.normal(0, 0.01, (12, 16)) + np.linspace(0.3, -0.1, 16)
    unused, secret = np.arange(390, 400), np.array([17, 200])
    rows[390:], rows[secret] = hidden[:10], hidden[10:]
    found = undertrained(rows.astype(np.float32), unused)
    ordinary = np.arange(390)
    for indicator in (found.cosine, found.centred, found.without_top, found.distance):
        assert set(candidates(indicator, ordinary, 2)[:2].tolist()) == {17, 200}
    goal = rows[unused].mean(axis=0)
    expected = 1 - rows @ goal / np.linalg.norm(rows, axis=1) / np.linalg.norm(goal)
    np.testing.assert_allclose(found.cosine, expected, atol=1e-6)
    np.testing.assert_allclose(found.distance, np.linalg.norm(rows - goal, axis=1), atol=1e-5)
    with pytest.raises(EmbedscopeError, match="No row is known to be unused"):
        undertrained(rows, np.zeros(0, np.int64))


def test_unused_ids_of_gpt2() -> None:
    """The bytes that are in no UTF-8 text, and rows beyond the tokenizer."""
    unused = unused_ids(get_tokenizer("gpt2"), 50260)
    bytes_of = [get_tokenizer("gpt2").token_bytes(int(i)) for i in unused[:-3]]
    assert sorted(b[0] for b in bytes_of if b) == [0xC0, 0xC1, *range(0xF5, 0x100)]
    assert unused[-3:].tolist() == [50257, 50258, 50259]


def test_P08_agreement_tells_how_far_the_picture_can_be_believed() -> None:
    rows = case("N11_blobs")
    flat = neighbour_agreement(rows, rows[:, :2].astype(np.float32))
    same = neighbour_agreement(rows, rows.astype(np.float32), metric="euclidean")
    assert same.kept.tolist() == [10] * 60
    assert flat.mean < 10
    assert same.caption == "Of a point's 10 nearest 10.0 are among the 10 nearest here on average."
    assert same.true_ids[0].tolist() == neighbours(rows, 0, 10, "euclidean").ids.tolist()


def test_agreement_of_chosen_points_and_of_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(7).normal(size=(300, 2)).astype(np.float32)
    points = rows.copy()
    points[8] = np.nan
    some = neighbour_agreement(rows, points, ids=[5, 8, 9], metric="euclidean", k=4)
    assert some.ids.tolist() == [5, 9]
    monkeypatch.setattr("embedscope.geometry.agreement._LARGEST_WHOLE", 100)
    monkeypatch.setattr("embedscope.geometry.agreement._SAMPLE", 50)
    crowd = neighbour_agreement(rows, rows, metric="euclidean", k=4)
    assert len(crowd.ids) == 50
    assert crowd.caption.endswith("on average, judged by 50 of 300 points.")
    few = neighbour_agreement(rows[:4], rows[:4])
    assert few.caption == "Only 4 points: each is a neighbour of all others."
    assert neighbour_agreement(rows[:1], rows[:1]).caption == "No point has neighbours to compare."


@given(arrays(np.float32, st.tuples(st.integers(2, 20), st.just(2)), elements=st.integers(0, 4)))
def test_nearest_points_equal_sorting(points: np.ndarray) -> None:
    shown = np.arange(len(points))
    gap = ((points - points[0]).astype(np.float64) ** 2).sum(axis=1)
    order = [i for i in np.lexsort((shown, gap)).tolist() if i != 0]
    assert nearest_points(points, shown, 0, 5).tolist() == order[:5]
