"""Where the demonstration of a step is shown: below the panes, in place of the inspector."""

from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from embedscope_gui.lessons.demos.base import DemoWidget
from embedscope_gui.theme import LIGHT, Theme
from embedscope_gui.widgets.pane import Pane


class Stage(Pane):
    """Holds one demonstration at a time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Demonstration", parent)
        self.setObjectName("lessonStage")
        self.demo: DemoWidget[Any] | None = None
        self._theme = LIGHT
        self.hide()

    def show_demo(self, demo: DemoWidget[Any] | None) -> None:
        """Show ``demo`` in place of the one before, under the title of its figure."""
        if self.demo is not None:
            self.demo.stop()
            self.body.removeWidget(self.demo)
            self.demo.hide()
            self.demo.setParent(None)
            self.demo.deleteLater()
        self.demo = demo
        self._show_title()
        if demo is not None:
            demo.changed.connect(self._show_title)
            demo.set_theme(self._theme)
            self.body.addWidget(demo, 1)

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._theme = theme
        if self.demo is not None:
            self.demo.set_theme(theme)

    def _show_title(self) -> None:
        figure = self.demo.view.figure if self.demo is not None else None
        title = figure.title if figure is not None else ""
        self.title_label.setText(title)
        self.setAccessibleName(f"Demonstration: {title}")

    def sizeHint(self) -> QSize:
        """Room for a figure and its controls."""
        return QSize(640, 360)
