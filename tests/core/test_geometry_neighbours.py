"""Neighbours against float64 brute force, recorded gensim and scikit-learn lists, and its laws."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from embedscope.errors import Cancelled, EmbedscopeError, MissingRowError, UnknownNameError
from embedscope.geometry.neighbours import METRICS, neighbours, neighbours_of_many
from embedscope.geometry.ranking import Metric, kth_largest
from embedscope.geometry.stats import row_stats
from embedscope.presets import PRESETS
from embedscope.progress import Progress
from embedscope.tables.table import Table


def brute_force(
    table: np.ndarray, query: np.ndarray, metric: Metric, hidden: set[int]
) -> tuple[list[int], list[float]]:
    """All finite rows by float64 score, one Python number at a time; ties by id."""
    scored = []
    for row_id, row in enumerate(table.astype(np.float64)):
        if row_id in hidden or not np.isfinite(row).all():
            continue
        dot = float(np.dot(row, query))
        size = float(np.sqrt(np.dot(row, row)) * np.sqrt(np.dot(query, query)))
        if metric == "cosine" and size == 0:
            continue
        score = {"cosine": dot / size if size else 0, "dot": dot}.get(
            metric, float(np.sqrt(np.dot(row - query, row - query)))
        )
        scored.append((score if metric == "euclidean" else -score, row_id))
    scored.sort()
    sign = 1 if metric == "euclidean" else -1
    return [i for _, i in scored], [sign * s for s, _ in scored]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("shape", [(3000, 5), (9000, 40), (500, 700)])
def test_equals_a_float64_brute_force(metric: Metric, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(7)
    table = rng.normal(size=shape).astype(np.float32)
    for query in (0, shape[0] - 1, 123):
        ids, scores = neighbours(table, query, 40, metric)
        expected_ids, expected = brute_force(
            table, table[query].astype(np.float64), metric, {query}
        )
        assert ids.tolist() == expected_ids[:40]
        np.testing.assert_allclose(scores, expected[:40], rtol=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_tiny_differences_far_from_the_origin_are_ranked_right(metric: Metric) -> None:
    rng = np.random.default_rng(3)
    offset = 3000 if metric == "euclidean" else 30  # 1 - cosine stays within float64
    table = (offset + rng.normal(0, 1e-3, (2000, 12))).astype(np.float32)
    ids, _ = neighbours(table, 5, 20, metric)
    expected, _ = brute_force(table, table[5].astype(np.float64), metric, {5})
    assert ids.tolist() == expected[:20]


@pytest.mark.parametrize("metric", METRICS)
def test_rows_of_any_size_are_ranked_right(metric: Metric) -> None:
    rng = np.random.default_rng(4)
    scale = 10.0 ** rng.integers(-30, 30, (800, 1))
    table = (rng.normal(size=(800, 6)) * scale).astype(np.float32)
    for query in (3, 11, 12):
        ids, _ = neighbours(table, query, 30, metric)
        expected, _ = brute_force(table, table[query].astype(np.float64), metric, {query})
        assert ids.tolist() == expected[:30]


def test_an_untrained_row_of_norm_1e_minus_21_keeps_its_direction() -> None:
    table = np.array([[1, 1], [2.5e-23, 2.5e-23], [1, -1], [1, 0.9]], np.float32)
    ids, scores = neighbours(table, 0)
    assert ids.tolist() == [1, 3, 2]
    assert scores[0] == pytest.approx(1.0, abs=1e-12)


def test_equal_rows_come_by_ascending_id() -> None:
    table = np.tile(np.array([[1, 2, 3], [3, 1, 2]], np.float32), (500, 1))
    for metric in METRICS:
        ids, scores = neighbours(table, 10, 6, metric)
        assert ids.tolist() == [0, 2, 4, 6, 8, 12]
        assert len(set(scores.tolist())) == 1


def test_parallel_rows_tie_in_cosine_whatever_their_length() -> None:
    direction = np.array([0.1, 0.7, -0.3], np.float64)
    table = np.array([direction * s for s in (1, 3, 7, 0.3, 1e-3, 900)])
    ids, scores = neighbours(table, 0)
    assert ids.tolist() == [1, 2, 3, 4, 5]
    np.testing.assert_allclose(scores, 1, atol=1e-13)


FOUND_BY_GENSIM = [
    ("whisper-tiny.en", 995, [2159, 1573, 1204, 2746, 1499, 2214, 983, 1241], 0.843501),
    (
        "whisper-tiny.en",
        6602,
        [28578, 14832, 20871, 22217, 45174, 28912, 29479, 46724],
        0.885941,
    ),
    ("minilm-gpt2-64d", 995, [2159, 6894, 10603, 29564, 11621, 19946, 29081, 43249], 1.0),
]


@pytest.mark.parametrize(("preset", "query", "ids", "best"), FOUND_BY_GENSIM)
def test_equals_gensim_on_the_bundled_tables(
    preset: str, query: int, ids: list[int], best: float
) -> None:
    """Recorded from gensim 4.4.0 ``KeyedVectors.most_similar`` (its ties reordered by id)."""
    found, scores = neighbours(PRESETS[preset].make(), query, 8)
    assert found.tolist() == ids
    assert scores[0] == pytest.approx(best, abs=1e-6)


def test_equals_scikit_learn_on_a_bundled_table() -> None:
    """Recorded from scikit-learn 1.9.1 ``NearestNeighbors(algorithm="brute")`` in float64."""
    found = neighbours(PRESETS["whisper-tiny.en"].make(), 995, 6, "euclidean")
    assert found.ids.tolist() == [2159, 1204, 983, 50396, 1573, 1080]
    distances = [0.176529, 0.192219, 0.199365, 0.201328, 0.202519, 0.203122]
    np.testing.assert_allclose(found.scores, distances, atol=1e-6)


def test_equals_scikit_learn_where_all_rows_share_an_offset() -> None:
    i, j = np.arange(60)[:, None], np.arange(12)[None]
    table = ((i * i * 7 + i * j * 13 + j * j * 5 + 3 * i + 11 * j) % 97 - 48) / 16.0
    table[:, 3] += 100
    ids, scores = neighbours(table, 17, 5, "cosine")
    assert ids.tolist() == [12, 7, 2, 52, 4]
    np.testing.assert_allclose(1 - scores[:2], [0.001464371131179698, 0.001539505802718999])
    ids, scores = neighbours(table, 59, 3, "euclidean")
    assert ids.tolist() == [44, 20, 34]
    np.testing.assert_allclose(scores, [5.991856452719808, 6.0, 6.139650845121406])


def test_many_queries_give_what_single_ones_give() -> None:
    table = np.random.default_rng(0).normal(size=(3000, 20)).astype(np.float32)
    table[7] = np.nan
    for metric in METRICS:
        together = neighbours_of_many(table, [5, 7, 2999], 9, metric)
        for query, found in zip([5, 7, 2999], together, strict=True):
            alone = neighbours(table, query, 9, metric)
            np.testing.assert_array_equal(found.ids, alone.ids)
            np.testing.assert_array_equal(found.scores, alone.scores)
            assert found.note == alone.note
    vectors = neighbours_of_many(table, table[[5, 2999]], 9)
    assert vectors[0].ids[0] == 5
    assert vectors[1].ids[0] == 2999


def test_more_queries_than_fit_at_once_take_several_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.random.default_rng(0).normal(size=(300, 4)).astype(np.float32)
    expected = [n.ids.tolist() for n in neighbours_of_many(table, np.arange(50), 5)]
    monkeypatch.setattr("embedscope.geometry.neighbours._MOST_PRODUCTS", 300 * 7)
    assert [n.ids.tolist() for n in neighbours_of_many(table, np.arange(50), 5)] == expected


def test_the_query_is_hidden_only_when_it_is_an_id() -> None:
    table = np.eye(3, dtype=np.float32)
    assert neighbours(table, 1).ids.tolist() == [0, 2]
    assert neighbours(table, 1, exclude=()).ids.tolist() == [1, 0, 2]
    assert neighbours(table, table[1]).ids.tolist() == [1, 0, 2]
    assert neighbours(table, 1, exclude=[0, 99]).ids.tolist() == [1, 2]


def test_rows_from_n_rows_on_take_no_part() -> None:
    table = np.arange(1, 9, dtype=np.float32)[:, None] * np.ones((1, 3), np.float32)
    found = neighbours(table, 7, 3, "dot", n_rows=5)
    assert found.ids.tolist() == [4, 3, 2]
    assert found.n_compared == 5


def test_kept_norms_give_the_same_answer() -> None:
    table = Table.from_array(np.random.default_rng(2).normal(size=(400, 9)).astype(np.float16))
    with_stats = neighbours(table, 3, stats=row_stats(table))
    without = neighbours(table, 3)
    np.testing.assert_array_equal(with_stats.ids, without.ids)
    np.testing.assert_array_equal(with_stats.scores, without.scores)


def test_half_precision_never_overflows() -> None:
    table = np.full((4, 300), 60000, np.float16)
    table[1] *= -1
    table[2, :150] = 0
    ids, scores = neighbours(table, 0, metric="dot")
    assert ids.tolist() == [3, 2, 1]
    assert scores[0] == 300 * 60000.0**2


def test_a_float64_table_is_scored_unrounded() -> None:
    table = np.array([[1.0, 0.0], [1.0, 1e-9], [1.0, 2e-9]])
    ids, scores = neighbours(table, 2, metric="euclidean")
    assert ids.tolist() == [1, 0]
    np.testing.assert_allclose(scores, [1e-9, 2e-9], rtol=1e-6)


def test_bad_questions_are_answered_with_a_sentence() -> None:
    table = np.eye(3, dtype=np.float32)
    with pytest.raises(UnknownNameError, match='No metric "l1"; there are cosine, dot, euclidean'):
        neighbours(table, 0, metric="l1")  # type: ignore[arg-type]
    with pytest.raises(EmbedscopeError, match="has 2 numbers and the table's rows have 3"):
        neighbours(table, [1.0, 2.0])
    with pytest.raises(EmbedscopeError, match="a whole number, or a vector of 3 numbers"):
        neighbours(table, 1.0)
    with pytest.raises(EmbedscopeError, match="Ask for 1 neighbour or more, not 0"):
        neighbours(table, 0, k=0)
    with pytest.raises(EmbedscopeError, match="one row id or one vector"):
        neighbours(table, [[1.0, 2.0, 3.0]])
    with pytest.raises(MissingRowError):
        neighbours(table, 3)
    with pytest.raises(MissingRowError):
        neighbours(table, -1)


def test_no_queries_have_no_answers() -> None:
    assert neighbours_of_many(np.eye(3), []) == []


def test_a_query_of_any_length_has_a_direction() -> None:
    for scale in (1e-300, 1e300):
        found = neighbours(np.eye(3), np.array([2.0, 1.0, -1.0]) * scale)
        assert found.ids.tolist() == [0, 1, 2]
        np.testing.assert_allclose(found.scores, np.array([2, 1, -1]) / 6**0.5)


def test_several_threads_give_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.from_array(np.random.default_rng(8).normal(size=(3000, 40)).astype(np.float16))
    alone = neighbours(table, 7, 20), row_stats(table).norm
    monkeypatch.setattr("embedscope.geometry.parallel._SMALL_VALUES", 0)
    monkeypatch.setattr("embedscope.geometry.parallel.thread_count", lambda: 3)
    monkeypatch.setattr("embedscope.geometry.scan._CACHED_BLOCK", 40 * 100)
    together = neighbours(table, 7, 20), row_stats(table).norm
    np.testing.assert_array_equal(together[0].ids, alone[0].ids)
    np.testing.assert_array_equal(together[0].scores, alone[0].scores)
    np.testing.assert_array_equal(together[1], alone[1])
    calls: list[float] = []
    watch = Progress(lambda done, _: calls.append(done), lambda: len(calls) > 5)
    with pytest.raises(Cancelled):
        neighbours(table, 7, progress=watch)
    assert len(calls) == 6


def test_can_be_cancelled_and_tells_how_far_it_is() -> None:
    table = Table.from_array(np.ones((10, 2_000_000), np.float16))
    seen: list[float] = []
    neighbours(table, 0, progress=Progress(lambda done, _: seen.append(done)))
    assert len(seen) >= 10
    assert seen == sorted(seen)
    with pytest.raises(Cancelled):
        neighbours(table, 0, progress=Progress(stopped=lambda: True))


def test_can_be_unpacked_and_measured() -> None:
    found = neighbours(np.eye(3, dtype=np.float32), 0)
    ids, scores = found
    assert isinstance(iter(found), Iterator)
    assert len(found) == len(ids) == len(scores) == 2


@given(
    arrays(
        np.float32,
        st.tuples(st.integers(1, 30), st.integers(1, 5)),
        elements=st.floats(-4, 4, width=16),
    ),
    st.integers(1, 12),
    st.sampled_from(METRICS),
)
def test_any_small_table_equals_brute_force(table: np.ndarray, k: int, metric: Metric) -> None:
    found = neighbours(table, 0, k, metric)
    if metric == "cosine" and not table[0].any():
        assert len(found) == 0
        return
    _, expected = brute_force(table, table[0].astype(np.float64), metric, {0})
    defined = found.scores[np.isfinite(found.scores)]
    np.testing.assert_allclose(defined, expected[: min(k, len(expected))], rtol=1e-9, atol=1e-12)
    assert len(set(found.ids.tolist())) == len(found) == min(k, len(table) - 1)
    assert 0 not in found.ids
    is_tie = np.diff(defined) == 0
    assert (np.diff(found.ids[: len(defined)])[is_tie] > 0).all()


def test_cosines_that_truly_differ_are_no_tie_however_close() -> None:
    """The second row is off by an angle of 2**-24, its cosine is 1 - 2**-49."""
    table = np.array([[0, 2**-24], [2**-24, 1], [0, 2**-24]], np.float32)
    ids, scores = neighbours(table, 0)
    assert ids.tolist() == [2, 1]
    np.testing.assert_allclose(1 - scores, [0, 2**-49], atol=3e-16)


@given(
    arrays(np.float32, st.integers(64, 3000), elements=st.floats(-100, 100, width=32)),
    st.integers(1, 20),
)
def test_kth_largest_is_a_bound_that_k_values_reach(values: np.ndarray, k: int) -> None:
    bar = kth_largest(values, k)
    assert np.count_nonzero(values >= bar) >= k
    if len(values) < 4 * k * 64:
        assert bar == np.sort(values)[-k]


def test_a_number_of_neighbours_that_is_not_whole_is_refused() -> None:
    table = Table.from_array(np.eye(3, dtype="f4"))
    assert neighbours(table, 0, k=1).ids.tolist() == [1]
    with pytest.raises(TypeError, match=r"^k, how many neighbours, is a whole number, not 2\.5$"):
        neighbours(table, 0, k=2.5)  # type: ignore[arg-type]
