"""Odd rows, dims and cells in the window: seen, walked to, explained; hits of a search."""

import sys

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTableView

from embedscope_gui.map_control import NOTHING, WAIT
from embedscope_gui.memory import bytes_text, resident_bytes
from embedscope_gui.theme import LIGHT
from embedscope_gui.work import InlineRunner
from map_window import (
    BAD,
    HOT,
    LARGE,
    TWINS,
    ZERO,
    colours_in,
    drawn,
    map_image,
    odd_file,
    odd_values,
    reset,
    said,
    trigger,
)
from opening_desk import close, make_desk

VALUES = odd_values()


class Held(InlineRunner):
    """Keeps the work of some channels back until it is let go, or cancelled."""

    def __init__(self):
        self.channels, self.kept = set(), {}

    def submit(self, work, done, failed):
        if work.channel in self.channels:
            self.kept[work.channel] = work, done, failed
        else:
            super().submit(work, done, failed)

    def cancel(self, channel):
        self.kept.pop(channel, None)

    def let_go(self):
        self.channels.clear()
        for waiting in list(self.kept.values()):
            self.kept.clear()
            super().submit(*waiting)


@pytest.fixture(scope="module")
def opened(tmp_path_factory, qapp):
    folder = tmp_path_factory.mktemp("odd")
    made = make_desk(folder, Held())
    made.controller.open_table(odd_file(folder), text="the is the", tokenizer="gpt2")
    yield made
    close(made)


@pytest.fixture
def desk(opened, qtbot):
    reset(opened, qtbot)
    return opened


def place_of(desk, row):
    """Return the y of a row in the map's widget."""
    layout, scene = desk.window.heatmap.view.layout_now, desk.window.heatmap.scene
    return layout.map.y() + scene.rows.position(row + 0.5, layout.map.height())


def x_of(desk, dim):
    layout, scene = desk.window.heatmap.view.layout_now, desk.window.heatmap.scene
    return layout.map.x() + scene.cols.position(dim + 0.5, layout.map.width())


def flags(desk, row):
    """Return the colours of the strip of norms at a row."""
    ribbon = desk.window.heatmap.view.layout_now.ribbon
    y = place_of(desk, row)
    return colours_in(map_image(desk), ribbon.x(), y - 1, ribbon.x() + 4, y + 2)


def test_zero_nan_and_hot_are_pixels_of_the_whole_tables_view(desk):
    assert desk.window.heatmap.scene.rows.is_whole
    assert LIGHT.warning in flags(desk, ZERO)
    assert LIGHT.error in flags(desk, BAD)
    assert LIGHT.text in flags(desk, HOT[0])
    assert not {LIGHT.warning, LIGHT.error, LIGHT.text} & flags(desk, 2200)
    columns = desk.window.heatmap.view.layout_now.columns
    image = map_image(desk)

    def strip(dim):
        x = x_of(desk, dim)
        return colours_in(image, x - 1, columns.y(), x + 2, columns.bottom())

    assert LIGHT.text in strip(HOT[1])
    assert LIGHT.error in strip(3)
    assert not {LIGHT.text, LIGHT.error} & strip(20)


def test_the_walk_over_odd_rows_says_why(desk):
    told = []
    for _ in range(6):
        trigger(desk, "actionNextOddRow")
        told.append((desk.controller.session.row, said(desk)))
    rows = [row for row, _ in told]
    assert rows[:3] == [ZERO, BAD, HOT[0]]
    assert " · odd row 1 of " in told[0][1]
    assert told[0][1].endswith(": all its numbers are 0")
    assert told[0][1].startswith(f"row {ZERO} ")
    assert told[1][1].endswith(": it holds NaN or infinity")
    assert "one number as large as 90.000 is far beyond the others" in told[2][1]
    twin = next(sentence for row, sentence in told if row == TWINS[0])
    assert f"the same numbers as row {TWINS[1]}" in twin
    trigger(desk, "actionPreviousOddRow")
    assert desk.controller.session.row == rows[-2]
    desk.controller.choose_row(4)  # what was said is about another row
    assert "odd row" not in said(desk)


def test_the_walk_goes_by_the_order_on_view_and_back_to_the_whole_table(desk, qtbot):
    desk.controller.set_mode("looked-up")
    trigger(desk, "actionNextOddRow")
    assert desk.controller.session.mode == "whole"
    assert desk.controller.session.row == ZERO
    drawn(desk, qtbot)
    desk.window.heatmap.rowOrderChanged.emit("norm")
    drawn(desk, qtbot)
    trigger(desk, "actionNextOddRow")
    scene = desk.window.heatmap.scene
    assert scene.row_id(scene.marks.selected) == BAD


def test_the_inspector_says_why_a_row_is_odd(desk):
    desk.controller.choose_row(ZERO)
    assert desk.window.inspector.facts_box.notes.text().endswith("Odd: all its numbers are 0.")


def test_the_walk_over_odd_dims_explains_a_vertical_line(desk):
    trigger(desk, "actionNextOddDim")
    assert desk.controller.session.dim == 3
    assert said(desk) == "dim 3 · odd dim 1 of 3: 1 value NaN or infinite"
    trigger(desk, "actionNextOddDim")
    assert said(desk).startswith(
        f"dim {HOT[1]} · odd dim 2 of 3: one value of 90.000, in row {HOT[0]}, "
    )
    trigger(desk, "actionNextOddDim")
    assert desk.controller.session.dim == LARGE
    page = desk.window.inspector.dim_page
    assert desk.window.inspector.stack.currentWidget() is page
    column = VALUES[:, LARGE].astype(np.float64)
    assert page.name.text() == f"dim {LARGE}"
    assert page.facts[0].text().startswith(f"mean {column.mean():.4f} · std {column.std():.4f} · ")
    assert page.notes.text().startswith("Odd: typical size 9.")
    model = page.list.model()
    assert model.rowCount() == 20
    assert int(model.data(model.index(0, 2))) == column.argmax()
    assert int(model.data(model.index(19, 2))) == column.argmin()
    page.back.click()
    assert desk.controller.session.dim is None
    assert desk.window.inspector.stack.currentWidget() is not page


def test_a_click_under_the_map_or_with_control_in_it_looks_at_the_dim(desk, qtbot):
    view = desk.window.heatmap.view
    below = QPoint(round(x_of(desk, 12)), round(view.layout_now.axis.center().y()))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, below)
    assert desk.controller.session.dim == 12
    inside = QPoint(round(x_of(desk, 30)), round(place_of(desk, 50)))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, inside)
    assert desk.controller.session.dim == 30
    assert desk.window.heatmap.scene.chosen_dim == 30
    assert LIGHT.accent in colours_in(
        map_image(desk),
        x_of(desk, 30) - 3,
        view.layout_now.axis.y(),
        x_of(desk, 30) + 3,
        view.layout_now.axis.y() + 6,
    )
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, inside)
    assert desk.controller.session.dim is None  # a row is looked at again
    assert desk.controller.session.row is not None


def test_the_dim_under_the_pointer_is_looked_at_by_a_key(desk):
    view = desk.window.heatmap.view
    QTest.mouseMove(view, QPoint(round(x_of(desk, 44)), round(place_of(desk, 9))))
    trigger(desk, "actionInspectDim")
    assert desk.controller.session.dim == 44
    desk.window.inspector.dim_page.rowActivated.emit(77)
    assert (desk.controller.session.row, desk.controller.session.dim) == (77, None)


def test_the_strip_of_dims_tells_its_numbers(desk):
    view = desk.window.heatmap.view
    at = QPointF(x_of(desk, LARGE), view.layout_now.columns.center().y())
    text = view._tip_lines(at)[0]
    column = VALUES[:, LARGE].astype(np.float64)
    assert text.startswith(f"dim {LARGE}: mean {column.mean():.4f}, spread {column.std():.4f}, ")


def test_all_hits_are_counted_and_marked_in_the_margin(desk, qtbot):
    tokenizer = desk.controller.session.tokenizer
    search = desk.window.heatmap.search
    search.field.setText("at")
    hits = [r for r in range(len(VALUES)) if b"at" in (tokenizer.token_bytes(r) or b"").lower()]
    assert len(hits) > 40
    assert search.counter.text() == f"1 of {len(hits)}"
    scene = desk.window.heatmap.scene
    assert scene.hits.tolist() == hits
    layout = desk.window.heatmap.view.layout_now
    image = map_image(desk)
    far = [row for row in hits if all(abs(row - lit) > 60 for lit in scene.marks.all_rows)]
    for row in far[:5]:
        y = place_of(desk, row)
        near = colours_in(image, layout.marks.x() + 2, y - 1, layout.marks.x() + 6, y + 2)
        assert near != {LIGHT.surface}
    desk.window.heatmap.rowOrderChanged.emit("norm")
    drawn(desk, qtbot)
    scene = desk.window.heatmap.scene
    assert sorted(scene.row_id(place) for place in scene.hits.tolist()) == hits
    desk.controller.set_mode("looked-up")
    ids = desk.controller.results.text.ids
    expected = [place for place, token in enumerate(ids.tolist()) if token in hits]
    assert desk.window.heatmap.scene.hits.tolist() == expected
    search.field.clear()
    assert len(desk.window.heatmap.scene.hits) == 0


@pytest.mark.parametrize(
    ("query", "count"), [("#2999", 1), ("0x74 68 65", None), ("/^[aeiou]$/", 5), ("12", None)]
)
def test_bytes_ids_and_patterns_are_searched_and_counted(desk, query, count):
    desk.window.heatmap.search.field.setText(query)
    n_hits = len(desk.controller.results.search.hits)
    assert count is None or n_hits == count
    assert n_hits >= 1
    assert desk.window.heatmap.search.counter.text() == f"1 of {n_hits:,}"
    assert len(desk.window.heatmap.scene.hits) == n_hits
    desk.window.heatmap.search.field.clear()


def test_cancelled_reading_leaves_a_picture_and_is_taken_up_when_it_is_needed(desk, qtbot):
    path = desk.controller.session.table.path
    desk.runner.channels.add("survey")
    desk.controller.open_table(path, text="the is the", tokenizer="gpt2")
    drawn(desk, qtbot)
    trigger(desk, "actionNextOddRow")
    assert said(desk) == WAIT
    desk.controller.cancel("survey")
    assert desk.window.heatmap.scene.picture is not None
    assert desk.window.heatmap.scene.columns is None
    desk.runner.let_go()
    trigger(desk, "actionNextOddRow")  # asks again
    trigger(desk, "actionNextOddRow")
    assert desk.controller.session.row in (ZERO, BAD)
    assert desk.window.heatmap.scene.columns is not None


def test_a_table_without_oddities_says_so(desk, qtbot):
    path = desk.controller.session.table.path
    desk.controller.open_table("book-6x3")
    trigger(desk, "actionNextOddRow")
    assert said(desk) == NOTHING.format("row")
    trigger(desk, "actionNextOddDim")
    assert said(desk) == NOTHING.format("dim")
    desk.controller.open_table(path, text="the is the", tokenizer="gpt2")
    drawn(desk, qtbot)


def test_levels_set_by_hand_stay_with_what_they_were_set_for(desk, qtbot):
    heatmap = desk.window.heatmap
    heatmap.levelsEdited.emit(-2.0, 2.0)
    drawn(desk, qtbot)
    assert (heatmap.scene.levels.low, heatmap.scene.levels.high) == (-2, 2)
    heatmap.reductionChanged.emit("range")
    drawn(desk, qtbot)
    assert heatmap.scene.levels.low >= 0
    assert heatmap.scene.colormap.kind == "sequential"
    assert "range (maximum - minimum)" in heatmap.footer.caption.text()
    heatmap.levelsEdited.emit(1.0, 5.0)
    drawn(desk, qtbot)
    assert (heatmap.scene.levels.low, heatmap.scene.levels.high) == (1, 5)
    heatmap.reductionChanged.emit("magnitude")
    drawn(desk, qtbot)
    assert heatmap.scene.levels.low == -heatmap.scene.levels.high
    heatmap.reductionChanged.emit("range")
    drawn(desk, qtbot)
    assert (heatmap.scene.levels.low, heatmap.scene.levels.high) == (1, 5)
    heatmap.levelsAutoRequested.emit()
    drawn(desk, qtbot)
    assert heatmap.scene.levels.high != 5


def test_colours_stay_while_panning(desk, qtbot):
    heatmap = desk.window.heatmap
    view = heatmap.view
    view.move_to((view.scene.rows.zoomed(0.4, 0.0), view.scene.cols))
    drawn(desk, qtbot)
    before = heatmap.scene.levels
    assert heatmap.scene.picture.rows_per_px > 1
    for _ in range(3):
        view.move_to((view.scene.rows.panned(333.3), view.scene.cols))
        drawn(desk, qtbot)
        assert heatmap.scene.levels == before


@pytest.mark.skipif(sys.platform != "linux", reason="only there the system tells")
def test_the_status_line_tells_size_and_memory(desk):
    text = desk.window.findChild(QLabel, "statusLabel").text()
    assert " · 3,000 x 64 f32, 768 kB (" in text or " · 3,000 x 64 f32, 768 kB · " in text
    assert text.endswith((" MB of memory in use", " GB of memory in use"))
    used = resident_bytes()
    assert used is not None
    assert 50e6 < used < 4e9
    assert [bytes_text(n) for n in (72, 768_000, 310_400_000, 1_050_673_152)] == [
        "72 bytes",
        "768 kB",
        "310 MB",
        "1.05 GB",
    ]


def test_the_list_of_extremes_is_a_table_of_its_own(desk):
    names = [view.objectName() for view in desk.window.inspector.findChildren(QTableView)]
    assert sorted(names) == ["extremesTable", "neighbourTable"]
