"""The search field and the colour bar: what people do there and what is told."""

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from embedscope.heatmap.levels import Levels
from embedscope_gui.heatmap.colour_bar import ColourBar
from embedscope_gui.heatmap.level_edits import moved_end, parsed, widened
from embedscope_gui.heatmap.pane import HeatmapPane
from embedscope_gui.heatmap.search import counter_text
from heatmap_driver import Driver, heard, table_of


@pytest.fixture
def pane(qtbot: QtBot) -> HeatmapPane:
    """Return an empty pane on screen."""
    made = HeatmapPane()
    qtbot.addWidget(made)
    made.resize(520, 480)
    made.show()
    return made


def test_search_tells_query_and_steps(pane: HeatmapPane, qtbot: QtBot) -> None:
    told = heard(pane)
    field = pane.search.field
    QTest.keyClicks(field, "cat")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Up)
    QTest.keyClick(field, Qt.Key.Key_Escape)
    QTest.keyClick(field, Qt.Key.Key_Return)
    queries = [(name, *args) for name, *args in told if name == "searchEdited"]
    assert queries == [("searchEdited", query) for query in ("c", "ca", "cat", "")]
    steps = [args[0] for name, *args in told if name == "searchStepped"]
    assert steps == [1, -1, 1, -1]


def test_the_hit_counter(pane: HeatmapPane, qtbot: QtBot) -> None:
    assert not pane.search.counter.isVisible()
    QTest.keyClicks(pane.search.field, "a")
    pane.show_search(12, 2)
    assert pane.search.counter.text() == "3 of 12"
    assert pane.search.next.isEnabled()
    pane.show_search(0, 0)
    assert pane.search.counter.text() == "no hits"
    assert not pane.search.next.isEnabled()
    pane.show_search(0, 0, "rows 0 to 5", "The table has rows 0 to 5.")
    assert pane.search.counter.text() == "rows 0 to 5"
    assert pane.search.counter.toolTip() == "The table has rows 0 to 5."
    pane.show_search(12, 2)
    assert pane.search.counter.toolTip() == ""
    assert counter_text(1204, 0) == "1 of 1,204"
    assert counter_text(1204, -1) == "1,204 hits"
    assert counter_text(1, -1) == "1 hit"


def test_the_buttons_step_through_the_hits(pane: HeatmapPane, qtbot: QtBot) -> None:
    QTest.keyClicks(pane.search.field, "a")
    pane.show_search(12, 2)
    told = heard(pane)
    pane.search.next.click()
    pane.search.previous.click()
    assert told == [("searchStepped", 1), ("searchStepped", -1)]


def test_a_file_dropped_on_the_search_field_is_left_to_the_window(pane: HeatmapPane) -> None:
    assert not pane.search.field.acceptDrops()


def press(bar: ColourBar, x: float, y: float) -> None:
    """Press the left button on the colour bar."""
    _send(bar, QEvent.Type.MouseButtonPress, x, y)


def _send(
    bar: ColourBar,
    kind: QEvent.Type,
    x: float,
    y: float,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    at = QPointF(x, y)
    left = Qt.MouseButton.LeftButton
    QApplication.sendEvent(bar, QMouseEvent(kind, at, at, left, left, modifiers))


def test_dragging_an_end_of_the_bar_changes_the_range_and_keeps_0_in_the_middle(
    pane: HeatmapPane,
) -> None:
    Driver(pane, table_of(10, 4), Levels(-2, 2)).start()
    told = heard(pane)
    bar = pane.view.bar
    strip = bar.strip
    press(bar, 12, strip.top())
    quarter = strip.top() + strip.height() / 4
    _send(bar, QEvent.Type.MouseMove, 12, quarter)
    assert told[-1] == ("levelsEdited", pytest.approx(-1.0), pytest.approx(1.0))
    _send(bar, QEvent.Type.MouseMove, 12, strip.top() - strip.height() / 4)
    assert told[-1] == ("levelsEdited", pytest.approx(-3.0), pytest.approx(3.0))
    _send(bar, QEvent.Type.MouseMove, 12, quarter, Qt.KeyboardModifier.AltModifier)
    assert told[-1] == ("levelsEdited", pytest.approx(-2.0), pytest.approx(1.0))
    _send(bar, QEvent.Type.MouseButtonRelease, 12, quarter)
    count = len(told)
    _send(bar, QEvent.Type.MouseMove, 12, strip.bottom())
    assert len(told) == count


def test_double_click_and_keys_on_the_bar(pane: HeatmapPane, qtbot: QtBot) -> None:
    Driver(pane, table_of(10, 4), Levels(-2, 2)).start()
    told = heard(pane)
    bar = pane.view.bar
    _send(bar, QEvent.Type.MouseButtonDblClick, 12, 50)
    QTest.keyClick(bar, Qt.Key.Key_A)
    assert told == [("levelsAutoRequested",)] * 2
    QTest.keyClick(bar, Qt.Key.Key_Up)
    assert told[-1] == ("levelsEdited", pytest.approx(-2 / 1.15), pytest.approx(2 / 1.15))


def test_the_range_can_be_typed(pane: HeatmapPane, qtbot: QtBot) -> None:
    Driver(pane, table_of(10, 4), Levels(-2, 2)).start()
    told = heard(pane)
    pane.edit_levels()
    editor = pane.editor
    assert editor.isVisible()
    assert (editor.low.text(), editor.high.text()) == ("-2", "2")
    editor.high.setText("much")
    editor.use.click()
    assert "Two numbers" in editor.note.text()
    editor.high.setText("-3")
    editor.use.click()
    assert "above the lowest" in editor.note.text()
    assert told == []
    editor.low.setText("-0,25")
    editor.high.setText("1e2")
    QTest.keyClick(editor.high, Qt.Key.Key_Return)
    assert told == [("levelsEdited", -0.25, 100.0)]
    assert not editor.isVisible()
    pane.edit_levels()
    editor.auto.click()
    assert told[-1] == ("levelsAutoRequested",)


def test_R_on_the_map_also_asks_for_the_automatic_range(pane: HeatmapPane, qtbot: QtBot) -> None:
    Driver(pane, table_of(10, 4)).start()
    told = heard(pane)
    QTest.keyClick(pane.view, Qt.Key.Key_R)
    assert told == [("levelsAutoRequested",)]


def test_edits_of_levels_stay_ranges() -> None:
    levels = Levels(-2, 2)
    through = moved_end(levels, "high", 0.2, mirror=True)
    assert through == Levels(-0.002, 0.002)
    alone = moved_end(levels, "low", 1.5, mirror=False)
    assert alone == Levels(2 - 0.004, 2)
    largest = 3.4028234663852886e38
    assert widened(Levels(-3e38, 3e38), 10) == Levels(-largest, largest)
    assert widened(Levels(0, 1e-45), 1e-300) is None
    assert moved_end(Levels(1, 2, constant=True), "high", 2, mirror=True) == Levels(1, 3)
    assert parsed(" 0,5 ") == 0.5
    assert parsed("−2") == -2
    assert parsed("nan") is None
    assert parsed("inf") is None
    assert parsed("") is None
