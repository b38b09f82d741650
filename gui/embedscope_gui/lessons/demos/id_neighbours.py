"""Rows next to a token's row by number, beside the rows nearest to it by vector."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.demos import IdNeighboursDemo
from embedscope.lessons.id_order import ByIdAndVector, by_id_and_vector
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.score_list import Entry, ScoreList
from embedscope_gui.lessons.demos.sheet import area, paint_remark, signed, token_name
from embedscope_gui.theme import Theme

GAP = 40.0
Found = ByIdAndVector | None


@dataclass(frozen=True, eq=False)
class IdNeighboursFigure:
    """Two lists around one row."""

    found: ByIdAndVector
    given: Given[Found]

    @property
    def title(self) -> str:
        """What the figure shows."""
        name = token_name(self.given.subject, self.found.row)
        return f"{name}: next to it by number, and by vector"

    @property
    def natural_size(self) -> Size:
        """Two columns of nine lines."""
        return Size(640, 320)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(520, 240)

    def lists(self) -> tuple[ScoreList, ScoreList]:
        """Return the list by number, with the row itself in its place, and the one by vector."""
        found, row = self.found, self.found.row
        numbered = dict(zip(found.ids.tolist(), found.cosines.tolist(), strict=True))
        by_id = [
            self._entry(number, numbered.get(number, 1.0), chosen=number == row)
            for number in sorted([*numbered, row])
        ]
        nearest = zip(found.nearest.ids.tolist(), found.nearest.scores.tolist(), strict=True)
        by_vector = [self._entry(row, 1.0, chosen=True)]
        by_vector += [self._entry(number, score) for number, score in nearest]
        return (
            ScoreList("Next to it by number", "cosine", tuple(by_id)),
            ScoreList("Nearest to it by vector", "cosine", tuple(by_vector)),
        )

    def _entry(self, row: int, score: float, *, chosen: bool = False) -> Entry:
        return Entry(row, token_name(self.given.subject, row), score, chosen)

    def remark(self) -> str:
        """Return the average cosine of both lists."""
        by_id, by_vector = self.lists()
        return (
            f"Average cosine with {token_name(self.given.subject, self.found.row)}: "
            f"{signed(by_id.mean, 3)} next to it by number, "
            f"{signed(by_vector.mean, 3)} by vector."
        )

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the two lists side by side."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        half = (room.width() - GAP) / 2
        left, right = self.lists()
        left.paint(canvas, QRectF(room.x(), room.y(), half, room.height()))
        right.paint(canvas, QRectF(room.x() + half + GAP, room.y(), half, room.height()))
        paint_remark(canvas, height, lines)


def find(demo: IdNeighboursDemo, view: LessonView, progress: Progress) -> Found:
    """Return both lists, None where no row is chosen."""
    row = view.chosen_row
    return None if row is None else by_id_and_vector(view.table, row, demo.each_side, progress)


def figure(_demo: IdNeighboursDemo, given: Given[Found]) -> Figure:
    """Return the figure of ``given``."""
    if given.found is None:
        return Nothing("Choose a token that has a row: its neighbours appear here.")
    return IdNeighboursFigure(given.found, given)


KIND = DemoKind(find, figure, following(figure), slow=True)
