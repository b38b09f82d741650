"""What is brought back after a lesson fits what is there by then."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QSettings

from embedscope_gui.application import application
from embedscope_gui.desk import build
from embedscope_gui.lessons.kept_window import Caret, bring_back_views, keep_window
from embedscope_gui.settings import Settings
from embedscope_gui.work import InlineRunner


@pytest.fixture
def window(qtbot, tmp_path):
    application()
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = build(Settings(store), InlineRunner(), "light")
    qtbot.addWidget(made.window)
    made.window.show()
    made.controller.open_table("book-6x3")
    return made.window


@pytest.mark.parametrize(
    ("kept", "wanted"), [((1, 3), (1, 3)), ((2, 999), (2, 18)), ((50, 4), (18, 4))]
)
def test_the_caret_stays_inside_a_text_that_became_shorter(window, capfd, kept, wanted):
    assert window.text.text() == "fox jumps over dog"  # 18 characters
    bring_back_views(window, replace(keep_window(window), caret=Caret(kept[0], kept[1], 0)))
    cursor = window.text.edit.textCursor()
    assert (cursor.anchor(), cursor.position()) == wanted
    assert "out of range" not in capfd.readouterr().err
