"""Texts with placeholders: checked when a lesson is loaded, filled from the live state."""

import re
from collections.abc import Iterator

from embedscope.lessons.phrases import PHRASES
from embedscope.lessons.phrases.registry import Phrase
from embedscope.lessons.view import LessonView

_PART = re.compile(r"\{\{|\}\}|\{([a-z0-9_]+)(?::([^{}]*))?\}|[{}]")


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
    """Return ``template`` with every placeholder computed from ``view``."""

    def replaced(part: re.Match[str]) -> str:
        if part[1] is None:
            return part[0][0]
        return PHRASES[part[1]](view, part[2])

    return _PART.sub(replaced, template)


def is_slow(template: str) -> bool:
    """Tell whether filling may read the whole table, so that it belongs on a worker thread."""
    return any(phrase.slow for phrase in _phrases(template))


def _phrases(template: str) -> Iterator[Phrase]:
    for part in _PART.finditer(template):
        if part[1] is not None:
            yield PHRASES[part[1]]
