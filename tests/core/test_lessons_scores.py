"""Cosine against dot product, and what centring does."""

from dataclasses import replace
from gc import collect
from pathlib import Path
from weakref import ref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedscope.geometry.stats import row_stats
from embedscope.lessons.centring import (
    centred_cosine,
    centred_neighbours,
    centring,
    sample_cosines,
)
from embedscope.lessons.scores import (
    most_disagreeing_pair,
    pair_scores,
    top_lists,
    typical_length,
)
from embedscope.lessons.view import LessonView
from embedscope.presets import PRESETS
from embedscope.readers import open_table
from embedscope.session.text import look_up_text
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer

FILES = Path(__file__).parents[1] / "cases" / "files"


def random_table(n_rows: int, n_dims: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    lengths = rng.uniform(0.1, 3, (n_rows, 1))
    return (rng.normal(size=(n_rows, n_dims)) * lengths).astype(np.float32)


def test_the_scores_of_the_and_cat() -> None:
    found = pair_scores(open_table("the-cat-4x4"), 0, 2)
    assert found.dot == pytest.approx(0.3 * 0.1 + 0.1 * 0.4 + 0.5 * 0.8, abs=1e-7)
    assert found.first_length == pytest.approx(0.39**0.5, abs=1e-7)
    assert found.second_length == pytest.approx(0.9, abs=1e-7)
    assert found.cosine == pytest.approx(0.47 / (0.39**0.5 * 0.9), abs=1e-6)
    assert found.angle_degrees == pytest.approx(33.25, abs=0.01)


@given(st.integers(0, 200), st.integers(2, 6))
def test_arrows_are_drawn_true(seed: int, n_dims: int) -> None:
    found = pair_scores(random_table(2, n_dims, seed), 0, 1)
    one, two = (np.array(tip) for tip in found.arrows)
    assert np.linalg.norm(one) == pytest.approx(found.first_length)
    assert np.linalg.norm(two) == pytest.approx(found.second_length)
    assert float(one @ two) == pytest.approx(found.dot, rel=1e-6, abs=1e-9)


def test_a_row_of_zeros_has_no_angle() -> None:
    found = pair_scores(np.array([[0, 0], [3, 4]], np.float32), 0, 1)
    assert np.isnan(found.cosine)
    assert np.isnan(found.angle_degrees)
    assert found.arrows == ((0.0, 0.0), (5.0, 0.0))


def test_equal_rows_have_no_angle_between_them_in_spite_of_rounding() -> None:
    rows = np.full((2, 7), 0.1, np.float32)
    assert pair_scores(rows, 0, 1).angle_degrees == pytest.approx(0, abs=1e-5)


@given(st.integers(0, 50), st.integers(3, 30))
@settings(max_examples=40)
def test_places_in_both_lists_are_those_of_a_full_sort(seed: int, n_rows: int) -> None:
    array = random_table(n_rows, 4, seed)
    lists = top_lists(array, 0, k=5)
    rows = array.astype(float)
    dots = rows @ rows[0]
    cosines = dots / (np.linalg.norm(rows, axis=1) * np.linalg.norm(rows[0]))
    by_dot = [row for row in np.argsort(-dots) if row]
    by_cosine = [row for row in np.argsort(-cosines) if row]
    assert [entry.row for entry in lists.cosine] == by_cosine[:5]
    assert [entry.row for entry in lists.dot] == by_dot[:5]
    for entries, others in ((lists.cosine, by_dot), (lists.dot, by_cosine)):
        for rank, entry in enumerate(entries, 1):
            assert (entry.rank, entry.other_rank) == (rank, others.index(entry.row) + 1)
            assert entry.rank_difference == (entry.other_rank or 0) - rank
    assert set(lists.shared) == set(by_dot[:5]) & set(by_cosine[:5])


def test_equal_scores_are_placed_by_id() -> None:
    lists = top_lists(np.ones((6, 3), np.float32), 2, k=4)
    assert [(entry.row, entry.other_rank) for entry in lists.cosine] == [
        (0, 1), (1, 2), (3, 3), (4, 4),
    ]  # fmt: skip


def test_rows_without_a_direction_have_no_place() -> None:
    array = np.array([[1, 0], [0, 0], [-1, 0], [np.inf, 1]], np.float32)
    lists = top_lists(array, 0, k=3)
    assert [(entry.row, entry.other_rank) for entry in lists.dot] == [(1, None), (2, 2 - 1)]
    assert lists.dot[0].rank_difference is None
    assert [entry.row for entry in lists.cosine] == [2, 1]
    assert "1 of 4 rows hold NaN" in lists.note


def test_monday_by_cosine_and_by_dot_product() -> None:
    lists = top_lists(open_table("whisper-tiny.en"), 3321)
    assert [entry.row for entry in lists.cosine[:4]] == [3502, 3217, 3583, 3431]  # other days
    assert lists.shared == ()
    assert min(entry.other_rank or 0 for entry in lists.cosine) > 10_000


def test_the_pair_of_most_disagreement_is_that_of_a_full_search() -> None:
    array = random_table(12, 5, 4)
    found = most_disagreeing_pair(array, range(12))
    assert found is not None
    rows = array.astype(float)
    pairs = [(i, j) for i in range(12) for j in range(i + 1, 12)]
    dots = np.array([rows[i] @ rows[j] for i, j in pairs])
    lengths = np.linalg.norm(rows, axis=1)
    cosines = np.array([dots[n] / (lengths[i] * lengths[j]) for n, (i, j) in enumerate(pairs)])
    dot_place = np.argsort(np.argsort(-dots)) + 1
    cosine_place = np.argsort(np.argsort(-cosines)) + 1
    best = int(np.argmax(np.abs(dot_place - cosine_place)))
    assert (found.scores.first, found.scores.second) == pairs[best]
    assert (found.cosine_rank, found.dot_rank) == (cosine_place[best], dot_place[best])
    assert found.n_pairs == 66


@pytest.mark.parametrize(
    "candidates", [[], [3], [3, 3], [1, 2]], ids=["none", "one", "one twice", "one pair"]
)
def test_fewer_than_two_pairs_cannot_disagree(candidates: list[int]) -> None:
    assert most_disagreeing_pair(random_table(5, 3), candidates) is None


def test_rows_of_one_length_do_not_disagree() -> None:
    array = np.array([[1, 0], [0, 1], [0.6, 0.8], [-0.8, 0.6]])
    assert most_disagreeing_pair(array, range(4)) is None
    assert most_disagreeing_pair(np.zeros((4, 2), np.float32), range(4)) is None


def test_centring_of_a_shared_offset() -> None:
    table = Table.from_array(np.load(FILES / "L07_common_offset.npy"))
    found = centring(table, row_stats(table))
    assert found.before == pytest.approx(0.967, abs=5e-4)
    assert found.after == pytest.approx(-0.03, abs=5e-3)
    assert found.mean_length == pytest.approx(2.5 * 4, rel=0.05)
    assert sample_cosines(table).mean() > 0.95
    assert abs(sample_cosines(table, found.space).mean()) < 0.1


def test_centred_neighbours_are_those_of_the_moved_rows() -> None:
    array = random_table(40, 6) + 5
    found = centring(array, row_stats(array))
    rows = array.astype(float) - array.astype(float).mean(axis=0)
    cosines = rows @ rows[7] / (np.linalg.norm(rows, axis=1) * np.linalg.norm(rows[7]))
    expected = [row for row in np.argsort(-cosines) if row != 7][:4]
    assert centred_neighbours(array, 7, found.space, 4).ids.tolist() == expected


def test_samples_are_the_same_every_time_and_finite() -> None:
    table = open_table("minilm-gpt2-64d")
    first, second = sample_cosines(table, n_pairs=300), sample_cosines(table, n_pairs=300)
    np.testing.assert_array_equal(first, second)
    assert 250 < len(first) <= 300
    assert np.isfinite(first).all()
    assert np.abs(first).max() <= 1 + 1e-6
    assert len(sample_cosines(np.zeros((3, 2), np.float32))) == 0


def test_a_typical_length_is_the_median_of_the_finite_rows() -> None:
    array = np.array([[3, 4], [0, 1], [0, 2], [np.nan, 1]], np.float32)
    assert typical_length(row_stats(array)) == pytest.approx(2)
    assert np.isnan(typical_length(row_stats(array[3:])))


def test_a_centred_cosine_is_that_of_the_moved_rows() -> None:
    array = random_table(40, 6) + 5
    space = centring(array, row_stats(array)).space
    rows = array.astype(float) - array.astype(float).mean(axis=0)
    wanted = rows[3] @ rows[8] / np.linalg.norm(rows[3]) / np.linalg.norm(rows[8])
    assert centred_cosine(array, 3, 8, space) == pytest.approx(wanted)


@pytest.mark.parametrize(("n_rows", "n_pairs"), [(3, 3), (12, 66), (25, 300), (400, 79800)])
def test_pairs_tell_how_many_rows_they_are_made_of(n_rows: int, n_pairs: int) -> None:
    found = most_disagreeing_pair(random_table(n_rows, 5, 4), range(n_rows))
    assert found is not None
    assert (found.n_rows, found.n_pairs) == (n_rows, n_pairs)


def test_rows_beyond_those_that_count_are_neither_listed_nor_counted() -> None:
    rows = np.random.default_rng(5).normal(size=(60, 4)).astype(np.float32)
    rows[40:] = rows[3] * 3  # padding that would win every place
    whole, part = top_lists(rows, 3, 5), top_lists(rows, 3, 5, left_out=np.arange(40, 60))
    assert {entry.row for entry in whole.dot} <= set(range(40, 60))
    assert part == top_lists(rows[:40], 3, 5)


@pytest.mark.parametrize("preset", ["book-6x3", "the-cat-4x4"])
def test_what_is_kept_of_a_table_does_not_keep_the_table(preset: str) -> None:
    table = replace(PRESETS[preset].make())
    tokenizer = get_tokenizer(PRESETS[preset].tokenizer)
    text = look_up_text(PRESETS[preset].text, tokenizer, "plain", table)
    view = LessonView(text, selected=0, row=0)
    assert np.isfinite(view.centring.before)
    gone = ref(table)
    del table, text, view
    collect()
    assert gone() is None
