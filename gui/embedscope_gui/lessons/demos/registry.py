"""Which widget and which figure belong to a demonstration."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from embedscope.lessons.demos import Demo, demo_name
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.controller import Controller
from embedscope_gui.figures.figure import Figure
from embedscope_gui.lessons.demos.base import DemoWidget, Given


@dataclass(frozen=True)
class DemoKind:
    """``find`` computes what ``figure`` and the widget show; ``slow``: on a thread."""

    find: Callable[[Any, LessonView, Progress], Any]
    figure: Callable[[Any, Given[Any]], Figure]
    widget: Callable[[Any, Controller], DemoWidget[Any]]
    slow: bool = False


def demo_kind(demo: Demo) -> DemoKind:
    """Return how ``demo`` is shown; its module is imported when it is first needed."""
    name = demo_name(demo).replace("-", "_")
    kind: DemoKind = import_module(f"embedscope_gui.lessons.demos.{name}").KIND
    return kind
