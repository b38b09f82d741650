"""Pyramids: any view from them equals brute force, and nothing odd is ever hidden."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws import examples
from embedscope.errors import Cancelled
from embedscope.heatmap import plan as plan_module
from embedscope.heatmap.plan import plan_view
from embedscope.heatmap.pyramid import Pyramid, base_cell, build_pyramid
from embedscope.heatmap.reduction import REDUCTION_TITLES, Reduction
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import Progress
from embedscope.tables.base import Floats
from embedscope.tables.table import Table
from heatmap_cases import assert_equals_brute_force, case_table, scenes, small_scale

REDUCTIONS: list[Reduction] = list(REDUCTION_TITLES)
Scene = tuple[Floats, Viewport]


@settings(max_examples=examples(250))
@given(
    scenes(),
    st.sampled_from(REDUCTIONS),
    st.sampled_from([(1, 1), (2, 1), (3, 2), (8, 4)]),
    st.sampled_from([5, 60, 2000]),
    st.sampled_from(["f32", "f16"]),
)
def test_a_picture_from_a_pyramid_equals_brute_force(
    scene: Scene, reduction: Reduction, cell: tuple[int, int], frame_cells: int, dtype: str
) -> None:
    values, viewport = scene
    if dtype == "f16":
        with np.errstate(over="ignore"):
            values = values.astype(np.float16)
    table = Table.from_array(values)
    with small_scale(*cell, frame_cells):
        pyramid = build_pyramid(table)
        picture = render(table, viewport, reduction, pyramid)
        exact = render(table, viewport, reduction, pyramid, exact=True)
    assert_equals_brute_force(picture, values.astype(np.float32), rtol=2e-6)
    assert_equals_brute_force(exact, values.astype(np.float32), rtol=2e-6)
    assert not picture.sampled
    assert exact.sharp


def test_levels_are_used_and_their_ragged_ends_are_exact() -> None:
    values = np.random.default_rng(3).normal(size=(83, 7)).astype(np.float32)
    table = Table.from_array(values)
    viewport = Viewport(0, 83, 0, 7, 7, 8)
    with small_scale(2, 2):
        pyramid = build_pyramid(table)
        assert [(x.rows_per_cell, x.cells.low.shape) for x in pyramid.levels] == [
            (2, (42, 4)),
            (8, (11, 4)),
            (32, (3, 4)),
        ]
        plan = plan_view(table.shape, viewport, pyramid, exact=False)
        picture = render(table, viewport, "mean", pyramid)
    assert plan.level is pyramid.levels[1]
    assert (picture.rows_per_px, picture.dims_per_px) == (16, 2)
    assert not picture.sharp
    assert picture.values.shape == (6, 4)
    np.testing.assert_allclose(picture.values[-1, -1], values[80:, 6:].mean(), rtol=1e-6)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_N13_extremes_neither_overflow_nor_vanish(reduction: Reduction) -> None:
    table = case_table("N13_extremes.npy")
    with small_scale(2, 2):
        pyramid = build_pyramid(table)
        picture = render(table, Viewport(0, 4, 0, 3, 2, 2), reduction, pyramid)
    assert_equals_brute_force(picture, table.block(0, 4), rtol=2e-6)
    assert np.isfinite(picture.values).all()


def test_rows_too_small_for_squares_in_float32_keep_their_rms() -> None:
    values = np.full((8, 3), 2.5e-23, np.float32)
    values[4:] = 0.02
    with small_scale(4, 1):
        pyramid = build_pyramid(Table.from_array(values))
    np.testing.assert_allclose(pyramid.levels[0].cells.rms[0], 2.5e-23, rtol=1e-6)
    np.testing.assert_allclose(pyramid.levels[0].cells.rms[1], 0.02, rtol=1e-6)


def test_bad_values_are_counted_in_every_cell_of_every_level() -> None:
    values = np.random.default_rng(4).normal(size=(64, 6)).astype(np.float32)
    assert build_pyramid(Table.from_array(values)).n_bad == 0
    values[[3, 3, 40], [0, 1, 5]] = np.nan
    values[41, 5] = -np.inf
    with small_scale(4, 2):
        pyramid = build_pyramid(Table.from_array(values))
    assert pyramid.n_bad == 4
    for level in pyramid.levels:
        expected = np.zeros((64, 6), int)
        expected[[3, 3, 40, 41], [0, 1, 5, 5]] = 1
        rows = level.rows_per_cell
        blocks = expected.reshape(64 // rows, rows, 3, 2).sum(axis=(1, 3))
        np.testing.assert_array_equal(level.cells.n_bad, blocks)


@settings(max_examples=examples(40))
@given(
    st.integers(200, 3000),
    st.integers(1, 40),
    st.integers(0, 2**32),
    st.sampled_from([50.0, -50.0, np.nan, np.inf, -np.inf]),
    st.booleans(),
)
def test_one_odd_cell_is_found_in_the_full_view_every_time(
    n_rows: int, n_dims: int, seed: int, odd: float, with_pyramid: bool
) -> None:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(n_rows, n_dims)).astype(np.float32)
    row, dim = int(rng.integers(n_rows)), int(rng.integers(n_dims))
    values[row, dim] = odd
    table = Table.from_array(values)
    viewport = Viewport.fit(table.shape, 5, 20)
    with small_scale(8, 2, 100):
        pyramid = build_pyramid(table) if with_pyramid else None
        picture = render(table, viewport, "magnitude", pyramid, exact=not with_pyramid)
    place = (row - picture.rect[0]) // picture.rows_per_px, dim // picture.dims_per_px
    np.testing.assert_array_equal(picture.values[place], np.float32(odd))
    others = np.delete(
        picture.values.reshape(-1), np.ravel_multi_index(place, picture.values.shape)
    )
    assert np.all(np.abs(others) < 10)


def test_the_plan_does_not_change_while_panning() -> None:
    table = Table.from_array(np.zeros((4000, 9), np.float32))
    with small_scale(2, 1, 500):
        pyramid = build_pyramid(table)
        plans = [
            plan_view(table.shape, Viewport(y, y + 900.7, -2, 11, 13, 300), pyramid, exact=False)
            for y in np.linspace(-500, 3900, 97)
        ]
    assert len({(p.rows.size, p.cols.size, id(p.level)) for p in plans}) == 1


def test_plans_at_real_sizes_stay_within_the_budget() -> None:
    shapes = [(51_864, 384), (128_256, 4096), (262_144, 8192), (900, 100_000), (3_000_000, 100)]
    for shape in shapes:
        pyramid = hollow_pyramid(shape)
        for share in (1.0, 0.5, 0.2, 0.05, 0.01):
            viewport = Viewport(0, shape[0] * share, 0, shape[1], 1400, 900)
            plan = plan_view(shape, viewport, pyramid, exact=False)
            if plan.level is None:
                n_cells = shape[0] * share * shape[1]
                assert plan.rows.size == 1 or n_cells <= plan_module.TABLE_CELLS
                continue
            n_cells = len(plan.rows) * plan.rows.size / plan.level.rows_per_cell
            n_cells *= len(plan.cols) * plan.cols.size / plan.level.dims_per_cell
            assert n_cells <= 1.05 * plan_module.FRAME_CELLS
            # the picture is not much coarser than the screen
            assert plan.rows.size <= max(2.5 * shape[0] * share / 900, 32)


def hollow_pyramid(shape: tuple[int, int]) -> Pyramid:
    """Return a pyramid of the right grain without its cells."""
    rows, dims = base_cell(shape, "bf16")
    levels: list[SimpleNamespace] = []
    while not levels or shape[0] / levels[-1].rows_per_cell > 1024:
        levels.append(SimpleNamespace(shape=shape, rows_per_cell=rows, dims_per_cell=dims))
        rows *= 4
    return Pyramid(shape, tuple(levels))  # type: ignore[arg-type]


def test_a_pyramid_takes_a_bounded_amount_of_memory() -> None:
    assert base_cell((51_864, 384), "f16") == (8, 1)
    assert base_cell((128_256, 4096), "bf16") == (32, 4)
    assert base_cell((262_144, 8192), "bf16") == (32, 8)
    assert base_cell((900, 100_000), "f32") == (1, 64)
    assert base_cell((6, 3), "f32") == (8, 1)
    values = np.ones((30_000, 100), np.float16)
    pyramid = build_pyramid(Table.from_array(values))
    assert pyramid.n_bytes < 3_000_000 * 12 / 8 * 4 / 3 * 1.01


def test_building_tells_how_far_it_is_and_stops_when_asked() -> None:
    table = Table.from_array(np.ones((20_000, 100), np.float32))
    seen: list[float] = []
    build_pyramid(table, Progress(lambda done, _: seen.append(done)))
    assert seen[0] == 0
    assert seen[-1] == 1
    assert seen == sorted(seen)
    stopped = Progress(stopped=lambda: True)
    with pytest.raises(Cancelled):
        build_pyramid(table, stopped)


def test_W04_building_over_bad_values_raises_no_warning() -> None:
    pyramid = build_pyramid(case_table("N03_nan_inf.npy"))
    assert pyramid.n_bad == 5


def test_the_bundled_size_is_drawn_exactly_at_once_and_faster_with_a_pyramid() -> None:
    shape = (51_864, 384)
    first = plan_view(shape, Viewport.fit(shape, 700, 800), None, exact=False)
    assert first.sharp
    assert first.rows_read == first.rows.size == 65
    assert first.level is None
    then = plan_view(shape, Viewport.fit(shape, 700, 800), hollow_pyramid(shape), exact=False)
    assert then.level is not None
    assert then.rows.size == 72
    assert then.cols.size == 1
    assert then.sharp


def test_the_ground_around_a_table_costs_nothing() -> None:
    shape = (20_000, 300)
    wide = Viewport(-200_000, 220_000, -10, 310, 700, 800)
    plan = plan_view(shape, wide, hollow_pyramid(shape), exact=False)
    assert plan.level is None
    assert plan.sharp
    assert plan.rows_read == plan.rows.size == 525


def test_without_a_pyramid_frames_of_a_large_table_stay_short() -> None:
    shape = (128_256, 4096)
    near = plan_view(shape, Viewport(0, 1900, 0, 4096, 700, 800), None, exact=False)
    assert near.sharp
    assert near.rows_read == near.rows.size
    for n_rows in (4000, 20_000, 128_256):
        plan = plan_view(shape, Viewport(0, n_rows, 0, 4096, 700, 800), None, exact=False)
        assert not plan.sharp
        assert len(plan.rows) * plan.rows_read * shape[1] <= 1.05 * max(
            plan_module.FRAME_CELLS, len(plan.rows) * shape[1]
        )
    scattered = plan_view(
        (51_864, 384), Viewport.fit((51_864, 384), 700, 800), None, False, scattered=True
    )
    assert scattered.rows_read == 5
    assert len(scattered.rows) * scattered.rows_read <= plan_module.SCATTERED_ROWS
