"""Where the UTF-16 places of a block lie on one laid-out line, also inside a glyph and in RTL."""

import re
from itertools import pairwise
from typing import Protocol

from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextLine

LONGEST_MIXED = 20_000  # every glyph of a mixed line is asked for

Pieces = list[tuple[float, float]]  # left and right x of each visible part

_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


class LinePlaces(Protocol):
    """Gives the x of a stretch of one line; places count from the start of the block."""

    def pieces(self, start: float, stop: float) -> Pieces:
        """Return where ``[start, stop)`` is seen on this line, x in the layout's coordinates."""
        ...

    def end_x(self) -> float:
        """Return the x where the line ends, in reading order."""
        ...


def line_places(layout: QTextLayout, line: QTextLine, text: str) -> LinePlaces:
    """Return the places of ``line``; ``text`` is what stands on it."""
    if len(text) > LONGEST_MIXED or text.isascii() or not _RIGHT_TO_LEFT.search(text):
        return StraightLine(layout, line, simple=text.isascii())
    return MixedLine(layout, line, text)


class StraightLine:
    """A line that runs left to right."""

    def __init__(self, layout: QTextLayout, line: QTextLine, *, simple: bool) -> None:
        self._layout = layout
        self._line = line
        self._simple = simple  # one unit, one glyph
        self._start = line.textStart()
        self._stop = self._start + line.textLength()
        self._last = (-1.0, 0.0)  # neighbours share a border: it is asked for once

    def pieces(self, start: float, stop: float) -> Pieces:
        """Return the one piece between two places, none outside the line."""
        start, stop = max(start, self._start), min(stop, self._stop)
        if start >= stop:
            return []
        first, last = self._x(start), self._x(stop)
        return [(min(first, last), max(first, last))]  # huge lines may run right to left

    def end_x(self) -> float:
        """Return the right end of the text."""
        return self._x(float(self._stop))

    def _x(self, place: float) -> float:
        if place != self._last[0]:
            self._last = (place, self._find_x(place))
        return self._last[1]

    def _find_x(self, place: float) -> float:
        whole = int(place)
        if whole == place and (self._simple or self._layout.isValidCursorPosition(whole)):
            return x_of(self._line, whole)
        before, after = cluster(self._layout, whole)
        left, right = x_of(self._line, before), x_of(self._line, min(after, self._stop))
        return left + (right - left) * (place - before) / (after - before)


class HugeLine(StraightLine):
    """A line of plain letters of which a stretch is in sight: Qt is asked once for an x.

    Qt adds up all that stands before a place: 60 places of a million blanks took a second.
    """

    def __init__(
        self, shown: tuple[QTextLayout, QTextLine, QFont], stretch: str, start: int
    ) -> None:
        layout, line, font = shown
        super().__init__(layout, line, simple=True)
        self._metrics = QFontMetricsF(font)
        self._stretch, self._from = stretch, start
        self._x_from = x_of(line, start)

    def _find_x(self, place: float) -> float:
        n_letters = int(place) - self._from
        if 0 <= n_letters <= len(self._stretch):
            return self._x_from + self._metrics.horizontalAdvance(self._stretch[:n_letters])
        return super()._find_x(place)


class MixedLine:
    """A line with text that runs right to left: asks the layout which glyph is where.

    ``cursorToX`` alone does not do: at a change of direction one place has two sides, and it
    gives the side that belongs to the other run.
    """

    def __init__(self, layout: QTextLayout, line: QTextLine, text: str) -> None:
        self._units = text.encode("utf-16-le", "surrogatepass")
        self._line = line
        self._start = line.textStart()
        self._stop = self._start + line.textLength()
        self._boxes = [
            (place, min(layout.nextCursorPosition(place), self._stop), left, right)
            for place, left, right in _glyph_boxes(line)
        ]

    def pieces(self, start: float, stop: float) -> Pieces:
        """Return the pieces of ``[start, stop)`` from left to right, touching ones joined."""
        found: Pieces = []
        for first, after, left, right in self._boxes:
            if after <= start or first >= stop or after <= first:
                continue
            low = max(0.0, (start - first) / (after - first))
            high = min(1.0, (stop - first) / (after - first))
            if self._runs_left(first):
                low, high = 1 - high, 1 - low
            width = right - left
            piece = (left + low * width, left + high * width)
            if found and abs(found[-1][1] - piece[0]) < 0.01:
                piece = (found.pop()[0], piece[1])
            found.append(piece)
        return found

    def end_x(self) -> float:
        """Return the end of the text in reading order, which is left in a RTL paragraph."""
        return x_of(self._line, self._stop)

    def _runs_left(self, place: int) -> bool:
        at = 2 * (place - self._start)
        char = self._units[at : at + 4].decode("utf-16-le", "ignore")
        return bool(_RIGHT_TO_LEFT.match(char))


def x_of(line: QTextLine, place: int) -> float:
    """Return the x of a place on ``line``."""
    x: object = line.cursorToX(place)
    return float(x[0] if isinstance(x, tuple) else x)  # type: ignore[arg-type]  # by binding


def cluster(layout: QTextLayout, place: int) -> tuple[int, int]:
    """Return the places around ``place`` where a caret can stand: one glyph as people see it."""
    inside = layout.isValidCursorPosition(place)
    before = place if inside else layout.previousCursorPosition(place)
    return before, max(layout.nextCursorPosition(before), before + 1)


def _glyph_boxes(line: QTextLine) -> list[tuple[int, float, float]]:
    """Return (place, left, right) of every glyph on a line from left to right."""
    extent = line.naturalTextRect()
    first, length = line.textStart(), line.textLength()
    edges = {x_of(line, place) for place in range(first, first + length + 1)}
    edges |= {extent.left(), extent.right()}
    boxes: list[tuple[int, float, float]] = []
    for left, right in pairwise(sorted(edges)):
        place = line.xToCursor((left + right) / 2, QTextLine.CursorPosition.CursorOnCharacter)
        joins = bool(boxes) and boxes[-1][0] == place
        boxes.append((place, boxes.pop()[1] if joins else left, right))
    return boxes
