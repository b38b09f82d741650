"""Colour levels: robust, finite, without overflow, 0 in the middle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.heatmap.colormap import BAD_COLOURS, COLORMAPS, colourise
from embedscope.heatmap.levels import (
    Levels,
    Scale,
    dominant_dims,
    full_levels,
    robust_levels,
    table_levels,
)
from embedscope.tables.table import Table
from heatmap_cases import case_table

SCALES: tuple[Scale, ...] = ("linear", "signed-log")
finite = st.floats(-(2.0**127), 2.0**127, width=32)


def test_robust_levels_are_the_percentile_of_the_magnitude() -> None:
    values = np.arange(-10_000, 10_001, dtype=np.float32)
    assert robust_levels(values) == Levels(-9950.0, 9950.0)
    assert robust_levels(values, percentile=90) == Levels(-9000.0, 9000.0)
    assert robust_levels(values, symmetric=False) == Levels(-9950.0, 9950.0)


def test_of_few_values_all_count() -> None:
    book = np.array([[0.3374, -0.1778, -0.1690], [-2.8400, -0.7849, -1.4096]], np.float32)
    assert robust_levels(book) == Levels(-float(np.float32(2.84)), float(np.float32(2.84)))


def test_H01_bad_values_have_colours_of_their_own_and_do_not_count() -> None:
    values = case_table("N03_nan_inf.npy").block(0, 6)
    assert full_levels(values) == Levels(0.0, 52.0)
    colours = colourise(values, full_levels(values), COLORMAPS["blue-red"])
    assert set(colours[np.isnan(values)].tolist()) == {BAD_COLOURS["nan"]}
    assert int(colours[2, 1]) == BAD_COLOURS["+inf"]
    assert int(colours[4, 0]) == BAD_COLOURS["-inf"]
    finite = set(colours[np.isfinite(values)].tolist())
    assert not finite & set(BAD_COLOURS.values())


def test_H07_infinity_leaves_the_range_and_the_contrast_alone() -> None:
    values = case_table("N03_nan_inf.npy").block(0, 6)
    assert robust_levels(values) == Levels(-52.0, 52.0)
    assert robust_levels(values, symmetric=False) == Levels(0.0, 52.0)
    colours = colourise(values, full_levels(values), COLORMAPS["blue-red"])
    assert len(np.unique(colours[np.isfinite(values)])) == 13  # every finite cell its own


@pytest.mark.parametrize("name", ["N04a_constant.npy", "N02_all_zero.npy"])
def test_H02_constant_data_gives_one_mid_colour_and_a_range_that_stays(name: str) -> None:
    table = case_table(name)
    levels = table_levels(table)
    value = float(table.rows([0])[0, 0])
    assert levels.constant
    assert levels.middle == value
    for colormap in COLORMAPS.values():
        colours = colourise(table.block(0, table.n_rows), levels, colormap)
        assert np.unique(colours).tolist() == [int(colormap.lut[128])]
    assert {table_levels(table) for _ in range(10)} == {levels}


def test_N04_a_constant_column_is_drawn_like_any_other() -> None:
    table = case_table("N04b_constant_column.npy")
    levels = table_levels(table)
    assert not levels.constant
    assert levels == Levels(0.0, 43.0)
    colours = colourise(table.block(0, table.n_rows), levels, COLORMAPS["blue-sand"])
    step = int(7 / 43 * 256)
    assert np.unique(colours[:, 2]).tolist() == [int(COLORMAPS["blue-sand"].lut[step])]


def test_N12_a_dominant_column_leaves_the_others_contrast_and_is_named() -> None:
    table = case_table("N12_dominant_column.npy")
    levels = table_levels(table)
    assert levels.left_out == (7,)
    assert 0.1 < levels.high < 0.6
    values = table.block(0, table.n_rows)
    colours = colourise(values, levels, COLORMAPS["blue-red"])
    assert len(np.unique(np.delete(colours, 7, axis=1))) > 100
    assert np.unique(colours[:, 7]).tolist() == [int(COLORMAPS["blue-red"].lut[255])]
    assert full_levels(values).high > 49


def test_N13_extremes_do_not_overflow() -> None:
    table = case_table("N13_extremes.npy")
    values = table.block(0, 4)
    peak = float(np.float32(3e38))
    for levels in (table_levels(table), full_levels(values)):
        assert (levels.low, levels.high) == (-peak, peak)
        for scale in SCALES:
            position = levels.with_scale(scale).position(values)
            assert np.all((position >= 0) & (position <= 1))
            assert position.max() == 1
            assert position.min() == 0


def test_N13_the_smallest_numbers_can_be_told_apart() -> None:
    values = np.array([[1e-42, 0.0, -1e-42, 5e-43]], np.float32)
    position = full_levels(values).position(values)
    np.testing.assert_allclose(position, [[1, 0.5, 0, 0.75]], atol=1e-3)


def test_H08_signed_log_has_zero_in_the_middle_and_keeps_the_order() -> None:
    values = case_table("H08_signed.npy").block(0, 3)
    levels = robust_levels(values).with_scale("signed-log")
    position = levels.position(values)
    assert np.all(position[values == 0] == 0.5)
    assert np.all(position[values < 0] < 0.5)
    order = np.argsort(values, axis=None, kind="stable")
    assert np.all(np.diff(position.reshape(-1)[order]) >= 0)
    colours = colourise(values, levels, COLORMAPS["blue-red"])
    assert set(colours[values == 0].tolist()) == {COLORMAPS["blue-red"].neutral}


@given(st.floats(1e-38, 3e38), st.sampled_from(["linear", "signed-log"]))
def test_symmetric_levels_put_zero_exactly_in_the_middle(high: float, scale: Scale) -> None:
    levels = Levels(-high, high, scale)
    assert levels.symmetric
    assert levels.position(np.zeros(2, np.float32)).tolist() == [0.5, 0.5]
    assert levels.value(0.5) == 0


@given(finite, finite, st.floats(0, 1), st.sampled_from(["linear", "signed-log"]))
def test_value_is_the_inverse_of_position(a: float, b: float, share: float, scale: Scale) -> None:
    low, high = sorted((a, b))
    if high - low < 1e-30:
        return
    levels = Levels(low, high, scale)
    value = np.array([levels.value(share)])
    assert abs(float(levels.position(value)[0]) - share) < 1e-6


@given(st.lists(st.floats(width=32), min_size=1, max_size=40))
def test_levels_of_anything_are_finite_and_hold_the_finite_values(numbers: list[float]) -> None:
    values = np.array(numbers, np.float32)
    for levels in (full_levels(values), robust_levels(values), full_levels(values, True)):
        assert np.isfinite([levels.low, levels.high]).all()
        assert levels.low < levels.high
    kept = values[np.isfinite(values)].astype(np.float64)
    assert np.all(kept >= full_levels(values).low)
    assert np.all(kept <= full_levels(values).high)


def test_levels_that_are_no_range_are_refused() -> None:
    for low, high in ((1.0, 1.0), (2.0, 1.0), (float("nan"), 1.0), (0.0, float("inf"))):
        with pytest.raises(ValueError, match="low < high"):
            Levels(low, high)


def test_few_or_even_dims_are_never_dominant() -> None:
    rng = np.random.default_rng(1)
    even = rng.normal(size=(50, 64)).astype(np.float32)
    assert dominant_dims(even) == ()
    even[:, 5] *= 40
    even[:, 60] *= 100
    assert dominant_dims(even) == (5, 60)
    assert dominant_dims(even[:, [5, 60, 0]]) == ()


def test_table_levels_read_a_fixed_sample_of_a_large_table() -> None:
    rng = np.random.default_rng(2)
    table = Table.from_array(rng.normal(size=(30_000, 100)).astype(np.float16))
    levels = table_levels(table)
    assert levels == table_levels(table)
    assert abs(levels.high - 2.807) < 0.05  # 99.5 % of a normal lies within 2.807 sd
    assert levels.low == -levels.high


def test_a_rare_value_that_the_sample_missed_is_no_constant() -> None:
    values = np.zeros((30_000, 100), np.float16)
    values[12_346, 3], values[20_001, 7] = 5, np.nan
    assert table_levels(Table.from_array(values)) == Levels(-5.0, 5.0)
    values[12_346, 3] = 0
    assert table_levels(Table.from_array(values)) == Levels(-1.0, 1.0, constant=True)
    values[:] = np.nan
    assert table_levels(Table.from_array(values)) == Levels(-1.0, 1.0, constant=True)


def test_many_large_dims_are_the_crowd_themselves() -> None:
    values = np.random.default_rng(6).normal(size=(50, 64)).astype(np.float32)
    values[:, :16] *= 100
    assert dominant_dims(values) == tuple(range(16))
    values[:, 16] *= 100
    assert dominant_dims(values) == ()
    values[:, 20:] = 0  # most dims hold nothing: the others are what there is to see
    assert dominant_dims(values) == ()


def test_N03_a_table_without_negative_values_spans_what_is_finite() -> None:
    table = case_table("N03_nan_inf.npy")
    assert table_levels(table) == Levels(0.0, 52.0)
    assert table_levels(Table.from_array(-table.block(0, 6))) == Levels(-52.0, 0.0)
