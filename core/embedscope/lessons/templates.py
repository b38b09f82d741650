"""Texts with placeholders: checked when a lesson is loaded, filled from the live state."""

import re
from collections.abc import Iterator

from embedscope.lessons.demos import Demo, demo_name
from embedscope.lessons.phrases import PHRASES
from embedscope.lessons.phrases.registry import Phrase
from embedscope.lessons.view import LessonView

_PART = re.compile(r"\{\{|\}\}|\{([a-z0-9_]+)(?::([^{}]*))?\}|[{}]")

_LEFT_OUT = "\0"


def check(template: str) -> str:
    """Return what is wrong with the placeholders of ``template``, or ""."""
    for part in _PART.finditer(template):
        if part[0] in ("{", "}"):
            return f'a single "{part[0]}"; write {part[0] * 2} for the sign itself'
        if part[1] is None:
            continue
        phrase = PHRASES.get(part[1])
        if phrase is None:
            return f"there is no placeholder {{{part[1]}}}"
        problem = phrase.problem(part[2])
        if problem:
            return f"{part[0]}: {problem}"
    return ""


def fill(template: str, view: LessonView) -> str:
    """Return ``template`` with every placeholder computed from ``view``.

    A sentence is said once: where two placeholders have nothing to tell for the same reason,
    the second one is left out.
    """
    said: set[str] = set()

    def replaced(part: re.Match[str]) -> str:
        if part[1] is None:
            return part[0][0]
        words = PHRASES[part[1]](view, part[2])
        if words in said and words.endswith("."):
            return _LEFT_OUT
        said.add(words)
        return words

    return _PART.sub(replaced, template).replace(f" {_LEFT_OUT}", "").replace(_LEFT_OUT, "")


def words_of_demo(demo: Demo) -> str:
    """Return a template that says in lines of text what ``demo`` draws, for those who listen."""
    return _IN_WORDS[demo_name(demo)]


_IN_WORDS = {
    "weighted-sum": "{sum_sentence}",
    "id-neighbours": "{by_id_and_by_vector}",
    "merge-chain": "{merge_lines}",
    "one-hot-row": "{one_hot_row}",
    "product": "{product_lines}",
    "gradient": "{gradient_lines}",
    "table-size": "{size_sentence} {bytes_sentence} {share_sentence} {one_more_sentence}",
    "model-sizes": "{model_lines}",
    "training": "{loss_sentence}\n{pair_lines}",
    "top-tens": "{top_lines}",
    "two-arrows": "{lengths_sentence} {cosine_sentence}",
    "centring": "{mean_cosine_sentence} {centring_sentence}",
}


def is_slow(template: str) -> bool:
    """Tell whether filling may read the whole table, so that it belongs on a worker thread."""
    return any(phrase.slow for phrase in _phrases(template))


def _phrases(template: str) -> Iterator[Phrase]:
    for part in _PART.finditer(template):
        if part[1] is not None:
            yield PHRASES[part[1]]
