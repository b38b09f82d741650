"""The list of nearest rows, the cosine of two random rows and the lesson speak of the same rows."""

from dataclasses import replace

import numpy as np
import pytest

from embedscope.lessons.loading import find_step
from embedscope.lessons.templates import fill
from embedscope.lessons.view import view_of
from embedscope.presets import PRESETS
from embedscope_gui.cli import main
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.work import InlineRunner
from opening_desk import close, make_desk


@pytest.fixture
def desk(tmp_path):
    made = make_desk(tmp_path, InlineRunner(), "the-cat-4x4")
    made.controller.select(0)
    yield made
    close(made)


def cosine(one: int, other: int) -> float:
    table = PRESETS["the-cat-4x4"].make()
    rows = table.block(0, 4).astype(np.float64)
    return float(rows[one] @ rows[other] / np.prod(np.linalg.norm(rows[[one, other]], axis=1)))


def mean_cosine() -> float:
    pairs = [(one, other) for one in range(4) for other in range(one)]
    return float(np.mean([cosine(*pair) for pair in pairs]))


def caption(desk) -> str:
    return str(desk.window.inspector.neighbours_caption.text())


def test_two_random_rows_are_rows_of_the_list(desk):
    assert "the one other row that has a token" in caption(desk)
    assert f"two random rows: {cosine(0, 2):.3f} on average" in caption(desk)
    wish = replace(desk.controller.session.nearest, only_tokens=False)
    desk.window.findChild(GeometryCommands).control.set_nearest(wish)
    assert "all 3 other rows" in caption(desk)
    assert f"two random rows: {mean_cosine():.3f} on average" in caption(desk)


def test_the_lesson_tells_the_same_number_as_the_list(desk):
    lesson, step = find_step("7/a-shared-direction")
    view = view_of(lesson, step)
    text = desk.controller.results.text
    said = fill("{mean_cosine_sentence}", replace(view, text=text))
    assert said == (
        f"Two rows with a token taken at random have a cosine of {cosine(0, 2):.3f} on average."
    )


@pytest.mark.parametrize(
    ("more", "expected"), [([], cosine(0, 2)), (["--all-rows"], mean_cosine())]
)
def test_the_command_line_tells_it_too(capsys, more, expected):
    assert main(["neighbours", "the", "--table", "the-cat-4x4", *more]) == 0
    assert f"two random rows: {expected:.4f} on average" in capsys.readouterr().out
