"""What is in sight in a lesson: what it speaks of, and enough of that; all the rest afterwards."""

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from embedscope.lessons.loading import load_lessons
from embedscope_gui.figures.formats import pdf_bytes
from embedscope_gui.figures.save import SaveOptions, look_of
from embedscope_gui.habits import Habits
from embedscope_gui.inspector.facts import TokenFacts
from embedscope_gui.inspector.sentences import brief_notes_text, stats_text
from embedscope_gui.lessons.step_figure import lesson_figure
from embedscope_gui.settings import Settings
from embedscope_gui.text.token_model import Column
from embedscope_gui.widgets.compact_table import ROW_PX
from figure_helpers import pdf_texts
from lesson_driver import SMALL, lesson_of, lessons_of, make_desk, settle

WIDE = (1440, 900)


@pytest.fixture
def desk(qtbot, tmp_path):
    return make_desk(qtbot, tmp_path, WIDE, "book-6x3")


def said_by_panes(desk):
    """Return what may need words that a lesson has not explained, as far as it is in sight."""
    window, scene = desk.window, desk.window.heatmap.scene
    tokens, box = window.text.table, window.inspector.facts_box
    shown = {column.name for column in Column if not tokens.isColumnHidden(column)}
    return {
        "columns": shown & {"NORM", "BYTES"},
        "map": (scene.norms, scene.spreads, scene.dim_others),
        "stats": box.stats.text() if not box.stats.isHidden() else "",
        "bytes": box.bytes.text(),
        "notes": box.notes.text(),
        "caption": not window.inspector.neighbours_caption.isHidden(),
    }


NOTHING = {
    "columns": set(),
    "map": (False, False, False),
    "stats": "",
    "bytes": "",
    "notes": "",
    "caption": False,
}


def test_panes_say_only_what_the_lesson_speaks_of_and_all_of_it_afterwards(desk):
    menu = desk.window.heatmap.menu
    menu.spreads.setChecked(False)
    desk.window.across.setSizes([700, 400, 340])  # room for every column
    settle()
    before = said_by_panes(desk)
    assert before["map"] == (True, False, True)
    assert before["columns"] == {"NORM", "BYTES"}
    assert "norm" in before["stats"]
    assert "same row in every context" in before["notes"]
    lessons = lessons_of(desk)
    for name in ("looking-up-a-row", "a-lookup-is-a-layer"):
        lessons.enter(name)
        settle()
        assert said_by_panes(desk) == NOTHING
    lessons.enter("cosine-and-dot-product")
    settle()
    assert said_by_panes(desk) == NOTHING
    lessons.walk(1)
    settle()
    now = said_by_panes(desk)
    assert now["stats"] == "norm 0.6245"
    assert now["notes"] == ""
    assert (now["columns"], now["map"], now["caption"]) == ({"NORM"}, (True, False, False), True)
    lessons.close()
    settle()
    assert said_by_panes(desk) == before


def test_a_switch_of_the_menu_holds_until_the_next_step(desk):
    menu, lessons = desk.window.heatmap.menu, lessons_of(desk)
    menu.norms.setChecked(False)
    lessons.enter("looking-up-a-row")
    settle()
    menu.norms.trigger()
    menu.dim_others.trigger()
    desk.controller.set_text("over")
    settle()
    assert said_by_panes(desk)["map"] == (True, False, True)
    lessons.walk(1)
    settle()
    assert said_by_panes(desk)["map"] == (False, False, False)
    menu.spreads.trigger()
    lessons.close()
    settle()
    assert said_by_panes(desk)["map"] == (False, True, True)  # as before the lesson


def test_a_dim_in_the_inspector_brings_no_caption_into_a_lesson(desk):
    lessons, window = lessons_of(desk), desk.window
    lessons.enter("looking-up-a-row")
    settle()
    desk.controller.change(dim=1)
    settle()
    desk.controller.change(dim=None)
    settle()
    assert window.inspector.neighbours_caption.isHidden()
    assert not window.inspector.metric_box.isHidden()


def test_remarks_in_a_lesson_are_brief_and_nothing_is_called_odd():
    facts = TokenFacts(
        *(0, "a", "a", "61", 0, 0, 1, "t", np.zeros(1), 0.0, 0.0, 0.0, 0.0),
        notes=(
            "Leading space: it is part of the token.",
            "Input embedding: the same row in every context.",
            "Odd: all numbers are 0.",
        ),
    )
    assert brief_notes_text(facts) == "Leading space."
    assert stats_text(facts, ("norm",)) == "norm 0.0000"
    assert stats_text(facts, ()) == ""


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.name)
def test_figures_of_steps_say_no_more_than_the_panes(qapp, lesson):
    for step in lesson.steps:
        figure = lesson_figure(f"{lesson.name}/{step.name}")
        texts = pdf_texts(pdf_bytes(figure, look_of(figure, SaveOptions(width=900))))
        words = {word.strip(".,:").lower() for text in texts for word in text.split()}
        assert not words & {"spread", "faded", "std", *(() if step.norms else ("norm", "norms"))}


def test_a_lesson_leaves_the_remembered_habits_alone(desk):
    desk.window.vectors.menu.path.setChecked(True)
    desk.controller.set_metric("euclidean")
    desk.window.heatmap.menu.norms.setChecked(False)
    lessons = lessons_of(desk)
    lessons.enter("cosine-and-dot-product")
    settle()
    desk.window.close()
    settings = Settings(
        QSettings(desk.commands._settings._store.fileName(), QSettings.Format.IniFormat)
    )
    assert settings.habits == Habits(metric="euclidean", path=True)
    assert settings.look.mode == "whole"
    assert said_by_panes(desk)["map"] == (False, True, True)
    assert not desk.window.text.table.isColumnHidden(Column.NORM)


# walking back, and what stands around


def test_before_the_first_step_comes_the_last_one_of_the_lesson_before(desk, qtbot):
    lessons = lessons_of(desk)
    page, names = lessons.panel.page, [lesson.name for lesson in load_lessons()]
    lessons.enter(names[2])
    settle()
    assert page.back_button.text() == "Previous lesson"
    lessons.walk(1)
    assert page.back_button.text() == "Back"
    lessons.walk(-1)
    settle()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Left)
    settle()
    steps = load_lessons()[1].steps
    assert (lesson_of(lessons).name, lessons.index) == (names[1], len(steps) - 1)
    assert page.next_button.text() == "Next lesson"
    lessons.go(0)
    desk.window.actions_["actionLessonBack"].trigger()
    settle()
    assert lesson_of(lessons).name == names[0]
    lessons.go(0)
    settle()
    assert (page.back_button.text(), page.back_button.isEnabled()) == ("Back", False)
    lessons.walk(-1)
    settle()
    assert (lesson_of(lessons).name, lessons.index) == (names[0], 0)


@pytest.mark.parametrize("way_back", ["step", "pane", "leave"])
def test_beside_a_demonstration_alone_the_window_names_no_table(desk, way_back):
    window, lessons = desk.window, lessons_of(desk)
    bar = window.top_bar
    titles = [label for label in bar.findChildren(QLabel) if label.buddy() is not None]
    about_table = [bar.preset_box, bar.tokenizer_box, bar.specials_box, *titles]
    assert len(about_table) == 6
    buttons = [window.findChild(QToolButton, name) for name in ("lessonsButton", "exportButton")]
    lessons.enter("from-random-to-learned", "a-guessing-game")
    settle()
    assert not any(part.isVisible() for part in (*about_table, window.status_label))
    assert all(button.isVisible() for button in buttons)
    if way_back == "step":
        lessons.enter("looking-up-a-row")
    elif way_back == "pane":
        window.actions_["actionGoText"].trigger()
    else:
        lessons.close()
    settle()
    assert all(part.isVisible() for part in (*about_table, window.status_label, *buttons))


@pytest.mark.parametrize("size", [SMALL, WIDE])
def test_eight_of_the_nearest_rows_are_in_sight_where_a_step_speaks_of_them(qtbot, tmp_path, size):
    desk = make_desk(qtbot, tmp_path, size, "book-6x3")
    lessons, listed = lessons_of(desk), desk.window.inspector.neighbours
    for lesson in load_lessons():
        for step in lesson.steps:
            if step.point_at == "neighbourTable":
                lessons.enter(lesson.name, step.name)
                settle()
                assert listed.whole_rows().height() >= 8 * ROW_PX, step.name
                assert desk.window.heatmap.view.height() >= 200
                assert (desk.window.width(), desk.window.height()) == size
    lessons.enter("from-random-to-learned")
    settle()
    high = desk.window.inspector.height()
    lessons.close()
    settle()
    assert desk.window.inspector.height() < high
