"""Levels for what a pixel stands for: the same wherever the view is, none that hide the picture."""

import numpy as np
import pytest

from embedscope.heatmap.arrangement import Arrangement
from embedscope.heatmap.grain import USUAL_PX, Grain, grain_levels, grain_of, preview_levels
from embedscope.heatmap.levels import Levels, table_levels
from embedscope.heatmap.order import Order
from embedscope.heatmap.pyramid import Pyramid, build_pyramid
from embedscope.heatmap.reduction import Reduction
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.base import Floats
from embedscope.tables.table import Table
from heatmap_cases import case_table, small_scale


def normal(n_rows: int = 4000, n_dims: int = 40) -> Floats:
    return np.random.default_rng(0).normal(size=(n_rows, n_dims)).astype(np.float32)


def levels_of(
    table: Table, viewport: Viewport, reduction: Reduction, pyramid: Pyramid | None = None
) -> Levels:
    grain = grain_of(table.shape, viewport, reduction)
    return grain_levels(table, grain, table_levels(table), pyramid)


def test_single_values_have_the_levels_of_the_table() -> None:
    table = Table.from_array(normal())
    found = levels_of(table, Viewport(0, 20, 0, 20, 400, 400), "magnitude")
    assert found == table_levels(table)


@pytest.mark.parametrize("reduction", ["magnitude", "min", "max", "mean", "range", "rms"])
@pytest.mark.parametrize("with_pyramid", [False, True])
@pytest.mark.parametrize("height_px", [300, 1100])
def test_few_pixels_have_a_full_colour_whatever_they_stand_for(
    reduction: Reduction, with_pyramid: bool, height_px: int
) -> None:
    table = Table.from_array(normal(32_000, 12))
    viewport = Viewport.fit(table.shape, 200, height_px)
    with small_scale(4, 1, 400_000):
        pyramid = build_pyramid(table) if with_pyramid else None
        picture = render(table, viewport, reduction, pyramid, exact=True)
        levels = levels_of(table, viewport, reduction, pyramid)
    inside = np.mean((picture.values >= levels.low) & (picture.values <= levels.high))
    assert inside > 0.9
    if reduction in ("range", "rms"):
        assert levels.low > 0
    else:
        assert levels.low == -levels.high
        assert np.abs(picture.values).max() > 0.6 * levels.high


@pytest.mark.parametrize("reduction", ["magnitude", "min", "max", "mean", "range", "rms"])
@pytest.mark.parametrize("part", [1.0, 0.4, 0.01])
def test_the_size_of_the_window_changes_no_level(reduction: Reduction, part: float) -> None:
    table = Table.from_array(normal(9000, 30))
    sizes = [(120, 200), (206, 322), (760, 890), (1800, 2600)]
    views = [Viewport(0, part * 9000, 0, part * 30, *size) for size in sizes]
    assert len({levels_of(table, view, reduction) for view in views}) == 1


@pytest.mark.parametrize(
    ("n_rows", "n_dims", "expected"),
    [
        (51_864, 384, (128, 1)),  # 101.3 rows a pixel
        (128_256, 4096, (256, 8)),
        (600, 40, (1, 1)),
        (800, 800, (2, 2)),
        (1e9, 1e9, (128, 1)),  # beyond the table there is nothing
    ],
)
def test_grains_are_powers_of_two_of_what_is_in_view(
    n_rows: float, n_dims: float, expected: tuple[int, int]
) -> None:
    shape = (51_864, 384) if n_rows > 200_000 else (200_000, 8192)
    assert USUAL_PX == 512
    grain = grain_of(shape, Viewport(0, n_rows, 0, n_dims, 100, 100), "magnitude")
    assert grain == (*expected, "magnitude")


def test_the_range_of_single_values_has_levels_of_two() -> None:
    table = Table.from_array(normal())
    view = Viewport(0, 100, 0, 40, 400, 400)
    assert grain_of(table.shape, view, "range") == (2, 1, "range")
    assert levels_of(table, view, "range").high > 2


def test_a_sample_has_levels_of_its_own_values() -> None:
    table = Table.from_array(normal(40_000, 12))
    viewport = Viewport.fit(table.shape, 12, 40)
    with small_scale(4, 1, 4000):
        picture = render(table, viewport)
        assert picture.sampled
        levels = preview_levels(picture, table_levels(table))
    assert levels.high == np.percentile(np.abs(picture.values), 99.5, method="higher")


def test_a_view_elsewhere_of_the_same_grain_has_the_same_levels() -> None:
    values = normal()
    values[2000:] *= 0.01
    table = Table.from_array(values)
    views = [Viewport(y, y + 1000, 0, 40, 40, 50) for y in (0, 940, 2600)]
    found = {levels_of(table, view, "magnitude") for view in views}
    assert len(found) == 1
    assert found.pop().high > 2


def test_N12_a_dominant_dim_stays_left_out_in_every_order() -> None:
    values = normal(2000, 32)
    values[:, 7] += 300
    table = Table.from_array(values)
    base = table_levels(table)
    assert base.left_out == (7,)
    viewport = Viewport.fit(table.shape, 16, 50)
    found = levels_of(table, viewport, "magnitude")
    assert found.high < 10
    assert found.left_out == (7,)
    arrangement = Arrangement(table, None, Order(np.arange(32)[::-1].copy(), "reversed"))
    placed = arrangement.placed(base)
    assert placed.left_out == (24,)
    assert arrangement.named(placed) == base
    grain = Grain(40, 2, "magnitude")
    found = grain_levels(table, grain, base, None)
    reversed_levels = grain_levels(arrangement.arranged, grain, placed, None)
    assert (reversed_levels.low, reversed_levels.high) == (found.low, found.high)


@pytest.mark.parametrize("name", ["N02_all_zero.npy", "N04a_constant.npy"])
def test_H02_constant_tables_keep_their_levels(name: str) -> None:
    table = case_table(name)
    viewport = Viewport.fit(table.shape, 2, 2)
    assert levels_of(table, viewport, "magnitude") == table_levels(table)


def test_a_table_of_zeros_with_one_number_keeps_levels_that_show_it() -> None:
    values = np.zeros((3000, 20), np.float32)
    values[1234, 5] = 3
    table = Table.from_array(values)
    found = levels_of(table, Viewport.fit(table.shape, 20, 60), "magnitude")
    assert (found.low, found.high) == (0, 3)


def test_H07_bad_values_do_not_count() -> None:
    values = normal(600, 20)
    values[::50, 3] = np.inf
    values[5] = np.nan
    found = levels_of(Table.from_array(values), Viewport.fit((600, 20), 10, 30), "mean")
    assert 0 < found.high < 3


def test_tables_without_negative_values_have_levels_from_what_there_is() -> None:
    table = Table.from_array(np.abs(normal()) + 1)
    found = levels_of(table, Viewport.fit(table.shape, 40, 50), "max")
    assert 1 < found.low < found.high
