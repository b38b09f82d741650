"""The demonstrations as widgets: what can be set, stepped, run, and kept."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.trainer import RAN_AWAY
from embedscope.readers import open_table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.lessons.demos.loss_plot import LossPlot
from embedscope_gui.lessons.demos.training_keep import save
from embedscope_gui.lessons.demos.training_settings import OWN_TEXT, TrainingSettings
from embedscope_gui.theme import SMALL_PX, THEMES
from lesson_driver import lessons_of, make_desk, settle


@pytest.fixture
def lessons(qtbot, tmp_path):
    return lessons_of(make_desk(qtbot, tmp_path, table="book-6x3"))


def show(lessons, name, step):
    lessons.enter(name, step)
    settle()
    return lessons.follower.widget


def press(qtbot, button):
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    settle()


# the weighted sum


def test_the_weight_is_moved_by_keys_and_all_terms_follow(lessons, qtbot):
    widget = show(lessons, "an-id-is-a-label", "raw-ids")
    assert widget.weight == pytest.approx(0.01)
    qtbot.keyClick(widget.slider, Qt.Key.Key_PageUp)
    assert widget.weight == pytest.approx(0.03)
    assert widget.view.figure.sum.terms[0] == pytest.approx(0.03 * 15496)
    qtbot.keyClick(widget.slider, Qt.Key.Key_Home)
    assert widget.view.figure.sum.total == pytest.approx(-0.1 * (15496 + 11 + 995))
    assert widget.value.text() == "-0.100"


# the product


def test_the_product_is_stepped_and_played(lessons, qtbot):
    widget = show(lessons, "a-lookup-is-a-layer", "zero-times-a-row")
    assert widget.place.text() == "0 of 6 lines added"
    for _ in range(4):
        press(qtbot, widget.step_button)
    assert widget.done == 4
    assert widget.spoken().startswith("1 times row 3 is added; the sum so far is -0.4015, 0.9666")
    press(qtbot, widget.again_button)
    assert widget.done == 0
    press(qtbot, widget.play_button)
    assert (widget.is_playing, widget.done) == (True, 1)
    assert widget.play_button.text() == "&Pause"
    for _ in range(8):
        widget._timer.timeout.emit()
    assert (widget.is_playing, widget.done) == (False, 6)
    assert np.allclose(
        widget.view.figure.product.steps[-1].total, [-0.4015, 0.9666, -1.1481], atol=1e-4
    )


def test_another_token_begins_the_product_anew(lessons, qtbot):
    widget = show(lessons, "a-lookup-is-a-layer", "zero-times-a-row")
    press(qtbot, widget.step_button)
    lessons._controller.set_text("dog")
    settle()
    assert (widget.done, widget.view.figure.product.row) == (0, 1)
    lessons._controller.set_text("unheard")
    settle()
    assert widget.n_steps == 0
    assert not widget.step_button.isEnabled()
    assert "has a row" in widget.view.figure.title


# sizes


def test_the_table_size_follows_its_inputs_and_goes_back(lessons, qtbot):
    widget = show(lessons, "how-big-the-table-gets", "rows-times-dims")
    assert (widget.wanted.n_rows, widget.wanted.n_dims, widget.wanted.tied) == (51864, 384, True)
    widget.rows.setValue(50257)
    widget.dims.setValue(768)
    widget.type.setCurrentText("float32")
    assert widget.view.figure.size.parameters == 38_597_376
    assert widget.spoken() == "38,597,376 parameters, 154 MB."
    lessons._controller.set_text("something else")
    settle()
    assert widget.dims.value() == 768
    widget.tied.setChecked(False)
    assert widget.view.figure.size.one_more_token == 2 * 768
    press(qtbot, widget.reset)
    assert widget.wanted.n_dims == 384


# two arrows


def test_two_tokens_are_chosen_and_the_pair_that_disagrees_is_found(lessons, qtbot):
    widget = show(lessons, "cosine-and-dot-product", "cosine")
    assert widget.view.figure.scores.dot == pytest.approx(0.47)
    lessons.enter("looking-up-a-row")
    settle()
    widget = show(lessons, "cosine-and-dot-product", "they-disagree")
    assert widget.view.figure.remark.startswith("Of ")
    first = widget.first.currentData()
    widget.second.setCurrentIndex(0 if widget.second.currentIndex() else 1)
    widget.second.activated.emit(widget.second.currentIndex())
    assert widget.view.figure.scores.first == first
    assert widget.view.figure.remark == ""
    press(qtbot, widget.find_button)
    assert "by cosine and" in widget.view.figure.remark


# training


def training(lessons, step="a-guessing-game"):
    return show(lessons, "from-random-to-learned", step)


def test_training_steps_scrubs_and_is_the_same_every_time(lessons, qtbot):
    widget = training(lessons)
    start = widget.trainer.state.weights.table.copy()
    for _ in range(3):
        press(qtbot, widget.step_button)
    assert (widget.shown, widget.trainer.n_steps) == (3, 3)
    third = widget.trainer.state.weights.table.copy()
    widget.slider.setValue(0)
    assert widget.shown == 0
    assert np.array_equal(widget.point.state.weights.table, start)
    widget.slider.setValue(150)  # beyond what is trained
    assert (widget.shown, widget.slider.value()) == (3, 3)
    assert np.array_equal(widget.point.state.weights.table, third)
    assert widget.view.figure.point.n_steps == 3


def test_training_runs_by_the_clock_and_pausing_answers_at_once(lessons, qtbot):
    widget = training(lessons)
    press(qtbot, widget.run_button)
    assert widget.is_running
    widget._timer.timeout.emit()
    before = widget.shown
    press(qtbot, widget.run_button)
    assert not widget.is_running
    assert before <= widget.shown <= before + 2
    widget.run_to_end()
    while widget.is_running:
        widget._timer.timeout.emit()
    assert widget.shown == 200
    assert widget.trainer.losses[-1] < 1.0
    assert not widget.end_button.isEnabled()
    press(qtbot, widget.run_button)  # from the start again, without training anew
    widget.pause()
    assert 1 <= widget.shown < 200
    assert widget.trainer.n_steps == 200
    lessons.leave()
    assert not widget.is_running


def test_the_words_follow_the_run_and_the_run_goes_through_the_steps(lessons, qtbot):
    widget = training(lessons, "one-step")
    assert "the cat sits on the mat" in lessons.panel.page.text.text
    press(qtbot, widget.step_button)
    lessons.follower._breath.timeout.emit()
    assert "the dog sleeps on the bed" in lessons.panel.page.text.text
    lessons.walk(1)
    settle()
    assert lessons.follower.widget is widget
    assert widget.shown == 200
    assert "After 200 steps" in lessons.panel.page.text.text
    assert widget.view.figure.frame.low.shape == (3,)


def test_axes_stay_while_the_points_move(lessons, qtbot):
    widget = training(lessons)
    frame = widget.view.figure.frame
    for _ in range(20):
        widget.step()
    assert widget.view.figure.frame is frame
    points = frame.on_axes(widget.point.state.weights.table)
    assert (points >= frame.low).all()
    assert (points <= frame.high).all()
    widget.space_button.setChecked(True)
    assert widget.view.figure.in_space
    assert widget.view.grab().toImage().width() > 200


def test_another_text_and_settings_that_fail_are_told(lessons, qtbot):
    widget = training(lessons)
    dialog = TrainingSettings(widget.trainer.settings, "a b c a b", widget)
    dialog.text.setCurrentText(OWN_TEXT)
    dialog.optimiser.setCurrentIndex(1)
    dialog.dims.setValue(5)
    assert dialog.settings == TrainingDemo(
        text="a b c a b", n_dims=5, optimiser="adam", learning_rate=0.05
    )
    widget.go_to(20)
    widget.begin_with(dialog.settings)
    assert widget.shown == 0
    assert widget.point.words == ("a", "b", "c")
    assert widget.point.state.weights.table.shape == (3, 5)
    widget.begin_with(TrainingDemo(text="word"))
    assert "a text needs a line of two different words" in lessons._window.notice.text
    assert widget.point.words == ("a", "b", "c")
    widget.begin_with(TrainingDemo(learning_rate=1e30))
    for _ in range(30):
        widget.step()
    assert lessons._window.notice.text == RAN_AWAY


def test_the_trained_table_stays_open_after_the_lesson(lessons, qtbot, tmp_path):
    widget = training(lessons, "used-alike")
    widget.keep_button.openRequested.emit()
    settle()
    session = lessons._controller.session
    assert session.table.shape == (16, 3)
    assert session.text == "the cat sits on the mat"
    assert lessons._controller.results.text.ids.min() >= 0
    lessons._window.actions_["actionLessons"].trigger()
    settle()
    assert lessons._controller.session.table is session.table
    assert lessons._window.top_bar.preset_box.currentText() == "trained 16 words"


@pytest.mark.parametrize("kind", ["npy", "safetensors"])
def test_the_trained_table_is_saved_with_its_words(lessons, tmp_path, kind):
    widget = training(lessons, "used-alike")
    from embedscope.lessons.training.result import trained_table

    table, said = trained_table(widget.trainer, 200), list[str]()
    save(table, str(tmp_path / f"mine.{kind}"), kind, lessons._controller, said.append)
    assert said == [f"Saved {tmp_path / f'mine.{kind}'} with its words in mine.words.txt"]
    again = open_table(tmp_path / f"mine.{kind}")
    assert np.array_equal(again.rows(range(16)), table.rows(range(16)))
    words = get_tokenizer(tmp_path / "mine.words.txt")
    assert words.encode("the cat").ids.tolist() == [13, 3]
    QApplication.processEvents()


def test_the_words_under_the_loss_are_as_small_as_its_numbers(qtbot):
    plot = LossPlot()
    qtbot.addWidget(plot)
    plot.set_theme(THEMES["dark"])
    axis = plot.plot.getAxis("bottom")
    assert f"font-size: {SMALL_PX}px" in axis.labelString()
    assert axis.style["tickFont"].pixelSize() == SMALL_PX
