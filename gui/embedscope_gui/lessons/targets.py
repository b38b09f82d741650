"""From what a step points at to the widget of the window."""

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from embedscope.lessons.lesson import Step
from embedscope_gui.main_window import MainWindow

DEMO = "demo"
PANE_OF: Mapping[str, str] = {
    **dict.fromkeys(("text", "textEdit", "tokenTable"), "text"),
    **dict.fromkeys(("heatmap", "heatmapView", "heatmapModeBox", "searchBox"), "heatmap"),
    **dict.fromkeys(("vectors", "vectorView", "spaceView", "axesBox"), "vectors"),
    **dict.fromkeys(("inspector", "metricBox", "neighbourTable"), "inspector"),
}
"""The pane in which each target lies."""
OF_POINTS = frozenset(("vectors2d", "vectors3d"))


def target_widget(window: MainWindow, name: str | None, stage: QWidget | None) -> QWidget | None:
    """Return the widget called ``name``: a pane, the demonstration, or by its object name."""
    if name is None:
        return None
    if name == DEMO:
        return stage
    if name == "statusLabel":
        return window.statusBar()  # the line is too close to its letters
    pane = window.panes.get(name)
    return pane if pane is not None else window.findChild(QWidget, name)


def panes_of(step: Step) -> set[str]:
    """Return the panes in sight: the text and what ``step`` points at, so that one looks there.

    Beside the list of nearest rows, and where a step points at none of the panes: the table.
    """
    pane = PANE_OF.get(step.point_at or "", "")
    if step.figure in OF_POINTS:
        return {"text", "vectors", pane or "vectors"}
    if pane == "text" or step.point_at == DEMO:
        return {"text"}
    if pane == "inspector":
        return {"text", "heatmap", "inspector"}
    return {"text", pane or "heatmap"}
