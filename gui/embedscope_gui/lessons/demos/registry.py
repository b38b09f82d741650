"""Which widget and which figure belong to a demonstration."""

from importlib import import_module

from embedscope.lessons.demos import Demo, demo_name
from embedscope.lessons.lesson import Step
from embedscope_gui.lessons.demos.kind import STAGED, DemoKind


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
