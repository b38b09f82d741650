"""The nearest rows by cosine and by dot product, with lines between equal entries."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from embedscope.lessons.demos import TopTensDemo
from embedscope.lessons.scores import RankedRow, TopLists, top_lists
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import SMALL_PX
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.score_list import Entry, ScoreList
from embedscope_gui.lessons.demos.sheet import area, paint_remark, token_name
from embedscope_gui.theme import Theme

GAP = 130.0
USUAL = TopTensDemo()
Found = TopLists | None


@dataclass(frozen=True, eq=False)
class TopTensFigure:
    """Two lists of the same row; what stands in both is joined, the rest tells its other rank."""

    found: TopLists
    given: Given[Found]

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"Nearest to {self._name(self.found.row)} by cosine and by dot product"

    @property
    def natural_size(self) -> Size:
        """Two columns of ten lines."""
        return Size(760, 340)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(560, 250)

    def remark(self) -> str:
        """Say how many rows are in both lists."""
        both, most = len(self.found.shared), len(self.found.cosine)
        said = f"{both} of {most} are in both lists."
        if both < most:
            said += " Numbers in between: the place by the other score."
        return f"{said} {self.found.note}".strip()

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint both lists and the lines between them."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        half = (room.width() - GAP) / 2
        left = QRectF(room.x(), room.y(), half, room.height())
        right = QRectF(room.right() - half, room.y(), half, room.height())
        by_cosine = self._list("By cosine", "cosine", self.found.cosine)
        by_dot = self._list("By dot product", "dot", self.found.dot)
        by_cosine.paint(canvas, left)
        by_dot.paint(canvas, right)
        self._paint_lines(canvas, (left, by_cosine), (right, by_dot))
        self._paint_ranks(canvas, left, by_cosine, self.found.cosine, at_right=True)
        self._paint_ranks(canvas, right, by_dot, self.found.dot, at_right=False)
        paint_remark(canvas, height, lines)

    def _list(self, title: str, unit: str, ranked: tuple[RankedRow, ...]) -> ScoreList:
        entries = tuple(Entry(r.row, self._name(r.row), r.score) for r in ranked)
        return ScoreList(title, unit, entries, 1.0 if unit == "cosine" else None)

    def _name(self, row: int) -> str:
        return token_name(self.given.subject, row)

    def _paint_lines(
        self, canvas: Canvas, left: tuple[QRectF, ScoreList], right: tuple[QRectF, ScoreList]
    ) -> None:
        places = {entry.row: index for index, entry in enumerate(right[1].entries)}
        for index, entry in enumerate(left[1].entries):
            other = places.get(entry.row)
            if other is None:
                continue
            x0, x1 = left[0].right() + 6, right[0].x() - 6
            y0, y1 = left[1].line_y(left[0], index), right[1].line_y(right[0], other)
            path = QPainterPath()
            path.moveTo(x0, y0)
            path.cubicTo(x0 + 36, y0, x1 - 36, y1, x1, y1)
            colour = canvas.theme.muted if index == other else canvas.theme.accent
            canvas.path(path, colour, 1.5)

    def _paint_ranks(
        self,
        canvas: Canvas,
        rect: QRectF,
        listed: ScoreList,
        ranked: tuple[RankedRow, ...],
        *,
        at_right: bool,
    ) -> None:
        """Write the other place of rows that are in one list only."""
        shared = set(self.found.shared)
        if len(shared) < len(ranked):
            x, anchor = (rect.right() + 6, "start") if at_right else (rect.x() - 6, "end")
            head = "by dot" if at_right else "by cosine"
            canvas.text(x, rect.y() + 14, head, Ink(SMALL_PX, canvas.theme.marks), anchor)  # type: ignore[arg-type]
        for index, entry in enumerate(ranked):
            if entry.row in shared:
                continue
            place = "none" if entry.other_rank is None else f"{entry.other_rank:,}."
            x, anchor = (rect.right() + 8, "start") if at_right else (rect.x() - 8, "end")
            y = listed.line_y(rect, index) + 4
            canvas.text(x, y, place, Ink(SMALL_PX, canvas.theme.marks), anchor)  # type: ignore[arg-type]


def find(demo: TopTensDemo, view: LessonView, progress: Progress) -> Found:
    """Return both lists, None where no row is chosen."""
    row = view.chosen_row
    if row is None or demo.k == USUAL.k:
        return view.top_lists  # which the words speak of
    return top_lists(view.table, row, demo.k, view.row_stats, progress)


def figure(_demo: TopTensDemo, given: Given[Found]) -> Figure:
    """Return the figure of ``given``."""
    if given.found is None:
        return Nothing("Choose a token that has a row: its nearest rows appear here.")
    return TopTensFigure(given.found, given)


KIND = DemoKind(find, figure, following(figure), slow=True)
