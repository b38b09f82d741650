"""Driving the lessons in a whole window, and checking that what is seen is whole and new."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QSlider, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from embedscope.lessons.lesson import Lesson, Step
from embedscope_gui.application import application
from embedscope_gui.desk import Desk, build
from embedscope_gui.lessons.desk import LessonDesk
from embedscope_gui.lessons.filled import fill_step
from embedscope_gui.lessons.prose import Prose
from embedscope_gui.settings import Settings
from embedscope_gui.work import Done, Failed, InlineRunner, Work

SMALL = (1000, 700)
NEEDED = ("open", "text", "levels", "picture", "lesson", "lesson frame", "export")


class QuickRunner(InlineRunner):
    """Does at once what lessons need; long work of other panes never comes to an end."""

    def submit(self, work: Work, done: Done, failed: Failed) -> None:
        """Run ``work`` if it is short or needed."""
        if work.quick or work.channel in NEEDED:
            super().submit(work, done, failed)


def settle() -> None:
    """Let layouts, timers of no length and paints happen."""
    for _ in range(6):
        QApplication.processEvents()


def make_desk(
    qtbot: QtBot, folder: Path, size: tuple[int, int] = SMALL, table: str = "the-cat-4x4"
) -> Desk:
    """Return a shown window of ``size`` with ``table`` open, its work done at once."""
    application()
    store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    desk = build(Settings(store), QuickRunner(), "light")
    qtbot.addWidget(desk.window)
    desk.window.resize(*size)
    desk.window.show()
    desk.controller.open_table(table)
    settle()
    return desk


def lessons_of(desk: Desk) -> LessonDesk:
    """Open the panel and return what walks the lessons."""
    desk.window.actions_["actionLessons"].setChecked(True)
    settle()
    return desk.commands.lessons


def step_of(lessons: LessonDesk) -> Step:
    """Return the step in sight."""
    assert lessons.step is not None
    return lessons.step


def lesson_of(lessons: LessonDesk) -> Lesson:
    """Return the lesson that is being walked."""
    assert lessons.lesson is not None
    return lessons.lesson


def demo_of(lessons: LessonDesk) -> Any:
    """Return the demonstration in sight, whichever it is."""
    assert lessons.follower.widget is not None
    return lessons.follower.widget


def clipped(root: QWidget) -> list[str]:
    """Return the texts under ``root`` that are seen and have too little room."""
    found = []
    for label in root.findChildren(QLabel):
        if label.isVisible() and label.text():
            if label.wordWrap():
                is_cut = label.heightForWidth(label.width()) > label.height()
            else:
                is_cut = label.sizeHint().width() > label.width()
            found += [label.text()] if is_cut else []
    for prose in root.findChildren(Prose):
        if prose.isVisible() and prose.heightForWidth(prose.width()) > prose.height():
            found.append(prose.text)
    for button in root.findChildren(QAbstractButton):
        if button.isVisible() and button.minimumSizeHint().width() > button.width():
            found.append(button.text())
    return found


def unnamed(root: QWidget) -> list[str]:
    """Return the controls under ``root`` that the keyboard reaches and nobody names."""
    found = []
    for control in root.findChildren(QWidget):
        if not isinstance(control, QSlider | QSpinBox | QAbstractButton):
            continue
        text = control.text() if isinstance(control, QAbstractButton | QSpinBox) else ""
        if control.isVisible() and not (control.accessibleName() or text):
            found.append(control.objectName() or type(control).__name__)
    return found


def words_now(lessons: LessonDesk, step: Step, desk: Desk) -> tuple[str, ...]:
    """Return what the step should say of what is shown now."""
    session, view = desk.controller.session, lessons.live.view
    assert view is not None
    assert view.text is desk.controller.results.text
    assert (view.text.encoding.text, view.selected) == (session.text, session.selected)
    widget = lessons.follower.widget
    words = fill_step(step, widget.spoken_of(view) if widget is not None else view)
    return words.text, words.listing, words.prompt, words.answer


def words_shown(lessons: LessonDesk) -> tuple[str, ...]:
    """Return what the panel says."""
    page = lessons.panel.page
    try_it = page.try_it
    return page.text.text, page.listing.text, try_it.prompt.text, try_it.answer.text
