"""Entering, walking and leaving: the user's own state comes back, keys go where they belong."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolButton

from embedscope.errors import UnknownNameError
from embedscope.lessons.lesson import LessonError
from embedscope.lessons.loading import find_lesson, load_lessons
from embedscope.tables.table import Table
from embedscope.tokenizers.words import WordTokenizer
from embedscope_gui.main_window import SHOW_ACTIONS
from embedscope_gui.opening import Opened
from lesson_driver import clipped, demo_of, lesson_of, lessons_of, make_desk, settle, step_of

WIDE = (1440, 900)


@pytest.fixture
def desk(qtbot, tmp_path):
    return make_desk(qtbot, tmp_path, WIDE, "book-6x3")


def looks(desk):
    """Return everything that a lesson may change in the window."""
    window, session = desk.window, desk.controller.session
    caret = window.text.edit.textCursor()
    return {
        "session": session,
        "name": desk.controller.table_name,
        "text": window.text.text(),
        "caret": (caret.anchor(), caret.position()),
        "shown": [n for n, a in SHOW_ACTIONS.items() if window.actions_[a].isChecked()],
        "sizes": (window.across.sizes(), window.down.sizes()[:2], window.beside.sizes()[0]),
        "spans": (window.heatmap.scene.rows, window.heatmap.scene.cols),
        "marks": window.heatmap.scene.marks.selected,
        "dimensions": window.vectors.dimensions,
        "plane": window.vectors.plane.scene.extent,
        "camera": window.vectors.space.scene.camera,
        "table box": window.top_bar.preset_box.currentData(),
        "tokenizer box": window.top_bar.tokenizer_box.currentText(),
        "notice": window.notice.text,
        "title": window.windowTitle(),
    }


def make_it_ones_own(desk):
    """Change everything that a lesson changes, too."""
    window, controller = desk.window, desk.controller
    controller.set_text("lazy dog jumps over")
    window.text.show_text("lazy dog jumps over")
    controller.select(2)
    controller.set_mode("looked-up")
    controller.set_metric("dot")
    controller.set_axes("pca-table")
    window.heatmap.colormapChanged.emit("purple-green")
    window.vectors.show_dimensions(3)
    settle()
    window.heatmap.zoom_to(1)
    plane = window.vectors.plane
    plane.zoom(2.0, plane.rect().center().toPointF())
    plane.wants_fit = False
    window.vectors.space.step_view(1, 1, shift=False)
    window.actions_["actionShowInspector"].setChecked(False)
    window.across.setSizes([300, 500, 640])
    settle()


@pytest.mark.parametrize("way_out", ["close", "contents", "shortcut"])
def test_leaving_brings_everything_back(desk, qtbot, way_out):
    make_it_ones_own(desk)
    before, results = looks(desk), desk.controller.results
    lessons = lessons_of(desk)
    for name in ("from-text-to-vectors", "a-lookup-is-a-layer"):
        lessons.enter(name)
        settle()
        lessons.walk(1)
        settle()
        desk.controller.set_text("fox")
        desk.window.heatmap.zoom_to(0)
        settle()
        assert looks(desk)["text"] != before["text"]
    if way_out == "contents":
        qtbot.mouseClick(lessons.panel.all_button, Qt.MouseButton.LeftButton)
        settle()
        session = desk.controller.session  # its viewport is narrower beside the panel
        assert replace(session, viewport=before["session"].viewport) == before["session"]
    if way_out == "shortcut":
        desk.window.actions_["actionLessons"].trigger()
    else:
        button = lessons.panel.findChild(QToolButton, "lessonClose")
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    assert lessons.panel.isHidden()
    assert lessons.outline.target is None
    after = looks(desk)
    for what, value in before.items():
        assert after[what] == value, what
    now = desk.controller.results
    assert now.space is results.space  # brought back, not computed again
    assert now.text is results.text
    assert np.array_equal(now.picture.image, results.picture.image)


def test_closing_the_window_in_a_lesson_keeps_the_users_layout(qtbot, tmp_path):
    desk = make_desk(qtbot, tmp_path, (800, 640), "book-6x3")
    shown = looks(desk)["shown"]
    lessons = lessons_of(desk)
    lessons.enter("how-big-the-table-gets")
    settle()
    assert looks(desk)["shown"] != shown
    desk.window.close()
    assert looks(desk)["shown"] == shown
    assert desk.controller.table_name == "book-6x3"


def test_a_step_is_one_change_of_the_session(desk):
    lessons = lessons_of(desk)
    changes = []
    desk.controller.store.subscribe(lambda _old, new: changes.append(new))
    lessons.enter("looking-up-a-row", "several-rows")
    first = changes[0]
    assert (first.text, first.mode, first.selected) == ("fox jumps over dog", "looked-up", 0)
    assert desk.controller.session.row == 2


def test_the_book_numbers_and_rows_counted_from_zero(desk):
    lessons = lessons_of(desk)
    lessons.enter("looking-up-a-row", "counted-from-zero")
    settle()
    said = lessons.panel.page.text.text
    assert "id 3" in said
    assert "fourth" in said
    assert desk.window.heatmap.scene.marks.selected == 3
    lessons.go(2)
    settle()
    assert desk.controller.results.text.ids.tolist() == [2, 3, 5, 1]
    assert desk.controller.results.picture.picture.values.shape == (4, 3)


def test_words_follow_typing(desk, qtbot):
    lessons = lessons_of(desk)
    lessons.enter("looking-up-a-row", "counted-from-zero")
    settle()
    editor = desk.window.findChild(QPlainTextEdit, "textEdit")
    editor.selectAll()
    qtbot.keyClicks(editor, "over")
    settle()
    assert "id 5" in lessons.panel.page.text.text
    assert "sixth" in lessons.panel.page.text.text
    editor.selectAll()
    qtbot.keyClick(editor, Qt.Key.Key_Delete)
    settle()
    assert lessons.panel.page.text.text.strip()


def test_arrows_stay_in_the_editor_and_alt_page_keys_walk_from_there(desk, qtbot):
    lessons = lessons_of(desk)
    lessons.enter("looking-up-a-row")
    settle()
    editor = desk.window.findChild(QPlainTextEdit, "textEdit")
    editor.setFocus()
    qtbot.keyClick(editor, Qt.Key.Key_Right)
    qtbot.keyClick(editor, Qt.Key.Key_Left)
    assert lessons.index == 0
    qtbot.keyClick(editor, Qt.Key.Key_PageDown, Qt.KeyboardModifier.AltModifier)
    settle()
    assert lessons.index == 1
    assert editor.hasFocus()
    qtbot.keyClick(editor, Qt.Key.Key_PageUp, Qt.KeyboardModifier.AltModifier)
    settle()
    assert lessons.index == 0


def test_arrows_walk_on_buttons_but_belong_to_sliders(desk, qtbot):
    lessons = lessons_of(desk)
    lessons.enter("an-id-is-a-label", "raw-ids")
    settle()
    slider = demo_of(lessons).slider
    slider.setFocus()
    value = slider.value()
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert (lessons.index, slider.value()) == (1, value + 1)
    back = lessons.panel.page.back_button
    back.setFocus()
    qtbot.keyClick(back, Qt.Key.Key_Left)
    settle()
    assert lessons.index == 0


def test_beyond_the_last_step_comes_the_next_lesson_then_the_list(desk, qtbot):
    lessons = lessons_of(desk)
    lessons.enter("looking-up-a-row", "rows-without-a-word")
    settle()
    assert lessons.panel.page.next_button.text() == "Next lesson"
    lessons.walk(1)
    settle()
    assert (lesson_of(lessons).name, lessons.index) == ("an-id-is-a-label", 0)
    assert lessons.panel.page.back_button.text() == "Previous lesson"
    lessons.enter("cosine-and-dot-product", "a-shared-direction")
    settle()
    assert lessons.panel.page.next_button.text() == "All lessons"
    lessons.walk(1)
    settle()
    assert not lessons.panel.is_in_lesson
    assert desk.controller.table_name == "book-6x3"


def test_a_text_of_ones_own_stays_where_a_step_brings_none(desk):
    lessons = lessons_of(desk)
    lessons.enter("from-text-to-vectors")
    settle()
    desk.controller.set_text("lazy dog")
    lessons.walk(1)
    settle()
    assert desk.controller.session.text == "lazy dog"
    lessons.reset()
    settle()
    assert desk.controller.session.text == "fox jumps over dog"
    assert desk.window.text.text() == "fox jumps over dog"


def test_what_a_step_points_at_is_outlined(desk):
    lessons = lessons_of(desk)
    lessons.enter("looking-up-a-row", "counted-from-zero")
    settle()
    view = lessons.outline.target
    assert view is not None
    assert view.objectName() == "heatmapView"
    assert lessons.outline.size() == view.size()
    lessons.enter("a-lookup-is-a-layer", "zero-times-a-row")
    settle()
    assert lessons.outline.target is lessons.room.stage
    assert lessons.outline.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert lessons.outline.isVisible()


def test_reset_covers_the_answer_and_begins_the_demonstration_anew(desk, qtbot):
    lessons = lessons_of(desk)
    lessons.enter("an-id-is-a-label", "raw-ids")
    settle()
    lessons.panel.page.try_it.button.setChecked(True)
    demo_of(lessons).slider.setValue(3)
    assert demo_of(lessons).weight == pytest.approx(-0.097)
    qtbot.mouseClick(lessons.panel.page.reset_button, Qt.MouseButton.LeftButton)
    settle()
    assert demo_of(lessons).weight == pytest.approx(0.01)
    assert not lessons.panel.page.try_it.answer.isVisible()


def test_a_lesson_waits_for_the_first_table(qtbot, tmp_path):
    desk = make_desk(qtbot, tmp_path, WIDE, "the-cat-4x4")
    desk.commands.begin_lesson("2/several-rows")
    settle()
    lessons = desk.commands.lessons
    assert (lesson_of(lessons).number, step_of(lessons).name) == (2, "several-rows")
    desk.window.actions_["actionLessons"].trigger()
    settle()
    assert desk.controller.table_name == "the-cat-4x4"


def test_unknown_lessons_are_refused_in_one_sentence(desk):
    with pytest.raises(UnknownNameError, match='There is no lesson "nothing"'):
        lessons_of(desk).begin("nothing")
    with pytest.raises(UnknownNameError, match='has no step "nowhere"'):
        lessons_of(desk).begin("2/nowhere")


@pytest.mark.parametrize(
    ("lesson", "step", "shown"),
    [
        ("from-text-to-vectors", "tokens-and-ids", ["text"]),
        ("from-text-to-vectors", "rows", ["text", "heatmap"]),
        ("from-text-to-vectors", "points", ["text", "vectors"]),
        ("an-id-is-a-label", "raw-ids", ["text"]),
        ("from-random-to-learned", "at-the-start", ["text", "heatmap", "inspector"]),
    ],
)
def test_only_what_a_step_points_at_is_in_sight_beside_the_text(desk, lesson, step, shown):
    lessons = lessons_of(desk)
    lessons.enter(lesson, step)
    settle()
    assert looks(desk)["shown"] == shown


def test_a_wide_window_cuts_nothing(desk):
    lessons = lessons_of(desk)
    lessons.enter("from-random-to-learned", "used-alike")
    settle()
    assert clipped(lessons.panel) == []
    assert clipped(lessons.room.stage) == []
    assert (desk.window.width(), desk.window.height()) == WIDE


def test_the_step_can_be_exported_as_it_is_shown(desk, tmp_path):
    lessons = lessons_of(desk)
    lessons.enter("an-id-is-a-label", "raw-ids")
    settle()
    demo_of(lessons).slider.setValue(0)
    figure = lessons.figure()
    assert figure.heading == step_of(lessons).title
    assert figure.text == lessons.panel.page.text.text
    assert demo_of(lessons).saved_figure().sum.weight == pytest.approx(-0.1)
    assert figure.inner is demo_of(lessons).saved_figure()
    dialog = lessons.export()
    assert dialog.kind_box.currentText() == f"This step: {step_of(lessons).title}"
    dialog.format_box.setCurrentIndex(dialog.format_box.findData("svg"))
    desk.commands.exports.save(dialog.wish, str(tmp_path / "step.svg"))
    dialog.close()
    assert step_of(lessons).title in (tmp_path / "step.svg").read_text()


def test_the_panel_speaks_to_screen_readers(desk):
    lessons = lessons_of(desk)
    lessons.enter("an-id-is-a-label", "merges")
    settle()
    assert lessons.panel.page.dots.accessibleName() == "Step 4 of 5"
    assert lessons.panel.page.text.accessibleName() == "Lesson text"
    view = demo_of(lessons).view
    assert view.accessibleName() == "How ␣world was merged"
    QApplication.processEvents()


def test_a_broken_lesson_file_is_told_in_the_window(desk, monkeypatch):
    def broken():
        raise LessonError('8-mine.toml, step "one": text is blank')

    monkeypatch.setattr("embedscope_gui.lessons.desk.load_lessons", broken)
    action = desk.window.actions_["actionLessons"]
    action.setChecked(True)
    settle()
    assert desk.window.notice.text == '8-mine.toml, step "one": text is blank'
    assert not action.isChecked()
    assert desk.window.lessons.isHidden()


def alone(lesson):
    """Return a lesson whose demonstrations have the window to themselves."""
    steps = [replace(step, alone=step.demo is not None) for step in lesson.steps]
    return replace(lesson, steps=tuple(steps))


def test_a_demonstration_alone_hides_the_panes_until_they_are_asked_for(desk, monkeypatch):
    found = alone(find_lesson("an-id-is-a-label"))
    monkeypatch.setattr("embedscope_gui.lessons.desk.find_lesson", lambda _name: found)
    monkeypatch.setattr("embedscope_gui.lessons.desk.load_lessons", lambda: (found,))
    before = looks(desk)
    lessons, window = lessons_of(desk), desk.window
    lessons.enter(found.name, "raw-ids")
    settle()
    assert not window.across.isVisible()
    assert not window.inspector.isVisible()
    assert lessons.room.stage.height() > 0.9 * window.lessons.height()
    assert lessons.outline.target is lessons.room.stage
    window.actions_["actionGoText"].trigger()
    settle()
    assert window.across.isVisible()
    assert window.text.edit.isVisible()
    lessons.go(0)
    settle()
    assert window.across.isVisible()
    lessons.enter(found.name, "raw-ids")
    settle()
    assert not window.across.isVisible()
    window.actions_["actionLessons"].trigger()
    settle()
    assert window.across.isVisible()
    before.pop("camera")  # of points that were not in sight before
    assert {what: looks(desk)[what] for what in before} == before


def trained():
    """Return a table as a lesson makes it."""
    table = Table.from_array(np.arange(12, dtype=np.float32).reshape(4, 3), name="trained")
    return Opened("trained", table, WordTokenizer("words", ["a", "b", "c", "d"]), "d a")


@pytest.mark.parametrize("onward", [0, 1, 8])
def test_a_table_made_in_a_lesson_is_there_after_the_next_ones(desk, onward):
    lessons = lessons_of(desk)
    lessons.enter("from-random-to-learned", "left-behind")
    settle()
    made = trained()
    lessons.keep_table(made)
    settle()
    for _ in range(onward):
        lessons.walk(1)
        settle()
    desk.window.actions_["actionLessons"].trigger()
    settle()
    session = desk.controller.session
    assert session.table is made.table
    assert (session.text, session.selected, session.row) == ("d a", 0, 3)
    assert desk.window.text.text() == "d a"
    rows = desk.window.heatmap.scene.rows
    assert (rows.low, rows.high, rows.size) == (0, 4, 4)
    lessons_of(desk).enter("looking-up-a-row")
    settle()
    desk.window.actions_["actionLessons"].trigger()
    settle()
    now = desk.controller.session  # its viewport follows the layout, which may be late
    assert replace(now, viewport=None) == replace(session, viewport=None)


def test_the_chosen_row_is_marked_in_every_step_that_chooses_a_token(desk):
    lessons = lessons_of(desk)
    for lesson in load_lessons():
        for step in lesson.steps:
            lessons.enter(lesson.name, step.name)
            settle()
            session, text = desk.controller.session, desk.controller.results.text
            if session.selected is None or not text.has_row[session.selected]:
                continue
            assert session.row == text.ids[session.selected], (lesson.name, step.name)
