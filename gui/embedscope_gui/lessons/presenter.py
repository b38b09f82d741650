"""Shows the demonstration of a step and feeds it with the live state."""

from embedscope.lessons.demos import Demo
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.controller import Controller
from embedscope_gui.figures.subject import Subject
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.registry import DemoKind, demo_kind
from embedscope_gui.lessons.stage import Stage

CHANNEL = "lesson demo"


class DemoPresenter:
    """Keeps one widget a demonstration; computes what it shows whenever the state changes."""

    def __init__(self, stage: Stage, controller: Controller) -> None:
        self._stage = stage
        self._controller = controller
        self._demo: Demo | None = None
        self._last: tuple[object, ...] = ()

    @property
    def widget(self) -> DemoWidget | None:  # type: ignore[type-arg]
        """The demonstration in sight."""
        return self._stage.demo

    def show(self, title: str, demo: Demo, view: LessonView, subject: Subject) -> None:
        """Show ``demo`` for the live state; another one than before starts afresh."""
        kind = demo_kind(demo)
        if demo is not self._demo:
            self._demo, self._last = demo, ()
            self._stage.show_demo(title, kind.widget(demo, self._controller))
        if self._last[:1] == (view,):
            self._repaint(subject)
            return
        self._last = (view, subject)
        if kind.slow:
            self._find_later(kind, demo, view, subject)
        else:
            self._give(Given(kind.find(demo, view, Progress()), view, subject))

    def clear(self) -> None:
        """Take the demonstration away; what is being computed for it is dropped."""
        self._controller.cancel(CHANNEL)
        self._demo, self._last = None, ()
        self._stage.show_demo("", None)

    def _find_later(self, kind: DemoKind, demo: Demo, view: LessonView, subject: Subject) -> None:
        def take(found: object) -> None:
            if self._last[:1] == (view,):
                self._give(Given(found, view, subject))

        self._controller.run_aside(CHANNEL, lambda p: kind.find(demo, view, p), take)

    def _give(self, given: Given[object]) -> None:
        if self.widget is not None:
            self.widget.show_given(given)

    def _repaint(self, subject: Subject) -> None:
        """Show the same in other colours, if it is the colours that have changed."""
        widget = self.widget
        old = widget.given if widget is not None else None
        if widget is None or old is None:
            return
        same = old.subject.levels == subject.levels
        if not same or old.subject.view.colormap != subject.view.colormap:
            widget.show_given(Given(old.found, old.view, subject))
