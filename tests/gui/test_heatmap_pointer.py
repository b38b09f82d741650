"""What is under the pointer, at any scaling, and when pictures are asked for."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from embedscope_gui.heatmap.captions import FAR, HINT, NEAR, SMALL
from embedscope_gui.heatmap.pane import HeatmapPane
from embedscope_gui.heatmap.span import Span
from heatmap_cases import case_table
from heatmap_driver import Drive, Driver, driving
from heatmap_events import NO_BUTTON, big, cell_at, mouse, point


@pytest.fixture
def drive(qtbot: QtBot) -> Drive:
    """Return a function that shows a table in a pane and answers its requests."""
    return driving(qtbot)


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
    mouse(view, QEvent.Type.MouseMove, point(view, 1, 2), NO_BUTTON)
    assert read.text() == "row 1 · tok1 · dim 2:  12.000"
    left = QPointF(view.layout_now.map.left() - 1, point(view, 1, 2).y())
    mouse(view, QEvent.Type.MouseMove, left, NO_BUTTON)
    assert "dim" not in read.text()
    mouse(view, QEvent.Type.MouseMove, point(view, 2, 4), NO_BUTTON)
    assert read.text() == "row 2 · tok2 · dim 4:  24.000"
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert "dim" not in read.text()


def test_H01_the_line_says_nan(drive: Drive) -> None:
    driver = drive(case_table("N03_nan_inf.npy"))
    view = driver.pane.view
    mouse(view, QEvent.Type.MouseMove, point(view, 1, 0), NO_BUTTON)
    assert driver.pane.footer.readout.text() == "row 1 · dim 0:  nan"


def test_what_is_read_comes_from_the_table_and_follows_the_view(drive: Drive) -> None:
    driver = drive(big())
    view = driver.pane.view
    at = point(view, 500, 100)
    mouse(view, QEvent.Type.MouseMove, at, NO_BUTTON)
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


@pytest.mark.parametrize(("passed", "wait"), [(5, 11), (16, 0), (4000, 0)])
def test_a_request_waits_for_the_rest_of_the_frame(
    drive: Drive, monkeypatch: pytest.MonkeyPatch, passed: int, wait: int
) -> None:
    view = drive(big()).pane.view
    view._frame.stop()
    monkeypatch.setattr(view._since_told, "elapsed", lambda: passed)
    view.move_to((Span(100.0, 200.0, 1000), view.scene.cols))
    assert view._frame.isActive()
    assert view._frame.interval() == wait


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


def test_the_hint_names_the_way_in_and_the_way_back(drive: Drive) -> None:
    pane = drive(big()).pane
    readout = pane.footer.readout
    assert readout.text() == HINT.format(FAR)
    mouse(pane.view, QEvent.Type.MouseButtonDblClick, point(pane.view, 300, 50))
    pane.view.leaveEvent(QEvent(QEvent.Type.Leave))
    assert readout.text() == HINT.format(NEAR)
    QTest.keyClick(pane.view, Qt.Key.Key_F)
    assert readout.text() == HINT.format(FAR)
    pane.show_table((4, 4), str)
    assert readout.text() == HINT.format(SMALL)
