"""A list of rows ranked by one score, with their places by another or their lengths."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from embedscope.lessons.scores import RankedRow
from embedscope.ordinals import ordinal
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width
from embedscope_gui.lessons.demos.sheet import bar, heading, signed

HEAD, MOST_PITCH, BAR = 44.0, 32.0, 8.0
PLACE, SCORE = 22.0, 52.0  # widths of the columns
LENGTHS = 96.0  # of the last one
NUMBER = 44.0  # of a length, beside its bar


@dataclass(frozen=True, eq=False)
class RankedList:
    """``entries`` with their ``labels`` under a title, with their places by the ``other`` score.

    With ``lengths`` of the rows, the last column holds these instead, and their ``mean`` below. The
    rows ``joined`` stand in another list as well.
    """

    title: str
    unit: str
    other: str
    entries: tuple[RankedRow, ...]
    labels: tuple[str, ...]
    lengths: Mapping[int, float] | None = None
    mean: str = ""
    joined: frozenset[int] = frozenset()

    def pitch(self, rect: QRectF) -> float:
        """Return the height of a line in ``rect``."""
        n_lines = len(self.entries) + (self.lengths is not None)
        return min((rect.height() - HEAD) / max(n_lines, 1), MOST_PITCH)

    def line_y(self, rect: QRectF, index: int) -> float:
        """Return the middle of line ``index``."""
        return rect.y() + HEAD + (index + 0.5) * self.pitch(rect)

    @property
    def _last(self) -> float:
        """Width of the last column, with a gap before it."""
        if self.lengths is not None:
            return LENGTHS
        said = (text_width(self._place(entry), SMALL_PX + 1) for entry in self.entries)
        return max(said, default=0.0) + 16

    def _place(self, entry: RankedRow) -> str:
        if entry.other_rank is None:
            return f"none by {self.other}"
        return f"{ordinal(entry.other_rank)} by {self.other}"

    def paint(self, canvas: Canvas, rect: QRectF) -> None:
        """Paint the list into ``rect``, from its top."""
        theme, y = canvas.theme, rect.y() + HEAD - 6
        heading(canvas, rect.x(), rect.y() + 14, self.title, rect.width())
        small = Ink(SMALL_PX, theme.muted)
        canvas.text(rect.right() - self._last, y - 6, self.unit, small, "end")
        if self.lengths is not None:
            canvas.text(rect.right(), y - 6, "length", small, "end")
        canvas.line((rect.x(), y), (rect.right(), y), theme.line)
        for index, entry in enumerate(self.entries):
            self._paint_entry(canvas, rect, index, entry)
        if self.lengths is not None and self.entries:
            base = self.line_y(rect, len(self.entries)) + 5
            bold = Ink(BODY_PX, bold=True)
            canvas.text(rect.right() - NUMBER - 18, base, "average length", bold, "end")
            canvas.text(rect.right(), base, self.mean, bold, "end")

    def _paint_entry(self, canvas: Canvas, rect: QRectF, index: int, entry: RankedRow) -> None:
        theme, y = canvas.theme, self.line_y(rect, index)
        base, left = y + 5, rect.x() + PLACE
        canvas.text(left - 8, base, f"{index + 1}", Ink(SMALL_PX, theme.muted), "end")
        room = rect.right() - self._last - SCORE - left
        joined = entry.row in self.joined
        name = Ink(BODY_PX, theme.accent if joined else theme.text, joined)
        canvas.text(left, base, self.labels[index], name, room=room)
        canvas.text(rect.right() - self._last, base, signed(entry.score, 3), Ink(), "end")
        if self.lengths is None:
            ink = Ink(SMALL_PX + 1, theme.muted)
            canvas.text(rect.right(), base, self._place(entry), ink, "end")
            return
        length = self.lengths[entry.row]
        canvas.text(rect.right(), base, signed(length, 3), Ink(), "end")
        box = QRectF(rect.right() - LENGTHS + 10, y - BAR / 2, LENGTHS - NUMBER - 10, BAR)
        canvas.box(box, theme.grid)
        bar(canvas, box, length / (max(self.lengths.values()) or 1.0), theme.cloud)
