"""The whole window, with its work done at once: what a user does and sees."""

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QSettings, Qt, QUrl
from PySide6.QtGui import QAction, QColor, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyleOptionComboBox,
    QTableView,
    QWidget,
)

from embedscope_gui.actions import COMMANDS, Command
from embedscope_gui.application import application, broken_qt
from embedscope_gui.desk import build
from embedscope_gui.faults import tell_faults
from embedscope_gui.settings import Settings
from embedscope_gui.theme import THEMES
from embedscope_gui.work import InlineRunner

CASES = Path(__file__).parents[1] / "cases" / "files"
NAMES = [
    *("textEdit", "tokenTable", "tokenizerBox", "presetBox", "specialTokensBox", "heatmapView"),
    *("heatmapModeBox", "vectorView", "spaceView", "axesBox", "metricBox", "inspector"),
    *("neighbourTable", "searchBox", "statusLabel"),
]
TAB_ORDER = [
    *("textEdit", "tokenTable", "heatmapModeBox", "searchBox", "heatmapView", "axesBox"),
    *("vectorView", "metricBox", "neighbourTable", "presetBox", "tokenizerBox"),
    *("specialTokensBox", "lessonsButton", "exportButton"),
]


def settle():
    for _ in range(6):
        QApplication.processEvents()


@pytest.fixture
def store(tmp_path):
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def desk(qtbot, store):
    application()
    made = build(Settings(store), InlineRunner(), "light")
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)
    made.window.show()
    made.controller.open_table("book-6x3")
    settle()
    return made


def find(desk, kind, name):
    widget = desk.window.findChild(kind, name)
    assert widget is not None, name
    return widget


def choose(box: QComboBox, data: str):
    index = box.findData(data)
    assert index >= 0, data
    box.setCurrentIndex(index)
    box.activated.emit(index)
    settle()


@pytest.mark.parametrize("name", NAMES)
def test_widgets_have_their_names_and_say_what_they_are(desk, name):
    widget = find(desk, QWidget, name)
    if not isinstance(widget, QLabel):
        assert widget.accessibleName(), name


def test_every_command_is_in_a_menu_and_most_have_a_key(desk):
    commands = [c for c in COMMANDS if isinstance(c, Command)]
    for command in commands:
        action = find(desk, QAction, command.name)
        assert action.shortcut().isEmpty() == (not command.keys)
    keys = [c.keys for c in commands if c.keys]
    assert len(keys) == len(set(keys))
    assert {"actionOpenTable", "actionOpenTokenizer", "actionExportImage"} < {
        c.name for c in commands
    }


def test_the_book_preset_fills_every_pane(desk):
    assert find(desk, QPlainTextEdit, "textEdit").toPlainText() == "fox jumps over dog"
    table = find(desk, QTableView, "tokenTable").model()
    assert table.rowCount() == 4
    assert desk.controller.results.picture.picture.values.shape == (6, 3)
    status = find(desk, QLabel, "statusLabel").text()
    assert status.startswith("4 tokens · 18 characters · 18 bytes · 6 x 3 f32")


def test_typing_changes_tokens_at_once(desk, qtbot):
    editor = find(desk, QPlainTextEdit, "textEdit")
    editor.selectAll()
    qtbot.keyClicks(editor, "dog dog")
    assert desk.controller.results.text.ids.tolist() == [1, 1]
    assert find(desk, QTableView, "tokenTable").model().rowCount() == 2


def test_one_selection_everywhere(desk):
    desk.window.vectors.tokenClicked.emit(2)
    settle()
    assert desk.controller.session.row == 5
    assert find(desk, QTableView, "tokenTable").currentIndex().row() == 2
    assert desk.window.heatmap.scene.marks.selected == 5
    desk.window.heatmap.rowClicked.emit(1)
    assert desk.controller.session.selected == 3
    assert find(desk, QTableView, "tokenTable").currentIndex().row() == 3


def test_looked_up_rows_are_named_with_their_ids(desk):
    desk.controller.set_mode("looked-up")
    settle()
    label = desk.window.heatmap.scene.row_label
    assert [label(place) for place in range(4)] == ["fox #2", "jumps #3", "over #5", "dog #1"]
    desk.controller.open_tokenizer("ids")
    desk.controller.set_text("7 2")
    settle()
    label = desk.window.heatmap.scene.row_label
    assert [label(place) for place in range(2)] == ["id 7 (no row)", "id 2"]


def test_looked_up_rows_in_text_order_repeats_repeated(desk):
    desk.controller.set_text("over dog over")
    choose(find(desk, QComboBox, "heatmapModeBox"), "looked-up")
    values = desk.controller.results.picture.picture.values
    rows = desk.controller.session.table.rows([5, 1, 5])
    assert np.array_equal(values, rows)


def test_T01_special_text_is_text_until_switched(desk):
    choose(find(desk, QComboBox, "presetBox"), "whisper-tiny.en")
    desk.controller.set_text("a<|endoftext|>b")
    plain = [64, 27, 91, 437, 1659, 5239, 91, 29, 65]
    assert desk.controller.results.text.ids.tolist() == plain
    choose(find(desk, QComboBox, "specialTokensBox"), "special")
    assert desk.controller.results.text.ids.tolist() == [64, 50256, 65]


def test_the_size_of_the_window_changes_no_colour(desk):
    choose(find(desk, QComboBox, "presetBox"), "whisper-tiny.en")
    found = []
    for size in ((900, 600), (2560, 1440)):
        desk.window.resize(*size)
        settle()
        drawn = desk.controller.results.picture
        found.append((drawn.picture.rows_per_px, drawn.levels))
    assert found[0][0] > 3 * found[1][0]  # the pixels stand for other numbers of rows
    assert found[0][1] == found[1][1]


def test_a_foreign_tokenizer_is_told_in_the_notice(desk):
    choose(find(desk, QComboBox, "presetBox"), "whisper-tiny.en")
    choose(find(desk, QComboBox, "tokenizerBox"), "cl100k_base")
    assert desk.window.notice.text.startswith("These ids were made for another table")
    choose(find(desk, QComboBox, "tokenizerBox"), "gpt2")
    assert desk.window.notice.text == ""


def test_T20_an_empty_text_has_hints_and_no_nan(desk):
    desk.controller.set_text("")
    settle()
    assert find(desk, QLabel, "statusLabel").text().startswith("0 tokens · 0 characters · 0 bytes")
    choose(find(desk, QComboBox, "heatmapModeBox"), "looked-up")
    assert desk.window.notice.text == ""


def drop(window, path: Path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    settle()


def test_a_dropped_table_opens_and_is_remembered(desk, store):
    drop(desk.window, CASES / "H04_orientation.npy")
    assert desk.controller.session.table.shape == (3, 5)
    assert Settings(store).recent == (str(CASES / "H04_orientation.npy"),)
    assert Settings(store).table == str(CASES / "H04_orientation.npy")


def test_a_dropped_file_that_is_no_table_changes_nothing_but_the_notice(desk):
    before = desk.controller.session
    drop(desk.window, CASES / "F21a_truncated.npy")
    after = desk.controller.session
    assert (after.table, after.text, after.mode) == (before.table, before.text, before.mode)
    assert desk.window.notice.text.startswith("F21a_truncated.npy: ")


def test_panes_hide_and_come_back_and_the_window_remembers(desk, store, qtbot):
    find(desk, QAction, "actionShowVectors").trigger()
    assert desk.window.vectors.isHidden()
    desk.window.resize(800, 640)  # the screen in memory is 800 wide
    desk.window.close()
    again = build(Settings(store), InlineRunner(), "light")
    qtbot.addWidget(again.window)
    again.window.show()
    settle()
    assert again.window.vectors.isHidden()
    assert (again.window.width(), again.window.height()) == (800, 640)
    find(again, QAction, "actionResetLayout").trigger()
    assert not again.window.vectors.isHidden()


def test_the_theme_changes_everything_at_once_and_is_remembered(desk, store):
    find(desk, QAction, "actionThemeDark").trigger()
    settle()
    assert desk.controller.session.theme == "dark"
    assert Settings(store).theme == "dark"
    dark = QColor(THEMES["dark"].surface)
    assert find(desk, QPlainTextEdit, "textEdit").grab().toImage().pixelColor(5, 80) == dark


def test_W05_panes_can_be_closed_and_opened_many_times(desk):
    for name in ("actionShowText", "actionShowTable", "actionShowVectors", "actionShowInspector"):
        for _ in range(20):
            find(desk, QAction, name).trigger()
            QApplication.processEvents()
    assert not any(pane.isHidden() for pane in desk.window.panes.values())


def test_the_last_pane_stays(desk):
    names = ("actionShowText", "actionShowTable", "actionShowVectors", "actionShowInspector")
    for name in names:
        find(desk, QAction, name).trigger()
    settle()
    hidden = [pane.isHidden() for pane in desk.window.panes.values()]
    assert hidden == [True, True, True, False]
    assert find(desk, QAction, names[-1]).isChecked()
    assert desk.window.notice.text.startswith("One pane stays")


def test_the_notice_of_a_wrong_search_goes_with_it(desk):
    box = find(desk, QLineEdit, "searchBox")
    box.setText("/(/")
    settle()
    assert "/(/" in desk.window.notice.text
    assert desk.window.heatmap.search.counter.text() == "wrong pattern"
    box.setText("fox")
    settle()
    assert desk.window.notice.text == ""
    box.setText("/(/")
    settle()
    desk.window.notice.show_message("something else")
    box.setText("")
    settle()
    assert desk.window.notice.text == "something else"


def test_W08_versions_that_lose_references_are_refused():
    assert broken_qt("6.12.0", (3, 11))
    assert not broken_qt("6.11.3", (3, 11))
    assert not broken_qt("6.12.0", (3, 12))


def luminance(colour: str) -> float:
    channels = (QColor(colour).redF(), QColor(colour).greenF(), QColor(colour).blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """WCAG 2 contrast ratio."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_can_be_read_in_both_themes(theme):
    for ground in (theme.window, theme.surface):
        inks = (theme.text, theme.muted, theme.accent, theme.error, theme.warning)
        for ink in (*inks, theme.marks, theme.marked):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert contrast(theme.accent_text, theme.accent) >= 4.5
    for ground in (*theme.tokens, theme.accent_soft):
        assert contrast(theme.text, ground) >= 4.5, ground


def test_a_fault_of_the_program_is_told_and_the_window_lives_on(desk, monkeypatch, capsys):
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    tell_faults(lambda sentence: desk.window.notice.show_message(sentence, "error"))
    sys.excepthook(ZeroDivisionError, ZeroDivisionError("by nought"), None)
    assert "ZeroDivisionError: by nought" in desk.window.notice.text
    assert "by nought" in capsys.readouterr().err


def test_the_pointer_may_rest_on_the_map_while_a_narrower_table_is_opened(desk, tmp_path):
    view = desk.window.heatmap.view
    at = view.layout_now.map.bottomRight().toPoint() - QPoint(4, 4)
    QTest.mouseMove(view, at)
    settle()
    readout = find(desk, QLabel, "heatmapReadout")
    assert readout.text() == "row 5 · over · dim 2:  -1.4096"
    np.save(tmp_path / "narrow.npy", np.ones((6, 2), np.float32))
    desk.controller.open_table(tmp_path / "narrow.npy")
    settle()
    assert desk.controller.session.table.shape == (6, 2)
    assert "dim 2" not in readout.text()


def test_the_tab_key_goes_round_in_reading_order(desk):
    find(desk, QPlainTextEdit, "textEdit").setFocus()
    walked: list[str] = []
    while (focus := QApplication.focusWidget()) is not None and len(walked) < 40:
        if walked and focus.objectName() == "textEdit":
            break
        walked.append(focus.objectName())
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    places = [walked.index(name) for name in TAB_ORDER]
    assert places == sorted(places)
    assert walked[-1] == "exportButton"


@pytest.mark.parametrize("name", ["presetBox", "tokenizerBox", "specialTokensBox"])
def test_the_keys_that_tool_tips_name_are_there(desk, name):
    box = find(desk, QComboBox, name)
    key = box.toolTip().split("(Alt+")[1][0]
    buddies = [w for w in desk.window.findChildren(QLabel) if w.buddy() is box]
    assert [f"&{key.lower()}" in w.text().lower() for w in buddies] == [True]


@pytest.mark.parametrize("name", ["textEdit", "tokenTable", "heatmapView", "neighbourTable"])
def test_escape_closes_the_notice(desk, name):
    desk.window.notice.show_message("Something was said.")
    widget = find(desk, QWidget, name)
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_Escape)
    assert desk.window.notice.text == ""
    assert desk.window.isVisible()


def test_the_axes_are_named_in_full_where_there_is_room(desk):
    desk.controller.set_axes("pca-table")
    settle()
    box = find(desk, QComboBox, "axesBox")
    assert box.currentText() == "PCA of the whole table"
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    field = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box)
    assert box.fontMetrics().horizontalAdvance(box.currentText()) <= field.width() - 4
