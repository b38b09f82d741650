"""What comes back at the next start, and what does not."""

import json

import pytest
from PySide6.QtGui import QAction

from embedscope.session.session import Colouring, NearestWish
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.app import Start, open_first
from embedscope_gui.desk import Desk
from embedscope_gui.habits import Habits
from embedscope_gui.last_look import LONGEST_TEXT, LastLook
from embedscope_gui.work import InlineRunner
from opening_desk import close, make_desk, model_file, settings_in, settle, values

ODD = 'two\nlines \0 \t "quoted" \u2028 \ud83d \U0001f600 @Rect(1)'


@pytest.fixture
def start(tmp_path):
    """Open the window anew, as the program does, whenever called; the one before is closed."""
    opened: list[Desk] = []

    def again(*arguments, **wishes):
        while opened:
            close(opened.pop())
        settings = settings_in(tmp_path)
        desk = make_desk(tmp_path, InlineRunner(), table="no-such-table")
        desk.window.notice.clear()
        opened.append(desk)
        open_first(desk, settings, Start(*arguments, **wishes))
        settle()
        return desk

    yield again
    close(opened.pop())


def text_of(desk):
    return desk.controller.session.text


def test_text_mode_and_3d_come_back(start):
    desk = start("book-6x3")
    desk.controller.change(text="dog over fox")
    desk.controller.set_mode("looked-up")
    desk.window.findChild(QAction, "actionSpace").trigger()
    desk = start()
    assert desk.controller.table_name == "book-6x3"
    assert (text_of(desk), desk.window.text.text()) == ("dog over fox", "dog over fox")
    assert desk.controller.session.mode == "looked-up"
    assert desk.controller.results.picture.picture.values.shape == (3, 3)
    assert desk.window.findChild(QAction, "actionModeLookedUp").isChecked()
    assert desk.window.vectors.dimensions == 3
    assert desk.window.findChild(QAction, "actionSpace").isChecked()


def test_the_first_start_shows_the_preset_as_ever(start):
    desk = start()
    assert (desk.controller.table_name, text_of(desk)) == ("whisper-tiny.en", "Hello, world!")
    assert (desk.controller.session.mode, desk.window.vectors.dimensions) == ("whole", 2)


def test_the_switch_above_the_points_counts_as_the_menu_does(start):
    desk = start("book-6x3")
    desk.window.vectors.switch.chosen.emit(3)
    assert desk.window.findChild(QAction, "actionSpace").isChecked()
    assert start().window.vectors.dimensions == 3


def test_odd_characters_come_back_as_they_were(start):
    desk = start("book-6x3")
    desk.controller.set_text(ODD)
    assert text_of(start()) == ODD


def test_the_command_line_goes_first(start):
    start("book-6x3").controller.change(text="dog over fox")
    assert text_of(start(None, "over")) == "over"
    start("book-6x3").controller.change(text="dog over fox")
    desk = start("the-cat-4x4")
    assert (desk.controller.table_name, text_of(desk)) == ("the-cat-4x4", "the cat")


def test_a_text_that_came_back_is_the_users_own(start):
    start("whisper-tiny.en").controller.change(text="my words")
    desk = start()
    desk.opener.open("minilm-gpt2-64d")  # read by the same tokenizer
    assert text_of(desk) == "my words"


def test_the_text_of_a_preset_does_not_stick(start):
    start("whisper-tiny.en")
    desk = start()
    desk.opener.open("minilm-gpt2-64d")
    assert text_of(desk) == "king queen man woman"


def test_the_text_of_a_preset_does_not_stick_to_a_file(start, tmp_path):
    path = model_file(tmp_path / "a.safetensors", wte=values(50_257, 2))
    start("whisper-tiny.en").opener.open(str(path))
    desk = start()
    assert (desk.controller.table_name, text_of(desk)) == (str(path), "Hello, world!")
    desk.opener.open("minilm-gpt2-64d")
    assert text_of(desk) == "king queen man woman"


def test_ids_typed_for_a_preset_are_not_read_as_words(start):
    start("book-6x3").controller.change(tokenizer=get_tokenizer("ids"), text="1 2")
    assert text_of(start()) == "fox jumps over dog"


def test_a_long_text_is_left_to_the_next_start(start):
    desk = start("book-6x3")
    desk.controller.change(text="fox " * (LONGEST_TEXT // 4))
    assert len(text_of(start())) == LONGEST_TEXT
    desk = start()
    desk.controller.change(text="fox " * (LONGEST_TEXT // 4) + "!")
    assert text_of(start()) == "fox jumps over dog"


def test_the_text_of_a_file_comes_back_with_it_and_not_without(start, tmp_path, monkeypatch):
    folder = tmp_path / "files"
    path = model_file(folder / "a.safetensors", wte=values(50, 4))
    monkeypatch.chdir(folder)
    desk = start("a.safetensors", "0 49", "ids")
    desk.controller.change(text="7 8 9")
    desk.window.close()
    monkeypatch.chdir(tmp_path)
    desk = start()
    assert (desk.controller.session.table.shape, text_of(desk)) == ((50, 4), "7 8 9")
    close_by = path.rename(folder / "b.safetensors")
    desk = start()
    assert (desk.controller.table_name, text_of(desk)) == ("whisper-tiny.en", "Hello, world!")
    assert close_by.exists()


def test_a_linked_file_comes_back_with_the_tokenizer_beside_the_link(start, tmp_path):
    path = model_file(tmp_path / "blobs" / "0a1b", wte=values(3, 4))
    link = tmp_path / "snapshot" / "model.safetensors"
    link.parent.mkdir()
    link.symlink_to(path)
    (link.parent / "vocab.txt").write_text("[UNK]\nfox\ndog\n")
    desk = start(str(link), "dog fox")
    assert desk.controller.results.text.ids.tolist() == [2, 1]
    desk = start()
    assert desk.controller.table_name == str(link)
    assert desk.controller.results.text.ids.tolist() == [2, 1]
    assert desk.window.top_bar.preset_box.currentText() == "model.safetensors"


def test_a_name_that_the_system_refuses_is_gone(start, tmp_path):
    start("book-6x3")
    settings_in(tmp_path).table = str(tmp_path / ("a" * 300))
    assert start().controller.table_name == "whisper-tiny.en"


def test_a_lesson_leaves_nothing_behind(start):
    desk = start("book-6x3")
    desk.controller.change(text="dog over fox")
    desk.commands.begin_lesson("from-text-to-vectors")
    settle()
    assert text_of(desk) != "dog over fox"
    desk = start()
    assert (desk.controller.table_name, text_of(desk)) == ("book-6x3", "dog over fox")


@pytest.mark.parametrize(
    "line",
    [
        *("", "no json", "[1]", "null", '{"table": 3}', "[" * 100_000),
        json.dumps({"table": "book-6x3", "text": 5, "mode": "whole", "n_axes": 2}),
    ],
)
def test_foreign_values_count_as_absent(line):
    assert LastLook.from_json(line) == LastLook()


def test_a_text_beyond_the_limit_is_refused_and_odd_choices_are_the_first_ones():
    line = json.dumps({"table": "t", "text": "x" * 50_001, "mode": [], "n_axes": "3"})
    assert LastLook.from_json(line) == LastLook("t", "", "whole", 2)


def test_the_first_token_is_chosen_once(start):
    desk = start()
    assert desk.controller.session.selected == 0
    assert desk.window.inspector.facts_box.token.text() == "Hello"
    desk.controller.select(-1)
    desk.controller.set_text("fox")
    settle()
    assert desk.controller.session.selected is None


def test_nothing_is_chosen_where_there_is_no_token(start):
    assert start("book-6x3", text="").controller.session.selected is None


def test_a_lesson_begins_with_the_token_that_it_is_about(start):
    assert start(lesson="2").controller.session.selected == 1


def test_how_things_are_shown_comes_back_with_any_table(start):
    desk = start("book-6x3")
    changes = {"colormap": "greys", "scale": "signed-log", "reduction": "mean", "metric": "dot"}
    wish = NearestWish(k=25, removed=1)
    desk.controller.change(**changes, nearest=wish, colouring=Colouring("norm"))
    menu = desk.window.vectors.menu
    menu.path.setChecked(True)
    menu.cloud.setChecked(False)
    settle()
    desk = start("the-cat-4x4")
    session, menu = desk.controller.session, desk.window.vectors.menu
    assert {name: getattr(session, name) for name in changes} == changes
    assert (session.nearest, session.colouring) == (wish, Colouring("norm"))
    assert (menu.path.isChecked(), menu.ties.isChecked(), menu.cloud.isChecked()) == (1, 0, 0)
    assert desk.window.inspector.metric_box.currentText() == "dot"
    assert desk.window.heatmap.menu.colormaps.action("greys").isChecked()
    assert desk.window.notice.text == ""


def test_what_was_found_in_one_table_is_not_asked_of_the_next(start):
    desk = start("book-6x3")
    wish = NearestWish(query="expression", expression='"fox"')
    desk.controller.change(nearest=wish, colouring=Colouring("expression", '"fox"'))
    session = start("the-cat-4x4").controller.session
    assert (session.nearest, session.colouring) == (NearestWish(), Colouring())


@pytest.mark.parametrize(
    "line", ["", "[]", "null", "{", '{"k": true, "removed": 1.0, "path": 1, "scale": ["linear"]}']
)
def test_foreign_habits_count_as_absent(line):
    assert Habits.from_json(line) == Habits()
    whole = Habits("greys", "signed-log", "rms", "euclidean", 50, 3, True, "script", True, True)
    assert Habits.from_json(whole.to_json()) == whole
    assert Habits.from_json('{"k": 0, "metric": "dot", "more": 1}') == Habits(metric="dot")


def test_colours_that_read_a_whole_table_are_not_asked_for_at_the_start(start):
    start("book-6x3").controller.change(colouring=Colouring("agreement"))
    assert start("the-cat-4x4").controller.session.colouring == Colouring()
    assert Habits.from_json('{"colour": "agreement"}') == Habits()
