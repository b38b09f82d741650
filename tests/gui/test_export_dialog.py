"""The export dialog over a real window: every kind, saving, copying, and what it says of them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from embedscope_gui.application import application
from embedscope_gui.desk import Desk, build
from embedscope_gui.export.commands import WINDOW, ExportCommands
from embedscope_gui.export.dialog import ExportDialog
from embedscope_gui.figures.kinds import NO_POINTS, TITLES
from embedscope_gui.settings import Settings
from embedscope_gui.work import InlineRunner


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    """Return a window on the book's table."""
    application()
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = build(Settings(store), InlineRunner(), "light")
    qtbot.addWidget(made.window)
    made.window.show()
    made.controller.open_table("book-6x3")
    QApplication.processEvents()
    return made


@pytest.fixture
def dialog(desk: Desk, qtbot: QtBot) -> Iterator[ExportDialog]:
    """Return the dialog on the looked-up rows."""
    made = ExportCommands(desk.window, desk.controller).ask("lookup")
    yield made
    made.close()


def choose_place(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    """Answer the question where to save."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(place), ""))


@pytest.mark.parametrize("kind", [*TITLES, WINDOW])
def test_every_kind_is_drawn_at_its_own_size(dialog: ExportDialog, kind: str) -> None:
    dialog.show_kind(kind)
    assert dialog.wish.kind == kind
    assert not dialog.preview.pixmap().isNull()
    width, height = 2 * dialog.width_box.value(), 2 * dialog.height_box.value()
    assert dialog.message.text() == f"{width:,} x {height:,} pixels"


def test_the_dialog_says_that_it_saved(
    dialog: ExportDialog, desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "rows.png"
    choose_place(monkeypatch, place)
    dialog.save_button.click()
    assert dialog.message.text() == "Saved."
    assert desk.window.notice.text == f"Saved {place}"
    assert QImage(str(place)).width() == 2 * dialog.width_box.value()


def test_the_dialog_says_why_it_could_not_save(
    dialog: ExportDialog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    choose_place(monkeypatch, tmp_path / "nowhere" / "rows.png")
    dialog.save_button.click()
    assert "nowhere" in dialog.message.text()
    assert dialog.isVisible()


def test_nothing_is_said_when_no_place_is_chosen(
    dialog: ExportDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dialog.message.text()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: ("", ""))
    dialog.save_button.click()
    assert dialog.message.text() == before


def test_copying_gives_the_picture_and_says_so(dialog: ExportDialog) -> None:
    dialog.scale_box.setValue(1.0)
    dialog.copy_button.click()
    assert dialog.message.text() == "Copied."
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (
        dialog.width_box.value(),
        dialog.height_box.value(),
    )


def test_scale_counts_for_png_alone(dialog: ExportDialog) -> None:
    dialog.format_box.setCurrentIndex(dialog.format_box.findData("svg"))
    assert not dialog.scale_box.isEnabled()
    assert dialog.wish.options.scale == 1.0


def test_a_figure_whose_points_are_not_there_yet_is_drawn_when_they_are(
    dialog: ExportDialog, desk: Desk, qtbot: QtBot
) -> None:
    results = desk.controller.results
    desk.controller.results = replace(results, space=None)
    dialog.show_kind("pipeline")
    assert dialog.message.text() == NO_POINTS
    assert not dialog.save_button.isEnabled()
    desk.controller.results = results
    qtbot.waitUntil(dialog.save_button.isEnabled)
    assert not dialog.preview.pixmap().isNull()
