"""What the demonstrations of sizes, training and scores show at each step, and what they hide."""

from dataclasses import replace
from itertools import pairwise
from typing import Any
from unicodedata import normalize

import pytest

from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.lesson import TryIt
from embedscope.lessons.loading import find_step
from embedscope.lessons.models import known_models
from embedscope.lessons.sizes import TableSize
from embedscope.lessons.training.point import TrainingPoint, finished_run
from embedscope_gui.figures.formats import pdf_bytes
from embedscope_gui.figures.save import SaveOptions, look_of
from embedscope_gui.lessons import step_figure as step_figure_module
from embedscope_gui.lessons.demos.model_shares import ModelSharesFigure, short
from embedscope_gui.lessons.demos.table_size_figure import TableSizeFigure
from embedscope_gui.lessons.demos.training_figure import TrainingFigure
from embedscope_gui.lessons.demos.training_frame import find_frame
from embedscope_gui.lessons.demos.training_kept import same_rows
from embedscope_gui.lessons.step_figure import lesson_figure
from embedscope_gui.lessons.step_page import StepPage, StepWords
from figure_helpers import pdf_texts
from lesson_driver import demo_of, lessons_of, make_desk, settle

WHISPER = TableSize(51864, 384, "float16", True, 4)


@pytest.fixture
def lessons(qtbot, tmp_path):
    return lessons_of(make_desk(qtbot, tmp_path))


def written(figure) -> list[str]:
    """Return all texts in ``figure``."""
    texts = pdf_texts(pdf_bytes(figure, look_of(figure, SaveOptions(width=700))))
    return [normalize("NFKC", text) for text in texts]  # no ligatures


def drawn(path) -> list[str]:
    """Return all texts in the picture of a step, without its words."""
    return written(lesson_figure(path).inner)


def test_a_size_step_offers_only_what_it_speaks_of(lessons):
    seen = {}
    for step in ("rows-times-dims", "share", "both-ends"):
        lessons.enter("how-big-the-table-gets", step)
        settle()
        widget = demo_of(lessons)
        parts = (widget.type, widget.layers, widget.tied)
        seen[step] = tuple(part.isVisible() for part in parts)
    assert seen == {
        "rows-times-dims": (True, False, False),
        "share": (False, False, False),
        "both-ends": (False, False, True),
    }


def test_bytes_are_told_of_every_type_of_numbers(qapp):
    words = written(TableSizeFigure(WHISPER, WHISPER, "bytes"))
    assert words[words.index("float32: 4 bytes") + 1] == "80 MB"
    assert words[words.index("float16: 2 bytes") + 1] == "40 MB"
    assert words[words.index("int4: half a byte") + 1] == "10 MB"
    assert "float32: 4 bytes" not in written(TableSizeFigure(WHISPER, WHISPER, "parameters"))


def test_the_share_is_that_of_the_model_and_of_a_larger_one(qapp):
    words = written(TableSizeFigure(WHISPER, WHISPER, "share"))
    assert [word for word in words if word.endswith("table")] == ["53 % table", "31 % table"]
    other = TableSize(50257, 768, "float32", False, 12)
    words = written(TableSizeFigure(other, WHISPER, "share"))
    assert "With 12 layers behind it, roughly" in words
    assert "24 % table, 24 % output layer" in words


@pytest.mark.parametrize(("tied", "total"), [(True, "19,915,776"), (False, "39,831,552")])
def test_both_ends_cost_once_or_twice(qapp, tied, total):
    words = written(TableSizeFigure(TableSize(51864, 384, tied=tied), WHISPER, "tied"))
    assert total in words
    assert ("the same table" in words) == tied


def test_a_row_and_a_column_more_have_their_price(qapp):
    words = written(TableSizeFigure(WHISPER, WHISPER, "one-more"))
    assert {"+ 384", "+ 51,864"} <= set(words)


@pytest.mark.parametrize(
    ("rows", "dims", "said"),
    [(51864, 384, "135 times as high as wide"), (4, 400, "100 times as wide as high")],
)
def test_the_sheet_says_how_untrue_it_is(rows, dims, said):
    assert said in TableSizeFigure(TableSize(rows, dims), WHISPER).remark()


def test_shares_are_listed_from_the_smallest_model_to_the_largest(qapp):
    models = known_models()
    words = written(ModelSharesFigure(tuple(reversed(models)), "GPT-2 XL"))
    names = [model.name for model in models]
    assert [word for word in words if word in names] == names
    assert words[words.index("GPT-2 XL") + 1 :][:3] == ["1.6 B", "50,257", "5.2 %"]
    assert short(124_439_808) == "124 M"


# training


def training_figure(beside, n_steps=200, **options) -> TrainingFigure:
    finished = finished_run(TrainingDemo())
    point = TrainingPoint(finished.trainer, n_steps)
    return TrainingFigure(point, find_frame(finished), beside, **options)


def test_chances_are_those_of_the_words(qapp):
    words = written(training_figure("chances"))
    assert words[words.index("After “cat” comes") + 1 :][:4] == ["sleeps", "52 %", "sits", "43 %"]
    other = written(training_figure("chances", after="zeppelin"))  # not a word of the text
    assert "After “the” comes" in other


@pytest.mark.parametrize(
    ("beside", "there", "missing"),
    [
        ("points", "Drawn: numbers 0 and 1 of each row; 3D shows all three.", "Loss 0.988"),
        ("loss", "Loss 0.988", "After “cat” comes"),
        ("chances-and-loss", "Loss 0.988", "Table, 16 × 3"),
        ("start", "At the start", "Loss 0.988"),
    ],
)
def test_a_picture_of_training_shows_what_its_step_is_about(qapp, beside, there, missing):
    words = written(training_figure(beside))
    assert there in words
    assert missing not in words


def test_rows_left_behind_have_a_sign_of_their_own_and_the_same_on_both_sides(qapp):
    figure = training_figure("start")
    same = same_rows(figure.point)
    names = [word for word, kept in zip(figure.point.words, same, strict=True) if kept]
    assert names == ["bed", "book", "letter", "mat"]
    words = written(figure)
    assert words.index("At the start") < words.index("After 200 steps")
    assert (words.count("="), words.count("→")) == (4, 12)
    assert not figure.marked


def test_one_run_goes_through_pictures_of_several_kinds(lessons):
    lessons.enter("from-random-to-learned", "a-guessing-game")
    settle()
    widget, seen = demo_of(lessons), []
    for _ in range(4):
        seen.append((widget.plot.isVisible(), widget.space_button.isVisible()))
        lessons.walk(1)
        settle()
        assert demo_of(lessons) is widget
    assert seen == [(False, False), (True, False), (True, False), (False, True)]
    assert widget.view.figure.beside == "start"


# scores


def test_places_stand_in_the_list_that_they_belong_to(qapp):
    words = drawn("cosine-and-dot-product/two-lists")
    assert words[words.index("␣will") + 1 :][:2] == ["0.786", "15,138th by dot"]
    assert words[words.index("␣impunity") + 1 :][:2] == ["0.079", "40,427th by cosine"]
    assert "length" not in words


def test_lengths_stand_beside_the_scores_and_agree_with_the_words(qapp):
    figure: Any = lesson_figure("cosine-and-dot-product/length-counts")
    words = written(figure.inner)
    assert words[words.index("␣could") + 1 :][:2] == ["0.835", "0.317"]
    means = [word for before, word in pairwise(words) if "average" in before]
    assert means == ["0.3243", "0.4355"]
    assert all(mean in figure.text for mean in means)
    assert figure.inner.remark() == "A typical row of this table has the length 0.4386."


def test_centring_tells_strangers_from_neighbours(qapp):
    words = drawn("cosine-and-dot-product/a-shared-direction")
    for name, *values in (
        ("␣Sunday", "0.92", "0.74"),
        ("␣Raleigh", "0.85", "0.16"),
        ("random pair", "0.84", "0.00"),
    ):
        assert words[words.index(name) + 1 :][:2] == values


# the page of a step


def test_something_to_try_has_a_button_only_where_there_is_an_answer(qtbot):
    page = StepPage()
    qtbot.addWidget(page)
    page.show()
    seen = []
    for words in (("Why?", "So."), ("Type another word.", ""), ("Why?", "So."), ("", "")):
        page.show_words(StepWords("T", "", *words))
        page.try_it.button.setChecked(True)
        parts = (page.try_it, page.try_it.button, page.try_it.answer)
        seen.append(tuple(part.isVisible() for part in parts))
    assert seen == [(True, True, True), (True, False, False), (True, True, True), (False,) * 3]


def test_something_to_try_is_no_part_of_a_figure(qapp, monkeypatch):
    lesson, step = find_step("looking-up-a-row/counted-from-zero")
    inviting = replace(step, try_it=TryIt("Zebra"))
    lesson = replace(lesson, steps=tuple(inviting if one is step else one for one in lesson.steps))
    monkeypatch.setattr(step_figure_module, "find_step", lambda _path: (lesson, inviting))
    texts = written(lesson_figure("looking-up-a-row/counted-from-zero"))
    assert step.title in texts
    assert not [text for text in texts if "Zebra" in text]
