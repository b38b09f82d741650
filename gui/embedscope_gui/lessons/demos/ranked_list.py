"""A list of rows ranked by one score, with their places by another or their lengths."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from embedscope.lessons.scores import RankedRow
from embedscope.ordinals import ordinal
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX
from embedscope_gui.lessons.demos.sheet import bar, heading, signed

HEAD, MOST_PITCH, BAR = 44.0, 32.0, 8.0
PLACE, SCORE, OTHER = 22.0, 52.0, 96.0  # widths of the columns
NUMBER = 44.0  # of a length, beside its bar


@dataclass(frozen=True, eq=False)
class RankedList:
    """``entries`` with their ``labels`` under a title; ``other`` names the last column.

    With ``lengths`` of the rows, the last column holds these, and their ``mean`` below.
    """

    title: str
    unit: str
    other: str
    entries: tuple[RankedRow, ...]
    labels: tuple[str, ...]
    lengths: Mapping[int, float] | None = None
    mean: str = ""

    def pitch(self, rect: QRectF) -> float:
        """Return the height of a line in ``rect``."""
        n_lines = len(self.entries) + (self.lengths is not None)
        return min((rect.height() - HEAD) / max(n_lines, 1), MOST_PITCH)

    def line_y(self, rect: QRectF, index: int) -> float:
        """Return the middle of line ``index``."""
        return rect.y() + HEAD + (index + 0.5) * self.pitch(rect)

    def paint(self, canvas: Canvas, rect: QRectF) -> None:
        """Paint the list into ``rect``, from its top."""
        theme, y = canvas.theme, rect.y() + HEAD - 6
        heading(canvas, rect.x(), rect.y() + 14, self.title, rect.width())
        small = Ink(SMALL_PX, theme.muted)
        canvas.text(rect.right() - OTHER, y - 6, self.unit, small, "end")
        other = self.other if self.lengths is None else "length"
        canvas.text(rect.right(), y - 6, other, small, "end")
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
        room = rect.right() - OTHER - SCORE - left
        canvas.text(left, base, self.labels[index], room=room)
        canvas.text(rect.right() - OTHER, base, signed(entry.score, 3), Ink(), "end")
        if self.lengths is None:
            place = "none" if entry.other_rank is None else ordinal(entry.other_rank)
            canvas.text(rect.right(), base, place, Ink(BODY_PX, theme.marks), "end")
            return
        length = self.lengths[entry.row]
        canvas.text(rect.right(), base, signed(length, 3), Ink(), "end")
        box = QRectF(rect.right() - OTHER + 10, y - BAR / 2, OTHER - NUMBER - 10, BAR)
        canvas.box(box, theme.grid)
        bar(canvas, box, length / (max(self.lengths.values()) or 1.0), theme.marks)
