"""What demonstrations show at a glance: nothing marked, named or drawn that has no meaning."""

from types import SimpleNamespace
from typing import Any
from unicodedata import normalize

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from embedscope.geometry.neighbours import Neighbours
from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.id_order import ByIdAndVector
from embedscope.lessons.models import known_models
from embedscope.lessons.scores import pair_scores
from embedscope.lessons.sizes import TableSize
from embedscope.lessons.training.point import TrainingPoint, finished_run
from embedscope.tables.table import Table
from embedscope_gui.figures.figure import least_size
from embedscope_gui.figures.formats import pdf_bytes
from embedscope_gui.figures.save import SaveOptions, look_of
from embedscope_gui.lessons.demos import training_points
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.id_neighbours import IdNeighboursFigure
from embedscope_gui.lessons.demos.model_sizes import ModelSizesFigure
from embedscope_gui.lessons.demos.table_size_figure import TableSizeFigure
from embedscope_gui.lessons.demos.top_tens import TopTensFigure
from embedscope_gui.lessons.demos.training_figure import TrainingFigure
from embedscope_gui.lessons.demos.training_frame import find_frame
from embedscope_gui.lessons.demos.training_heat import _faded
from embedscope_gui.lessons.demos.training_kept import same_rows
from embedscope_gui.lessons.demos.training_points import PAIR_COLOURS, pair_colours
from embedscope_gui.lessons.demos.two_arrows import PLANE, Rows, TwoArrowsFigure
from embedscope_gui.lessons.step_figure import lesson_figure
from embedscope_gui.theme import LIGHT, THEMES
from figure_helpers import pdf_texts
from lesson_driver import demo_of, lessons_of, make_desk, settle

WHISPER = TableSize(51864, 384, "float16", True, 4)


@pytest.fixture
def lessons(qtbot, tmp_path):
    return lessons_of(make_desk(qtbot, tmp_path))


def shown(lessons, name, step) -> Any:
    lessons.enter(name, step)
    settle()
    return demo_of(lessons)


def written(figure) -> list[str]:
    """Return all texts in ``figure``."""
    texts = pdf_texts(pdf_bytes(figure, look_of(figure, SaveOptions(width=700))))
    return [normalize("NFKC", text) for text in texts]  # no ligatures


def painted(figure, width, height, theme=LIGHT) -> np.ndarray:
    """Return the colours (h, w) of ``figure``, without smoothed edges."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.surface))
    with QPainter(image) as painter:
        figure.paint(painter, width, height, theme)
    return np.frombuffer(image.constBits(), np.uint32).reshape(height, width).copy()


def count_of(colours, colour) -> int:
    return int(np.count_nonzero(colours == QColor(colour).rgb()))


def training_figure(beside, n_steps=200, **options) -> TrainingFigure:
    finished = finished_run(TrainingDemo(**options.pop("run", {})))
    point = TrainingPoint(finished.trainer, n_steps)
    return TrainingFigure(point, find_frame(finished), beside, **options)


# training


@pytest.mark.parametrize("in_space", [False, True])
def test_points_leave_trails_where_they_moved(qapp, monkeypatch, in_space):
    def inked(n_steps):
        colours = painted(training_figure("points", n_steps, in_space=in_space), 640, 480)
        return int(np.count_nonzero(colours != QColor(LIGHT.surface).rgb()))

    first, later = inked(0), inked(40)
    monkeypatch.setattr(training_points, "TRAIL", 1)
    assert inked(0) == first  # nothing has moved yet
    assert inked(40) < later - 100


def test_looked_up_rows_are_marked_only_while_steps_are_done(lessons):
    widget = shown(lessons, "from-random-to-learned", "used-alike")

    def marked() -> set[str]:
        return {widget.point.words[row] for row in widget.view.figure.marked}

    assert marked() == set()
    widget.go_to(0)
    widget.step()
    assert marked() == {"the", "cat", "sits", "on"}
    assert "has read “the cat sits on the mat”" in widget.view.figure.remark()
    widget.slider.setValue(120)
    assert marked() == set()
    assert "has read" not in widget.view.figure.remark()
    widget.go_to(198)
    widget.run_or_pause()
    assert len(marked()) > 0
    widget._timer.timeout.emit()  # the last step
    widget._timer.timeout.emit()
    assert (widget.shown, widget.is_running, marked()) == (200, False, set())


def test_the_step_that_one_line_is_read_in_marks_its_rows(lessons):
    widget = shown(lessons, "from-random-to-learned", "one-step")
    assert {widget.point.words[row] for row in widget.view.figure.marked} == {
        *("the", "cat", "sits", "on")
    }


def test_the_picture_of_points_does_not_move_when_a_step_is_told_of(qapp):
    still, moving = (training_figure("points", 60, is_moving=m) for m in (False, True))
    assert still.remark().count("\n") == moving.remark().count("\n") == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_left_behind_wears_no_colour_of_looked_up_rows(qapp, theme):
    colours = painted(training_figure("start"), 640, 420, THEMES[theme])
    assert not count_of(colours, THEMES[theme].marks)
    colours = painted(training_figure("loss"), 640, 420, THEMES[theme])
    assert count_of(colours, THEMES[theme].marks) > 100


def test_before_any_step_all_rows_are_the_same(qapp):
    figure = training_figure("start", 0)
    assert all(same_rows(figure.point))
    assert written(figure).count("=") == 16
    one_step = same_rows(training_figure("start", 1).point)
    assert one_step.count(False) == 4


def test_faded_colours_lie_between_the_colour_and_the_ground():
    argb = np.array([[0xFF000000, 0xFFFFFFFF]], np.uint32)
    assert _faded(argb, "#ffffff").tolist() == [[0xFFB2B2B2, 0xFFFFFFFF]]


def test_the_best_possible_loss_is_told_where_the_words_speak_of_it(lessons, qapp):
    assert "best possible 0.92" not in written(training_figure("loss"))
    assert "best possible 0.92" in written(training_figure("chances-and-loss"))
    widget = shown(lessons, "from-random-to-learned", "one-step")
    assert (widget.plot.heading.text(), widget.plot._least.isVisible()) == ("Loss 2.769", False)
    lessons.walk(1)
    settle()
    assert widget.plot.heading.text() == "Loss 0.988, best possible 0.92"
    assert widget.plot._least.isVisible()


def test_a_pair_shares_its_own_colour_that_can_be_read(qapp):
    point = training_figure("points").point
    for name, theme in THEMES.items():
        colours = {point.words[row]: colour for row, colour in pair_colours(point, theme).items()}
        assert colours["cat"] == colours["dog"] == theme.accent
        assert colours["king"] == colours["queen"] != colours["cat"]
        assert "mat" not in colours
        assert len(set(colours.values())) == 5
        assert all(contrast(one, theme.surface) >= 4.5 for one in PAIR_COLOURS[name])


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG 2.1."""

    def light(colour: str) -> float:
        parts = QColor(colour)
        levels = np.array([parts.redF(), parts.greenF(), parts.blueF()])
        linear = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("n_dims", "in_space", "said"),
    [
        (3, False, "Drawn: numbers 0 and 1 of each row; 3D shows all three."),
        (3, True, "Drawn: all three numbers of each row."),
        (2, False, "Drawn: both numbers of each row."),
        (1, True, "Drawn: the one number of each row."),
        (5, False, "Drawn: the directions in which the rows differ most; 3D shows a third."),
    ],
)
def test_what_the_points_are_drawn_of_is_said(qapp, n_dims, in_space, said):
    run = {"n_dims": n_dims, "n_steps": 20}
    figure = training_figure("points", 20, in_space=in_space, run=run)
    assert figure.remark() == f"{said}\n"
    words = written(figure)
    assert said in words
    assert ("number 0 →" in words) == (n_dims <= 3 and not in_space)
    assert {"king", "queen", "cat", "dog"} <= set(words)


# sizes


def test_the_tables_of_models_are_drawn_to_scale_with_words_in_full(qapp):
    areas = {
        name: count_of(painted(ModelSizesFigure(known_models(), name), 600, 540)[:, 260:], BLUE)
        for name in ("GPT-2 small", "Gemma-2-2B")
    }
    true = 256_000 * 2304 / (50257 * 768)
    assert areas["Gemma-2-2B"] / areas["GPT-2 small"] == pytest.approx(true, rel=0.06)
    words = written(ModelSizesFigure(known_models(), "GPT-2 small"))
    assert {model.name for model in known_models()} <= set(words)
    assert {"50,257 × 768", "128,256 × 8,192"} <= set(words)
    assert "One square: 20 million parameters. Empty squares: an output layer of its own." in words


BLUE = LIGHT.accent


@pytest.mark.parametrize(("width", "height"), [(600, 550), (700, 540), (600, 390), (500, 284)])
def test_the_largest_model_fills_the_width_or_the_height(qapp, width, height):
    figure = ModelSizesFigure(known_models())
    room, pitch = width - figure._word_room - 32, (height - 66) / len(known_models())
    deep = figure.squares_deep(room, pitch)
    side = figure._side(room, pitch, deep)
    assert all(figure._side(room, pitch, other) <= side for other in range(1, 12))
    assert deep * side <= pitch
    ink = (painted(figure, width, height) != QColor(LIGHT.surface).rgb()).any(axis=0)
    assert not ink[-12:].any()  # nothing is cut off at the right


def test_layers_are_asked_for_only_where_no_model_is_known(lessons):
    widget = shown(lessons, "how-big-the-table-gets", "share")
    label = widget._labels["layers"]
    seen = []
    for dims in (384, 385, 384):
        widget.dims.setValue(dims)
        settle()
        seen.append((widget.layers.isVisible(), label.isVisible()))
    assert seen == [(False, False), (True, True), (False, False)]


def test_sources_are_named_and_more_is_told_to_those_who_ask(lessons):
    figure = TableSizeFigure(WHISPER, WHISPER, "share")
    said = "Sources: openai/whisper-tiny.en and openai-community/gpt2, config.json"
    assert figure.remark() == said
    alone = TableSize(50257, 768, "float32", True, 12)
    assert TableSizeFigure(alone, WHISPER, "share").remark() == (
        "Source: openai-community/gpt2, config.json"
    )
    widget = shown(lessons, "how-big-the-table-gets", "share")
    assert "recomputed from the architecture; 576,000" in widget.view.toolTip()
    widget = shown(lessons, "how-big-the-table-gets", "rows-times-dims")
    assert widget.view.toolTip() == ""


@pytest.mark.parametrize("focus", ["bytes", "share", "tied", "one-more"])
@pytest.mark.parametrize(("width", "height"), [(540, 460), (540, 360), (500, 260)])
def test_pictures_of_sizes_fill_their_room(qapp, focus, width, height):
    colours = painted(TableSizeFigure(WHISPER, WHISPER, focus), width, height)
    ink = np.flatnonzero((colours != QColor(LIGHT.surface).rgb()).any(axis=1))
    picture = ink[ink < height - 34]  # without the remark
    assert picture[0] < 0.2 * height
    assert picture[-1] > 0.8 * (height - 34)


# scores


def row_pair(rows) -> TwoArrowsFigure:
    table = Table.from_array(np.array(rows, np.float32), "two")
    view: Any = SimpleNamespace(table=table)
    subject: Any = SimpleNamespace(row_label=("the", "cat").__getitem__)
    return TwoArrowsFigure(pair_scores(table, 0, 1), Given(Rows((0, 1), (0, 1)), view, subject))


def test_lengths_of_short_rows_are_computed_in_front_of_the_learner():
    assert row_pair([[0.3, -0.1, 0.5, 0.2], [3, 4, 0, 0]]).caption().splitlines() == [
        PLANE,
        "Length of “the” = √(0.3² + (-0.1)² + 0.5² + 0.2²) = 0.6245",
        "Length of “cat” = √(3² + 4² + 0² + 0²) = 5.0000",
    ]
    assert "“the” ≈ √(0.3333² + 1²) = 1.0541" in row_pair([[1 / 3, 1], [1, 0]]).caption()
    assert row_pair([[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]]).caption() == PLANE


def test_what_two_lists_share_is_joined_and_named_in_one_colour(qapp):
    figure: Any = lesson_figure("cosine-and-dot-product/two-lists").inner
    assert figure.remark() == "4 of 10 are in both lists, joined by lines."
    for lengths in (False, True):
        shown_ = TopTensFigure(figure.found, figure.given, lengths)
        colours = painted(shown_, 640, 370)
        assert count_of(colours[:, 296:344], BLUE) > 100  # the lines
        assert not count_of(colours, LIGHT.marks)
        assert [entry.joined for entry in shown_._lists()] == [
            frozenset(figure.found.lists.shared)
        ] * 2


def test_a_cosine_below_zero_is_a_number_without_a_bar(qapp):
    ids = np.array([1, 3])
    nearest = Neighbours(ids, np.array([-0.5, -0.9]), "cosine", 2)
    found = ByIdAndVector(2, ids, np.array([-0.5, -0.25]), nearest)
    subject: Any = SimpleNamespace(row_label=str)
    view: Any = None
    figure = IdNeighboursFigure(found, Given(found, view, subject))
    colours = painted(figure, 640, 320)
    assert not count_of(colours, LIGHT.accent)
    assert not count_of(colours, LIGHT.marks)
    assert {"-0.500", "-0.250", "-0.900"} <= set(written(figure))


# numbers that can be read


@pytest.mark.parametrize(
    ("lesson", "steps"),
    [
        ("a-lookup-is-a-layer", ("one-hot", "zero-times-a-row", "exactly-the-same", "the-price")),
        ("how-big-the-table-gets", ("share", "well-known-models")),
        ("cosine-and-dot-product", ("cosine", "two-lists")),
    ],
)
def test_numbers_are_read_in_a_small_window(lessons, lesson, steps):
    for step in steps:
        view = shown(lessons, lesson, step).view
        assert view.zoom >= 10 / 11, step  # of the smallest text, eleven pixels
        assert view.width() / view.zoom >= least_size(view.figure).width - 1, step
