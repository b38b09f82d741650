"""Which widget and which figure belong to a demonstration."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from embedscope.lessons.demos import Demo, demo_name
from embedscope.lessons.lesson import Step
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.figure import Figure
from embedscope_gui.lessons.demos.base import DemoWidget, FollowingDemo, Given

if TYPE_CHECKING:
    from embedscope_gui.controller import Controller


STAGED = frozenset(("pipeline", "onehot"))
"""Figures that are no pane of the window: they are shown on the stage."""


@dataclass(frozen=True)
class DemoKind:
    """``find`` computes what ``figure`` and the widget show; ``slow``: on a thread."""

    find: Callable[[Any, LessonView, Progress], Any]
    figure: Callable[[Any, Given[Any]], Figure]
    widget: Callable[[Any, "Controller"], DemoWidget[Any]]
    slow: bool = False


def step_kind(step: Step) -> DemoKind | None:
    """Return what the stage shows for ``step``: its demo, or a figure that is no pane's."""
    if step.demo is not None:
        return demo_kind(step.demo)
    if step.figure not in STAGED:
        return None
    kind: DemoKind = import_module("embedscope_gui.lessons.demos.staged").STAGED_KINDS[step.figure]
    return kind


def demo_kind(demo: Demo) -> DemoKind:
    """Return how ``demo`` is shown; its module is imported when it is first needed."""
    name = demo_name(demo).replace("-", "_")
    kind: DemoKind = import_module(f"embedscope_gui.lessons.demos.{name}").KIND
    return kind


def following(
    figure: Callable[[Any, Given[Any]], Figure],
) -> Callable[[Any, "Controller"], DemoWidget[Any]]:
    """Return what makes a widget that shows ``figure`` and has nothing to set."""
    return lambda demo, _controller: FollowingDemo(demo, figure)
