"""What a newcomer sees of a lesson: answers whole, numbers unbroken, pictures that fit words."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QTableView

from embedscope.heatmap.colormap import COLORMAPS
from embedscope.lessons.gradient import toy_gradient
from embedscope.lessons.loading import find_step
from embedscope.lessons.weighted_sum import weighted_sum
from embedscope.tables.torch_init import seeded_table
from embedscope_gui.figures.fonts import BODY_PX, text_width
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.gradient import (
    OF_TABLE,
    SELECTOR,
    SIGN,
    Gradient,
    GradientFigure,
)
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.weighted_sum import WeightedSumFigure
from embedscope_gui.lessons.prose import kept_together
from embedscope_gui.lessons.step_page import StepWords
from lesson_driver import demo_of, lessons_of, make_desk, settle

NB = "\u00a0"


@pytest.fixture
def lessons(qtbot, tmp_path):
    return lessons_of(make_desk(qtbot, tmp_path))


def go(lessons, name, step):
    lessons.enter(name, step)
    settle()


def test_a_revealed_answer_is_seen_to_its_end(lessons):
    go(lessons, "looking-up-a-row", "rows-without-a-word")
    page = lessons.panel.page
    page.show_words(StepWords("word " * 80, "", "Why?", "word " * 60))
    settle()
    assert page.scroll_area.verticalScrollBar().maximum() == 0  # the question alone fits
    page.try_it.button.click()
    settle()
    seen, answer = page.scroll_area.viewport(), page.try_it.answer
    assert page.scroll_area.verticalScrollBar().value() > 0
    assert 0 < answer.mapTo(seen, answer.rect().bottomLeft()).y() <= seen.height()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("53 % of it", f"53{NB}% of it"),
        ("takes 40 MB.", f"takes 40{NB}MB."),
        ("4 x 6, and 4 x 51,864 x 384", f"4{NB}x{NB}6, and 4{NB}x{NB}51,864{NB}x{NB}384"),
        ("“dog” 1, “fox” 2", f"“dog”{NB}1, “fox”{NB}2"),
        ("id 3 is row 3", f"id{NB}3 is row{NB}3"),
        ("6 rows in 2 lists", "6 rows in 2 lists"),
    ],
)
def test_no_line_break_parts_a_number_from_its_unit(text, shown):
    assert kept_together(text) == shown


def test_words_are_told_as_they_are_filled(lessons):
    go(lessons, "how-big-the-table-gets", "rows-times-dims")
    assert NB not in lessons.panel.page.text.text
    assert "80 MB" in lessons.panel.page.text.text
    assert NB not in lessons.panel.page.text.toPlainText()  # what is copied has plain blanks


def test_a_step_points_at_the_picture_it_speaks_of(lessons):
    for step in ("one-hot", "exactly-the-same", "the-price"):
        go(lessons, "a-lookup-is-a-layer", step)
        assert lessons.outline.target is lessons.room.stage


def test_nearest_tokens_have_room_in_a_small_window(lessons):
    go(lessons, "from-random-to-learned", "after-training")
    table = lessons.panel.window().findChild(QTableView, "neighbourTable")
    token, score = table.columnWidth(1), table.columnWidth(3)
    assert table.columnWidth(0) + token + score <= table.viewport().width()
    assert token >= 6 * table.fontMetrics().horizontalAdvance("0") - 8


def test_what_has_no_row_is_not_multiplied(lessons, qtbot):
    go(lessons, "a-lookup-is-a-layer", "one-hot")
    controller = lessons.panel.window().text
    controller.edit.setPlainText("cat")
    settle()
    figure = demo_of(lessons).view.figure
    assert isinstance(figure, Nothing)
    assert figure.title.startswith("Choose a token that has a row")
    assert "“cat” is not in the vocabulary: it has no id, and so no row. So there is no place" in (
        lessons.panel.page.text.text
    )


def test_the_two_arrows_come_with_the_words_that_explain_them():
    assert find_step("cosine-and-dot-product/dot-product")[1].demo is None
    assert find_step("cosine-and-dot-product/cosine")[1].demo is not None


# what figures say of odd texts


def gradient_of(ids, n_rows=6, n_dims=3):
    table = seeded_table(n_rows, n_dims, seed=123)
    colormap = next(iter(COLORMAPS.values()))
    found = Gradient(np.array(ids), toy_gradient(table, np.array(ids)))
    return GradientFigure(found, given(found, row_label=lambda row: f"t{row}", colormap=colormap))


def given(found: object, **subject: object) -> Given[Any]:
    """Return what a demonstration is given, as far as it is looked at."""
    view: Any = None
    partial: Any = SimpleNamespace(**subject)
    return Given(found, view, partial)


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ([2, 3], "2 rows get a gradient; the other 4 get exactly 0.\n"),
        ([0, 1, 2, 3, 4], "5 rows get a gradient; the other one gets 0.\n"),
        ([0, 1, 2, 3, 4, 5], "6 rows get a gradient: all there are.\n"),
        ([4, 4], "1 row gets a gradient; the other 5 get exactly 0. “t4” was looked up "
         "twice: 1 + 1 = 2.\n"),
        ([4, 4, 4], "“t4” was looked up 3 times: 1 + 1 + 1 = 3."),
    ],
)  # fmt: skip
def test_the_gradient_counts_rows_in_words(ids, said):
    remark = gradient_of(ids).remark()
    assert said in remark
    assert remark.endswith("\nAs matrices: dL/dE = one_hot(ids)ᵀ × dL/dX")


@pytest.mark.parametrize(("ids", "n_dims"), [([2], 1), ([2], 3), ([2, 3], 1)])
def test_titles_of_narrow_matrices_have_room(qapp, ids, n_dims):
    figure = gradient_of(ids, n_dims=n_dims)
    titles = sum(text_width(title, BODY_PX, True) for title in (SELECTOR, OF_TABLE))
    assert figure._width >= titles + SIGN


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ([7], ""),
        ([7, 7], "All ids are equal, so all tokens count the same."),
        ([15496, 11], ""),
        ([0, 0], "All ids are equal, so all tokens count the same."),
    ],
)
def test_the_weighted_sum_says_only_what_its_bars_do_not_show(ids, said):
    about = given(np.arange(len(ids)), label="abc".__getitem__)
    assert WeightedSumFigure(weighted_sum(np.array(ids), 0.01), about).remark() == said


def test_every_demonstration_says_which_figure_it_shows():
    assert DemoWidget.figure_of.__isabstractmethod__  # type: ignore[attr-defined]
