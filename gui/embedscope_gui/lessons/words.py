"""The words of a step, filled from the live state: at once, or on a thread where that is slow."""

from collections.abc import Callable
from dataclasses import replace

from embedscope.lessons.lesson import Step
from embedscope.lessons.templates import fill, is_slow
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.controller import Controller
from embedscope_gui.lessons.step_page import StepWords

CHANNEL = "lesson words"


def fill_step(step: Step, view: LessonView) -> StepWords:
    """Return all words of ``step``."""
    prompt, answer = (step.try_it.prompt, step.try_it.answer) if step.try_it else ("", "")
    return StepWords(*(fill(part, view) for part in (step.text, step.listing, prompt, answer)))


def is_slow_step(step: Step) -> bool:
    """Tell whether filling may read the whole table."""
    parts = [step.text, step.listing]
    parts += [step.try_it.prompt, step.try_it.answer] if step.try_it else []
    return any(is_slow(part) for part in parts)


class Words:
    """Fills the words of the newest step and view; older ones are dropped."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._last: tuple[object, ...] = ()

    def fill(self, step: Step, view: LessonView, done: Callable[[StepWords], None]) -> bool:
        """Call ``done(words)`` now or later; return whether it is later."""
        if self._last == (step, view):
            return False
        self._last = (step, view)
        if not is_slow_step(step):
            done(fill_step(step, view))
            return False
        arrived: list[StepWords] = []

        def run(progress: Progress) -> StepWords:
            return fill_step(step, replace(view, progress=progress))

        def take(words: StepWords) -> None:
            arrived.append(words)
            done(words)

        self._controller.run_aside(CHANNEL, run, take)
        return not arrived

    def forget(self) -> None:
        """Fill whatever comes next, even if it is the same."""
        self._last = ()
        self._controller.cancel(CHANNEL)
