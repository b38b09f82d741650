"""What all demonstrations share: controls above a figure, and what they are given."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from embedscope.lessons.view import LessonView
from embedscope_gui.figures.figure import Figure
from embedscope_gui.figures.subject import Subject
from embedscope_gui.lessons.figure_view import FigureView
from embedscope_gui.theme import GRID_PX, Theme

FoundT = TypeVar("FoundT")


@dataclass(frozen=True, eq=False)
class Given(Generic[FoundT]):
    """The live state: what was ``found`` for it, the words' view and the figures' subject."""

    found: FoundT
    view: LessonView
    subject: Subject


class DemoWidget(QWidget, Generic[FoundT]):
    """Controls in a line above a figure; subclasses say which figure shows what was given."""

    changed = Signal()  # another figure than before, by the user or by time
    said = Signal(str)  # a sentence for the person at the window
    kept = Signal(object)  # a table (Opened) that is to stay open after the lesson
    is_told_of = False  # whether the words of a step depend on what is set here

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.given: Given[FoundT] | None = None
        self.controls = QHBoxLayout()
        self.controls.setContentsMargins(GRID_PX, 0, GRID_PX, GRID_PX // 2)
        self.controls.setSpacing(GRID_PX)
        self.view = FigureView()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addLayout(self.controls)
        self.column.addWidget(self.view, 1)

    def show_given(self, given: Given[FoundT]) -> None:
        """Show the live state anew; what the user has set stays where it can."""
        self.given = given
        self.redraw()

    def redraw(self) -> None:
        """Draw what was given with what the user has set."""
        figure = None if self.given is None else self.figure_of(self.given)
        self.view.show_figure(figure)
        self.view.setAccessibleName(figure.title if figure is not None else "")
        self.view.setAccessibleDescription(self.spoken())
        self.changed.emit()

    @abstractmethod
    def figure_of(self, given: Given[FoundT]) -> Figure:
        """Return the figure that shows ``given`` now."""

    def saved_figure(self) -> Figure | None:
        """Return what is saved as a file: the figure as it is shown."""
        return self.view.figure

    def goes_on_with(self, demo: object) -> bool:  # noqa: ARG002 - for subclasses
        """Go on with ``demo`` of the next step, if it is the same one further on."""
        return False

    def spoken_of(self, view: LessonView) -> LessonView:
        """Return what the words are to be filled from while the live state is ``view``."""
        return view

    def spoken(self) -> str:
        """Return in words what the figure shows, for those who do not see it."""
        return ""

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self.view.set_theme(theme)

    def stop(self) -> None:
        """Stop whatever runs: the step is left."""


class FollowingDemo(DemoWidget[FoundT]):
    """Follows the live state; there is nothing to set."""

    def __init__(self, demo: Any, figure: Callable[[Any, Given[FoundT]], Figure]) -> None:  # noqa: ANN401 - any of the demos
        super().__init__()
        self._demo, self._figure = demo, figure

    def figure_of(self, given: Given[FoundT]) -> Figure:
        """Return the demonstration's figure."""
        return self._figure(self._demo, given)
