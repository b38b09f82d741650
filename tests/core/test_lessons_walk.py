"""Every lesson, step by step, with several texts; the numbers a learner must meet."""

import json
import re
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from embedscope.lessons.lesson import Lesson, Step, StepState
from embedscope.lessons.loading import find_step, load_lessons
from embedscope.lessons.templates import fill, words_of_demo
from embedscope.lessons.view import LessonView, open_view, view_of
from embedscope.tables.table import Table

CASES = Path(__file__).parents[1] / "cases"
TEXTS = (
    "",
    "zeppelins over Zürich",
    "naïve 😀 👩\u200d👧",
    "שלום 漢字\n\n\t",
    "fox fox 3 dog, the cat!",
)
STEPS = [(lesson, step) for lesson in load_lessons() for step in lesson.steps]
AMERICAN = ("color", "neighbor", "center", "gray", "analyz", "learnt by heart", "please", "simply")


def name_of(value: object) -> str:
    return value.name if isinstance(value, Lesson | Step) else repr(value)


@cache
def case(name: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = json.loads((CASES / "cases.json").read_text(encoding="utf-8"))
    return next(entry for entry in found if entry["id"] == name)


def words_of(step: Step, view: LessonView) -> str:
    parts = [step.text, step.listing]
    parts += [step.try_it.prompt, step.try_it.answer] if step.try_it else []
    parts += [words_of_demo(step.demo)] if step.demo else []
    return "\n".join(fill(part, view) for part in parts if part)


def told(path: str, text: str | None = None, **changes: Any) -> str:
    """Return all words of a step, with the learner's own text if given."""
    lesson, step = find_step(path)
    if text is None and not changes:
        return words_of(step, view_of(lesson, step))
    state = replace(lesson.state_at(step), selected=None, row=None, **changes)
    return words_of(step, open_view(state if text is None else replace(state, text=text)))


@lru_cache(maxsize=2)  # steps that follow each other often share their state
def view_at(state: StepState) -> LessonView:
    return open_view(state)


def view_with(lesson: Lesson, step: Step, text: str) -> LessonView:
    return view_at(replace(lesson.state_at(step), text=text, selected=None, row=None))


@pytest.mark.parametrize(("lesson", "step"), STEPS, ids=name_of)
def test_a_step_reads_well_with_its_own_text(lesson: Lesson, step: Step) -> None:
    view = view_of(lesson, step)
    text = fill(step.text, view)
    assert 15 <= len(text.split()) <= 75, text
    assert not [mark for mark in ("{", "}", "  ", "nan", "is None") if mark in text]
    assert text.endswith((".", "?"))
    everything = words_of(step, view).lower()
    assert not [word for word in AMERICAN if word in everything]
    assert "nan" not in everything.split()


@pytest.mark.parametrize("text", TEXTS, ids=repr)
def test_no_placeholder_is_empty_whatever_is_typed(text: str) -> None:
    for lesson, step in STEPS:
        view = view_with(lesson, step, text)
        for template in (step.text, step.listing, step.try_it.answer if step.try_it else ""):
            words = fill(template, view)
            assert bool(words.strip()) == bool(template)
            gaps = [
                gap for gap in (" . ", " .\n", "()", ": .", "“”", "is None", "\0") if gap in words
            ]
            assert not gaps, words


def test_words_follow_what_is_typed() -> None:
    lesson, step = find_step("looking-up-a-row/counted-from-zero")
    assert "“jumps” has id 3: that is row 3, the fourth row." in fill(
        step.text, view_of(lesson, step)
    )
    typed = fill(step.text, view_with(lesson, step, "over"))
    assert typed == (
        "Counting starts at 0. “over” has id 5: that is row 5, the sixth row. "
        "Taking the row of an id is called a lookup."
    )
    assert "0. The text is empty, so no row is looked up." in fill(
        step.text, view_with(lesson, step, "")
    )
    assert "“cat” is not in the vocabulary: it has no id, and so no row." in fill(
        step.text, view_with(lesson, step, "cat")
    )


def test_the_same_excuse_is_not_made_twice() -> None:
    lesson, step = find_step("cosine-and-dot-product/cosine")
    assert fill(step.text, view_with(lesson, step, "the")) == (
        "Type two different words that have a row, to compare them. For the cosine, only "
        "directions count: 1 is the same, 0 a right angle, -1 the opposite."
    )


# The numbers that must be right.


def test_the_pipeline_of_gpt2() -> None:
    lesson, step = find_step("from-text-to-vectors/real-model")
    view = view_with(lesson, step, "Hello, world!")
    assert fill("{cut_sentence}", view) == (
        "The text is cut into 4 tokens, “Hello”, “,”, “␣world”, “!”, with the ids "
        "15496, 11, 995, 0."
    )
    assert fill("{table_size}", view) == "51,864 rows of 384 numbers"


def test_the_first_two_numbers_lead_to_a_place() -> None:
    words = told("from-text-to-vectors/points")
    assert "“fox” goes 1.2753 to the right and 0.201 down." in words
    assert "“dog” goes 0.9178 to the right and 1.581 up." in told("1/points", "dog")
    assert "“over” goes 2.84 to the left and 0.7849 down." in told("1/points", "over")
    assert "Without a row there is no place." in told("1/points", "cat")


BOOK = (
    ("row 0", "“brown”", "[0.3374, -0.1778, -0.1690]"),
    ("row 1", "“dog”", "[0.9178, 1.5810, 1.3010]"),
    ("row 2", "“fox”", "[1.2753, -0.2010, -0.1606]"),
    ("row 3", "“jumps”", "[-0.4015, 0.9666, -1.1481]"),
    ("row 4", "“lazy”", "[-1.1589, 0.3255, -0.6315]"),
    ("row 5", "“over”", "[-2.8400, -0.7849, -1.4096]"),
)


def test_the_book_s_matrix() -> None:
    path = "looking-up-a-row/a-table"
    lines = fill("{table_rows}", view_of(*find_step(path))).splitlines()
    for row, word, numbers in BOOK:
        assert any(line.split(maxsplit=3)[:3] == [*row.split(), word] and numbers in line
                   for line in lines)  # fmt: skip
    assert "torch.manual_seed(123) and torch.nn.Embedding(6, 3)" in told(path)


def test_ids_three_and_five_are_the_fourth_and_sixth_row() -> None:
    words = told("looking-up-a-row/counted-from-zero")
    assert "“jumps” has id 3: that is row 3, the fourth row." in words
    assert "“over” has id 5: that is row 5, the sixth row." in words


def test_L05_ids_2_3_5_1_give_the_rows_of_the_book() -> None:
    words = told("looking-up-a-row/several-rows")
    assert "rows 2, 3, 5, 1, in the order of the text, and returns 4 rows of 3 numbers (4 x 3)" in (
        words
    )
    lesson, step = find_step("looking-up-a-row/several-rows")
    view = view_of(lesson, step)
    assert fill("{token_ids}", view) == "“fox” 2, “jumps” 3, “over” 5, “dog” 1"
    picked = [BOOK[row][2] for row in (2, 3, 5, 1)]
    lines = fill("{rows}", view).splitlines()
    assert [line[line.index("[") :] for line in lines] == picked
    assert "type 2 3 5 1" in words
    by_id = open_view(
        replace(lesson.state_at(step), text="2 3 5 1", tokenizer="ids", selected=None)
    )
    assert (
        view.text.looked_up.rows(range(4)).tolist() == by_id.text.looked_up.rows(range(4)).tolist()
    )


def test_the_little_table() -> None:
    words = told("looking-up-a-row/rows-without-a-word")
    listing = fill("{table_rows}", view_of(*find_step("looking-up-a-row/rows-without-a-word")))
    for row in (
        "row 0  “the”  [0.3000, -0.1000, 0.5000, 0.2000]",
        "row 1         [0.0000, 0.7000, -0.4000, 0.1000]",
        "row 2  “cat”  [0.1000, -0.4000, 0.8000, 0.0000]",
        "row 3         [-0.6000, 0.2000, 0.1000, 0.9000]",
    ):
        assert row in listing
    assert "“the” is 0 and “cat” is 2" in words
    assert "rows 0, 2, in the order of the text" in fill(
        "{rows_sentence}", view_of(*find_step("looking-up-a-row/rows-without-a-word"))
    )
    assert "Row 1 is the second row; it belongs to no token." in words


def test_an_id_is_a_label() -> None:
    assert "“Hello” 15496, “,” 11, “␣world” 995, “!” 0" in told("an-id-is-a-label/1")
    words = told("an-id-is-a-label/raw-ids")
    assert "“␣world” (995) would count about 90 times as much as “,” (11)." in words
    assert "the sum is 165.02, and “Hello” alone makes 93.9 % of it." in words
    beside = told("an-id-is-a-label/next-to-each-other")
    assert "“␣world” has id 995; beside it, id 994 is “␣here” and id 996 is “␣though”." in beside
    assert "“␣wor” + “ld” → “␣world”  id 995" in told("an-id-is-a-label/merges")


def test_L10_a_lookup_is_a_product() -> None:
    assert "Id 3 of 6 becomes [0, 0, 0, 1, 0, 0]." in told("a-lookup-is-a-layer/one-hot")
    added = told("a-lookup-is-a-layer/zero-times-a-row")
    assert "1 x row 3  [-0.4015, 0.9666, -1.1481]" in added
    assert "sum        [-0.4015, 0.9666, -1.1481]" in added
    assert added.count("[0, 0, 0]") == 5
    same = told("a-lookup-is-a-layer/exactly-the-same")
    assert "Product and lookup are exactly equal: their largest difference is 0." in same
    assert (
        fill("{shapes_sentence}", view_of(*find_step("a-lookup-is-a-layer/exactly-the-same")))
        == "Here one_hot(ids) is 4 x 6, the table 6 x 3, their product 4 x 3."
    )


def test_the_price_of_a_product() -> None:
    words = told("a-lookup-is-a-layer/the-price")
    assert f"4 x 51,864 x 384 = {4 * 51864 * 384:,} multiplications" in words
    assert "copies 4 x 384 = 1,536 numbers" in words
    assert "Product and lookup are exactly equal: their largest difference is 0." in words


def test_only_looked_up_rows_get_a_gradient() -> None:
    words = told("a-lookup-is-a-layer/who-gets-a-gradient")
    assert "looked up twice  [2, 2, 2]" in words
    assert "rows 0, 1 and 4           never looked up  [0, 0, 0]" in words


def test_how_big_the_table_gets() -> None:
    words = told("how-big-the-table-gets/well-known-models")
    assert "In blue, GPT-2 small: 50,257 x 768 = 38,597,376 parameters." in words
    assert re.search(r"Llama-3-8B +128,256 x 4,096 +525,336,576 ", words)


def test_learned_and_not_given() -> None:
    before, after = told("from-random-to-learned/1"), told("from-random-to-learned/2")
    assert "All numbers of this table are random." in before
    assert "queen" not in before.split("nearest to “␣king”")[1]
    said = "nearest to “␣king” are “␣Kingdom” (0.75), “␣monarch” (0.72) and “␣reign” (0.68)."
    assert said in after
    assert "Nobody typed that in: training found it." in after


def test_two_scores_rank_differently() -> None:
    assert "For “␣would”, 4 of 10 are in both lists." in told("cosine-and-dot-product/two-lists")
    assert told("cosine-and-dot-product/they-disagree").startswith(
        "Of 210 pairs from your text and both lists, “'d” and “␣criminality” are the 39th by dot "
        "product, but the 140th by cosine. Their lengths, 0.3619 and 0.5358, make the difference; "
        "0.4386 is typical."
    )
    lesson, step = find_step("cosine-and-dot-product/they-disagree")
    days = replace(lesson.state_at(step), text="See you on Monday or Friday", selected=3)
    assert fill(step.text, open_view(days)) == (
        "Of 300 pairs from your text and both lists, “␣Friday” and “␣Sunday” are the 59th by "
        "cosine, but the 218th by dot product. Both rows are shorter than a typical one (0.4386): "
        "dot puts them lower."
    )
    assert fill("{best_place_sentence}", open_view(days)) == (
        "“␣Sunday”, the first by cosine, is the 28,752nd by dot product."
    )
    quotient = "The dot product divided by both is the cosine: 0.47 / (0.6245 x 0.9) = 0.84."
    assert quotient in told("cosine-and-dot-product/cosine")


# The cases that a lesson answers.


def test_L01_the_leading_blank_is_part_of_the_token() -> None:
    words = told("from-text-to-vectors/real-model")
    lesson, step = find_step("from-text-to-vectors/real-model")
    assert case("L01")["text"] == step.state.text
    assert view_of(lesson, step).ids.tolist() == [31373, 23748, 18435]
    assert "get a fourth id: “Hello” is 15496." in words
    assert "it is a part of the token, so the word has another id without it." in words
    other = replace(lesson.state_at(step), tokenizer="cl100k_base")
    assert open_view(other).ids.tolist() == [15339, 24748, 22691]
    assert "“Hello” is 9906" in told("from-text-to-vectors/real-model", tokenizer="cl100k_base")


def test_L02_a_row_is_the_same_in_every_context() -> None:
    words = told("looking-up-a-row/any-context")
    assert case("L02")["text"] == find_step("2/any-context")[1].state.text
    assert "input embedding, the same in every context" in words
    lesson, step = find_step("2/any-context")
    river, money = (
        view_with(lesson, step, f" bank {word} bank").text.looked_up for word in ("river", "money")
    )
    rows = np.stack([river.rows([0, 2]), money.rows([0, 2])]).view(np.uint32)
    assert (rows == rows[0, 0]).all()


def test_H09_repeated_tokens_share_a_row() -> None:
    assert case("H09")["text"] == find_step("2/any-context")[1].state.text
    assert (
        "“␣bank” occurs twice: always id 3331, always row 3331, with the very same 384 numbers"
    ) in told("looking-up-a-row/any-context")
    assert "always id 6201," in told("looking-up-a-row/any-context", tokenizer="cl100k_base")


def test_L04_a_row_is_shown_as_stored_whatever_its_name() -> None:
    words = told("looking-up-a-row/rows-without-a-word")
    assert "Real tables have such spare rows too, shown as they are stored." in words
    lesson, step = find_step("2/rows-without-a-word")
    table = Table.from_array(np.load(CASES / "files" / "T21_small_table.npy"))
    view = view_with(lesson, step, "the")
    text = replace(view.text, table=table, looked_up=table.gather(view.ids))
    assert (
        fill("{rows}", replace(view, text=text)) == "“the”  row 0  [0.0000, 1.0000, 2.0000, 3.0000]"
    )


def test_L07_a_shared_direction_makes_all_cosines_high() -> None:
    words = told("cosine-and-dot-product/a-shared-direction")
    assert "Two rows with a token taken at random have a cosine of 0.842 on average." in words
    assert (
        "Then random pairs are left with 0.001, “␣Sunday” and “␣Monday” with 0.74, "
        "“␣Raleigh” with 0.16."
    ) in words
    table = Table.from_array(np.load(CASES / "files" / "L07_common_offset.npy"))
    lesson, step = find_step("7/a-shared-direction")
    view = view_with(lesson, step, "!")
    text = replace(view.text, table=table, looked_up=table.gather(view.ids))
    centring = replace(view, text=text).centring
    assert (round(centring.before, 3), round(centring.after, 2)) == (0.967, -0.03)


def test_L08_a_long_word_has_no_row_of_its_own() -> None:
    words = told("from-text-to-vectors/words-in-pieces")
    lesson, step = find_step("1/words-in-pieces")
    assert step.state.text == case("L08")["text"]
    assert view_of(lesson, step).ids.tolist() == case("L08")["ids"]["gpt2"]
    assert (
        "“unbelievable” is 4 tokens long: “un” 403, “bel” 6667, “iev” 11203, “able” 540." in words
    )
    assert "No row stands for the whole word." in words
    assert "must be computed, for instance as the average of the rows of its pieces" in words


def test_T12_blanks_are_shown_as_a_mark_one_knows() -> None:
    text = str(case("T12")["text"])
    words = told("from-text-to-vectors/real-model", text)
    lesson, step = find_step("from-text-to-vectors/real-model")
    assert fill("{tokens}", view_with(lesson, step, text)) == "“say”, “␣what”, “?”"
    assert "In “␣what” the mark ␣ is a blank (other programs write Ġ)" in words
