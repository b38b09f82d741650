"""Every step of every lesson, walked by keyboard in both themes in a small window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QScrollArea, QScrollBar

from embedscope.lessons.loading import load_lessons
from embedscope_gui.lessons.cards import PADS_PX
from embedscope_gui.lessons.contents import Contents, LessonTitle
from lesson_driver import (
    SMALL,
    clipped,
    lesson_of,
    lessons_of,
    make_desk,
    settle,
    unnamed,
    words_now,
    words_shown,
)

LESSONS = [lesson.name for lesson in load_lessons()]


def type_text(desk, qtbot, text):
    editor = desk.window.findChild(QPlainTextEdit, "textEdit")
    editor.selectAll()
    qtbot.keyClicks(editor, text)
    settle()


def typed_for(desk) -> str:
    """Return a text that the open table's tokenizer reads, other than what is there."""
    words = {"book-words": "dog", "cat-words": "cat"}
    return words.get(desk.controller.session.tokenizer.name, "a")


def check(lessons, desk, step):
    assert (desk.window.width(), desk.window.height()) == SMALL
    assert words_shown(lessons) == words_now(lessons, step, desk)
    assert lessons.panel.page.text.text.strip()
    assert "{" not in "".join(words_shown(lessons))
    for part in (lessons.panel, lessons.room.stage):
        assert clipped(part) == []
        assert unnamed(part) == []
    if lessons.follower.widget is not None:
        assert lessons.follower.widget.view.figure is not None
        assert lessons.follower.widget.view.grab().toImage().height() > 100


def scroll_bar(contents) -> QScrollBar:
    """Return the bar beside the list of lessons."""
    area: QScrollArea | None = contents.findChild(QScrollArea)
    assert area is not None
    return area.verticalScrollBar()


def walk(lessons, qtbot, key):
    lessons.panel.page.focus_text()
    qtbot.keyClick(QApplication.focusWidget(), key)
    settle()


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_by_keyboard_in_both_themes(qtbot, tmp_path, name):
    desk = make_desk(qtbot, tmp_path)
    lessons = lessons_of(desk)
    lessons.enter(name)
    settle()
    steps = lesson_of(lessons).steps
    for index, step in enumerate(steps):  # there, in the light theme
        assert lessons.index == index
        check(lessons, desk, step)
        if step.try_it is not None and step.try_it.answer:
            button = lessons.panel.page.try_it.button
            button.setFocus()
            qtbot.keyClick(button, Qt.Key.Key_Space)
            settle()
            assert lessons.panel.page.try_it.answer.isVisible()
        type_text(desk, qtbot, typed_for(desk))
        check(lessons, desk, step)
        if index + 1 < len(steps):
            walk(lessons, qtbot, Qt.Key.Key_Right)
    desk.window.actions_["actionThemeDark"].trigger()
    settle()
    for index, step in reversed(list(enumerate(steps))):  # and back in the dark one
        assert lessons.index == index
        check(lessons, desk, step)
        walk(lessons, qtbot, Qt.Key.Key_Left)


def test_the_list_names_all_lessons_and_nothing_is_cut(qtbot, tmp_path):
    desk = make_desk(qtbot, tmp_path)
    lessons = lessons_of(desk)
    cards = lessons.panel.contents.cards
    assert [card.accessibleName() for card in cards] == [
        f"Lesson {lesson.number}: {lesson.title}" for lesson in load_lessons()
    ]
    assert all(card.heightForWidth(card.width()) <= card.height() for card in cards)
    assert clipped(lessons.panel) == []
    assert all(card.visibleRegion().boundingRect() == card.rect() for card in cards)
    assert not scroll_bar(lessons.panel.contents).isVisible()
    assert (desk.window.width(), desk.window.height()) == SMALL
    assert cards[0].hasFocus()
    qtbot.keyClick(cards[0], Qt.Key.Key_Down)
    qtbot.keyClick(cards[1], Qt.Key.Key_Space)
    settle()
    assert lesson_of(lessons).name == load_lessons()[1].name


def test_arrow_keys_stay_among_the_lessons_and_return_chooses_one(qtbot, tmp_path):
    desk = make_desk(qtbot, tmp_path)
    lessons = lessons_of(desk)
    cards = lessons.panel.contents.cards
    table = desk.controller.table_name
    for key, at in (
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_End, -1),
        (Qt.Key.Key_Down, -1),
        (Qt.Key.Key_Down, -1),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_Down, 1),
    ):
        qtbot.keyClick(QApplication.focusWidget(), key)
        settle()
        assert cards[at].hasFocus()
        assert not cards[at].visibleRegion().isEmpty()
    assert desk.controller.table_name == table
    qtbot.keyClick(cards[1], Qt.Key.Key_Return)
    settle()
    assert lesson_of(lessons).name == load_lessons()[1].name


def test_cards_that_have_no_room_by_any_means_scroll_at_their_ease(qtbot):
    contents = Contents()
    qtbot.addWidget(contents)
    contents.show_lessons([LessonTitle(n, str(n), "T", "S " * 40) for n in range(9)])
    contents.resize(300, 400)
    contents.show()
    settle()
    bar = scroll_bar(contents)
    assert bar.isVisible()
    assert contents.cards[0].height() == contents.cards[0].height_with(
        PADS_PX[0], 300 - bar.width()
    )
    contents.resize(300, 2000)
    settle()
    assert not bar.isVisible()
