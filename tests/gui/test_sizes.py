"""How large everything is drawn: kept, handed to Qt at the next start, never beyond the screen."""

import pytest
from PySide6.QtCore import QSettings, QSizeF
from PySide6.QtGui import QAction

from embedscope_gui.settings import Settings
from embedscope_gui.sizes import FACTOR, draw_at, factor, next_size

LARGE = QSizeF(2560, 1440)


def test_steps_end_where_the_sizes_end():
    said = "From the next start on everything is drawn at 125 %."
    assert next_size(100, 1, LARGE) == (125, said)
    assert next_size(200, -1, LARGE)[0] == 175
    assert next_size(100, -1, LARGE) == (100, "100 % is the smallest.")
    assert next_size(200, 1, LARGE) == (200, "200 % is the largest.")


def test_the_smallest_window_has_to_fit_the_screen():
    laptop = QSizeF(1366, 768)
    assert next_size(100, 1, laptop)[0] == 125
    assert next_size(125, 1, laptop) == (125, "This screen has no room for the window at 150 %.")
    assert next_size(200, -1, laptop)[0] == 175  # from another screen: smaller is always allowed


def test_the_environment_of_the_user_goes_first():
    environment: dict[str, str] = {}
    draw_at(100, environment)
    assert environment == {}
    draw_at(150, environment)
    assert (environment, factor(environment)) == ({FACTOR: "1.5"}, 1.5)
    draw_at(200, environment)
    assert environment == {FACTOR: "1.5"}
    assert [factor({FACTOR: value}) for value in ("", "0", "large")] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("value", ["", "110", "1e2", "large", [1]])
def test_foreign_sizes_count_as_absent(tmp_path, value):
    store = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    store.setValue("size", value)
    assert Settings(store).size == 100
    Settings(store).size = 150
    assert Settings(store).size == 150


def test_the_commands_keep_the_size_and_say_when_it_counts(desk, monkeypatch):
    monkeypatch.setattr("embedscope_gui.window_commands.factor", lambda: 4.0)  # a large screen
    window = desk.window
    window.findChild(QAction, "actionEnlarge").trigger()
    assert window.notice.text == "From the next start on everything is drawn at 125 %."
    assert desk.commands._settings.size == 125
    window.findChild(QAction, "actionShrink").trigger()
    window.findChild(QAction, "actionShrink").trigger()
    assert window.notice.text == "100 % is the smallest."
    assert desk.commands._settings.size == 100
