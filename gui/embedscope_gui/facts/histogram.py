"""A histogram of one fact of all rows; dragging over it chooses a range of values."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from embedscope.tables.base import Doubles
from embedscope_gui.theme import SMALL_PX, THEMES, Theme
from embedscope_gui.vectors.ticks import nice_ticks

BINS = 120
SIDE_PX, TOP_PX, AXIS_PX = 10.0, 6.0, 20.0
TICK_EVERY_PX = 90.0
LEAST_PX = 3.0  # a shorter drag is a click, which chooses everything again
Span = tuple[float, float]


class Histogram(QWidget):
    """``rangeChosen(low, high)``: the user wants these values only; ``rangeCleared``: all."""

    rangeChosen = Signal(float, float)
    rangeCleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("factsHistogram")
        self.setAccessibleName("How many rows have which value")
        self.setToolTip("Drag to list the rows in a range of values; a click lists all again")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.theme: Theme = THEMES["light"]
        self.counts = np.zeros(0, np.int64)
        self.edges = np.zeros(1)
        self.chosen: Span | None = None
        self.tails: Span | None = None
        self._name = ""
        self._from: float | None = None

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(480, 96)

    def show_values(self, name: str, values: Doubles | None, tails: Span | None = None) -> None:
        """Draw how often ``values`` (V,) occur; what is beyond ``tails`` is drawn stronger."""
        self._name, self.chosen, self.tails = name, None, tails
        good = np.zeros(0) if values is None else values[np.isfinite(values)]
        if len(good):
            self.counts, self.edges = np.histogram(good, min(BINS, _bins(good)))
        else:
            self.counts, self.edges = np.zeros(0, np.int64), np.zeros(1)
        self.update()

    def show_range(self, chosen: Span | None) -> None:
        """Mark a range of values, None: no range."""
        self.chosen = chosen
        self.update()

    # where things are

    @property
    def plot(self) -> QRectF:
        """The room of the bars."""
        return QRectF(self.rect()).adjusted(SIDE_PX, TOP_PX, -SIDE_PX, -AXIS_PX)

    def x_of(self, value: float) -> float:
        """Return the pixel of a value."""
        low, high = float(self.edges[0]), float(self.edges[-1])
        return self.plot.left() + self.plot.width() * (value - low) / ((high - low) or 1.0)

    def value_at(self, x: float) -> float:
        """Return the value at a pixel, held within the axis."""
        low, high = float(self.edges[0]), float(self.edges[-1])
        share = (x - self.plot.left()) / max(self.plot.width(), 1.0)
        return low + (high - low) * min(max(share, 0.0), 1.0)

    # painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint bars on a scale of square roots, so that a single row can be seen."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self.theme.surface))
            font = QFont(self.font())
            font.setPixelSize(SMALL_PX)
            painter.setFont(font)
            if len(self.counts):
                self._paint_spread(painter, self.plot)
            else:
                self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        painter.setPen(QColor(self.theme.muted))
        words = "Sort by a number to see how it is spread." if not self._name else "No numbers."
        painter.drawText(self.plot, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_spread(self, painter: QPainter, plot: QRectF) -> None:
        if self.chosen is not None:
            left, right = (self.x_of(value) for value in self.chosen)
            painter.fillRect(
                QRectF(left, plot.top(), max(right - left, 1.0), plot.height()),
                QColor(self.theme.accent_soft),
            )
        self._paint_bars(painter, plot)
        self._paint_axis(painter, plot)

    def _paint_bars(self, painter: QPainter, plot: QRectF) -> None:
        tall = np.sqrt(self.counts / max(int(self.counts.max()), 1)) * plot.height()
        painter.setPen(Qt.PenStyle.NoPen)
        for number in np.flatnonzero(self.counts).tolist():
            low, high = self.edges[number], self.edges[number + 1]
            beyond = self.tails is not None and (high <= self.tails[0] or low >= self.tails[1])
            painter.setBrush(QColor(self.theme.marks if beyond else self.theme.cloud))
            left, right = self.x_of(float(low)), self.x_of(float(high))
            height = max(float(tall[number]), 1.0)
            width = max(right - left - 0.5, 0.8)
            painter.drawRect(QRectF(left, plot.bottom() - height, width, height))

    def _paint_axis(self, painter: QPainter, plot: QRectF) -> None:
        painter.setPen(QPen(QColor(self.theme.line), 1.0))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.setPen(QColor(self.theme.muted))
        ends = float(self.edges[0]), float(self.edges[-1])
        ticks = nice_ticks(*ends, max(int(plot.width() // TICK_EVERY_PX), 2))
        for value, text in zip(ticks.values.tolist(), ticks.texts, strict=True):
            room = QRectF(self.x_of(value) - 40, plot.bottom() + 2, 80, AXIS_PX - 4)
            painter.drawText(room, Qt.AlignmentFlag.AlignHCenter, text)
        corner = QRectF(plot.left(), plot.top(), plot.width(), SMALL_PX + 4.0)
        painter.drawText(corner, Qt.AlignmentFlag.AlignRight, self._name)

    # choosing

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start a range."""
        if event.button() == Qt.MouseButton.LeftButton and len(self.counts):
            self._from = event.position().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the range that would be chosen."""
        if self._from is not None:
            self.show_range(self._span(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the range, or everything again after a mere click."""
        if self._from is None:
            return
        short = abs(event.position().x() - self._from) < LEAST_PX
        span = self._span(event.position())
        self._from = None
        self.show_range(None if short else span)
        if short:
            self.rangeCleared.emit()
        else:
            self.rangeChosen.emit(*span)

    def _span(self, at: QPointF) -> Span:
        first, last = self.value_at(self._from or 0.0), self.value_at(at.x())
        return min(first, last), max(first, last)


def _bins(values: Doubles) -> int:
    """Return how many bins so many values fill; whole numbers get no more than there are."""
    distinct = len(np.unique(values[:10_000]))
    return max(min(distinct, int(np.sqrt(len(values))) + 1), 1)
