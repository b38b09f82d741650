"""The kinds of figures by name."""

from collections.abc import Callable, Mapping

from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope_gui.figures.figure import Figure
from embedscope_gui.figures.lookup import LookupFigure
from embedscope_gui.figures.onehot import OneHotFigure
from embedscope_gui.figures.pipeline import PipelineFigure
from embedscope_gui.figures.subject import NO_TEXT, Subject
from embedscope_gui.figures.table import TableFigure
from embedscope_gui.figures.tokens import TokensFigure
from embedscope_gui.figures.vectors import VectorsFigure

KINDS: Mapping[str, Callable[[Subject], Figure]] = {
    "pipeline": PipelineFigure,
    "tokens": TokensFigure,
    "table": TableFigure,
    "lookup": LookupFigure,
    "vectors2d": lambda subject: VectorsFigure(subject, in_space=False),
    "vectors3d": lambda subject: VectorsFigure(subject, in_space=True),
    "onehot": OneHotFigure,
}
TITLES: Mapping[str, str] = {
    "pipeline": "The whole journey",
    "tokens": "Tokens and ids",
    "table": "Whole table",
    "lookup": "Looked-up rows",
    "vectors2d": "Points on two axes",
    "vectors3d": "Points in space",
    "onehot": "Lookup as a product",
}
"""Names for people."""

NO_POINTS = "There are no points to draw yet; try again when the vectors pane shows them."
SHOWS_POINTS = frozenset({"pipeline", "vectors2d", "vectors3d"})
"""Kinds whose subject needs points."""
WITHOUT_TEXT = frozenset({"table", "vectors2d", "vectors3d"})
"""Kinds that show something of a table when the text is empty."""


def build_figure(kind: str, subject: Subject) -> Figure:
    """Return the figure ``kind`` of ``subject``.

    UnknownNameError for another kind; EmbedscopeError where an empty text leaves nothing to draw,
    or where points are needed and are not there yet.
    """
    make = KINDS.get(kind)
    if make is None:
        raise UnknownNameError(f'There is no figure "{kind}"; choose one of {", ".join(KINDS)}.')
    if not subject.n_tokens and kind not in WITHOUT_TEXT:
        raise EmbedscopeError(NO_TEXT)
    if kind in SHOWS_POINTS and subject.space is None:
        raise EmbedscopeError(NO_POINTS)
    return make(subject)
