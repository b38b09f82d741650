"""Rows and dims in other orders in the window: everything beside the map agrees."""

import numpy as np
import pytest

from embedscope.session.map_channels import shown_arrangement
from embedscope.tokenizers.visible import visible
from embedscope_gui.export.subject import window_subject
from embedscope_gui.figures.kinds import build_figure
from embedscope_gui.figures.save import SaveOptions, save_figure
from embedscope_gui.figures.table import TableFigure
from embedscope_gui.map_control import NO_ROW
from embedscope_gui.work import InlineRunner
from heatmap_cases import assert_equals_brute_force
from map_window import (
    DIMS,
    ROWS,
    TWINS,
    ZERO,
    drawn,
    odd_file,
    odd_values,
    reset,
    row_at,
    said,
    trigger,
)
from opening_desk import close, make_desk

VALUES = odd_values()
ROW_ORDERS = ["id", "norm", "token", "similarity", "likeness"]
DIM_ORDERS = ["index", "variance", "likeness"]


@pytest.fixture(scope="module")
def opened(tmp_path_factory, qapp):
    folder = tmp_path_factory.mktemp("orders")
    made = make_desk(folder, InlineRunner())
    made.controller.open_table(odd_file(folder), text="the is the", tokenizer="gpt2")
    yield made
    close(made)


@pytest.fixture
def desk(opened, qtbot):
    reset(opened, qtbot)
    return opened


def order(desk, qtbot, rows="", dims=""):
    if rows:
        desk.window.heatmap.rowOrderChanged.emit(rows)
    if dims:
        desk.window.heatmap.dimOrderChanged.emit(dims)
    drawn(desk, qtbot)


@pytest.mark.parametrize("dims", DIM_ORDERS)
@pytest.mark.parametrize("rows", ROW_ORDERS)
def test_picture_marks_strips_and_read_outs_agree_in_every_order(desk, qtbot, rows, dims):
    desk.controller.choose_row(1234)
    order(desk, qtbot, rows, dims)
    arrangement = shown_arrangement(desk.controller.session, desk.controller.results)
    assert arrangement is not None
    ids = np.arange(ROWS) if arrangement.rows is None else arrangement.rows.ids
    dim_ids = np.arange(DIMS) if arrangement.dims is None else arrangement.dims.ids
    scene = desk.window.heatmap.scene
    assert_equals_brute_force(scene.picture, VALUES[ids][:, dim_ids])
    norm = np.sqrt((VALUES[ids].astype(np.float64) ** 2).sum(axis=1))
    k = scene.ribbon.rows_per_px
    for index in (0, 3, len(scene.ribbon.norm.low) - 1):
        lowest = np.nanmin(norm[index * k :][:k])
        np.testing.assert_allclose(scene.ribbon.norm.low[index], lowest, rtol=1e-6)
    for place in (0, 5, DIMS - 1):
        assert scene.columns.value.high[place] == np.nanmax(VALUES[:, dim_ids[place]])
    used = desk.controller.results.text.ids
    assert sorted(ids[place] for place in scene.marks.rows) == sorted(set(used))
    for place, label in zip(scene.marks.rows, scene.marks.labels, strict=True):
        assert label == scene.row_label(int(place)) != ""
    assert ids[scene.marks.selected] == 1234
    read = desk.window.heatmap._readout._read
    for place, dim in ((0, 0), (17, 5), (ROWS - 1, DIMS - 1)):
        assert (scene.row_id(place), scene.dim_id(dim)) == (ids[place], dim_ids[dim])
        np.testing.assert_equal(read(place, dim), float(VALUES[ids[place], dim_ids[dim]]))
    desk.window.heatmap.rowClicked.emit(21)
    assert desk.controller.session.row == ids[21]


def test_orders_do_what_they_say(desk, qtbot):
    order(desk, qtbot, "norm", "variance")
    assert row_at(desk, 0) == ZERO
    spread = np.nanstd(VALUES.astype(np.float64), axis=0)
    arrangement = desk.controller.results.arrangement
    assert np.all(np.diff(spread[arrangement.dims.ids]) <= 1e-9)
    order(desk, qtbot, "token", "index")
    tokenizer = desk.controller.session.tokenizer
    tokens = [tokenizer.token_bytes(row_at(desk, place)) for place in range(50)]
    assert tokens == sorted(tokens)


def test_the_order_is_named_on_the_pane_and_undone_step_by_step(desk, qtbot):
    button = desk.window.heatmap.footer.order
    assert button.isHidden()
    order(desk, qtbot, "norm")
    order(desk, qtbot, dims="variance")
    assert not button.isHidden()
    assert button.text().startswith("rows by norm, shortest first, dims by variance")
    menu = desk.window.heatmap.menu
    assert menu.row_orders.action("norm").isChecked()
    assert menu.dim_orders.action("variance").isChecked()
    button.click()
    drawn(desk, qtbot)
    assert button.text().startswith("rows by norm, shortest first ")
    assert menu.dim_orders.action("index").isChecked()
    trigger(desk, "actionUndoOrder")
    drawn(desk, qtbot)
    assert button.isHidden()
    assert [row_at(desk, place) for place in (0, 9)] == [0, 9]


def test_a_selection_survives_every_order_and_stays_in_view(desk, qtbot):
    desk.controller.choose_row(ZERO)
    desk.window.heatmap.zoom_to(ZERO)
    drawn(desk, qtbot)
    for kind, place in (("norm", 0), ("similarity", None), ("id", ZERO)):
        order(desk, qtbot, kind)
        scene = desk.window.heatmap.scene
        assert desk.controller.session.row == ZERO
        assert scene.marks.selected is not None
        assert scene.row_id(scene.marks.selected) == ZERO
        assert place is None or scene.marks.selected == place
        assert scene.rows.low <= scene.marks.selected <= scene.rows.high


def test_similarity_needs_a_row_and_starts_with_it(desk, qtbot):
    desk.window.heatmap.rowOrderChanged.emit("similarity")
    assert said(desk) == NO_ROW
    assert desk.controller.results.arrangement is None
    desk.controller.choose_row(TWINS[1])
    order(desk, qtbot, "similarity")
    assert {row_at(desk, 0), row_at(desk, 1)} == set(TWINS)
    words = desk.window.heatmap.footer.order.text()
    assert words.startswith("rows by similarity to ")
    assert words.endswith(f" {TWINS[1]} ✕")
    desk.controller.choose_row(5)  # another choice moves no row
    assert {row_at(desk, 0), row_at(desk, 1)} == set(TWINS)


def test_looked_up_rows_stay_in_text_order_while_dims_are_reordered(desk, qtbot):
    order(desk, qtbot, "norm", "variance")
    desk.controller.set_mode("looked-up")
    drawn(desk, qtbot)
    dims = desk.controller.results.arrangement.dims.ids
    ids = desk.controller.results.text.ids
    scene = desk.window.heatmap.scene
    np.testing.assert_array_equal(scene.picture.values, VALUES[ids][:, dims])
    assert scene.row_id(1) == 1
    assert scene.dim_id(0) == dims[0]
    assert desk.window.heatmap.footer.order.text().startswith("dims by variance")
    desk.window.heatmap.rowClicked.emit(1)
    assert (desk.controller.session.selected, desk.controller.session.row) == (1, ids[1])


def test_another_table_comes_in_its_own_order(desk, qtbot):
    order(desk, qtbot, "norm")
    path = desk.controller.session.table.path
    desk.controller.open_table("book-6x3")
    drawn(desk, qtbot)
    assert desk.window.heatmap.footer.order.isHidden()
    trigger(desk, "actionUndoOrder")  # nothing is left of the other table's
    drawn(desk, qtbot)
    assert row_at(desk, 0) == 0
    desk.controller.open_table(path, text="the is the", tokenizer="gpt2")
    drawn(desk, qtbot)


def test_a_saved_picture_of_the_table_has_the_order_on_view(desk, qtbot, tmp_path):
    order(desk, qtbot, "norm", "variance")
    arrangement = desk.controller.results.arrangement
    subject = window_subject(desk.controller.session, desk.controller.results)
    shown = subject.picture(64, 300, "magnitude", in_order=True)
    ordered = VALUES[arrangement.rows.ids][:, arrangement.dims.ids]
    assert_equals_brute_force(shown, ordered)
    assert_equals_brute_force(subject.picture(64, 300, "magnitude"), VALUES)
    path = save_figure(build_figure("table", subject), tmp_path / "table.svg", SaveOptions())
    text = path.read_text(encoding="utf-8")
    assert "Rows by norm, shortest first, dims by variance, largest first" in text
    tick = next(n for n in (0, 500, 1000) if f">{arrangement.rows.ids[n]}<" in text)
    assert f">{arrangement.rows.ids[tick]}<" in text
    figure = TableFigure(subject)
    rows, labels = figure._looked_up()
    assert [arrangement.row_position(row) for row in rows] == sorted(
        arrangement.row_position(row) for row in rows
    )
    tokenizer = desk.controller.session.tokenizer
    assert labels == [visible(tokenizer.token_bytes(row)) for row in rows]
