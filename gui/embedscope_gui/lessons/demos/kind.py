"""What a demonstration is made of: its numbers, its figure and its widget."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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


def following(
    figure: Callable[[Any, Given[Any]], Figure],
) -> Callable[[Any, "Controller"], DemoWidget[Any]]:
    """Return what makes a widget that shows ``figure`` and has nothing to set."""
    return lambda demo, _controller: FollowingDemo(demo, figure)
