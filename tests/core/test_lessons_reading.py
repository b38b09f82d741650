"""The lessons as a newcomer reads them: terms explained first, no wall of text, no long walk."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.lesson import Lesson, Step
from embedscope.lessons.loading import find_step, load_lessons
from embedscope.lessons.phrases import PHRASES
from embedscope.lessons.templates import fill
from embedscope.lessons.training.point import finished_run
from embedscope.lessons.view import LessonView, open_view, view_of

WORDS_A_MINUTE, LOOK_S, TRY_S, ANSWER_S = 200, 10, 8, 7
LEAST_MINUTES, MOST_MINUTES = 1.8, 2.6
LEAST_WORDS, MOST_WORDS, MOST_SENTENCES = 15, 50, 3
MOST_WORDS_OF_A_PROMPT, MOST_WORDS_OF_AN_ANSWER = 20, 35

# What a reader who knows Python has not met, the step that explains it, and with which words.
TERMS = {
    r"tokeni[sz]ers?": ("1/tokens-and-ids", "a tokenizer cuts the text into pieces"),
    r"tokens?": ("1/tokens-and-ids", "pieces, called tokens"),
    r"vocabular(?:y|ies)": ("1/tokens-and-ids", "a numbered list, its vocabulary"),
    r"ids?": ("1/tokens-and-ids", "the number of a token is its id"),
    r"rows?": ("1/rows", "a table with a row of numbers for each id"),
    r"vectors?": ("1/rows", "Such a row is called a vector"),
    r"dims?": ("1/rows", "its columns are called dims"),
    r"norms?": ("7/cosine", "has the length 0.6245 (its norm)"),
    r"GPT-2": ("1/real-model", "GPT-2, a well-known language model"),
    r"embeddings?": ("2/a-table", "is called the embedding of its word"),
    r"layers?": ("2/a-table", "the first layer, or stage, of a model"),
    r"lookups?": ("2/counted-from-zero", "is called a lookup"),
    r"networks?": ("3/raw-ids", "a model is a network: it multiplies its inputs"),
    r"weights?": ("3/raw-ids", "numbers, called weights"),
    r"cosines?": ("3/next-to-each-other", "called the cosine, says how alike two rows are"),
    r"merge[sd]?": ("3/merges", "were merged into a new one"),
    r"train(?:ed|ing)?": ("3/a-name-for-a-row", "Training, which tunes the numbers"),
    r"one-hot": ("4/one-hot", "this is called one-hot"),
    r"matrix|matrices": ("4/exactly-the-same", "A table of numbers is also called a matrix"),
    r"loss": ("4/why-it-matters", "how wrong it was, as one number, is called the loss"),
    r"gradients?": ("4/who-gets-a-gradient", "the loss grows with a number is the gradient of"),
    r"parameters?": ("5/rows-times-dims", "numbers, called parameters"),
    r"float(?:16|32)": ("5/rows-times-dims", "As float32, with 4 bytes each"),
    r"scores?": ("5/both-ends", "gives each of the V tokens a score"),
    r"output layers?": ("5/both-ends", "This output layer has V x D"),
    r"tied": ("5/both-ends", "then the two are called tied"),
    r"dot products?": ("7/dot-product", "multiply them number by number and add up"),
    r"centring": ("7/a-shared-direction", "is called centring"),
}
NEVER = (
    *("softmax", "logits?", "tensors?", "cross-entropy", "backprop\\w*", "hidden states?"),
    *(
        "bfloat16",
        "scalars?",
        "orthogonal",
        "normali[sz]\\w+",
        "dL",
        "PCA",
        "SGD",
        "Adam",
        "term",
        "kin",
        "corpus",
    ),
)


@cache
def words_of(path: str) -> tuple[str, ...]:
    """Return all that a step says with its own text: text, listing, prompt and answer."""
    lesson, step = find_step(path)
    view = view_of(lesson, step)
    question = (step.try_it.prompt, step.try_it.answer) if step.try_it else ("", "")
    return tuple(fill(part, view) for part in (step.text, step.listing, *question))


def in_order() -> Iterator[tuple[str, Lesson, Step]]:
    for lesson in load_lessons():
        for step in lesson.steps:
            yield f"{lesson.number}/{step.name}", lesson, step


def has(words: str, term: str) -> bool:
    return re.search(rf"(?<![\w.])(?:{term})(?!\w)", words, re.IGNORECASE) is not None


def unquoted(words: str) -> str:
    """Return ``words`` without tokens in quotation marks: these are examples, not terms."""
    return re.sub(r"“[^”]*”", "“”", words)


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_explained_where_it_comes_first(term: str) -> None:
    home, explanation = TERMS[term]
    first = next(path for path, *_ in in_order() if has(unquoted("\n".join(words_of(path))), term))
    assert first == home
    assert explanation in " ".join(words_of(home))


@pytest.mark.parametrize("term", TERMS)
def test_no_title_uses_a_term_before_its_lesson_explains_it(term: str) -> None:
    home = [path for path, *_ in in_order()].index(TERMS[term][0])
    titles = [step.title for _, _, step in in_order()]
    assert not [title for title in titles[:home] if has(title, term)]


@pytest.mark.parametrize("path", [path for path, *_ in in_order()])
def test_words_of_the_trade_that_nothing_explains_do_not_occur(path: str) -> None:
    said = unquoted("\n".join(words_of(path)))
    assert not [word for word in NEVER if has(said, word)]


@pytest.mark.parametrize("path", [path for path, *_ in in_order()])
def test_a_step_is_no_wall_of_text(path: str) -> None:
    text, _, prompt, answer = words_of(path)
    assert LEAST_WORDS <= len(text.split()) <= MOST_WORDS
    assert len(re.findall(r"[.?!](?= [A-Z“0-9]|$)", unquoted(text))) <= MOST_SENTENCES
    assert len(prompt.split()) <= MOST_WORDS_OF_A_PROMPT
    assert len(answer.split()) <= MOST_WORDS_OF_AN_ANSWER


def minutes(lesson: Lesson) -> float:
    """Reckon how long a lesson takes, from what its reader sees with the text it comes with.

    Words are counted as blanks part them, with the placeholders filled in: the text of each step,
    and what it invites to try or asks, with the answer; 200 of them are read in a minute. A step
    takes 10 s besides, to look at its title, its listing and what it points at, a trial 8 s, and a
    question 7 s more.
    """
    paths = [f"{lesson.number}/{step.name}" for step in lesson.steps]
    n_words = sum(len(f"{said[0]} {said[2]} {said[3]}".split()) for said in map(words_of, paths))
    trials = [step.try_it for step in lesson.steps if step.try_it is not None]
    n_answers = sum(trial.answer != "" for trial in trials)
    looked = LOOK_S * len(paths) + TRY_S * len(trials) + ANSWER_S * n_answers
    return n_words / WORDS_A_MINUTE + looked / 60


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.name)
def test_a_lesson_takes_about_three_minutes(lesson: Lesson) -> None:
    assert LEAST_MINUTES <= minutes(lesson) <= MOST_MINUTES


# Words about odd texts: one of a thing, none, or a token without a row.

ODD = ("", "fox", "cat", "fox fox", "fox dog", "cat fox", "brown dog fox jumps lazy", "😀")
FAULTS = (
    r"(?<![\d,.])1 (?:rows|tokens|numbers|dims|ids|steps|words|pairs|lines|merges)\b",
    r"the other [01] |-0\.00\b|\bids \d+\.|the (?:ids|rows) \d+[.;]|\b(?:0|no) row get\b",
)


@pytest.mark.parametrize("text", ODD, ids=repr)
def test_words_about_odd_texts_are_grammatical(text: str) -> None:
    for path in ("2/a-table", "2/rows-without-a-word", "1/words-in-pieces"):
        lesson, step = find_step(path)
        state = replace(lesson.state_at(step), text=text, selected=None, row=None)
        view = open_view(state)
        for phrase in PHRASES.values():
            if phrase.takes_text or phrase.slow:
                continue
            words = unquoted(phrase(view, None))
            assert not [fault for fault in FAULTS if re.search(fault, words)], words


def at(text: str, selected: int | None = None, path: str = "2/a-table") -> LessonView:
    lesson, step = find_step(path)
    return open_view(replace(lesson.state_at(step), text=text, selected=selected, row=None))


@pytest.mark.parametrize(
    ("template", "view", "words"),
    [
        ("{cut_sentence}", ("fox",), "The text is cut into 1 token, “fox”, with the id 2."),
        ("{one_hot_row}", ("cat fox", 0), "“cat” is not in the vocabulary: it has no id, and so "
         "no row. So there is no place for the 1."),
        ("{one_hot_row}", ("",), "The text is empty: type a word to go on."),
        ("{dot_lines}", ("fox",), "nothing to multiply yet"),
        ("{beside_by_id}", ("over",), "“over” has id 5; beside it, id 4 is “lazy”."),
        ("{beside_by_id}", ("cat",), "No token with a row is chosen."),
        ("{parts_sentence}", ("a 😀 b", None, "1/words-in-pieces"),
         r"“😀” is 2 tokens long: “␣\xf0\x9f\x98” 30325, “\x80” 222. "
         "No row stands for the whole word."),
        ("{sum_sentence}", ("Hello " * 900, None, "1/words-in-pieces"), "With the weight 0.01 the "
         "sum is 165,887.81, and “␣Hello” alone makes 0.1 % of it."),
    ],
)  # fmt: skip
def test_what_is_said_of_odd_texts(
    template: str, view: tuple[str, int | None, str], words: str
) -> None:
    assert fill(template, at(*view)) == words


def trained(text: str, n_steps: int = 200) -> LessonView:
    """Return the view of a run on the learner's own text."""
    lesson, step = find_step("6/many-steps")
    assert isinstance(step.demo, TrainingDemo)
    return replace(
        view_of(lesson, step), training=finished_run(replace(step.demo, text=text), n_steps)
    )


@pytest.mark.parametrize(
    ("text", "template", "words"),
    [
        ("a b", "{line_sentence}", "Step 1 reads “a b” and moves only the row it looks up: “a”."),
        ("to be or not to be", "{line_sentence}", "Step 1 reads “to be or not to be” and moves "
         "only the rows it looks up: “be”, “not”, “or” and “to”."),
        ("a b\na c", "{line_sentence}", "Step 1 reads “a b” and moves only the row it looks up: "
         "“a”."),
        ("a b", "{alike_sentence}", "Words with similar rows get similar guesses."),
        ("a b", "{why_not_zero_sentence}", "It can come close to 0, as here the next word is "
         "always certain."),
        ("a b\na c", "{why_not_zero_sentence}", "It cannot reach 0 where several words may "
         "follow the same one."),
    ],
)  # fmt: skip
def test_words_about_a_run_on_an_own_text(text: str, template: str, words: str) -> None:
    assert fill(template, trained(text, 1)) == words


def test_words_used_alike_are_told_with_what_follows_them() -> None:
    said = fill("{alike_sentence}", trained("a x\nb x\na y\nb y"))
    assert said == "After “a” and “b” come the same words, “x” and “y”, so similar rows suit both."


def test_the_best_possible_loss_has_no_minus_sign() -> None:
    assert "the best possible is 0.00." in fill("{loss_sentence}", trained("a b"))


def test_pairs_of_words_used_alike_are_counted() -> None:
    lesson, step = find_step("6/used-alike")
    now = fill("{nearest_pairs_sentence}", view_of(lesson, step))
    assert now == "After 200 steps, all 5 pairs of words used alike are nearest to each other."
    demo = step.demo
    assert isinstance(demo, TrainingDemo)
    before = replace(view_of(lesson, step), training=finished_run(demo, 0))
    assert re.fullmatch(
        r"After 0 steps, [0-4] of 5 pairs of words used alike (?:is|are) nearest to each other\.",
        fill("{nearest_pairs_sentence}", before),
    )
