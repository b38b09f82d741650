"""The visible stretch of one axis: pure arithmetic of zooming, panning and finding cells.

Rows and dims behave alike, so a view is two spans. Cell ``i`` covers ``[i, i + 1)``: its edges
are whole numbers and its centre is at ``i + 0.5``.
"""

from dataclasses import dataclass
from math import floor


@dataclass(frozen=True, slots=True)
class Span:
    """``[low, high)`` in cells of an axis that holds ``size`` cells."""

    low: float
    high: float
    size: int

    @classmethod
    def whole(cls, size: int) -> "Span":
        """Return the span that shows all ``size`` cells (an empty axis still has a length)."""
        return cls(0.0, float(max(size, 1)), size)

    @property
    def length(self) -> float:
        """Visible cells, as a number that may have a fraction."""
        return self.high - self.low

    @property
    def is_whole(self) -> bool:
        """Whether every cell is visible."""
        return self.low <= 0 and self.high >= self.size

    def value(self, position: float, length_px: float) -> float:
        """Return the coordinate under ``position`` pixels from the start of the axis."""
        return self.low + position / length_px * self.length

    def position(self, value: float, length_px: float) -> float:
        """Return the pixels from the start of the axis to coordinate ``value``."""
        return (value - self.low) / self.length * length_px

    def cell_at(self, pixel: int, length_px: int) -> int | None:
        """Return the cell drawn at device pixel ``pixel``, or None outside axis or table.

        A pixel belongs to the cell that holds its centre, as in the picture: what is read
        under the pointer is what is seen there, and x = -0.2 is nothing rather than cell 0.
        """
        if not 0 <= pixel < length_px:
            return None
        cell = floor(self.value(pixel + 0.5, length_px))
        return cell if 0 <= cell < self.size else None

    def zoomed(self, factor: float, about: float) -> "Span":
        """Return the span ``factor`` times as long; coordinate ``about`` keeps its pixel."""
        length = max(self.length * factor, 1.0)
        if length >= self.size * (1 - 1e-9):  # in and out again ends at the whole, not beside it
            return Span.whole(self.size)
        share = (about - self.low) / self.length
        low = about - share * length
        return Span(low, low + length, self.size).clamped()

    def panned(self, cells: float) -> "Span":
        """Return the span moved by ``cells``, stopped at the ends of the axis."""
        return Span(self.low + cells, self.high + cells, self.size).clamped()

    def clamped(self) -> "Span":
        """Return the nearest span inside the axis that is no shorter than one cell."""
        length = min(max(self.length, 1.0), float(max(self.size, 1)))
        low = min(max(self.low, 0.0), max(self.size, 1) - length)
        return Span(low, low + length, self.size)

    def revealing(self, cell: int) -> "Span":
        """Return this span when ``cell`` is wholly visible, else one centred on it."""
        if self.low <= cell and cell + 1 <= self.high:
            return self
        return self.panned(cell + 0.5 - (self.low + self.high) / 2)

    def around(self, cell: int, cells: float) -> "Span":
        """Return a span of ``cells`` centred on ``cell`` where the axis allows."""
        middle = cell + 0.5
        return Span(middle - cells / 2, middle + cells / 2, self.size).clamped()
