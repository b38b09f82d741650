"""Pictures of tables equal what a slow reader sees, and hide nothing."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws import examples
from embedscope.errors import Cancelled
from embedscope.geometry.stats import row_stats
from embedscope.heatmap import plan as plan_module
from embedscope.heatmap import render as render_module
from embedscope.heatmap.columns import column_stats
from embedscope.heatmap.levels import table_levels
from embedscope.heatmap.pyramid import build_pyramid
from embedscope.heatmap.reduction import REDUCTION_TITLES, Reduction
from embedscope.heatmap.render import render
from embedscope.heatmap.ribbon import row_ribbon
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import Progress
from embedscope.tables.base import Floats
from embedscope.tables.table import Table
from heatmap_cases import assert_equals_brute_force, case_table, scenes

REDUCTIONS: list[Reduction] = list(REDUCTION_TITLES)
Scene = tuple[Floats, Viewport]


@settings(max_examples=examples(150))
@given(scenes(), st.sampled_from(REDUCTIONS))
def test_a_picture_equals_brute_force(scene: Scene, reduction: Reduction) -> None:
    values, viewport = scene
    picture = render(Table.from_array(values), viewport, reduction)
    row0, row1, col0, col1 = picture.rect
    assert row0 <= max(viewport.row0, 0)
    assert row1 >= min(viewport.row1, len(values))
    assert col0 <= max(viewport.col0, 0)
    assert col1 >= min(viewport.col1, values.shape[1])
    assert picture.values.shape[0] <= viewport.height_px + 1
    assert picture.values.shape[1] <= viewport.width_px + 1
    assert_equals_brute_force(picture, values)


@settings(max_examples=examples(60))
@given(scenes(), st.sampled_from(REDUCTIONS))
def test_chunks_do_not_show(scene: Scene, reduction: Reduction) -> None:
    values, viewport = scene
    whole = render(Table.from_array(values), viewport, reduction)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(render_module, "CHUNK_CELLS", 50)
        chunked = render(Table.from_array(values), viewport, reduction)
    np.testing.assert_array_equal(chunked.values, whole.values)


def test_a_window_that_misses_the_table_is_an_empty_picture() -> None:
    table = Table.from_array(np.ones((4, 4), np.float32))
    picture = render(table, Viewport(10, 20, 0, 4, 50, 50))
    assert picture.values.shape == (0, 4)
    picture = render(table, Viewport(0, 4, -9, -1, 50, 50))
    assert picture.values.shape == (4, 0)


def test_H04_rows_go_down_and_dims_go_across() -> None:
    table = case_table("H04_orientation.npy")
    picture = render(table, Viewport.fit(table.shape, 500, 300))
    assert picture.values.shape == (3, 5)
    assert picture.rect == (0, 3, 0, 5)
    corners = picture.values[[0, 0, -1, -1], [0, -1, 0, -1]]
    assert corners.tolist() == [0, 4, 20, 24]
    assert picture.caption == "1 cell = 1 value"


def test_H05_rows_beyond_32767_are_there() -> None:
    table = case_table("H05_tall.npz")
    assert table.shape == (40_000, 8)
    picture = render(table, Viewport.fit(table.shape, 80, 500))
    assert picture.rows_per_px == 80
    assert picture.values.shape == (500, 8)
    found = {(i, j): picture.values[i, j] for i, j in np.argwhere(picture.values)}
    assert found == {(499, 7): 1, (32768 // 80, 0): 2, (20001 // 80, 3): -3}
    for row, dim, value in ((39_999, 7, 1), (32_768, 0, 2), (20_001, 3, -3)):
        near = render(table, Viewport(row - 5, row + 5, 0, 8, 80, 100))
        assert near.values[row - near.rect[0], dim] == value


def test_N03_bad_values_are_in_the_picture_whatever_the_reduction() -> None:
    table = case_table("N03_nan_inf.npy")
    for reduction in REDUCTIONS:
        whole = render(table, Viewport.fit(table.shape, 30, 60), reduction).values
        assert np.isnan(whole[1]).all()
        assert whole[2, 1] == np.inf
        assert whole[4, 0] == -np.inf
        assert np.isfinite(whole).sum() == 13
        pooled = render(table, Viewport.fit(table.shape, 30, 3), reduction)
        assert np.isnan(pooled.values[0]).all()
        assert pooled.values[1, 1] == np.inf
        assert pooled.values[2, 0] == -np.inf
        assert pooled.n_bad == 5


def test_N13_no_reduction_overflows() -> None:
    table = case_table("N13_extremes.npy")
    peak, limit = float(np.float32(3e38)), float(np.finfo(np.float32).max)
    found = {r: render(table, Viewport.fit(table.shape, 1, 1), r).values[0, 0] for r in REDUCTIONS}
    assert found["magnitude"] == found["max"] == peak
    assert found["min"] == -peak
    assert found["range"] == limit  # 6e38 is more than float32 holds
    assert abs(found["mean"]) < 1  # 3e38 and -3e38 cancel
    np.testing.assert_allclose(found["rms"], peak * np.sqrt(2 / 12), rtol=1e-6)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_W04_bad_values_raise_no_warning_in_a_worker(reduction: Reduction) -> None:
    table = case_table("N03_nan_inf.npy")
    faults: list[Warning] = []

    def work() -> None:
        try:  # pytest turns warnings into errors in every thread
            render(table, Viewport.fit(table.shape, 2, 2), reduction)
        except Warning as fault:
            faults.append(fault)

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert faults == []


def test_captions_say_what_a_pixel_stands_for() -> None:
    table = Table.from_array(np.zeros((1840, 16), np.float32))
    picture = render(table, Viewport.fit(table.shape, 2, 10))
    assert picture.caption == "1 px = 184 rows x 8 dims, largest magnitude"
    picture = render(table, Viewport(0, 1840, 0, 16, 100, 1000), "rms")
    assert picture.caption == "1 px = 2 rows x 1 dim, root mean square"


def test_a_large_view_is_sampled_at_first_and_exact_when_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(5)
    monkeypatch.setattr(plan_module, "FIRST_CELLS", 0)
    monkeypatch.setattr(plan_module, "TABLE_CELLS", 0)
    values = rng.normal(size=(30_000, 100)).astype(np.float32)
    table = Table.from_array(values)
    viewport = Viewport.fit(table.shape, 100, 300)
    preview = render(table, viewport)
    assert preview.sampled
    assert not preview.sharp
    assert preview.rows_read == 83
    title = "largest magnitude, sampled (83 of 100 rows)"
    assert preview.caption == f"1 px = 100 rows x 1 dim, {title}"
    np.testing.assert_array_equal(preview.values, render(table, viewport).values)
    exact = render(table, viewport, exact=True)
    assert not exact.sampled
    assert exact.sharp
    assert exact.caption == "1 px = 100 rows x 1 dim, largest magnitude"
    assert_equals_brute_force(exact, values)
    assert np.all(np.abs(preview.values) <= np.abs(exact.values))
    assert np.mean(preview.values == exact.values) > 0.7


def test_a_sample_takes_rows_of_every_bin_the_ragged_last_one_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plan_module, "FIRST_CELLS", 0)
    monkeypatch.setattr(plan_module, "TABLE_CELLS", 0)
    n_rows = 100_003
    values = np.repeat(np.arange(n_rows, dtype=np.float32)[:, None], 64, axis=1)
    picture = render(Table.from_array(values), Viewport.fit((n_rows, 64), 64, 1000), "min")
    assert picture.sampled
    assert picture.rows_per_px == 101
    starts = np.arange(0, n_rows, 101, dtype=np.float32)
    np.testing.assert_array_equal(picture.values[:, 0], starts)


def test_drawing_stops_when_asked() -> None:
    table = Table.from_array(np.ones((30_000, 100), np.float32))
    seen: list[float] = []
    progress = Progress(lambda done, _: seen.append(done), lambda: len(seen) >= 2)
    with pytest.raises(Cancelled):
        render(table, Viewport.fit(table.shape, 9, 9), progress=progress, exact=True)
    assert len(seen) == 2
    assert seen[0] == 0 < seen[1] < 1


def test_a_table_without_rows_is_an_empty_picture_everywhere() -> None:
    table = Table.from_array(np.ones((4, 3), np.float32)).gather([])
    assert table.shape == (0, 3)
    viewport = Viewport.fit(table.shape, 30, 40)
    pyramid = build_pyramid(table)
    for reduction in REDUCTIONS:
        for source in (None, pyramid):
            assert render(table, viewport, reduction, source).values.shape == (0, 3)
    assert table_levels(table).constant
    assert column_stats(table).peak.tolist() == [0, 0, 0]
    assert len(row_ribbon(row_stats(table).norm, viewport).n_zero) == 0


def test_rows_that_do_not_exist_are_marked() -> None:
    table = Table.from_array(np.ones((4, 3), np.float32)).gather([2, 77, 0])
    picture = render(table, Viewport.fit(table.shape, 3, 3))
    assert np.isnan(picture.values[1]).all()
    assert picture.n_bad == 3


def test_means_are_not_lost_to_rounding() -> None:
    values = np.ones((4001, 1), np.float32)
    values[0] = 2.0**25  # float32 cannot add 1 to it
    picture = render(Table.from_array(values), Viewport(0, 4001, 0, 1, 1, 1), "mean")
    assert picture.values[0, 0] == np.float32((2.0**25 + 4000) / 4001)
