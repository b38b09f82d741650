"""Strips of exact norms and dim facts, and the walk over odd rows: nothing odd is lost."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws import examples
from embedscope.errors import Cancelled
from embedscope.geometry.duplicates import duplicate_of
from embedscope.geometry.stats import row_stats
from embedscope.heatmap import columns as columns_module
from embedscope.heatmap.columns import column_stats
from embedscope.heatmap.dims import column_values, dim_facts
from embedscope.heatmap.odd import Odd, odd_dims, odd_rows, outliers
from embedscope.heatmap.reasons import dim_reasons, row_reasons
from embedscope.heatmap.ribbon import column_reach, column_ribbon, row_ribbon
from embedscope.heatmap.survey import survey_table
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import Progress
from embedscope.tables.base import Floats
from embedscope.tables.table import Table
from heatmap_cases import case_table


def normal(n_rows: int, n_dims: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(size=(n_rows, n_dims)).astype(np.float32)


@settings(max_examples=examples(60))
@given(
    st.integers(1, 2000),
    st.integers(1, 50),
    st.floats(-20, 1900),
    st.floats(1, 2000),
    st.integers(0, 99),
)
def test_the_row_ribbon_pools_exact_norms(
    n_rows: int, height: int, row0: float, extent: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    norm = rng.uniform(1, 2, n_rows)
    norm[rng.integers(n_rows)] = 0
    norm[rng.integers(n_rows)] = np.nan
    ribbon = row_ribbon(norm, Viewport(row0, row0 + extent, 0, 1, 9, height))
    assert len(ribbon.norm.low) <= height + 1
    for i in range(len(ribbon.norm.low)):
        top = ribbon.row0 + i * ribbon.rows_per_px
        group = norm[top : top + ribbon.rows_per_px]
        finite = group[~np.isnan(group)]
        assert ribbon.n_zero[i] == np.count_nonzero(group == 0)
        assert ribbon.n_bad[i] == np.count_nonzero(np.isnan(group))
        ends = (finite.min(), finite.max()) if len(finite) else (np.nan, np.nan)
        np.testing.assert_array_equal([ribbon.norm.low[i], ribbon.norm.high[i]], ends)


@settings(max_examples=examples(30))
@given(st.integers(100, 3000), st.integers(2, 30), st.integers(0, 2**32))
def test_a_zero_row_and_a_nan_row_are_found_in_the_full_view_every_time(
    n_rows: int, n_dims: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n_rows, n_dims)).astype(np.float32)
    zero, bad = rng.choice(n_rows, 2, replace=False).tolist()
    values[zero], values[bad] = 0, np.nan
    stats = row_stats(Table.from_array(values))
    ribbon = row_ribbon(stats.norm, Viewport.fit(values.shape, 5, 20))
    size = ribbon.rows_per_px
    assert np.flatnonzero(ribbon.n_zero).tolist() == [zero // size]
    assert ribbon.norm.low[zero // size] == 0
    assert np.flatnonzero(ribbon.n_bad).tolist() == [bad // size]
    odd = odd_rows(stats)
    assert odd.kinds["zero"].tolist() == [zero]
    assert odd.kinds["not finite"].tolist() == [bad]


@pytest.mark.parametrize("chunk", [20, 300, 1 << 18])
def test_column_stats_are_those_of_float64(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_module, "_CHUNK", chunk)
    values = normal(1000, 7) * np.float32(0.1) + np.float32(5)
    values[417, 2], values[600, 3] = -9, np.nan
    values[0, 4] = np.inf
    stats = column_stats(Table.from_array(values))
    good = np.where(np.isfinite(values), values, np.nan).astype(np.float64)
    np.testing.assert_allclose(stats.mean, np.nanmean(good, axis=0), rtol=1e-7)
    np.testing.assert_allclose(stats.spread, np.nanstd(good, axis=0), rtol=1e-6)
    np.testing.assert_array_equal(stats.low, np.nanmin(good, axis=0))
    np.testing.assert_array_equal(stats.high, np.nanmax(good, axis=0))
    np.testing.assert_array_equal(stats.peak, np.nanmax(np.abs(good), axis=0))
    np.testing.assert_array_equal(stats.peak_row, np.nanargmax(np.abs(good), axis=0))
    assert stats.n_bad.tolist() == [0, 0, 0, 1, 1, 0, 0]
    np.testing.assert_allclose(stats.size, np.sqrt(np.nanmean(good**2, axis=0)), rtol=1e-6)


def test_N13_column_stats_do_not_overflow() -> None:
    values = case_table("N13_extremes.npy").block(0, 4)
    stats = column_stats(Table.from_array(values))
    np.testing.assert_allclose(stats.mean, values.astype(np.float64).mean(axis=0), rtol=1e-6)
    np.testing.assert_allclose(stats.spread, values.astype(np.float64).std(axis=0), rtol=1e-6)
    assert stats.peak_row.tolist() == [1, 1, 2]


def test_N02_N04_constant_dims_have_no_spread() -> None:
    stats = column_stats(case_table("N04b_constant_column.npy"))
    assert stats.spread[2] == 0
    assert stats.mean[2] == 7
    assert column_stats(case_table("N02_all_zero.npy")).peak.tolist() == [0, 0, 0]


def test_a_dim_without_a_finite_number_is_zero_and_counted() -> None:
    stats = column_stats(Table.from_array(np.array([[np.nan, 1], [np.inf, 2]], np.float32)))
    assert stats.mean.tolist() == [0, 1.5]
    assert (stats.low[0], stats.high[0], stats.spread[0]) == (0, 0, 0)
    assert stats.n_bad.tolist() == [2, 0]


@settings(max_examples=examples(40))
@given(st.integers(1, 300), st.integers(1, 40), st.integers(0, 99))
def test_the_column_ribbon_pools_the_facts_of_dims(n_dims: int, width: int, seed: int) -> None:
    values = normal(30, n_dims, seed)
    values[7, seed % n_dims] = np.nan
    stats = column_stats(Table.from_array(values))
    ribbon = column_ribbon(stats, Viewport.fit(values.shape, width, 9))
    assert len(ribbon.peak.high) <= width
    size = ribbon.dims_per_px
    for i in range(len(ribbon.peak.high)):
        here = slice(i * size, (i + 1) * size)
        assert ribbon.peak.high[i] == stats.peak[here].max()
        assert ribbon.mean.low[i] == stats.mean[here].min()
        assert ribbon.spread.high[i] == stats.spread[here].max()
    assert np.flatnonzero(ribbon.n_bad).tolist() == [seed % n_dims // size]


def test_one_hot_cell_shows_in_both_ribbons() -> None:
    values = normal(5000, 400)
    values[3123, 217] = 90
    table = Table.from_array(values)
    viewport = Viewport.fit(values.shape, 50, 50)
    rows = row_ribbon(row_stats(table).norm, viewport)
    columns = column_ribbon(column_stats(table), viewport)
    assert int(rows.norm.high.argmax()) == 3123 // rows.rows_per_px
    assert int(columns.peak.high.argmax()) == 217 // columns.dims_per_px
    assert odd_rows(row_stats(table)).kinds["long"].tolist() == [3123]
    assert column_stats(table).peak_row[217] == 3123


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([9.0, -9.0, 40.0]))
def test_one_hot_cell_is_flagged_in_both_ribbons_every_time(seed: int, value: float) -> None:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(3000, 200)).astype(np.float32)
    row, dim = int(rng.integers(3000)), int(rng.integers(200))
    values[row, dim] = value
    survey = survey_table(Table.from_array(values))
    assert row in survey.odd_rows.kinds["hot"]
    viewport = Viewport.fit(values.shape, 40, 30)
    hot = np.zeros(3000, np.bool_)
    hot[survey.odd_rows.kinds["hot"]] = True
    rows = row_ribbon(survey.rows.norm, viewport, hot)
    assert rows.n_hot[row // rows.rows_per_px] >= 1
    assert rows.n_hot.sum() <= 3
    columns = column_ribbon(survey.columns, viewport)
    place = dim // columns.dims_per_px
    ends = columns.value.low[place], columns.value.high[place]
    assert (ends[0] if value < 0 else ends[1]) == value
    others = np.delete(columns.peak.high, place)
    assert others.max() < 0.7 * abs(value)


def test_the_reach_of_the_strip_of_dims_is_that_of_nearly_all_of_them() -> None:
    values = normal(400, 200)
    values[:, 7] *= 1000
    low, high = column_reach(column_stats(Table.from_array(values)))
    assert -9 < low < -4
    assert 4 < high < 9
    positive = column_reach(column_stats(Table.from_array(np.abs(normal(400, 20)))))
    assert positive[0] == 0
    assert column_reach(column_stats(case_table("N02_all_zero.npy"))) == (-1, 1)


def test_N12_the_dominant_dim_is_named() -> None:
    stats = column_stats(case_table("N12_dominant_column.npy"))
    assert odd_dims(stats).kinds["large"].tolist() == [7]
    assert odd_dims(stats).ids.tolist() == [7]


def test_N03_odd_rows_and_dims_name_the_bad_ones() -> None:
    table = case_table("N03_nan_inf.npy")
    assert odd_rows(row_stats(table)).kinds["not finite"].tolist() == [1, 2, 4]
    stats = column_stats(table)
    assert odd_dims(stats).kinds["not finite"].tolist() == [0, 1, 2]
    assert stats.n_bad.tolist() == [2, 2, 1]


def test_every_kind_of_odd_row_is_found() -> None:
    values = normal(500, 64)
    values[20] = 0
    values[30, 5] = -np.inf
    values[40] = 0.25
    values[[50, 60, 499]] = values[50]
    values[70] *= 9
    values[80] *= 0.01
    table = Table.from_array(values)
    odd = odd_rows(row_stats(table), duplicate_of(table))
    assert {kind: ids.tolist() for kind, ids in odd.kinds.items()} == {
        "zero": [20],
        "not finite": [30],
        "constant": [40],
        "long": [70],
        "short": [40, 80],
        "duplicate": [50, 60, 499],
    }
    assert odd.kinds_of(40) == ("constant", "short")
    assert odd.kinds_of(41) == ()


def test_rows_of_zeros_are_not_duplicates_too() -> None:
    values = normal(100, 8)
    values[[3, 4, 50]] = 0
    table = Table.from_array(values)
    assert list(odd_rows(row_stats(table), duplicate_of(table)).kinds) == ["zero"]
    assert "duplicate" not in odd_rows(row_stats(table)).kinds


def test_rounding_makes_no_outliers() -> None:
    nearly_one = 1 + np.random.default_rng(1).normal(size=1000) * 1e-5
    nearly_one[7] = 1.0009
    low, high = outliers(nearly_one)
    assert len(low) == len(high) == 0
    low, high = outliers(np.array([np.nan, np.nan]))
    assert len(low) == len(high) == 0


def test_the_walk_goes_round_both_ways_kind_by_kind() -> None:
    odd = Odd({"zero": np.array([5, 90]), "long": np.array([5, 40, 41])})
    assert odd.ids.tolist() == [5, 40, 41, 90]
    assert odd.walk().tolist() == [5, 90, 40, 41]
    assert [odd.step(here, 1) for here in (None, 7, 5, 90, 40, 41)] == [0, 0, 1, 2, 3, 0]
    assert [odd.step(here, -1) for here in (None, 7, 5, 90, 40, 41)] == [3, 3, 3, 0, 1, 2]
    standing = np.arange(100)[::-1]
    assert odd.walk(standing).tolist() == [90, 5, 41, 40]
    assert Odd({}).step(3, 1) is None
    assert odd.kinds_of(5) == ("zero", "long")


def test_reasons_say_what_is_odd() -> None:
    values = normal(500, 64)
    values[20] = 0
    values[30, 5] = -np.inf
    values[40] = 0.25
    values[[50, 60, 499]] = values[50]
    values[70] *= 2
    values[80] *= 0.01
    values[90, 3] = 30
    survey = survey_table(Table.from_array(values))
    assert row_reasons(survey, 20) == ("all its numbers are 0",)
    assert row_reasons(survey, 30) == ("it holds NaN or infinity",)
    assert row_reasons(survey, 40)[0] == "one number repeated"
    assert row_reasons(survey, 60) == ("the same numbers as rows 50, 499",)
    norm, usual = survey.rows.norm, np.nanmedian(survey.rows.norm)
    assert row_reasons(survey, 70) == (
        f"norm {norm[70]:.3f}, {norm[70] / usual:.1f} times the median",
    )
    assert row_reasons(survey, 80) == (
        f"norm {norm[80]:.4f}, 1/{usual / norm[80]:.0f} of the median",
    )
    assert row_reasons(survey, 90)[0] == "one number as large as 30.000 is far beyond the others"
    assert row_reasons(survey, 91) == ()
    assert dim_reasons(survey, 5) == ("1 value NaN or infinite",)
    assert dim_reasons(survey, 3)[:1] == (
        "one value of 30.000, in row 90, is far beyond the others",
    )
    assert dim_reasons(survey, 6) == ()


def test_N12_N04_reasons_of_dims() -> None:
    dominant = survey_table(case_table("N12_dominant_column.npy"))
    assert dim_reasons(dominant, 7)[0].startswith("typical size 50.")
    constant = survey_table(case_table("N04b_constant_column.npy"))
    assert dim_reasons(constant, 2) == ("7.0000 in every row",)
    assert dim_reasons(survey_table(case_table("N02_all_zero.npy")), 0) == ("0 in every row",)


def test_dim_facts_explain_a_vertical_line() -> None:
    values = normal(2000, 5, 3)
    values[:, 2] = 0.5
    values[[7, 1900], 2] = 60, -40
    values[3, 2] = np.nan
    facts = dim_facts(Table.from_array(values), 2, k=3)
    assert facts.highest[0] == 7
    assert facts.lowest[0] == 1900
    assert len(facts.highest) == 3
    assert facts.n_bad == 1
    finite = np.delete(values[:, 2], 3).astype(np.float64)
    assert abs(facts.mean - finite.mean()) < 1e-12
    assert abs(facts.spread - finite.std()) < 1e-12
    fourth = np.mean((finite - finite.mean()) ** 4) / finite.var() ** 2 - 3
    assert abs(facts.kurtosis - fourth) < 1e-6
    assert facts.kurtosis > 500
    plain = dim_facts(Table.from_array(values), 0)
    assert abs(plain.kurtosis) < 0.5
    np.testing.assert_array_equal(column_values(Table.from_array(values), 4), values[:, 4])


def test_N04_facts_of_a_constant_dim_hold_no_nan() -> None:
    facts = dim_facts(case_table("N04b_constant_column.npy"), 2)
    assert (facts.mean, facts.spread, facts.kurtosis, facts.n_bad) == (7, 0, 0, 0)


def test_measuring_stops_when_asked() -> None:
    table = Table.from_array(normal(100, 10))
    with pytest.raises(Cancelled):
        column_stats(table, Progress(stopped=lambda: True))
