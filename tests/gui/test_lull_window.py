"""Beside a long text the panes follow when the typing pauses, and then agree with it."""

import numpy as np
import pytest
from PySide6.QtWidgets import QPlainTextEdit

from embedscope_gui.runner import Runner
from embedscope_gui.window_screen import LONG_TEXT, WindowScreen
from opening_desk import close, make_desk

LONG = "fox jumps over dog " * LONG_TEXT


def busy(desk):
    """Return what is at work on threads."""
    assert isinstance(desk.runner, Runner)
    return desk.runner.busy()


@pytest.fixture
def desk(qtbot, tmp_path):
    made = make_desk(tmp_path)
    made.controller.open_table("book-6x3")
    qtbot.waitUntil(lambda: made.controller.results.text is not None, timeout=10_000)
    qtbot.waitUntil(lambda: not busy(made), timeout=10_000)
    yield made
    close(made)


@pytest.fixture
def lull(desk):
    """Return the lull, which ends only when it is told to."""
    screen = desk.controller._screen
    assert isinstance(screen, WindowScreen)
    assert screen._lull is not None
    screen._lull._timer.setInterval(600_000)
    return screen._lull


def typed(desk, qtbot, text):
    """Type ``text`` by the window's way, and wait for its tokens."""
    desk.window.findChild(QPlainTextEdit, "textEdit").setPlainText(text)
    qtbot.waitUntil(
        lambda: desk.controller.results.text.encoding.text == text and not busy(desk),
        timeout=20_000,
    )


def shown(desk):
    """Return what stands beside the text: lit rows and the inspector's token."""
    window = desk.window
    return window.heatmap.scene.marks.all_rows.tolist(), window.inspector.facts_box.token.text()


def test_panes_beside_a_long_text_wait_and_then_agree(desk, lull, qtbot):
    desk.controller.select(0)
    assert shown(desk) == ([1, 2, 3, 5], "fox")
    typed(desk, qtbot, LONG + "lazy brown")
    desk.controller.select(4 * LONG_TEXT)
    assert lull.is_on
    assert desk.window.text.table.tokens.rowCount() == 4 * LONG_TEXT + 2  # the list does not wait
    assert shown(desk) == ([1, 2, 3, 5], "fox")
    assert not desk.window.heatmap.updatesEnabled()
    lull.end()
    assert shown(desk) == ([0, 1, 2, 3, 4, 5], "lazy")
    assert desk.window.heatmap.updatesEnabled()
    assert not lull.is_on


def test_looked_up_rows_of_a_long_text_are_all_there_after_the_pause(desk, lull, qtbot):
    desk.controller.set_mode("looked-up")
    typed(desk, qtbot, LONG)
    typed(desk, qtbot, LONG + "lazy")
    lull.end()
    qtbot.waitUntil(lambda: not busy(desk), timeout=20_000)
    assert desk.window.heatmap.scene.shape == (4 * LONG_TEXT + 1, 3)
    view = desk.window.heatmap.view
    view.move_to((view.scene.rows.around(4 * LONG_TEXT, 2), view.scene.cols))
    qtbot.waitUntil(
        lambda: (
            desk.window.heatmap.scene.picture is not None
            and desk.window.heatmap.scene.picture.values.shape[0] <= 3
        ),
        timeout=20_000,
    )
    values = desk.window.heatmap.scene.picture.values
    np.testing.assert_array_equal(values[-1], desk.controller.session.table.rows([4])[0])


def test_a_short_text_waits_for_nothing(desk, lull, qtbot):
    typed(desk, qtbot, "lazy")
    assert not lull.is_on
    assert shown(desk)[0] == [4]


def test_another_table_during_the_wait_is_shown_whole(desk, lull, qtbot):
    typed(desk, qtbot, LONG)
    assert lull.is_on
    desk.controller.open_table("the-cat-4x4")
    qtbot.waitUntil(lambda: desk.controller.table_name == "the-cat-4x4", timeout=10_000)
    qtbot.waitUntil(lambda: desk.window.heatmap.scene.picture is not None, timeout=10_000)
    assert not lull.is_on  # the text of this table is short
    scene = desk.window.heatmap.scene
    assert scene.shape == (4, 4)
    assert scene.picture.values.shape == (4, 4)
    assert scene.marks.all_rows.tolist() == [0, 2]
