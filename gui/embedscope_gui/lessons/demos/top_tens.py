"""The nearest rows by cosine and by dot product, with lines between equal entries."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from embedscope.lessons.demos import TopTensDemo
from embedscope.lessons.scores import RankedRow, TopLists, typical_length
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import plain, plain_mean
from embedscope.progress import Progress
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.ranked_list import RankedList
from embedscope_gui.lessons.demos.sheet import area, paint_remark, token_name
from embedscope_gui.theme import Theme

GAP = 52.0
LINE = 2.0
USUAL = TopTensDemo()


@dataclass(frozen=True, eq=False)
class TopTens:
    """Both lists, the lengths of their rows, and that of a typical row of the table."""

    lists: TopLists
    lengths: Mapping[int, float]
    typical: float


Found = TopTens | None


@dataclass(frozen=True, eq=False)
class TopTensFigure:
    """Two lists of the same row; what stands in both is joined."""

    found: TopTens
    given: Given[Found]
    with_lengths: bool = False

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"Nearest to {self._name(self.found.lists.row)} by cosine and by dot product"

    @property
    def natural_size(self) -> Size:
        """Two columns of ten lines."""
        return Size(640, 370)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(560, 280)

    def remark(self) -> str:
        """Say how many rows are in both lists, or how long a typical row is."""
        lists = self.found.lists
        if self.with_lengths:
            said = f"A typical row of this table has the length {plain(self.found.typical)}."
        else:
            joined = ", joined by lines" if lists.shared else ""
            said = f"{len(lists.shared)} of {len(lists.cosine)} are in both lists{joined}."
        return f"{said} {lists.note}".strip()

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint both lists and the lines between them."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        half = (room.width() - GAP) / 2
        left = QRectF(room.x(), room.y(), half, room.height())
        right = QRectF(room.right() - half, room.y(), half, room.height())
        by_cosine, by_dot = self._lists()
        by_cosine.paint(canvas, left)
        by_dot.paint(canvas, right)
        self._paint_lines(canvas, (left, by_cosine), (right, by_dot))
        paint_remark(canvas, height, lines)

    def _lists(self) -> tuple[RankedList, RankedList]:
        lists = self.found.lists
        lengths = self.found.lengths if self.with_lengths else None
        joined = frozenset(lists.shared)
        made = []
        for title, unit, other, entries in (
            ("By cosine", "cosine", "dot", lists.cosine),
            ("By dot product", "dot", "cosine", lists.dot),
        ):
            labels = tuple(self._name(entry.row) for entry in entries)
            made.append(
                RankedList(
                    title, unit, other, entries, labels, lengths, self._mean(entries), joined
                )
            )
        return made[0], made[1]

    def _mean(self, entries: tuple[RankedRow, ...]) -> str:
        return plain_mean(np.array([self.found.lengths[entry.row] for entry in entries]))

    def _name(self, row: int) -> str:
        return token_name(self.given.subject, row)

    def _paint_lines(
        self, canvas: Canvas, left: tuple[QRectF, RankedList], right: tuple[QRectF, RankedList]
    ) -> None:
        places = {entry.row: index for index, entry in enumerate(right[1].entries)}
        for index, entry in enumerate(left[1].entries):
            other = places.get(entry.row)
            if other is None:
                continue
            x0, x1 = left[0].right() + 8, right[0].x() - 4
            y0, y1 = left[1].line_y(left[0], index), right[1].line_y(right[0], other)
            path = QPainterPath()
            path.moveTo(x0, y0)
            path.cubicTo(x0 + 24, y0, x1 - 24, y1, x1, y1)
            canvas.path(path, canvas.theme.accent, LINE)
            for x, y in ((x0, y0), (x1, y1)):
                canvas.dot(x, y, LINE, canvas.theme.accent)


def find(demo: TopTensDemo, view: LessonView, progress: Progress) -> Found:
    """Return both lists, None where no row is chosen."""
    del progress  # the view has it
    stats = view.row_stats
    lists = view.top_lists if demo.k == USUAL.k else view.top_lists_of(demo.k)
    if lists is None:
        return None
    rows = [entry.row for entry in (*lists.cosine, *lists.dot)]
    return TopTens(lists, {n: float(stats.norm[n]) for n in rows}, typical_length(stats))


def figure(demo: TopTensDemo, given: Given[Found]) -> Figure:
    """Return the figure of ``given``."""
    if given.found is None:
        return Nothing("Choose a token that has a row: its nearest rows appear here.")
    return TopTensFigure(given.found, given, demo.column == "length")


KIND = DemoKind(find, figure, following(figure), slow=True)
