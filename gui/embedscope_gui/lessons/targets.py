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


def main_pane(step: Step) -> str:
    """Return the pane that matters most to ``step`` beside the text: "heatmap" or "vectors"."""
    pane = PANE_OF.get(step.point_at or "", "")
    if pane == "vectors" or (pane != "heatmap" and step.figure in OF_POINTS):
        return "vectors"
    return "heatmap"
