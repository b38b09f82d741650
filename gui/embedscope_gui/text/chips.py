"""The coloured grounds of the tokens in sight, line by line; never of the whole text."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QTextBlock, QTextLayout, QTextLine
from PySide6.QtWidgets import QPlainTextEdit

from embedscope_gui.text.document_text import raw_range
from embedscope_gui.text.drift import Drift
from embedscope_gui.text.line_places import HugeLine, LinePlaces, line_places
from embedscope_gui.text.places import TokenPlaces, pieces

LINE_END_PX = 10.0
THINNEST_PX = 2.0  # zero-width characters are seen too
HUGE_LINE = 20_000  # a line that is not wrapped goes on far beside what is in sight


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text on the viewport."""

    block: QTextBlock
    layout: QTextLayout
    line: QTextLine
    origin: QPointF  # of the block
    width: float  # of the viewport

    @property
    def seen(self) -> tuple[int, int]:
        """Places of the line, counted in its block, among which are all that can be in sight."""
        start, stop = self.line.textStart(), self.line.textStart() + self.line.textLength()
        if stop - start <= HUGE_LINE:
            return start, stop
        edges = [self.line.xToCursor(x - self.origin.x()) for x in (0.0, self.width)]
        return max(start, min(edges) - 1), min(stop, max(edges) + 1)

    @property
    def places(self) -> LinePlaces:
        """Where its characters are."""
        text, (first, last) = self.text, self.seen
        from_start = first - self.line.textStart()
        if len(text) > HUGE_LINE and text.isascii():
            stretch = text[from_start : from_start + last - first]
            if stretch.isprintable():
                font = self.block.document().defaultFont()
                return HugeLine((self.layout, self.line, font), stretch, first)
        return line_places(self.layout, self.line, text)

    @property
    def start(self) -> int:
        """First UTF-16 place of the line in the document."""
        return self.block.position() + self.line.textStart()

    @property
    def text(self) -> str:
        """What stands on the line, as the document spells it; its block may be huge."""
        return raw_range(self.block.document(), self.start, self.start + self.line.textLength())

    @property
    def top(self) -> float:
        """Upper edge on the viewport."""
        return self.origin.y() + self.line.y()


@dataclass(frozen=True, slots=True)
class Chip:
    """A part of a token as it is seen on one line."""

    position: int
    rect: QRectF
    is_split: bool = False  # the token begins or ends inside a character
    is_line_end: bool = False


class VisibleEdit(QPlainTextEdit):
    """Opens what a painter needs of the editor: the lines in sight."""

    def visible_lines(self, top: float, bottom: float) -> Iterator[Line]:
        """Yield the lines that cross the viewport between ``top`` and ``bottom``."""
        block = self.firstVisibleBlock()
        origin = self.blockBoundingGeometry(block).translated(self.contentOffset()).topLeft()
        while block.isValid() and origin.y() <= bottom:
            height = self.blockBoundingRect(block).height()
            if block.isVisible() and origin.y() + height >= top:
                for line in _lines(block, origin, top, bottom):
                    yield Line(block, block.layout(), line, origin, self.viewport().width())
            origin = origin + QPointF(0.0, height)
            block = block.next()


def _lines(block: QTextBlock, origin: QPointF, top: float, bottom: float) -> Iterator[QTextLine]:
    """Yield the lines of one block in sight; a huge block has thousands that are not."""
    layout = block.layout()
    first, last = 0, layout.lineCount()
    while first < last:  # the first line whose lower edge is in sight
        middle = (first + last) // 2
        line = layout.lineAt(middle)
        if origin.y() + line.y() + line.height() < top:
            first = middle + 1
        else:
            last = middle
    for number in range(first, layout.lineCount()):
        line = layout.lineAt(number)
        if origin.y() + line.y() > bottom:
            return
        yield line


def chips_on_line(shown: Line, tokens: TokenPlaces, drift: Drift | None) -> list[Chip]:
    """Return the chips of one line; edited stretches have none."""
    places = shown.places
    block_start = shown.block.position()
    start, stop = (block_start + place for place in shown.seen)
    line_end = shown.start + shown.line.textLength()
    is_last = stop == line_end and shown.line.lineNumber() == shown.layout.lineCount() - 1
    # Text that an input method is still composing is in the layout but not in the document.
    composing = bool(shown.layout.preeditAreaText())
    room = shown.layout.preeditAreaPosition() if composing else inf
    found: list[Chip] = []
    for low, high, shift in pieces(start, stop + is_last, drift):
        moved = shift - block_start
        first, last = tokens.between(low, high)
        borders = tokens.borders(first, last).tolist()
        for position, (begin, end) in enumerate(borders, first):
            if not _is_edited(begin, end, drift) and end + moved <= room:
                found += _chips(shown, places, position, (begin + moved, end + moved))
    return found


def _is_edited(begin: float, end: float, drift: Drift | None) -> bool:
    """Tell whether an edit cut into the token."""
    if drift is None:
        return False
    untouched = end <= drift.start or begin >= drift.old_stop
    return not untouched


def _chips(
    shown: Line, places: LinePlaces, position: int, span: tuple[float, float]
) -> Iterator[Chip]:
    begin, end = span
    left, top = shown.origin.x(), shown.top
    height = shown.line.height()
    is_split = begin != int(begin) or end != int(end)
    for low, high in places.pieces(begin, end):
        width = max(high - low, THINNEST_PX)
        yield Chip(position, QRectF(left + low, top, width, height), is_split)
    line_end = shown.block.length() - 1
    if begin <= line_end < end and line_end == shown.line.textStart() + shown.line.textLength():
        leftwards = shown.block.textDirection() == Qt.LayoutDirection.RightToLeft
        x = left + places.end_x() - (LINE_END_PX if leftwards else 0.0)
        yield Chip(position, QRectF(x, top, LINE_END_PX, height), is_line_end=True)
