"""The controller with a screen of paper and work done at once."""

from pathlib import Path

import numpy as np
import pytest

from embedscope.heatmap.viewport import Viewport
from embedscope_gui.controller import Controller
from embedscope_gui.map_control import MapControl
from embedscope_gui.work import InlineRunner

CASES = Path(__file__).parents[1] / "cases" / "files"


class PaperScreen:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.texts: list[str] = []
        self.channels: list[str] = []
        self.errors: list[str] = []
        self.search: tuple[int, int] | None = None
        self.revealed: list[int | None] = []

    def show_opened(self, name, table):
        self.opened.append(name)

    def show_pair(self, table, tokenizer):
        pass

    def show_text(self, text):
        self.texts.append(text)

    def show_shown_table(self, session, results):
        pass

    def show_result(self, channel, session, results):
        self.channels.append(channel)

    def show_state(self, session, results):
        pass

    def show_search(self, n_hits, index):
        self.search = (n_hits, index)

    def reveal_row(self, view_row):
        self.revealed.append(view_row)

    def show_error(self, sentence, channel=""):
        self.errors.append(sentence)


class PaperMap:
    """Writes down what is said beside the heatmap."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.dims: list[int] = []

    def say(self, sentence):
        self.said.append(sentence)

    def reveal_dim(self, dim):
        self.dims.append(dim)


@pytest.fixture
def screen():
    return PaperScreen()


@pytest.fixture
def controller(screen):
    made = Controller(screen, InlineRunner())
    made.open_table("book-6x3")
    return made


def test_a_preset_brings_its_text_tokenizer_and_rows(controller, screen):
    assert screen.opened == ["book-6x3"]
    assert screen.texts == ["fox jumps over dog"]
    assert controller.results.text.ids.tolist() == [2, 3, 5, 1]
    assert controller.session.axes.kind == "dims"
    assert screen.errors == []


def test_choosing_a_position_chooses_its_row_and_finds_neighbours(controller):
    controller.select(1)
    assert (controller.session.selected, controller.session.row) == (1, 3)
    assert controller.results.neighbours.row == 3
    assert len(controller.results.neighbours.found.ids) == 5


def test_choosing_a_row_chooses_its_first_token(controller, screen):
    controller.choose_row(5)
    assert (controller.session.selected, controller.session.row) == (2, 5)
    controller.choose_row(0)
    assert (controller.session.selected, controller.session.row) == (None, 0)
    assert screen.revealed == [5, 0]


def test_a_selected_position_follows_the_text_and_is_given_up_beyond_its_end(controller):
    controller.select(3)
    controller.set_text("dog dog dog over")
    assert controller.session.row == 5
    controller.set_text("dog")
    assert (controller.session.selected, controller.session.row) == (None, None)


def test_walking_the_tokens_goes_round(controller):
    assert controller.session.selected == 0  # from opening the table
    controller.step_token(-1)
    assert controller.session.selected == 3
    controller.step_token(1)
    assert controller.session.selected == 0
    controller.select(-1)
    controller.step_token(1)
    assert controller.session.selected == 0


def test_the_first_token_is_chosen_in_each_table_that_is_opened(controller):
    controller.select(2)
    controller.open_table("the-cat-4x4")
    assert (controller.session.selected, controller.session.row) == (0, 0)
    controller.open_table("book-6x3", text="")
    assert (controller.session.selected, controller.session.row) == (None, None)


def test_the_picture_follows_mode_and_viewport(controller):
    controller.set_viewport(Viewport.fit((6, 3), 30, 60))
    assert controller.results.picture.picture.values.shape == (6, 3)
    controller.set_mode("looked-up")
    controller.set_viewport(Viewport.fit((4, 3), 30, 40))
    picture = controller.results.picture
    assert picture.picture.values.shape == (4, 3)
    expected = controller.session.table.rows([2, 3, 5, 1])
    assert np.array_equal(picture.picture.values, expected)


def test_levels_can_be_set_and_given_back(controller):
    controller.set_viewport(Viewport.fit((6, 3), 30, 60))
    control = MapControl(controller, PaperMap())
    control.set_levels(-1.0, 1.0)
    assert (controller.results.picture.levels.low, controller.results.picture.levels.high) == (
        -1.0,
        1.0,
    )
    control.auto_levels()
    assert controller.results.picture.levels.high == controller.results.levels.high


def test_search_counts_all_hits_and_steps_round(controller, screen):
    controller.search("o")
    n_hits = screen.search[0]
    assert n_hits == 4  # brown, dog, fox, over
    first = controller.session.row
    for _ in range(n_hits):
        controller.step_search(1)
    assert controller.session.row == first


def test_another_table_with_fewer_hits_is_searched_too(controller, screen):
    controller.search("o")
    controller.step_search(-1)
    assert screen.search == (4, 3)
    controller.open_table("the-cat-4x4")
    assert screen.search == (0, 0)
    controller.search("t")
    controller.step_search(-1)
    assert screen.search == (2, 1)  # the, cat
    controller.open_tokenizer("book-words")  # one hit: the cat's rows are dog, fox, jumps
    assert screen.search[1] == 0


def test_a_file_that_cannot_be_opened_leaves_everything(controller, screen):
    before = controller.session
    controller.open_table(CASES / "F21a_truncated.npy")
    assert controller.session == before
    assert len(screen.errors) == 1
    assert screen.errors[0].startswith("F21a_truncated.npy: ")


def test_an_unknown_tokenizer_leaves_the_one_in_use(controller, screen):
    before = controller.session.tokenizer
    controller.open_tokenizer("no-such-tokenizer")
    assert controller.session.tokenizer is before
    assert "no-such-tokenizer" in screen.errors[0]


def test_the_users_own_text_stays_while_the_same_tokenizer_reads_it(controller, screen):
    controller.open_table("minilm-gpt2-64d")
    controller.set_text("my own words")
    screen.texts.clear()
    controller.open_table("whisper-tiny.en")
    assert screen.texts == []
    assert controller.session.text == "my own words"


def test_what_is_typed_before_a_table_is_open_stays(screen):
    controller = Controller(screen, InlineRunner())
    controller.set_text("lazy")
    controller.open_table("book-6x3")
    assert controller.session.text == "lazy"
    found = controller.results.text
    assert found is not None
    assert found.ids.tolist() == [4]
    controller.open_table("the-cat-4x4")  # another tokenizer: its own text comes
    assert controller.session.text == "the cat"


def test_typing_changes_only_what_depends_on_the_text(controller, screen):
    controller.set_viewport(Viewport.fit((6, 3), 30, 60))
    controller.select(-1)
    screen.channels.clear()
    controller.set_text("lazy")
    assert set(screen.channels) == {"text"}


def test_a_chosen_token_is_brought_into_view_but_typing_moves_nothing(controller, screen):
    controller.select(0)
    screen.revealed.clear()
    controller.select(2)
    assert screen.revealed == [5]
    controller.set_text("dog over")
    controller.select(1)  # what the caret chooses after an edit
    assert screen.revealed == [5]
    controller.select(0)
    assert screen.revealed == [5, 1]
    controller.follows = False
    controller.select(1)
    assert screen.revealed == [5, 1]
