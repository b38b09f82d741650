"""Figures of the live text that no pane shows, as demonstrations."""

from collections.abc import Mapping

from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.figure import Figure
from embedscope_gui.figures.onehot import OneHotFigure
from embedscope_gui.figures.pipeline import PipelineFigure
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import STAGED, DemoKind, following
from embedscope_gui.lessons.demos.nothing import Nothing

EMPTY = "Type some text: its way to rows and points is drawn here."
NO_ROWS = "Type words that have a row: their one-hot rows are multiplied out here."


def _find(_demo: object, _view: LessonView, _progress: Progress) -> None:
    """Find nothing: the figure draws what the panes show."""


def _kind(name: str) -> DemoKind:
    def figure(_demo: object, given: Given[None]) -> Figure:
        if name == "pipeline":
            some = given.subject.n_tokens
            return PipelineFigure(given.subject, compact=True) if some else Nothing(EMPTY)
        some = len(given.view.with_row)
        return OneHotFigure(given.subject, compact=True) if some else Nothing(NO_ROWS)

    return DemoKind(_find, figure, following(figure))


STAGED_KINDS: Mapping[str, DemoKind] = {name: _kind(name) for name in STAGED}
