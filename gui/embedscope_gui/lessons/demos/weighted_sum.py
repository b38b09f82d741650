"""Raw ids put through a weighted sum: large ids drown small ones, whatever the weight."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSlider

from embedscope.lessons.demos import WeightedSumDemo
from embedscope.lessons.view import LessonView
from embedscope.lessons.weighted_sum import WeightedSum, weighted_sum
from embedscope.lessons.wording import tenths
from embedscope.progress import Progress
from embedscope.tables.base import Ints
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.chips import chip_of, paint_chip
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.kind import DemoKind
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.sheet import area, bar, paint_remark, signed
from embedscope_gui.theme import Theme
from embedscope_gui.widgets.pane import plain_label

MOST_TOKENS = 8
HEAD, SUM, MOST_PITCH = 26.0, 40.0, 34.0
CHIP, ID, TIMES, TERM, SHARE = 104.0, 70.0, 96.0, 100.0, 62.0
TICKS = 200  # of the slider
Found = Ints  # positions of the tokens that have an id


@dataclass(frozen=True, eq=False)
class WeightedSumFigure:
    """A line for each token: its id times the weight, and its share of the sum as a bar."""

    sum: WeightedSum
    given: Given[Found]

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"Raw ids times a weight of {signed(self.sum.weight, 3)}"

    @property
    def natural_size(self) -> Size:
        """A line for each token and one for the sum."""
        count = min(len(self.sum.ids), MOST_TOKENS)
        return Size(640, int(HEAD + SUM + count * MOST_PITCH + 70))

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(560, 230)

    def remark(self) -> str:
        """Say what the shares do not show at once."""
        if len(self.sum.ids) > 1 and len(set(self.sum.ids.tolist())) == 1:
            return "All ids are equal, so all tokens count the same."
        return ""

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint lines, the sum under them, and the comparison."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        shown = min(len(self.sum.ids), MOST_TOKENS)
        pitch = min((room.height() - HEAD - SUM) / max(shown, 1), MOST_PITCH)
        room.setTop(room.y() + max(room.height() - HEAD - SUM - shown * pitch, 0) / 2)
        self._paint_heads(canvas, room)
        for index in range(shown):
            y = room.y() + HEAD + (index + 0.5) * pitch
            self._paint_line(canvas, room, y, pitch, index)
        self._paint_sum(canvas, room, room.y() + HEAD + shown * pitch, shown)
        paint_remark(canvas, height, lines)

    def _columns(self, room: QRectF) -> tuple[float, float, float, QRectF]:
        """Return right edges of id, weight and term, and the room of the bars."""
        id_right = room.x() + CHIP + ID
        weight_right = id_right + TIMES
        term_right = weight_right + TERM
        bars = QRectF(term_right + 14, room.y(), room.right() - SHARE - term_right - 14, 1)
        return id_right, weight_right, term_right, bars

    def _paint_heads(self, canvas: Canvas, room: QRectF) -> None:
        muted, y = Ink(SMALL_PX, canvas.theme.muted), room.y() + 12
        id_right, weight_right, term_right, bars = self._columns(room)
        canvas.text(room.x(), y, "token", muted)
        canvas.text(id_right, y, "id", muted, "end")
        canvas.text(weight_right, y, "× weight", muted, "end")
        canvas.text(term_right, y, "= term", muted, "end")
        canvas.text(bars.x(), y, "share of the sum", muted)

    def _paint_line(self, canvas: Canvas, room: QRectF, y: float, pitch: float, index: int) -> None:
        subject, position = self.given.subject, int(self.given.found[index])
        high = min(pitch - 4, 24.0)
        chip = chip_of(subject, position, CHIP - 12, BODY_PX)
        paint_chip(canvas, QRectF(room.x(), y - high / 2, CHIP, high), chip, BODY_PX)
        id_right, weight_right, term_right, bars = self._columns(room)
        base = y + 4.5
        canvas.text(id_right, base, str(self.sum.ids[index]), Ink(), "end")
        canvas.text(weight_right, base, f"× {signed(self.sum.weight, 3)}", Ink(), "end")
        term = float(self.sum.terms[index])
        canvas.text(term_right, base, f"= {signed(term, 2)}", Ink(bold=True), "end")
        share, theme = float(self.sum.shares[index]), canvas.theme
        box = QRectF(bars.x(), y - 6, bars.width(), 12)
        canvas.box(box, theme.grid)
        bar(canvas, box, share, theme.accent if term > 0 else theme.marks)
        canvas.text(room.right(), base, tenths(share), Ink(), "end")

    def _paint_sum(self, canvas: Canvas, room: QRectF, y: float, shown: int) -> None:
        _, weight_right, term_right, bars = self._columns(room)
        canvas.line((weight_right - 40, y + 4), (term_right, y + 4), canvas.theme.line)
        left_out = len(self.sum.ids) - shown
        more = f"sum, with {left_out:,} more" if left_out else "sum"
        muted = Ink(BODY_PX, canvas.theme.muted)
        total, bold = f"= {signed(self.sum.total, 2)}", Ink(bold=True)
        wide = canvas.text(term_right, y + 24, total, bold, "end")
        canvas.text(min(weight_right, term_right - wide - 10), y + 24, more, muted, "end")
        if self.sum.weight < 0:
            canvas.text(bars.x(), y + 24, "a negative weight pulls the sum down", muted)


def find(_demo: WeightedSumDemo, view: LessonView, _progress: Progress) -> Found:
    """Return the positions of all tokens that have an id."""
    return np.flatnonzero(view.ids >= 0)


def figure_at(given: Given[Found], weight: float) -> Figure:
    """Return the figure for ``weight``."""
    if not len(given.found):
        return Nothing("Type some text: the ids of its tokens are summed up here.")
    ids = given.view.ids[given.found]
    return WeightedSumFigure(weighted_sum(ids, weight), given)


def figure(demo: WeightedSumDemo, given: Given[Found]) -> Figure:
    """Return the figure for the weight that the lesson begins with."""
    return figure_at(given, demo.weight)


class WeightedSumWidget(DemoWidget[Found]):
    """The weight is dragged, or moved by the arrow keys."""

    def __init__(self, demo: WeightedSumDemo) -> None:
        super().__init__()
        self._demo = demo
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName("weightSlider")
        self.slider.setAccessibleName("Weight")
        self.slider.setRange(0, TICKS)
        self.slider.setPageStep(TICKS // 10)
        share = (demo.weight - demo.least) / (demo.most - demo.least)
        self.slider.setValue(round(share * TICKS))
        self.slider.valueChanged.connect(self._on_moved)
        self.value = plain_label()
        label = plain_label("&Weight")
        label.setBuddy(self.slider)
        for widget, stretch in ((label, 0), (self.slider, 1), (self.value, 0)):
            self.controls.addWidget(widget, stretch)
        self._on_moved()

    @property
    def weight(self) -> float:
        """The weight as set."""
        share = self.slider.value() / TICKS
        return round(self._demo.least + share * (self._demo.most - self._demo.least), 6)

    def figure_of(self, given: Given[Found]) -> Figure:
        """Return the sum with the weight as set."""
        return figure_at(given, self.weight)

    def _on_moved(self) -> None:
        text = signed(self.weight, 3)
        self.value.setText(text)
        self.value.setMinimumWidth(self.value.fontMetrics().horizontalAdvance("-0.0000"))
        self.slider.setAccessibleDescription(text)
        self.redraw()


KIND = DemoKind(find, figure, lambda demo, _controller: WeightedSumWidget(demo))
