"""The lessons as a newcomer reads them: no term before it is explained, and no wall of text."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from embedscope.lessons.lesson import Lesson, Step
from embedscope.lessons.loading import find_step, load_lessons
from embedscope.lessons.templates import fill
from embedscope.lessons.view import view_of

WORDS_A_MINUTE, LOOK_S, TRY_S = 200, 10, 15
MOST_MINUTES, MOST_WORDS, MOST_SENTENCES = 4.0, 75, 6

# What a reader who knows Python has not met, the step that explains it, and with which words.
TERMS = {
    r"tokeni[sz]ers?": ("1/tokens-and-ids", "a tokenizer cuts the text into pieces"),
    r"tokens?": ("1/tokens-and-ids", "pieces, called tokens"),
    r"vocabular(?:y|ies)": ("1/tokens-and-ids", "a numbered list, its vocabulary"),
    r"ids?": ("1/tokens-and-ids", "the number of a token is its id"),
    r"rows?": ("1/rows", "a table that has a row for each id"),
    r"vectors?": ("1/rows", "A row of numbers is called a vector"),
    r"norms?": ("1/points", "its length is called the norm"),
    r"GPT-2": ("1/real-model", "GPT-2, a well-known language model"),
    r"embeddings?": ("2/a-table", "called the embedding of its word"),
    r"layers?": ("2/a-table", "the first layer, or stage, of a model"),
    r"lookups?": ("2/counted-from-zero", "is called a lookup"),
    r"padding": ("2/rows-without-a-word", "a padding token, which only fills gaps"),
    r"networks?": ("3/raw-ids", "a model is a network: it multiplies its inputs"),
    r"weights?": ("3/raw-ids", "numbers, called weights"),
    r"cosines?": ("3/next-to-each-other", "called the cosine, says how alike two rows are"),
    r"merge[sd]?": ("3/merges", "were merged into a new one"),
    r"train(?:ed|ing)?": ("3/a-name-for-a-row", "Training, which tunes the numbers"),
    r"one-hot": ("4/one-hot", "This is called one-hot"),
    r"matrix|matrices": ("4/exactly-the-same", "A table of numbers is also called a matrix"),
    r"loss": ("4/why-it-matters", "the error, called the loss"),
    r"gradients?": ("4/why-it-matters", "are called the gradient"),
    r"dims?": ("5/rows-times-dims", "D numbers in a row, called dims"),
    r"parameters?": ("5/rows-times-dims", "Each number is a parameter"),
    r"float(?:16|32)": ("5/bytes", "as a float32 it takes 4 bytes"),
    r"scores?": ("5/both-ends", "gives a score to each"),
    r"output layers?": ("5/both-ends", "This output layer takes a second table"),
    r"tied": ("5/both-ends", "are called tied"),
    r"PCA": ("6/at-the-start", "seen from the side on which they spread most"),
    r"dot products?": ("7/dot-product", "multiply them number by number and add up"),
    r"centring": ("7/a-shared-direction", "which is called centring"),
}
NEVER = (
    *("softmax", "logits?", "tensors?", "cross-entropy", "backprop\\w*", "hidden states?"),
    *(
        "bfloat16",
        "scalars?",
        "orthogonal",
        "normali[sz]\\w+",
        "dL",
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
    assert len(text.split()) <= MOST_WORDS
    assert len(re.findall(r"[.?!](?= [A-Z“0-9]|$)", unquoted(text))) <= MOST_SENTENCES
    assert len(prompt.split()) <= 25
    assert len(answer.split()) <= 45


def minutes(lesson: Lesson) -> float:
    """Estimate how long a lesson takes: reading, a look at every step, a try at every question."""
    paths = [f"{lesson.number}/{step.name}" for step in lesson.steps]
    n_words = sum(len(f"{said[0]} {said[2]} {said[3]}".split()) for said in map(words_of, paths))
    n_questions = sum(step.try_it is not None for step in lesson.steps)
    return n_words / WORDS_A_MINUTE + (LOOK_S * len(paths) + TRY_S * n_questions) / 60


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.name)
def test_a_lesson_takes_about_three_minutes(lesson: Lesson) -> None:
    assert 1.5 <= minutes(lesson) <= MOST_MINUTES
