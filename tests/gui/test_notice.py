"""The notice: it lies over the status line, and no pane moves when it comes or goes."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from embedscope_gui.export.commands import WINDOW
from embedscope_gui.figures.formats import figure_image
from embedscope_gui.figures.save import SaveOptions, look_of
from embedscope_gui.widgets.notice import DONE_MS
from embedscope_gui.work import InlineRunner
from opening_desk import close, make_desk, settle

SENTENCE = "There are 51,864 rows and 50,257 tokens, so that some of the rows have no token. "


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    desk = make_desk(tmp_path_factory.mktemp("settings"), InlineRunner())
    yield desk.window
    close(desk)


@pytest.fixture(autouse=True)
def _without_notice(window):
    window.notice.clear()
    window.resize(1000, 700)
    settle()


def place(widget) -> QRect:
    """Return where ``widget`` is in its window."""
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def parts(window):
    """Return the places of everything that must not move."""
    heatmap = window.heatmap.findChild(object, "heatmapView")
    others = (window.top_bar, window.statusBar(), heatmap, window.text.edit)
    return [place(widget) for widget in (*window.panes.values(), *others)]


@pytest.mark.parametrize("size", [(1000, 700), (2560, 1440)])
@pytest.mark.parametrize("n_sentences", [1, 5])
def test_no_pane_moves_when_a_notice_comes_or_goes(window, size, n_sentences):
    window.resize(*size)
    settle()
    before = parts(window)
    window.notice.show_message(n_sentences * SENTENCE, "warning")
    settle()
    assert window.notice.isVisible()
    assert parts(window) == before
    window.notice.clear()
    settle()
    assert parts(window) == before


def test_a_short_notice_covers_nothing_but_the_status_line(window):
    window.notice.show_message("Saved points.png")
    settle()
    assert place(window.notice) == place(window.statusBar())


def test_a_long_notice_is_read_in_full(window):
    window.notice.show_message(5 * SENTENCE, "warning", window.actions_["actionTurnTable"])
    settle()
    label = window.notice.findChild(object, "noticeText")
    assert label.height() >= label.heightForWidth(label.width()) > 2 * label.fontMetrics().height()
    assert place(window.notice).bottom() == window.height() - 1
    inside = window.notice.rect()
    assert all(inside.contains(item.geometry()) for item in (label, window.notice.button))


def test_a_longer_notice_takes_the_room_it_needs_at_once(window):
    window.notice.show_message(SENTENCE)
    low = place(window.notice).top()
    window.notice.show_message(5 * SENTENCE)
    assert place(window.notice).top() < low
    window.resize(1600, 700)
    settle()
    assert place(window.notice).right() == 1599


def test_progress_and_its_cancel_button_stay_in_reach(window):
    window.notice.show_message(3 * SENTENCE)
    window.progress.report("open", 0.5, "reading big.xyz")
    window.progress.show()
    settle()
    try:
        assert window.progress.isVisible()
        assert place(window.notice).right() < place(window.progress).left()
    finally:
        window.progress.end("open")
    settle()
    assert place(window.notice).right() == window.width() - 1


def test_the_lessons_beside_the_panes_are_not_covered(window):
    window.lessons.show()
    window.notice.show_message(5 * SENTENCE)
    settle()
    try:
        assert window.lessons.width() > 100
        assert place(window.notice).right() < place(window.lessons).left()
    finally:
        window.lessons.hide()


def test_escape_closes_the_notice_from_any_pane(window):
    window.notice.show_message(SENTENCE, "error")
    assert window.notice.accessibleName() == f"Error: {SENTENCE}"
    window.text.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.notice.text == ""
    assert not window.notice.isVisible()


def run_out(notice) -> None:
    """Let the time for what was done be over."""
    if notice._passing.isActive():
        notice._passing.setInterval(0)
    settle()
    notice._passing.setInterval(DONE_MS)


def test_what_was_done_is_told_for_a_while(window):
    window.notice.tell_done("Saved points.png")
    settle()
    assert window.notice.isVisible()
    run_out(window.notice)
    assert not window.notice.isVisible()


def test_the_message_before_is_back_when_what_was_done_has_been_told(window):
    remedy = window.actions_["actionTurnTable"]
    window.notice.show_message(SENTENCE, "warning", remedy)
    window.notice.tell_done("Saved points.png")
    window.notice.tell_done("The picture is on the clipboard.")
    run_out(window.notice)
    assert window.notice.text == SENTENCE
    assert window.notice.property("kind") == "warning"
    assert window.notice.button.isVisible()
    run_out(window.notice)
    assert window.notice.text == SENTENCE  # not one that passes


def test_a_message_that_stays_puts_an_end_to_one_that_passes(window):
    window.notice.tell_done("Saved points.png")
    window.notice.show_message(SENTENCE, "error")
    run_out(window.notice)
    assert window.notice.text == SENTENCE
    window.notice.tell_done("Saved points.png")
    window.notice.clear()
    run_out(window.notice)
    assert not window.notice.isVisible()


def test_a_fault_that_is_mended_meanwhile_does_not_come_back(window):
    window.notice.show_message(SENTENCE, "error")
    window.notice.tell_done("Saved points.png")
    window.notice.withdraw(SENTENCE)
    assert window.notice.text == "Saved points.png"
    run_out(window.notice)
    assert window.notice.text == ""
    window.notice.show_message(SENTENCE, "error")
    window.notice.withdraw("another sentence")
    assert window.notice.text == SENTENCE
    window.notice.withdraw(SENTENCE)
    assert window.notice.text == ""


def test_what_stays_is_not_added_to_what_passes(window):
    window.notice.show_message(SENTENCE, "warning")
    window.notice.tell_done("Saved points.png")
    window.notice.add("notes.txt was left out.")
    assert window.notice.text == f"notes.txt was left out. {SENTENCE}".strip()
    assert window.notice.property("kind") == "warning"


def test_what_was_done_is_no_part_of_a_picture_of_the_window(qtbot, tmp_path):
    desk = make_desk(tmp_path, InlineRunner())

    def picture():
        figure = desk.commands.exports.figure(WINDOW)
        return figure_image(figure, look_of(figure, SaveOptions()))

    before = picture()
    desk.window.notice.tell_done("The picture is on the clipboard.")
    settle()
    assert picture() == before
    close(desk)
