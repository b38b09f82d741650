"""The heatmap in a window with its threads: files that change, bad values, pictures that wait."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, qInstallMessageHandler
from PySide6.QtTest import QTest

from embedscope_gui.runner import Runner
from map_window import drawn, trigger
from opening_desk import CASES, close, make_desk


@pytest.fixture(scope="module")
def desk(tmp_path_factory, qapp):
    made = make_desk(tmp_path_factory.mktemp("threads"))
    assert isinstance(made.runner, Runner)
    yield made
    close(made)


def opened(desk, qtbot, path):
    """Open a file and wait until everything of it is there."""
    desk.controller.open_table(path, text="the is", tokenizer="gpt2")
    qtbot.waitUntil(
        lambda: (
            desk.controller.session.table is not None and desk.controller.session.table.path == path
        ),
        timeout=10_000,
    )
    drawn(desk, qtbot)
    qtbot.waitUntil(lambda: desk.controller.results.survey is not None, timeout=20_000)
    for channel in set(desk.runner.busy()) - {"picture", "sharp"}:
        desk.controller.cancel(channel)  # axes and the like are not looked at here
    qtbot.waitUntil(lambda: not desk.runner.busy(), timeout=20_000)
    desk.window.notice.clear()


def zeros(folder, n_rows=50_000):
    """Write a table of 20 MB."""
    path = folder / "zeros.npy"
    np.save(path, np.zeros((n_rows, 100), np.float32))
    return path


def scrolled(desk, qtbot):
    """Scroll through the map by the wheel's way, and wait until nothing is at work."""
    view = desk.window.heatmap.view
    for _ in range(6):
        view.move_to((view.scene.rows.panned(900), view.scene.cols))
        qtbot.wait(20)
    qtbot.waitUntil(lambda: not desk.runner.busy(), timeout=20_000)


@pytest.mark.parametrize("how", ["cut", "deleted", "replaced"])
def test_F39_a_file_that_changes_while_it_is_looked_at_gives_one_sentence(
    desk, qtbot, tmp_path, how
):
    path = zeros(tmp_path)
    opened(desk, qtbot, path)
    heatmap = desk.window.heatmap
    heatmap.view.move_to((heatmap.view.scene.rows.zoomed(0.02, 0.0), heatmap.view.scene.cols))
    drawn(desk, qtbot)
    shown = heatmap.scene.image.copy()
    if how == "cut":
        with path.open("r+b") as file:
            file.truncate(1024)
    elif how == "deleted":
        path.unlink()
    else:
        np.save(path, np.ones((50_000, 100), np.float32))
    scrolled(desk, qtbot)
    notice = desk.window.notice.text
    told = "was moved or deleted" if how == "deleted" else "changed on disk"
    assert notice.startswith("zeros.npy: ")
    assert told in notice
    assert notice.count("open it again") == 1
    assert heatmap.scene.image is not None
    np.testing.assert_array_equal(heatmap.scene.image, shown)  # what was shown stays
    QTest.mouseMove(heatmap.view, heatmap.view.layout_now.map.center().toPoint())
    qtbot.waitUntil(lambda: told in heatmap.footer.readout.text())  # as the read-out says, too
    desk.controller.select(1)  # a row that cannot be read any more
    qtbot.waitUntil(lambda: not desk.runner.busy(), timeout=20_000)
    assert desk.window.notice.text == notice
    opened(desk, qtbot, zeros(tmp_path, 3_000))
    assert heatmap.scene.shape == (3_000, 100)


def test_W04_bad_values_in_the_background_disturb_nothing(desk, qtbot):
    messages = []
    before = qInstallMessageHandler(lambda _kind, _context, text: messages.append(text))
    try:
        view = desk.window.heatmap.view
        path = CASES / "N03_nan_inf.npy"
        desk.controller.open_table(path, text="0 1 2", tokenizer="ids")
        for step in range(60):
            QTest.mouseMove(view, QPoint(20 + 5 * step, 30 + 4 * step))
            qtbot.wait(5)
        opened(desk, qtbot, path)
        for name in ("actionModeLookedUp", "actionModeWhole", "actionNextOddRow"):
            trigger(desk, name)
            qtbot.waitUntil(lambda: not desk.runner.busy(), timeout=20_000)
    finally:
        qInstallMessageHandler(before)
    assert [text for text in messages if "thread" in text.lower()] == []
    assert desk.window.heatmap.footer.legend.entries == (
        ("nan", "3 NaN"),
        ("+inf", "1 +inf"),
        ("-inf", "1 -inf"),
    )
    scene = desk.window.heatmap.scene
    assert (scene.levels.low, scene.levels.high) == (-52, 52) or scene.levels.high == 52


def test_reading_all_rows_is_cancelled_in_the_status_line_and_the_picture_stays(
    desk, qtbot, tmp_path
):
    path = zeros(tmp_path, 10_000)
    opened(desk, qtbot, path)
    assert desk.controller.results.survey is not None
    desk.controller.cancel("survey")
    assert desk.window.heatmap.scene.picture is not None
    desk.controller.ask_again("survey")
    qtbot.waitUntil(lambda: not desk.runner.busy(), timeout=20_000)
    assert desk.controller.results.survey.shape == (10_000, 100)
