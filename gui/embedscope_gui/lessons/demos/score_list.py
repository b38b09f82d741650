"""A ranked list of tokens with their scores, as part of a figure."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, elided, text_width
from embedscope_gui.lessons.demos.sheet import bar, heading, signed

HEAD = 30.0
MOST_PITCH, BAR = 27.0, 6.0
ID_ROOM, SCORE_ROOM, BAR_SHARE = 54.0, 58.0, 0.26


@dataclass(frozen=True)
class Entry:
    """One line: a row, its token, its score; ``is_chosen``: the row that the list is about."""

    row: int
    label: str
    score: float
    is_chosen: bool = False


@dataclass(frozen=True)
class ScoreList:
    """Entries under a title; bars are shares of ``full``, the largest score if None.

    Scores below zero are numbers alone: no length of a bar stands for them.
    """

    title: str
    unit: str
    entries: tuple[Entry, ...]
    full: float | None = 1.0
    digits: int = 3

    @property
    def mean(self) -> float:
        """Mean score of the finite entries but the chosen one; NaN without any."""
        scores = [e.score for e in self.entries if not e.is_chosen and math.isfinite(e.score)]
        return sum(scores) / len(scores) if scores else math.nan

    def pitch(self, rect: QRectF) -> float:
        """Return the height of a line in ``rect``."""
        return min((rect.height() - HEAD) / max(len(self.entries), 1), MOST_PITCH)

    def line_y(self, rect: QRectF, index: int) -> float:
        """Return the middle of line ``index``."""
        return rect.y() + HEAD + (index + 0.5) * self.pitch(rect)

    def paint(self, canvas: Canvas, rect: QRectF) -> None:
        """Paint the list into ``rect``, from its top."""
        heading(canvas, rect.x() + 8, rect.y() + 14, self.title, rect.width() - SCORE_ROOM)
        muted = Ink(SMALL_PX, canvas.theme.muted)
        canvas.text(rect.right() - 4, rect.y() + 14, self.unit, muted, "end")
        canvas.line(
            (rect.x(), rect.y() + HEAD - 6), (rect.right(), rect.y() + HEAD - 6), canvas.theme.line
        )
        for index, entry in enumerate(self.entries):
            self._paint_entry(canvas, rect, self.line_y(rect, index), entry)

    def _paint_entry(self, canvas: Canvas, rect: QRectF, y: float, entry: Entry) -> None:
        theme, pitch = canvas.theme, self.pitch(rect)
        if entry.is_chosen:
            box = QRectF(rect.x(), y - pitch / 2, rect.width(), pitch)
            canvas.box(box.adjusted(0, 1, 0, -1), theme.accent_soft, radius=3.0)
        base, wide = y + 4.5, rect.width() * BAR_SHARE
        canvas.text(
            rect.x() + ID_ROOM,
            base,
            f"{entry.row}",
            Ink(SMALL_PX, self._quiet(canvas, entry)),
            "end",
        )
        left = rect.x() + ID_ROOM + 10
        room = rect.right() - SCORE_ROOM - wide - 8 - left
        name = Ink(BODY_PX, theme.text, entry.is_chosen)
        canvas.text(left, base, elided(entry.label, room, BODY_PX, entry.is_chosen), name)
        if not entry.is_chosen:
            self._paint_bar(
                canvas, QRectF(rect.right() - SCORE_ROOM - wide, y - BAR / 2, wide, BAR), entry
            )
            canvas.text(rect.right() - 4, base, signed(entry.score, self.digits), Ink(), "end")

    def _paint_bar(self, canvas: Canvas, box: QRectF, entry: Entry) -> None:
        canvas.box(box, canvas.theme.grid)
        full = self.full or max((abs(e.score) for e in self.entries if not e.is_chosen), default=1)
        if math.isfinite(entry.score) and full:
            bar(canvas, box, max(entry.score, 0.0) / full, canvas.theme.accent)

    def _quiet(self, canvas: Canvas, entry: Entry) -> str:
        return canvas.theme.text if entry.is_chosen else canvas.theme.muted


def widest_id(entries: tuple[Entry, ...]) -> float:
    """Return the width of the widest id."""
    return max((text_width(str(entry.row), SMALL_PX) for entry in entries), default=0.0)
