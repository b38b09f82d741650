"""Steps as figures, in all formats; and what the demonstrations draw."""

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from embedscope.errors import UnknownNameError
from embedscope.lessons.demos import DEMOS, TopTensDemo, TrainingDemo, WeightedSumDemo
from embedscope.lessons.loading import load_lessons
from embedscope.lessons.view import LessonView, view_of
from embedscope.progress import SILENT
from embedscope.session.text import look_up_text
from embedscope.tables.table import Table
from embedscope.tokenizers.registry import get_tokenizer
from embedscope_gui.cli import main
from embedscope_gui.figures.figure import least_size
from embedscope_gui.figures.formats import figure_image, pdf_bytes, svg_bytes
from embedscope_gui.figures.save import SaveOptions, look_of
from embedscope_gui.figures.subject import Source, View, make_subject
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.merge_chain import placed
from embedscope_gui.lessons.demos.registry import step_kind
from embedscope_gui.lessons.demos.top_tens import find as find_top_tens
from embedscope_gui.lessons.filled import fill_step
from embedscope_gui.lessons.step_figure import lesson_figure, step_figure
from embedscope_gui.theme import THEMES
from figure_helpers import drawn_svg, pdf_texts, pixels_of, svg_texts
from lesson_driver import SMALL

STEPS = [(lesson, step) for lesson in load_lessons() for step in lesson.steps]
SLOW = {"at-the-start", "after-training", "a-shared-direction"}  # of whole tables, drawn once
QUICK = [(lesson, step) for lesson, step in STEPS if step.name not in SLOW]
STAGE_WIDTH = SMALL[0] - 352  # beside the panel
DARK = THEMES["dark"]


@pytest.fixture(scope="module", autouse=True)
def _application():
    from embedscope_gui.application import application

    return application()


def drawn_in(path) -> Any:
    """Return what the figure of a step shows below its words."""
    return lesson_figure(path).inner


def small(figure, **options):
    """Return the look of a small picture of ``figure``."""
    return look_of(figure, SaveOptions(width=figure.natural_size.width // 2, **options))


@pytest.mark.parametrize(("lesson", "step"), QUICK, ids=lambda part: part.name)
def test_every_step_is_a_figure_in_three_formats(lesson, step):
    figure = lesson_figure(f"{lesson.name}/{step.name}")
    words = " ".join(figure.text.split())
    assert words
    assert "{" not in words
    image = pixels_of(figure_image(figure, small(figure)))
    assert len(np.unique(image.reshape(-1, 4), axis=0)) > 8
    svg = svg_bytes(figure, small(figure, theme=DARK)).decode()
    assert step.title.split()[0] in svg
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", svg)
    assert texts[0] == f"{lesson.number}  {lesson.title}"
    assert (figure.inner is None) == (step.figure is None)
    if (
        step.demo is not None and figure.inner is not None
    ):  # text on the stage is never smaller than ten pixels
        assert least_size(figure.inner).width <= STAGE_WIDTH * 1.3
    assert pdf_bytes(figure, small(figure)).startswith(b"%PDF")


def test_figures_of_whole_tables():
    figure = lesson_figure("cosine-and-dot-product/a-shared-direction")
    found = drawn_in("cosine-and-dot-product/a-shared-direction").found
    assert found.centring.before == pytest.approx(0.842, abs=0.001)
    texts = pdf_texts(pdf_bytes(figure, small(figure)))
    assert "average 0.842" in texts
    assert [texts.count(number) for number in ("-1.0", "0.0", "1.0", "cosine →")] == [2] * 4
    drawn = drawn_svg(svg_bytes(figure, small(figure)), 300, 200)
    assert (drawn[..., 3] > 0).any()


@pytest.mark.parametrize("name", ["at-the-start", "after-training"])
def test_figures_of_points_of_whole_tables(name):
    figure = lesson_figure(f"from-random-to-learned/{name}")
    assert pdf_bytes(figure, small(figure)).startswith(b"%PDF")
    assert "nearest to “␣king”" in figure.text


def test_another_text_is_drawn_and_told_of():
    figure = lesson_figure("looking-up-a-row/any-context", " dog or dog")
    assert "“␣dog” occurs twice" in figure.text
    with pytest.raises(UnknownNameError):
        lesson_figure("looking-up-a-row/nowhere")


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_command_line_writes_steps(tmp_path, capsys, ending):
    out = tmp_path / f"step.{ending}"
    words = ["figure", "lesson:3/raw-ids", "-o", str(out), "--width", "500"]
    assert main(words) == 0
    assert capsys.readouterr().out.strip() == str(out)
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    assert out.read_bytes().startswith(starts[ending])


def test_the_command_line_refuses_unknown_steps_in_one_line(tmp_path, capsys):
    out = tmp_path / "step.png"
    assert main(["figure", "lesson:3/nowhere", "-o", str(out)]) == 1
    assert main(["lesson", "nothing"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("embedscope: The lesson an-id-is-a-label has no step")
    assert said[1].startswith('embedscope: There is no lesson "nothing"; choose one of from-text')
    assert main(["figure", "poster", "-o", str(out)]) == 2


def test_without_a_display_the_lesson_is_a_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("embedscope_gui.app.has_display", lambda: False)
    monkeypatch.setattr("embedscope_gui.window_picture.DEFAULT_PRESET", "book-6x3")
    assert main(["lesson", "2/counted-from-zero"]) == 0
    assert "its picture is in" in capsys.readouterr().out
    assert (tmp_path / "embedscope-window.png").exists()


def test_every_demo_is_shown_by_some_step_and_has_a_kind():
    shown = {type(step.demo) for _, step in STEPS if step.demo is not None}
    assert shown == set(DEMOS.values())


def test_the_weighted_sum_of_the_spec():
    lesson, step = next((o, s) for o, s in STEPS if s.name == "raw-ids")
    figure = drawn_in("an-id-is-a-label/raw-ids")
    assert figure.sum.ids.tolist() == [15496, 11, 995, 0]
    assert figure.sum.terms.tolist() == pytest.approx([154.96, 0.11, 9.95, 0.0])
    assert figure.sum.shares.tolist() == pytest.approx([0.939, 0.0007, 0.0603, 0.0], abs=5e-4)
    assert isinstance(step.demo, WeightedSumDemo)
    assert lesson.number == 3


def test_the_tree_of_merges_keeps_the_order_of_the_bytes():
    figure = drawn_in("an-id-is-a-label/merges")
    root = placed(figure.built.tree)
    leaves = [node for node in root.walk() if not node.parts]
    in_order = sorted(leaves, key=lambda node: node.x)
    assert b"".join(node.tree.data for node in in_order) == b" world"
    assert [node.x for node in in_order] == [0.5, 1.5, 2.5, 3.5, 4.5, 5.5]
    assert (root.tree.token_id, root.level) == (995, 3)
    assert [part.tree.data for part in root.parts] == [b" wor", b"ld"]
    assert figure._known(root.tree) == "id 995 · merge 740"
    assert [figure._known(node.tree) for node in in_order[:2]] == ["id 220", "id 86"]
    assert figure.remark().endswith("“␣” is byte 32, with id 220.")


def test_the_product_adds_one_row_and_differs_by_nothing():
    figure = drawn_in("a-lookup-is-a-layer/zero-times-a-row")
    assert [step.factor for step in figure.product.steps] == [0, 0, 0, 1, 0, 0]
    assert figure.product.check.largest_difference == 0
    assert "6 × 3 = 18 multiplications. Lookup: 3 copies." in figure.remark()


def test_the_gradient_counts_repeated_tokens():
    figure = drawn_in("a-lookup-is-a-layer/who-gets-a-gradient")
    cells = figure._result_cells("light")
    assert [cells[row, 0].text for row in range(6)] == ["0", "0", "2", "1", "0", "1"]
    assert "“fox” was looked up twice: 1 + 1 = 2." in figure.remark()


ODD = {
    "holes": [[1, 2, 3], [np.nan, 1, 1], [0, 0, 0], [np.inf, 0, 1], [1e30, -1e30, 1]],
    "zeros": np.zeros((5, 4)),
    "one number": [[1.5]],
    "one dim": [[1.0], [-2.0], [3.0]],
}


@pytest.mark.parametrize(
    ("name", "text"), list(zip(ODD, ["0 1 2 1", "", "3 0", "0 999"], strict=True))
)
def test_no_table_and_no_text_breaks_a_step(name, text):
    table, ids = Table.from_array(np.array(ODD[name], np.float32), name), get_tokenizer("ids")
    subject = make_subject(Source(table, ids, text), View(selected=0 if text else None))
    view = LessonView(subject.text, subject.view.selected)
    for lesson, step in STEPS:
        words, kind = fill_step(step, view), step_kind(step)
        assert words.text.strip(), step.name
        assert step.try_it is None or words.prompt.strip(), step.name
        assert bool(words.answer.strip()) == bool(step.try_it and step.try_it.answer), step.name
        inner = None
        if kind is not None and type(step.demo) is not TrainingDemo:
            found = kind.find(step.demo, view, SILENT)
            inner = kind.figure(step.demo, Given(found, view, subject))
        figure = step_figure(lesson, step, words.text, inner)
        assert not figure_image(figure, small(figure, scale=0.3)).isNull()


def test_lists_of_a_row_that_is_not_chosen_are_empty():
    lesson, step = next((o, s) for o, s in STEPS if s.name == "two-lists")
    view = view_of(lesson, step)
    empty = look_up_text("", view.tokenizer, "plain", view.table)
    nothing = replace(view, text=empty, selected=None)
    assert find_top_tens(TopTensDemo(), nothing, SILENT) is None
    QGuiApplication.processEvents()


def test_an_id_is_drawn_as_a_row_with_a_single_one():
    figure = drawn_in("a-lookup-is-a-layer/one-hot")
    assert (figure.row, figure.places) == (3, [0, 1, 2, 3, 4, 5])
    assert figure.title == "Id 3 as zeros and a single one"


def test_the_price_is_told_of_when_all_rows_are_added():
    figure = drawn_in("a-lookup-is-a-layer/zero-times-a-row")
    assert replace(figure, done=5).remark() == ""


def test_the_listing_of_a_step_is_in_its_figure_in_columns() -> None:
    figure = lesson_figure("from-random-to-learned/used-alike")
    data = svg_bytes(figure, look_of(figure, SaveOptions()))
    texts = svg_texts(ElementTree.fromstring(data))
    for cell in ("cosine at first", "now", "nearest", "cat – dog", "king – queen", "0.11", "0.99"):
        assert cell in texts
    assert figure._cells[0] == ["", "cosine at first", "now", "nearest"]
    assert {len(row) for row in figure._cells} == {4}
