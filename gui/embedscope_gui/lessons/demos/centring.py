"""Cosines of random pairs of rows before and after the mean row is taken away."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.centring import Centring, sample_cosines
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
from embedscope_gui.lessons.demos.sheet import area, heading, paint_remark, signed
from embedscope_gui.theme import Theme

BINS = 80
HEAD, AXIS, GAP = 26.0, 22.0, 18.0


@dataclass(frozen=True, eq=False)
class Cosines:
    """Cosines of the same random pairs before and after centring, and the exact means."""

    before: Doubles
    after: Doubles
    centring: Centring


Found = Cosines | None


@dataclass(frozen=True, eq=False)
class CentringFigure:
    """Two histograms on one axis from -1 to 1, each with its mean."""

    found: Cosines

    @property
    def title(self) -> str:
        """What the figure shows."""
        return "Cosines of random pairs of rows, before and after centring"

    @property
    def natural_size(self) -> Size:
        """Two flat histograms."""
        return Size(680, 310)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(460, 230)

    def remark(self) -> str:
        """Say what the mean row is."""
        found = self.found.centring
        return (
            f"The mean row has the length {found.mean_length:.2f}, a typical row "
            f"{found.typical_length:.2f}. Means are those of all pairs; bars: "
            f"{len(self.found.before):,} pairs taken at random."
        )

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint both histograms over a common axis."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        high = (room.height() - 2 * HEAD - AXIS - GAP) / 2  # of each histogram
        parts = (
            ("As the rows are", self.found.before, self.found.centring.before),
            ("Without the mean row", self.found.after, self.found.centring.after),
        )
        y = room.y()
        for title, cosines, mean in parts:
            box = QRectF(room.x() + 8, y + HEAD, room.width() - 16, high)
            self._paint_bars(canvas, box, cosines, mean, title)
            y += HEAD + high + GAP
        self._paint_axis(
            canvas, QRectF(room.x() + 8, room.bottom() - AXIS, room.width() - 16, AXIS)
        )
        paint_remark(canvas, height, lines)

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
        said = f"mean {signed(mean, 3)}"
        left = label_left(x, text_width(said, BODY_PX, True), box, text_width(title, BODY_PX, True))
        canvas.text(left, box.y() - 8, said, Ink(BODY_PX, theme.marks, True))

    def _paint_axis(self, canvas: Canvas, box: QRectF) -> None:
        small = Ink(SMALL_PX, canvas.theme.muted)
        for value in (-1.0, -0.5, 0.0, 0.5, 1.0):
            x = box.x() + (value + 1) / 2 * box.width()
            canvas.line((x, box.y()), (x, box.y() + 4), canvas.theme.muted)
            canvas.text(x, box.y() + 17, signed(value, 1), small, "middle")
        canvas.text(box.x() + 0.875 * box.width(), box.y() + 17, "cosine →", small, "middle")


def label_left(x: float, wide: float, box: QRectF, title_wide: float) -> float:
    """Return where a label ``wide`` px starts above ``x``: within ``box``, behind its title."""
    return min(max(x - wide / 2, box.x() + title_wide + 12), box.right() - wide)


def find(_demo: CentringDemo, view: LessonView, _progress: Progress) -> Found:
    """Return the cosines of random pairs in both spaces, None where no pair has a direction."""
    found = view.centring
    before, after = sample_cosines(found.rows), sample_cosines(found.rows, found.space)
    return Cosines(before, after, found) if len(before) and len(after) else None


def figure(_demo: CentringDemo, given: Given[Found]) -> Figure:
    """Return both histograms."""
    if given.found is None:
        return Nothing("This table has no two rows with a direction.")
    return CentringFigure(given.found)


KIND = DemoKind(find, figure, following(figure), slow=True)
