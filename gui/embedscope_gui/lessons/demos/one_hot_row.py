"""An id as a row of zeros with a single one: a place for each row of the table."""

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.demos import OneHotRowDemo
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.choice import Index, ends_and
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.sheet import MARGIN, area, token_name
from embedscope_gui.theme import Theme

SHOWN = 8
CELL, GAP, HIGH = 92.0, 36.0, 56.0
BIT_PX = 24
Found = int | None


@dataclass(frozen=True, eq=False)
class OneHotRowFigure:
    """A cell for each id, under its token: 1 for the chosen one, else 0."""

    row: int
    given: Given[Found]

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"Id {self.row} as zeros and a single one"

    @cached_property
    def places(self) -> list[Index]:
        """Ids drawn: all of a small table, else the first, the last and the chosen one."""
        return ends_and([self.row], self.given.view.table.n_rows, SHOWN)

    @property
    def natural_size(self) -> Size:
        """As wide as its cells."""
        return Size(int(self._width(CELL) + 2 * MARGIN), 190)

    @property
    def least_size(self) -> Size:
        """Narrower cells."""
        return Size(int(self._width(0.7 * CELL) + 2 * MARGIN), 150)

    def _width(self, cell: float) -> float:
        return sum(GAP if place is None else cell for place in self.places)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint token, digit and id of each place."""
        canvas, room = Canvas(painter, theme), area(width, height).rect
        cell = min(CELL * room.width() / self._width(CELL), CELL)
        x, y = room.center().x() - self._width(cell) / 2, room.center().y() - HIGH / 2
        for place in self.places:
            wide = GAP if place is None else cell
            self._paint_place(canvas, QRectF(x, y, wide, HIGH), place)
            x += wide

    def _paint_place(self, canvas: Canvas, box: QRectF, place: Index) -> None:
        theme = canvas.theme
        if place is None:
            canvas.centred(box, "…", Ink(BIT_PX, theme.muted))
            return
        one = place == self.row
        quiet = Ink(BODY_PX + 1, theme.marks if one else theme.muted, one)
        name = token_name(self.given.subject, place)
        canvas.text(box.center().x(), box.top() - 12, name, quiet, "middle", box.width() - 6)
        canvas.box(box.adjusted(1, 0, -1, 0), theme.marks if one else theme.window)
        canvas.centred(box, "1" if one else "0", Ink(BIT_PX, theme.surface if one else "", one))
        canvas.text(box.center().x(), box.bottom() + 22, f"id {place}", quiet, "middle")


def find(_demo: OneHotRowDemo, view: LessonView, _progress: Progress) -> Found:
    """Return the chosen row."""
    return view.chosen_row


def figure(_demo: OneHotRowDemo, given: Given[Found]) -> Figure:
    """Return the row of zeros and one, or what would give one."""
    if given.found is None:
        return Nothing("Choose a token that has a row: its one-hot row appears here.")
    return OneHotRowFigure(given.found, given)


KIND = DemoKind(find, figure, following(figure))
