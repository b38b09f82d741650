"""What a lesson is made of."""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope.lessons.demos import Demo
from embedscope.session.session import AxesKind, Metric, Mode
from embedscope.tokenizers.base import Specials

PointView = Literal["2d", "3d"]

TARGETS: tuple[str, ...] = (
    *("text", "heatmap", "vectors", "inspector"),  # whole panes
    *("textEdit", "tokenTable", "tokenizerBox", "presetBox", "specialTokensBox"),
    *("heatmapView", "heatmapModeBox", "searchBox"),
    *("vectorView", "spaceView", "axesBox"),
    *("metricBox", "neighbourTable", "statusLabel"),
    *("lessonPanel", "demo"),  # the panel itself, or the demonstration in it
)
"""What a step can point at: panes, widgets by their names, the step's own demonstration."""


class LessonError(EmbedscopeError):
    """A lesson file that cannot be used; the sentence names the file and the step."""


@dataclass(frozen=True)
class StepState:
    """What a step sets; None leaves a thing as it is. A preset brings its tokenizer and text."""

    preset: str | None = None
    tokenizer: str | None = None
    text: str | None = None
    specials: Specials | None = None
    selected: int | None = None
    row: int | None = None
    mode: Mode | None = None
    view: PointView | None = None
    axes: AxesKind | None = None
    dims: tuple[int, int, int] | None = None
    metric: Metric | None = None

    def then(self, later: "StepState") -> "StepState":
        """Return this state with what ``later`` sets; a preset starts afresh but for the views.

        A new text or a new choice takes the place of the former choice of a token or a row.
        """
        kept = self
        if later.preset is not None:
            kept = replace(kept, tokenizer=None, text=None, specials=None, axes=None, dims=None)
        if any(value is not None for value in (later.preset, later.text, later.tokenizer)):
            kept = replace(kept, selected=None, row=None)
        if later.selected is not None or later.row is not None:
            kept = replace(kept, selected=None, row=None)
        return replace(kept, **later.settings())

    def settings(self) -> dict[str, Any]:
        """Return what is set, by name."""
        pairs = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in pairs if value is not None}


@dataclass(frozen=True)
class TryIt:
    """A question to think about and the answer to reveal; "" where there is only a thing to do."""

    prompt: str
    answer: str = ""


@dataclass(frozen=True)
class Step:
    """One step; ``text``, ``listing`` and ``try_it`` are templates for ``templates.fill``."""

    name: str
    title: str
    text: str
    listing: str = ""
    state: StepState = StepState()
    point_at: str | None = None
    figure: str | None = None  # a kind of figure or the name of a demo; None: nothing to draw
    demo: Demo | None = None
    try_it: TryIt | None = None
    alone: bool = False  # the demo has the window to itself: no pane is in sight
    norms: bool = False  # how long rows are has been told: panes show their norms


@dataclass(frozen=True)
class Lesson:
    """A walk of a few steps; ``number`` is its place in the list."""

    number: int
    name: str
    title: str
    summary: str
    steps: tuple[Step, ...]

    def step(self, name: str) -> Step:
        """Return the step with this name or number (from 1); UnknownNameError if there is none."""
        for number, step in enumerate(self.steps, 1):
            if name in (step.name, str(number)):
                return step
        names = ", ".join(step.name for step in self.steps)
        raise UnknownNameError(f'The lesson {self.name} has no step "{name}"; it has {names}.')

    def state_at(self, step: Step) -> StepState:
        """Return all that is set when one has walked from the first step to ``step``."""
        state = StepState()
        for passed in self.steps[: self.steps.index(step) + 1]:
            state = state.then(passed.state)
        return state
