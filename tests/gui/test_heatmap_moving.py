"""Moving in the map by wheel, drag and keys; clicks on rows and marks."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from embedscope.tables.table import Table
from embedscope_gui.heatmap.even_zoom import READABLE_PX
from embedscope_gui.heatmap.span import Span
from heatmap_driver import Drive, driving
from heatmap_events import (
    CONTROL,
    NONE,
    SHIFT,
    big,
    click,
    drag,
    mouse,
    point,
    wheel,
)


@pytest.fixture
def drive(qtbot: QtBot) -> Drive:
    """Return a function that shows a table in a pane and answers its requests."""
    return driving(qtbot)


def test_the_wheel_zooms_about_the_pointer(drive: Drive) -> None:
    view = drive(big()).pane.view
    at = point(view, 300, 50)
    area = view.layout_now.map
    row = view.scene.rows.value(at.y() - area.y(), area.height())
    dim = view.scene.cols.value(at.x() - area.x(), area.width())
    wheel(view, at)
    assert view.scene.rows.length == pytest.approx(1000 / 1.4)
    assert view.scene.cols.length == pytest.approx(200 / 1.4)
    assert view.scene.rows.value(at.y() - area.y(), area.height()) == pytest.approx(row)
    assert view.scene.cols.value(at.x() - area.x(), area.width()) == pytest.approx(dim)
    wheel(view, at, -120)
    assert view.scene.rows.is_whole
    assert view.scene.cols.is_whole


@pytest.mark.parametrize(
    ("modifiers", "rows", "cols"),
    [(SHIFT, 1000, 200 / 1.4), (CONTROL, 1000 / 1.4, 200), (NONE, 1000 / 1.4, 200 / 1.4)],
)
def test_shift_zooms_dims_and_control_zooms_rows(
    drive: Drive, modifiers: Qt.KeyboardModifier, rows: float, cols: float
) -> None:
    view = drive(big()).pane.view
    wheel(view, point(view, 300, 50), modifiers=modifiers)
    assert view.scene.rows.length == pytest.approx(rows)
    assert view.scene.cols.length == pytest.approx(cols)


def test_the_wheel_over_an_axis_zooms_that_axis(drive: Drive) -> None:
    view = drive(big()).pane.view
    area = view.layout_now.map
    wheel(view, QPointF(area.left() - 30, area.center().y()))
    assert view.scene.rows.length == pytest.approx(1000 / 1.4)
    assert view.scene.cols.length == 200
    wheel(view, QPointF(area.center().x(), area.bottom() + 10))
    assert view.scene.cols.length == pytest.approx(200 / 1.4)
    assert view.scene.rows.length == pytest.approx(1000 / 1.4)


def test_zoom_ends_at_one_row_by_one_dim_and_at_the_whole_table(drive: Drive) -> None:
    view = drive(big()).pane.view
    for _ in range(60):
        wheel(view, point(view, 300, 50))
    assert view.scene.rows.length == pytest.approx(1)
    assert view.scene.cols.length == pytest.approx(1)
    for _ in range(80):
        wheel(view, view.layout_now.map.center(), -120)
    assert (view.scene.rows.low, view.scene.rows.high) == (0, 1000)
    assert (view.scene.cols.low, view.scene.cols.high) == (0, 200)


def test_wheel_and_keys_reach_a_patch_of_rows_by_dims_in_a_tall_table(drive: Drive) -> None:
    view = drive(big(n_rows=40000, n_dims=6)).pane.view
    area = view.layout_now.map
    for _ in range(100):
        if area.height() / view.scene.rows.length > READABLE_PX[0] - 1e-6:
            break
        wheel(view, area.center())
        assert view.scene.cols.is_whole  # six dims are wide enough to read from the start
    assert view.scene.rows.length == pytest.approx(area.height() / READABLE_PX[0])
    wheel(view, area.center())
    assert view.scene.cols.length == pytest.approx(6 / 1.4)
    view.move_to((Span.whole(40000), Span.whole(6)))
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.scene.rows.length == pytest.approx(40000 / 1.5)
    assert view.scene.cols.is_whole


def test_dragging_moves_the_table_with_the_pointer(drive: Drive) -> None:
    view = drive(big()).pane.view
    view.move_to((Span(400.0, 500.0, 1000), Span(50.0, 100.0, 200)))
    start = view.layout_now.map.center()
    stop = start + QPointF(-60, 45)
    area = view.layout_now.map
    row = view.scene.rows.value(start.y() - area.y(), area.height())
    dim = view.scene.cols.value(start.x() - area.x(), area.width())
    drag(view, start, stop)
    assert view.scene.rows.value(stop.y() - area.y(), area.height()) == pytest.approx(row)
    assert view.scene.cols.value(stop.x() - area.x(), area.width()) == pytest.approx(dim)


def test_a_click_chooses_the_row_and_a_drag_does_not(drive: Drive, qtbot: QtBot) -> None:
    view = drive(big()).pane.view
    view.move_to((Span(400.0, 420.0, 1000), Span(50.0, 60.0, 200)))
    with qtbot.waitSignal(view.rowClicked) as clicked:
        click(view, point(view, 407, 55))
    assert clicked.args == [407]
    with qtbot.assertNotEmitted(view.rowClicked):
        drag(view, point(view, 407, 55), point(view, 410, 52))


def test_shift_drag_shows_the_box(drive: Drive) -> None:
    view = drive(big()).pane.view
    view.move_to((Span(400.0, 500.0, 1000), Span(50.0, 100.0, 200)))
    area = view.layout_now.map
    quarter = QPointF(area.width() / 4, area.height() / 4)
    drag(view, area.topLeft() + quarter, area.center(), SHIFT)
    rows, cols = view.scene.rows, view.scene.cols
    assert rows.low == pytest.approx(425)
    assert rows.high == pytest.approx(450)
    assert cols.low == pytest.approx(62.5)
    assert cols.high == pytest.approx(75)


def test_a_double_click_zooms_until_numbers_show_and_then_shows_everything(drive: Drive) -> None:
    view = drive(big()).pane.view
    at, area = point(view, 300, 50), view.layout_now.map
    mouse(view, QEvent.Type.MouseButtonDblClick, at)
    assert area.height() / view.scene.rows.length == pytest.approx(READABLE_PX[0])
    assert area.width() / view.scene.cols.length == pytest.approx(READABLE_PX[1])
    assert view.cell_at(at) == (300, 50)
    mouse(view, QEvent.Type.MouseButtonDblClick, at)
    assert view.scene.rows.is_whole
    assert view.scene.cols.is_whole


def test_n_zooms_until_numbers_show_about_the_chosen_row_and_dim(drive: Drive) -> None:
    driver = drive(big(), selected=410)
    view = driver.pane.view
    QTest.keyClick(view, Qt.Key.Key_N)
    assert view.is_near
    assert view.scene.rows.low <= 410 < view.scene.rows.high
    assert view.scene.cols.low == 0  # a row is read from its first number on
    driver.pane.fit()
    driver.pane.show_chosen_dim(150)
    driver.pane.menu.readable.trigger()
    assert view.is_near
    assert view.scene.cols.low < 150 < view.scene.cols.high


def test_few_notches_lead_from_a_large_table_to_its_numbers(drive: Drive) -> None:
    view = drive(Table.from_array(np.zeros((51_864, 384), np.float32)), size=(700, 500)).pane.view
    for _ in range(24):
        wheel(view, view.layout_now.map.center())
    assert view.is_near


def test_the_overview_strip_moves_the_view(drive: Drive) -> None:
    view = drive(big()).pane.view
    view.move_to((Span(0.0, 100.0, 1000), view.scene.cols))
    area = view.layout_now.map
    x = area.right() + 7
    drag(view, QPointF(x, area.top() + 5), QPointF(x, area.bottom() - 2))
    assert view.scene.rows.high == 1000
    click(view, QPointF(x, area.center().y()))
    assert (view.scene.rows.low + view.scene.rows.high) / 2 == pytest.approx(500, abs=3)


KEYS = [
    (Qt.Key.Key_Down, NONE, (412.5, 512.5), (50, 90)),
    (Qt.Key.Key_Up, NONE, (387.5, 487.5), (50, 90)),
    (Qt.Key.Key_Left, NONE, (400, 500), (45, 85)),
    (Qt.Key.Key_Right, NONE, (400, 500), (55, 95)),
    (Qt.Key.Key_PageDown, NONE, (490, 590), (50, 90)),
    (Qt.Key.Key_PageUp, NONE, (310, 410), (50, 90)),
    (Qt.Key.Key_Home, NONE, (0, 100), (50, 90)),
    (Qt.Key.Key_End, NONE, (900, 1000), (50, 90)),
    (Qt.Key.Key_Home, SHIFT, (400, 500), (0, 40)),
    (Qt.Key.Key_End, SHIFT, (400, 500), (160, 200)),
    (Qt.Key.Key_PageDown, SHIFT, (400, 500), (86, 126)),
    (Qt.Key.Key_Plus, SHIFT, (416.666667, 483.333333), (56.666667, 83.333333)),
    (Qt.Key.Key_Minus, NONE, (375, 525), (40, 100)),
    (Qt.Key.Key_F, NONE, (0, 1000), (0, 200)),
    (Qt.Key.Key_R, NONE, (0, 1000), (0, 200)),
]


@pytest.mark.parametrize(("key", "modifiers", "rows", "cols"), KEYS)
def test_keys(
    drive: Drive,
    qtbot: QtBot,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier,
    rows: tuple[float, float],
    cols: tuple[float, float],
) -> None:
    view = drive(big()).pane.view
    view.move_to((Span(400.0, 500.0, 1000), Span(50.0, 90.0, 200)))
    QTest.keyClick(view, key, modifiers)
    assert (view.scene.rows.low, view.scene.rows.high) == pytest.approx(rows)
    assert (view.scene.cols.low, view.scene.cols.high) == pytest.approx(cols)


def test_other_keys_are_left_to_the_window(drive: Drive, qtbot: QtBot) -> None:
    driver = drive(big())
    before = driver.pane.view.scene
    QTest.keyClick(driver.pane.view, Qt.Key.Key_Q)
    QTest.keyClick(driver.pane.view, Qt.Key.Key_Escape)
    assert driver.pane.view.scene is before


def test_zooming_by_key_keeps_the_selected_row_in_place(drive: Drive, qtbot: QtBot) -> None:
    driver = drive(big(), selected=410)
    view = driver.pane.view
    view.move_to((Span(400.0, 500.0, 1000), Span(50.0, 90.0, 200)))
    before = view.scene.rows.position(410.5, 1.0)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.scene.rows.position(410.5, 1.0) == pytest.approx(before)


# lit rows


def test_a_click_on_a_mark_chooses_its_row_and_the_next_one_after_that(
    drive: Drive, qtbot: QtBot
) -> None:
    table = Table.from_array(np.zeros((128_256, 4), np.float32))
    lit = [0, 11, 995, 15496]
    driver = drive(table, lit=lit)
    view = driver.pane.view
    layout = view.layout_now
    at = QPointF(layout.marks.right() - 4, layout.map.y() + 1)
    chosen = []
    for _ in range(4):
        with qtbot.waitSignal(view.rowClicked) as clicked:
            click(view, at)
        chosen.append(clicked.args[0])
        driver.pane.show_marks(np.array(lit), [""] * 4, clicked.args[0])
    assert set(chosen[:3]) == {0, 11, 995}
    assert chosen[3] == chosen[0]
    y = layout.map.y() + view.scene.rows.position(15496.5, layout.map.height())
    with qtbot.waitSignal(view.rowClicked) as clicked:
        click(view, QPointF(layout.marks.right() - 4, y + 2))
    assert clicked.args == [15496]


def test_a_note_tells_of_lit_rows_out_of_view_and_takes_one_there(drive: Drive) -> None:
    driver = drive(big(), lit=[10, 600, 900])
    view = driver.pane.view
    view.move_to((Span(100.0, 200.0, 1000), view.scene.cols))
    area = view.layout_now.map
    click(view, QPointF(area.left() + 12, area.bottom() - 12))
    assert view.scene.rows.low <= 600 < view.scene.rows.high
    view.move_to((Span(100.0, 200.0, 1000), view.scene.cols))
    click(view, QPointF(area.left() + 12, area.top() + 12))
    assert view.scene.rows.low == 0


def test_two_fingers_on_a_touch_pad_zoom_about_their_place(drive: Drive) -> None:
    view = drive(big()).pane.view
    at = view.layout_now.map.center()
    pad = QPointingDevice.primaryPointingDevice()
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        pad,
        2,
        at,
        at,
        view.mapToGlobal(at),
        0.25,
        QPointF(),
    )
    QApplication.sendEvent(view, pinch)
    assert view.scene.rows.length == pytest.approx(800)
    assert (view.scene.rows.low + view.scene.rows.high) / 2 == pytest.approx(500)
