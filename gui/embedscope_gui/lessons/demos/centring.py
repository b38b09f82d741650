"""Cosines of random pairs of rows before and after the mean row is taken away."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.geometry.rows import row_subset
from embedscope.lessons.centring import Centring, centred_cosine, sample_cosines
from embedscope.lessons.demos import CentringDemo
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope.tables.base import Doubles
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.sheet import area, heading, paint_remark, signed, token_name
from embedscope_gui.theme import Theme

BINS = 80
HEAD, AXIS, GAP = 26.0, 22.0, 12.0
LIST, COLUMN, MOST_PITCH = 216.0, 54.0, 30.0
STRANGERS = "random pair"


@dataclass(frozen=True, eq=False)
class Cosines:
    """Cosines of the same random pairs before and after centring, and the exact means.

    ``near``: rows near ``row``, the nearest first, with their cosines before and after.
    """

    before: Doubles
    after: Doubles
    centring: Centring
    row: int | None = None
    near: tuple[tuple[int, float, float], ...] = ()


Found = Cosines | None


@dataclass(frozen=True, eq=False)
class CentringFigure:
    """Two histograms on one axis from -1 to 1, each with its average; the nearest rows beside."""

    found: Cosines
    given: Given[Found]

    @property
    def title(self) -> str:
        """What the figure shows."""
        return "Cosines of random pairs of rows, before and after centring"

    @property
    def natural_size(self) -> Size:
        """Two histograms and a list."""
        return Size(640, 390)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(560, 250)

    def remark(self) -> str:
        """Say what bars and averages are of."""
        return f"Averages: of all pairs. Bars: {len(self.found.before):,} pairs taken at random."

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint both histograms over equal axes, and the list."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        if self.found.near:
            listed = QRectF(room.right() - LIST, room.y(), LIST, room.height())
            self._paint_near(canvas, listed)
            room.setRight(listed.x() - 32)
        high = (room.height() - 2 * (HEAD + AXIS) - GAP) / 2  # of each histogram
        parts = (
            ("As the rows are", self.found.before, self.found.centring.before),
            ("Centred", self.found.after, self.found.centring.after),
        )
        y = room.y()
        for title, cosines, mean in parts:
            box = QRectF(room.x() + 8, y + HEAD, room.width() - 16, high)
            self._paint_bars(canvas, box, cosines, mean, title)
            self._paint_axis(canvas, QRectF(box.x(), box.bottom(), box.width(), AXIS))
            y += HEAD + high + AXIS + GAP
        paint_remark(canvas, height, lines)

    def _paint_near(self, canvas: Canvas, rect: QRectF) -> None:
        """Write the rows nearest to the chosen one with both cosines, and those of strangers."""
        found, theme = self.found, canvas.theme
        name = token_name(self.given.subject, found.row or 0)
        heading(canvas, rect.x(), rect.y() + 18, f"Nearest to {name}", rect.width())
        small, y = Ink(SMALL_PX, theme.muted), rect.y() + 38
        canvas.text(rect.right() - COLUMN, y, "as it is", small, "end")
        canvas.text(rect.right(), y, "centred", small, "end")
        pitch = min((rect.height() - 50) / (len(found.near) + 1), MOST_PITCH)
        strangers = (found.centring.before, found.centring.after)
        lines = [(token_name(self.given.subject, row), one, two) for row, one, two in found.near]
        for number, (label, one, two) in enumerate((*lines, (STRANGERS, *strangers))):
            base, last = rect.y() + 46 + (number + 0.5) * pitch + 5, number == len(lines)
            ink = Ink(BODY_PX, theme.marks if last else theme.text, last)
            canvas.text(rect.x(), base, label, ink, room=rect.width() - 2 * COLUMN + 8)
            canvas.text(rect.right() - COLUMN, base, signed(one, 2), ink, "end")
            canvas.text(rect.right(), base, signed(two, 2), ink, "end")

    def _paint_bars(
        self, canvas: Canvas, box: QRectF, cosines: Doubles, mean: float, title: str
    ) -> None:
        theme = canvas.theme
        heading(canvas, box.x(), box.y() - 8, title)
        counts, _ = np.histogram(cosines, BINS, (-1.0, 1.0))
        most = max(int(counts.max(initial=0)), 1)
        wide = box.width() / BINS
        for number, count in enumerate(counts.tolist()):
            tall = count / most * box.height()
            if count:
                bar = QRectF(box.x() + number * wide, box.bottom() - tall, wide - 1, tall)
                canvas.box(bar, theme.cloud)
        canvas.line((box.x(), box.bottom() + 0.5), (box.right(), box.bottom() + 0.5), theme.muted)
        if not np.isfinite(mean):
            return
        x = box.x() + (mean + 1) / 2 * box.width()
        canvas.line((x, box.y() - 2), (x, box.bottom()), theme.marks, 2.0)
        said = f"average {signed(mean, 3)}"
        left = label_left(x, text_width(said, BODY_PX, True), box, text_width(title, BODY_PX, True))
        canvas.text(left, box.y() - 8, said, Ink(BODY_PX, theme.marks, True))

    def _paint_axis(self, canvas: Canvas, box: QRectF) -> None:
        small = Ink(SMALL_PX, canvas.theme.muted)
        for value in (-1.0, 0.0, 1.0):
            x = box.x() + (value + 1) / 2 * box.width()
            canvas.line((x, box.y()), (x, box.y() + 4), canvas.theme.muted)
            canvas.text(x, box.y() + 17, signed(value, 1), small, "middle")
        canvas.text(box.x() + 0.75 * box.width(), box.y() + 17, "cosine →", small, "middle")


def label_left(x: float, wide: float, box: QRectF, title_wide: float) -> float:
    """Return where a label ``wide`` px starts above ``x``: within ``box``, behind its title."""
    return min(max(x - wide / 2, box.x() + title_wide + 12), box.right() - wide)


def find(_demo: CentringDemo, view: LessonView, _progress: Progress) -> Found:
    """Return the cosines of random pairs in both spaces, None where no pair has a direction."""
    found = view.centring
    rows = row_subset(view.table, found.ids)
    before, after = sample_cosines(rows), sample_cosines(rows, found.space)
    if not len(before) or not len(after):
        return None
    row, lists = view.chosen_row, view.top_lists
    entries = () if lists is None else lists.cosine
    near = tuple(
        (entry.row, entry.score, centred_cosine(view.table, row or 0, entry.row, found.space))
        for entry in entries
    )
    return Cosines(before, after, found, row, near)


def figure(_demo: CentringDemo, given: Given[Found]) -> Figure:
    """Return both histograms."""
    if given.found is None:
        return Nothing("This table has no two rows with a direction.")
    return CentringFigure(given.found, given)


KIND = DemoKind(find, figure, following(figure), slow=True)
