"""Keeps the words and the demonstration of a step up to date with the live state."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from embedscope.lessons.lesson import Step
from embedscope.lessons.view import LessonView
from embedscope.progress import SILENT, Progress
from embedscope_gui.controller import Controller
from embedscope_gui.figures.figure import Figure
from embedscope_gui.figures.subject import Subject
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.kind import DemoKind
from embedscope_gui.lessons.demos.registry import step_kind
from embedscope_gui.lessons.filled import fill_step, is_slow_step
from embedscope_gui.lessons.stage import Stage
from embedscope_gui.lessons.step_page import StepPage, StepWords

CHANNEL = "lesson"
BREATH_MS = 150  # between two fillings of the words while a demonstration runs


@dataclass(frozen=True, eq=False)
class Found:
    """What a demonstration is to show; the value may be None."""

    value: object


@dataclass(frozen=True, eq=False)
class Job:
    """What is to be computed for one view: its words, what its demonstration shows, or both."""

    step: Step
    kind: DemoKind | None
    view: LessonView
    spoken_of: LessonView
    words: bool
    found: bool

    def run(self, progress: Progress = SILENT) -> tuple[StepWords | None, Found | None]:
        """Compute it; parts that are not wanted are None."""
        found = None
        if self.found and self.kind is not None:
            found = Found(self.kind.find(self.step.demo, self.view, progress))
        words = fill_step(self.step, self.spoken_of) if self.words else None
        return words, found


class Follower(QObject):
    """Fills ``page`` and feeds the widget on ``stage``, on a thread where that is slow."""

    fed = Signal()  # the demonstration has something to show
    said = Signal(str)
    kept = Signal(object)

    def __init__(self, page: StepPage, stage: Stage, controller: Controller) -> None:
        super().__init__(page)
        self._page, self._stage, self._controller = page, stage, controller
        self._step: Step | None = None
        self._kind: DemoKind | None = None
        self._view: LessonView | None = None  # the newest
        self._subject: Subject | None = None
        self._found: Found | None = None  # for that view
        self._breath = QTimer(self, singleShot=True, interval=BREATH_MS)
        self._breath.timeout.connect(self._refill)

    @property
    def widget(self) -> DemoWidget[Any] | None:
        """The demonstration in sight."""
        return self._stage.demo

    def begin(self, step: Step) -> None:
        """Show ``step``, with nothing in it until ``follow`` is called."""
        if self.widget is not None and self.widget.goes_on_with(step.demo):
            self._forget()
            self._step, self._kind = step, step_kind(step)
            return
        self.end()
        self._step, self._kind = step, step_kind(step)
        if self._kind is not None:
            widget = self._kind.widget(step.demo, self._controller)
            self._stage.show_demo(widget)
            widget.said.connect(self.said)
            widget.kept.connect(self.kept)
            if widget.is_told_of:
                widget.changed.connect(self._on_changed)

    def end(self) -> None:
        """Take everything away; what is being computed is dropped."""
        self._forget()
        self._stage.show_demo(None)

    def _forget(self) -> None:
        self._controller.cancel(CHANNEL)
        self._breath.stop()
        self._step, self._kind, self._view = None, None, None
        self._subject, self._found = None, None

    def saved_figure(self) -> Figure | None:
        """Return the demonstration as it is saved, None without one."""
        return self.widget.saved_figure() if self.widget is not None else None

    def follow(self, view: LessonView, subject: Subject | None) -> None:
        """Show the live state; ``subject`` None: colours are still being found."""
        other_subject = subject is not None and not _alike(subject, self._subject)
        self._subject = subject or self._subject
        if view is not self._view:
            self._view, self._found = view, None
            self._compute(view)
        elif other_subject:
            self._show()

    def _compute(self, view: LessonView) -> None:
        """Compute the quick parts now, the slow ones together on a thread."""
        step, kind = self._step, self._kind
        if step is None:
            return
        spoken_of = self.widget.spoken_of(view) if self.widget is not None else view
        slow_words, slow_found = is_slow_step(step), kind is not None and kind.slow
        parts = (step, kind, view, spoken_of)
        self._take(view, *Job(*parts, not slow_words, not slow_found).run())
        if not slow_words and not slow_found:
            self._controller.cancel(CHANNEL)
            return
        self._page.show_waiting(slow_words)
        later = Job(*parts, slow_words, slow_found)
        self._controller.run_aside(CHANNEL, later.run, lambda made: self._take(view, *made))

    def _take(self, view: LessonView, words: StepWords | None, found: Found | None) -> None:
        if view is not self._view:
            return
        if found is not None:
            self._found = found
            self._show()
        if words is not None:
            self._page.show_words(words)

    def _show(self) -> None:
        """Feed the widget once there is something to show and colours to show it in."""
        widget, view, subject, found = self.widget, self._view, self._subject, self._found
        if widget is not None and view is not None and subject is not None and found is not None:
            widget.show_given(Given(found.value, view, subject))
            self.fed.emit()

    # a demonstration that the words speak of

    def _on_changed(self) -> None:
        if not self._breath.isActive():
            self._breath.start()

    def _refill(self) -> None:
        step, view, widget = self._step, self._view, self.widget
        if step is not None and view is not None and widget is not None:
            self._page.show_words(fill_step(step, widget.spoken_of(view)))


def _alike(new: Subject, old: Subject | None) -> bool:
    """Tell whether two subjects are drawn alike."""
    if old is None or new.text is not old.text or new.space is not old.space:
        return False
    return new.levels == old.levels and new.view == old.view
