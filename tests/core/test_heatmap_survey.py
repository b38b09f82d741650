"""One walk finds what the separate passes find, whatever the table holds."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from draws import examples
from embedscope.errors import Cancelled
from embedscope.geometry.duplicates import duplicate_of
from embedscope.geometry.stats import row_stats
from embedscope.heatmap import columns as columns_module
from embedscope.heatmap.cache_file import _arrays
from embedscope.heatmap.columns import ColumnTally, column_stats
from embedscope.heatmap.groups import row_groups
from embedscope.heatmap.pyramid import build_pyramid
from embedscope.heatmap.survey import survey_table
from embedscope.progress import Progress
from embedscope.tables.base import Floats
from embedscope.tables.table import Table
from heatmap_cases import case_table, small_scale


@st.composite
def odd_tables(draw: st.DrawFn) -> Floats:
    """Return values (V, D) with dims far from 0, repeated rows, zeros, extremes and bad values."""
    shape = draw(st.integers(1, 400)), draw(st.integers(1, 30))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    values = rng.normal(size=shape).astype(np.float32)
    values += rng.choice([0, 0, 0, 50, -1000], shape[1]).astype(np.float32)
    for odd in draw(st.lists(st.sampled_from([np.nan, np.inf, -np.inf, 3e38, 1e-42]), max_size=3)):
        values[rng.integers(shape[0]), rng.integers(shape[1])] = odd
    for _ in range(draw(st.integers(0, 3))):
        values[rng.integers(shape[0])] = values[rng.integers(shape[0])]
    for _ in range(draw(st.integers(0, 3))):
        values[rng.integers(shape[0])] = draw(st.sampled_from([0.0, -0.0, 2.5]))
    return values


@settings(max_examples=examples(120))
@given(odd_tables(), st.sampled_from([(1, 1), (4, 2), (8, 1)]), st.booleans())
def test_a_survey_finds_what_separate_passes_find(
    values: Floats, cell: tuple[int, int], with_pyramid: bool
) -> None:
    table = Table.from_array(values)
    with small_scale(*cell):
        survey = survey_table(table, with_pyramid=with_pyramid)
        pyramid = build_pyramid(table)
    stats, columns = row_stats(table), column_stats(table)
    np.testing.assert_array_equal(survey.rows.norm, stats.norm)
    np.testing.assert_array_equal(survey.rows.flags, stats.flags)
    expected = np.where(stats.norm > 0, duplicate_of(table), -1)  # zero rows are not listed
    np.testing.assert_array_equal(survey.first, expected)
    sizes = np.where(np.isfinite(values), np.abs(values), 0)
    np.testing.assert_array_equal(survey.peak, sizes.max(axis=1))
    for name in ("low", "high", "peak_row", "n_bad"):
        found, known = getattr(survey.columns, name), getattr(columns, name)
        np.testing.assert_array_equal(found, known)
    np.testing.assert_allclose(survey.columns.mean, columns.mean, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(survey.columns.spread, columns.spread, rtol=1e-4, atol=1e-5)
    assert survey.shape == table.shape
    if survey.pyramid is None:
        assert not with_pyramid
        return
    for one, other in zip(survey.pyramid.levels, pyramid.levels, strict=True):
        for a, b in zip(_arrays(one.cells), _arrays(other.cells), strict=True):
            np.testing.assert_array_equal(a, b)


@settings(max_examples=examples(80))
@given(odd_tables())
@example(np.array([[1e-42], [0]], np.float32))
def test_facts_of_dims_are_those_of_float64(values: Floats) -> None:
    stats = column_stats(Table.from_array(values))
    for dim in range(values.shape[1]):
        column = values[:, dim].astype(np.float64)
        finite = column[np.isfinite(column)]
        if not len(finite):
            continue
        reach = float(np.abs(finite).max())
        assert abs(stats.mean[dim] - finite.mean()) <= 3e-6 * reach
        assert stats.spread[dim] == pytest.approx(finite.std(), rel=2e-5, abs=1e-5 * reach)
        assert stats.peak_row[dim] == np.where(np.isfinite(column), np.abs(column), -1).argmax()


@pytest.mark.parametrize("size", [1e-42, 1e-30, 1e-20])
@pytest.mark.parametrize("mean", [0.0, 3.0])
def test_tiny_dims_have_a_spread(size: float, mean: float) -> None:
    values = np.random.default_rng(0).normal(mean, 1, (500, 6)).astype(np.float32)
    values[:, 2] *= np.float32(size)
    stats = column_stats(Table.from_array(values))
    np.testing.assert_allclose(stats.spread, values.std(axis=0, dtype=np.float64), rtol=1e-5)
    np.testing.assert_allclose(stats.mean, values.mean(axis=0, dtype=np.float64), rtol=1e-3)


@pytest.mark.parametrize("n_offset", [2, 40])
def test_a_narrow_dim_far_from_zero_keeps_its_spread(n_offset: int) -> None:
    rng = np.random.default_rng(5)
    values = rng.normal(size=(20_000, 40)).astype(np.float32)
    values[:, :n_offset] = 50 + 0.01 * values[:, :n_offset]
    stats = survey_table(Table.from_array(values)).columns
    exact = values.astype(np.float64).std(axis=0)
    np.testing.assert_allclose(stats.spread, exact, rtol=1e-5)
    np.testing.assert_allclose(stats.mean[:n_offset], 50, atol=1e-3)


def test_blocks_may_come_in_any_order() -> None:
    values = np.round(np.random.default_rng(6).normal(size=(640, 12)) * 2).astype(np.float32)
    values[[100, 630], 3] = np.nan
    tallies = [ColumnTally(values[:33]), ColumnTally(values[:33])]
    starts = list(range(0, 640, 64))
    for tally, order in zip(tallies, (starts, [*starts[::-2], *starts[::2]]), strict=True):
        for start in order:
            block = values[start : start + 64]
            tally.add(start, block, row_groups(block, columns_module.RUN))
    one, other = (tally.stats() for tally in tallies)
    sizes = np.where(np.isfinite(values), np.abs(values), -1)
    assert one.peak_row.tolist() == other.peak_row.tolist() == sizes.argmax(axis=0).tolist()
    assert one.n_bad.tolist() == other.n_bad.tolist() == [0, 0, 0, 2, *[0] * 8]
    np.testing.assert_allclose(one.spread, other.spread, rtol=1e-12)


def test_very_many_zero_rows_are_not_read_again() -> None:
    values = np.zeros((3000, 8), np.float32)
    values[[10, 2000]] = 1.5
    survey = survey_table(Table.from_array(values))
    assert survey.first[2000] == 10
    assert np.count_nonzero(survey.first >= 0) == 1


def test_W04_a_survey_of_bad_values_warns_of_nothing() -> None:
    survey = survey_table(case_table("N03_nan_inf.npy"))
    assert survey.columns.n_bad.sum() == 5
    assert survey.peak.tolist() == [2, 0, 22, 32, 42, 52]


def test_a_survey_tells_how_far_it_is_and_stops_when_asked() -> None:
    table = Table.from_array(np.ones((60_000, 100), np.float32))
    seen: list[float] = []
    survey_table(table, Progress(lambda done, _: seen.append(done)))
    assert (seen[0], seen[-1]) == (0, 1)
    with pytest.raises(Cancelled):
        survey_table(table, Progress(stopped=lambda: True))


def test_facts_of_dims_follow_an_order() -> None:
    values = np.arange(24, dtype=np.float32).reshape(6, 4)
    stats = column_stats(Table.from_array(values)).take(np.array([3, 0, 2, 1]))
    assert stats.high.tolist() == [23, 20, 22, 21]
    assert stats.peak.tolist() == [23, 20, 22, 21]
    assert stats.peak_row.tolist() == [5, 5, 5, 5]
