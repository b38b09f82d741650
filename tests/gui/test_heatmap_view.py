"""Moving in the map, what is under the pointer, and when pictures are asked for."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from embedscope.tables.table import Table
from embedscope_gui.heatmap.pane import HeatmapPane
from embedscope_gui.heatmap.span import Span
from embedscope_gui.heatmap.view import HeatmapView
from heatmap_cases import case_table
from heatmap_driver import Driver

Drive = Callable[..., Driver]
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def drive(qtbot: QtBot) -> Drive:
    """Return a function that shows a table in a pane and answers its requests."""

    def make(table: Table, size: tuple[int, int] = (520, 480), **start: Any) -> Driver:
        pane = HeatmapPane()
        qtbot.addWidget(pane)
        pane.resize(*size)
        pane.show()
        driver = Driver(pane, table).start(**start)
        qtbot.waitUntil(lambda: len(driver.viewports) > 0)
        return driver

    return make


def big(n_rows: int = 1000, n_dims: int = 200) -> Table:
    """Return a table whose value at (r, c) is 1000 r + c."""
    rows, cols = np.mgrid[:n_rows, :n_dims]
    return Table.from_array((1000.0 * rows + cols).astype(np.float32))


def point(view: HeatmapView, row: int, dim: int) -> QPointF:
    """Return where the middle of a cell is in the widget."""
    area, scene = view.layout_now.map, view.scene
    x = area.x() + scene.cols.position(dim + 0.5, area.width())
    return QPointF(x, area.y() + scene.rows.position(row + 0.5, area.height()))


def cell_at(view: HeatmapView, at: QPointF) -> tuple[int, int]:
    """Return the cell at a point that is inside the table."""
    cell = view.cell_at(at)
    assert cell is not None
    return cell


def mouse(
    view: HeatmapView,
    kind: QEvent.Type,
    at: QPointF,
    buttons: Qt.MouseButton = LEFT,
    modifiers: Qt.KeyboardModifier = NONE,
) -> None:
    """Send one mouse event."""
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else LEFT
    event = QMouseEvent(kind, at, view.mapToGlobal(at), button, buttons, modifiers)
    QApplication.sendEvent(view, event)


def drag(
    view: HeatmapView, start: QPointF, stop: QPointF, modifiers: Qt.KeyboardModifier = NONE
) -> None:
    """Press at ``start``, move in steps to ``stop`` and let go."""
    mouse(view, QEvent.Type.MouseButtonPress, start, modifiers=modifiers)
    for share in (0.3, 0.7, 1.0):
        mouse(view, QEvent.Type.MouseMove, start + (stop - start) * share, modifiers=modifiers)
    mouse(view, QEvent.Type.MouseButtonRelease, stop, modifiers=modifiers)


def click(view: HeatmapView, at: QPointF) -> None:
    """Press and let go in one place."""
    mouse(view, QEvent.Type.MouseButtonPress, at)
    mouse(view, QEvent.Type.MouseButtonRelease, at)


def wheel(
    view: HeatmapView, at: QPointF, turned: int = 120, modifiers: Qt.KeyboardModifier = NONE
) -> None:
    """Turn the wheel."""
    event = QWheelEvent(
        at,
        view.mapToGlobal(at),
        QPoint(),
        QPoint(0, turned),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


# what is under the pointer


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_H06_one_pixel_inside_the_corners_is_the_cell_and_outside_is_nothing(
    drive: Drive, monkeypatch: pytest.MonkeyPatch, ratio: float
) -> None:
    driver = drive(case_table("H04_orientation.npy"))
    view = driver.pane.view
    monkeypatch.setattr(view, "devicePixelRatioF", lambda: ratio)
    box = view.device_map()
    origin = QPointF(view.mapTo(view.window(), QPoint()))

    def at(x: int, y: int) -> QPointF:
        """Return the middle of a device pixel of the map, in the widget."""
        return QPointF((box.x() + x + 0.5) / ratio, (box.y() + y + 0.5) / ratio) - origin

    xs = [x for x in range(box.width()) if view.scene.cols.cell_at(x, box.width()) == 2]
    ys = [y for y in range(box.height()) if view.scene.rows.cell_at(y, box.height()) == 1]
    for x in (xs[0], xs[0] + 1, xs[-1] - 1, xs[-1]):
        for y in (ys[0], ys[0] + 1, ys[-1] - 1, ys[-1]):
            assert view.cell_at(at(x, y)) == (1, 2)
    assert view.cell_at(at(xs[0] - 1, ys[0])) == (1, 1)
    assert view.cell_at(at(xs[-1] + 1, ys[0])) == (1, 3)
    inside_x, inside_y = xs[3], ys[3]
    assert view.cell_at(at(0, inside_y)) == (1, 0)
    assert view.cell_at(at(box.width() - 1, inside_y)) == (1, 4)
    for x, y in (
        (-1, inside_y),
        (box.width(), inside_y),
        (inside_x, -1),
        (inside_x, box.height()),
    ):
        assert view.cell_at(at(x, y)) is None


def test_H06_the_line_names_value_row_token_and_dim_and_nothing_outside(drive: Drive) -> None:
    driver = drive(case_table("H04_orientation.npy"), label=lambda row: f"tok{row}")
    pane, view = driver.pane, driver.pane.view
    read = pane.footer.readout
    mouse(view, QEvent.Type.MouseMove, point(view, 1, 2), Qt.MouseButton.NoButton)
    assert read.text() == "row 1 · tok1 · dim 2:  12.000"
    left = QPointF(view.layout_now.map.left() - 1, point(view, 1, 2).y())
    mouse(view, QEvent.Type.MouseMove, left, Qt.MouseButton.NoButton)
    assert "dim" not in read.text()
    mouse(view, QEvent.Type.MouseMove, point(view, 2, 4), Qt.MouseButton.NoButton)
    assert read.text() == "row 2 · tok2 · dim 4:  24.000"
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert "dim" not in read.text()


def test_H01_the_line_says_nan(drive: Drive) -> None:
    driver = drive(case_table("N03_nan_inf.npy"))
    view = driver.pane.view
    mouse(view, QEvent.Type.MouseMove, point(view, 1, 0), Qt.MouseButton.NoButton)
    assert driver.pane.footer.readout.text() == "row 1 · dim 0:  nan"


def test_what_is_read_comes_from_the_table_and_follows_the_view(drive: Drive) -> None:
    driver = drive(big())
    view = driver.pane.view
    at = point(view, 500, 100)
    mouse(view, QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)
    row, dim = cell_at(view, at)
    assert driver.pane.footer.readout.text().startswith(f"row {row} · dim {dim}:")
    view.move_to((Span(10.0, 20.0, 1000), Span(0.0, 5.0, 200)))
    row, dim = cell_at(view, at)
    assert 10 <= row < 20
    assert driver.pane.footer.readout.text() == f"row {row} · dim {dim}:  {1000 * row + dim}"


def test_W02_after_a_move_to_another_screen_pointer_and_request_are_right(
    drive: Drive, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = drive(case_table("H04_orientation.npy"))
    view = driver.pane.view
    before = driver.viewports[-1]
    at = point(view, 1, 2)
    monkeypatch.setattr(view, "devicePixelRatioF", lambda: 1.5)
    QApplication.sendEvent(view, QEvent(QEvent.Type.DevicePixelRatioChange))
    qtbot.waitUntil(lambda: driver.viewports[-1] != before)
    after = driver.viewports[-1]
    assert (after.width_px, after.height_px) == (
        view.device_map().width(),
        view.device_map().height(),
    )
    assert abs(after.width_px - 1.5 * before.width_px) <= 1
    assert abs(after.height_px - 1.5 * before.height_px) <= 1
    assert view.cell_at(at) == (1, 2)


def test_a_pane_off_the_grid_of_the_window_still_reads_what_it_paints(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.setContentsMargins(3, 7, 0, 0)
    pane = HeatmapPane()
    column.addWidget(pane)
    window.resize(400, 400)
    window.show()
    Driver(pane, case_table("H04_orientation.npy")).start()
    monkeypatch.setattr(pane.view, "devicePixelRatioF", lambda: 1.25)
    box = pane.view.device_map()
    area = pane.view.layout_now.map
    corner = pane.view.mapTo(window, area.topLeft().toPoint())
    assert (box.x(), box.y()) == (round(corner.x() * 1.25), round(corner.y() * 1.25))
    assert pane.view.cell_at(area.center()) == (1, 2)


# requests


def test_the_request_has_the_device_pixels_of_the_map(drive: Drive) -> None:
    driver = drive(big())
    box = driver.pane.view.device_map()
    asked = driver.viewports[-1]
    assert (asked.row0, asked.row1, asked.col0, asked.col1) == (0, 1000, 0, 200)
    assert (asked.width_px, asked.height_px) == (box.width(), box.height())


def test_many_moves_in_one_frame_are_one_request(drive: Drive, qtbot: QtBot) -> None:
    driver = drive(big())
    view, before = driver.pane.view, len(driver.viewports)
    view.move_to((Span(100.0, 200.0, 1000), view.scene.cols))
    for _ in range(50):
        view.move_to((view.scene.rows.panned(1), view.scene.cols))
    assert len(driver.viewports) == before
    qtbot.waitUntil(lambda: len(driver.viewports) > before)
    qtbot.wait(40)
    assert len(driver.viewports) == before + 1
    assert driver.viewports[-1].row0 == 150


def test_an_unchanged_view_is_not_asked_for_again_but_another_table_is(
    drive: Drive, qtbot: QtBot
) -> None:
    driver = drive(big())
    before = len(driver.viewports)
    driver.pane.fit()
    qtbot.wait(40)
    assert len(driver.viewports) == before
    driver.pane.show_table((1000, 200), str)
    qtbot.waitUntil(lambda: len(driver.viewports) == before + 1)


def test_a_resize_asks_for_a_picture_of_the_new_size(drive: Drive, qtbot: QtBot) -> None:
    driver = drive(big())
    driver.pane.resize(700, 600)
    qtbot.waitUntil(lambda: driver.viewports[-1].width_px > 500)
    qtbot.wait(40)
    box, asked = driver.pane.view.device_map(), driver.viewports[-1]
    assert (asked.width_px, asked.height_px) == (box.width(), box.height())


def test_the_old_picture_stays_until_the_new_one_arrives(drive: Drive, qtbot: QtBot) -> None:
    driver = drive(big(), size=(520, 480))
    view = driver.pane.view
    driver.answers = False
    picture = view.scene.picture
    view.move_to((Span(100.0, 600.0, 1000), Span(50.0, 150.0, 200)))
    qtbot.wait(40)
    assert view.scene.picture is picture
    image = view.grab().toImage()
    box = view.device_map().translated(-view.mapTo(view.window(), QPoint()))
    colours = {image.pixel(box.x() + 20 * i, box.y() + 20 * i) for i in range(1, 15)}
    assert len(colours) > 3


# moving


def test_the_wheel_zooms_about_the_pointer(drive: Drive) -> None:
    view = drive(big()).pane.view
    at = point(view, 300, 50)
    area = view.layout_now.map
    row = view.scene.rows.value(at.y() - area.y(), area.height())
    dim = view.scene.cols.value(at.x() - area.x(), area.width())
    wheel(view, at)
    assert view.scene.rows.length == pytest.approx(800)
    assert view.scene.cols.length == pytest.approx(160)
    assert view.scene.rows.value(at.y() - area.y(), area.height()) == pytest.approx(row)
    assert view.scene.cols.value(at.x() - area.x(), area.width()) == pytest.approx(dim)
    wheel(view, at, -120)
    assert view.scene.rows.is_whole
    assert view.scene.cols.is_whole


@pytest.mark.parametrize(
    ("modifiers", "rows", "cols"), [(SHIFT, 1000, 160), (CONTROL, 800, 200), (NONE, 800, 160)]
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
    assert view.scene.rows.length == pytest.approx(800)
    assert view.scene.cols.length == 200
    wheel(view, QPointF(area.center().x(), area.bottom() + 10))
    assert view.scene.cols.length == pytest.approx(160)
    assert view.scene.rows.length == pytest.approx(800)


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


def test_double_click_shows_everything(drive: Drive) -> None:
    view = drive(big()).pane.view
    view.move_to((Span(400.0, 500.0, 1000), Span(50.0, 100.0, 200)))
    mouse(view, QEvent.Type.MouseButtonDblClick, view.layout_now.map.center())
    assert view.scene.rows.is_whole
    assert view.scene.cols.is_whole


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
    (Qt.Key.Key_Plus, SHIFT, (412.5, 487.5), (55, 85)),
    (Qt.Key.Key_Minus, NONE, (383.333333, 516.666667), (43.333333, 96.666667)),
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
