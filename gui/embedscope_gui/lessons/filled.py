"""The words of a step, filled from a view."""

from embedscope.lessons.lesson import Step
from embedscope.lessons.templates import fill, is_slow
from embedscope.lessons.view import LessonView
from embedscope_gui.lessons.step_page import StepWords


def fill_step(step: Step, view: LessonView) -> StepWords:
    """Return all words of ``step``."""
    return StepWords(*(fill(part, view) for part in _templates(step)))


def is_slow_step(step: Step) -> bool:
    """Tell whether filling may read the whole table, so that it belongs on a thread."""
    return any(is_slow(part) for part in _templates(step))


def _templates(step: Step) -> tuple[str, str, str, str]:
    prompt, answer = (step.try_it.prompt, step.try_it.answer) if step.try_it else ("", "")
    return step.text, step.listing, prompt, answer
