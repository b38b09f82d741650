"""What the pointer does while a button is down; each kind answers with the spans to show."""

from typing import Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QGuiApplication

from embedscope_gui.heatmap.even_zoom import Spans
from embedscope_gui.heatmap.overview import dragged
from embedscope_gui.heatmap.span import Span


class Drag(Protocol):
    """One press, its moves and its release."""

    @property
    def is_click(self) -> bool:
        """Whether the pointer has stayed where it was pressed."""
        ...

    def moved(self, to: QPointF) -> Spans | None:
        """Return the spans to show now, None for no change."""
        ...

    def released(self, at: QPointF) -> Spans | None:
        """Return the spans to show in the end, None for no change."""
        ...


class PanDrag:
    """The map follows the pointer, once it has moved too far for a click."""

    def __init__(self, spans: Spans, area: QRectF, start: QPointF) -> None:
        self._rows, self._cols = spans
        self._area = area
        self._start = start
        self.is_click = True

    def moved(self, to: QPointF) -> Spans | None:
        """Return the spans moved along with the pointer."""
        way = to - self._start
        if way.manhattanLength() >= QGuiApplication.styleHints().startDragDistance():
            self.is_click = False
        if self.is_click:
            return None
        return (
            self._rows.panned(-way.y() / self._area.height() * self._rows.length),
            self._cols.panned(-way.x() / self._area.width() * self._cols.length),
        )

    def released(self, at: QPointF) -> Spans | None:
        """Return where the pointer left the map."""
        return self.moved(at)


class BoxDrag:
    """A box is drawn, and shown as large as possible at the end."""

    is_click = False

    def __init__(self, spans: Spans, area: QRectF, start: QPointF) -> None:
        self._rows, self._cols = spans
        self._area = area
        self._start = start
        self.box = QRectF(start, start)

    def moved(self, to: QPointF) -> Spans | None:
        """Remember the box to be painted."""
        self.box = QRectF(self._start, to).normalized() & self._area
        return None

    def released(self, at: QPointF) -> Spans | None:
        """Return the spans of the box, None if it is too small to have been meant."""
        self.moved(at)
        if min(self.box.width(), self.box.height()) < 4:
            return None
        box = self.box.translated(-self._area.topLeft())
        rows = _part(self._rows, box.top(), box.bottom(), self._area.height())
        return rows, _part(self._cols, box.left(), box.right(), self._area.width())


def _part(span: Span, start: float, stop: float, length_px: float) -> Span:
    """Return the cells between two pixels of ``span``."""
    low, high = span.value(start, length_px), span.value(stop, length_px)
    return Span(low, high, span.size).clamped()


class StripDrag:
    """The thumb of an overview strip follows the pointer; a press beside it takes it there."""

    is_click = False

    def __init__(self, spans: Spans, area: QRectF, start: QPointF, *, rows: bool) -> None:
        self._spans = spans
        self._area = area
        self._along_rows = rows
        self._start = start
        span = spans[0] if rows else spans[1]
        pressed = Span.whole(span.size).value(self._along(start), self._length)
        self._span = span if span.low <= pressed < span.high else span.panned(pressed - _mid(span))

    @property
    def _length(self) -> float:
        return self._area.height() if self._along_rows else self._area.width()

    def _along(self, at: QPointF) -> float:
        """Return how far along the strip a point is."""
        inside = at - self._area.topLeft()
        return inside.y() if self._along_rows else inside.x()

    def moved(self, to: QPointF) -> Spans | None:
        """Return the spans with the dragged one moved."""
        by_px = self._along(to) - self._along(self._start)
        span = dragged(self._span, by_px, self._length)
        rows, cols = self._spans
        return (span, cols) if self._along_rows else (rows, span)

    def released(self, at: QPointF) -> Spans | None:
        """Return where the thumb was left."""
        return self.moved(at)


def _mid(span: Span) -> float:
    return (span.low + span.high) / 2
