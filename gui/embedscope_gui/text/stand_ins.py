"""Draws characters that a document cannot hold, such as CR, over the boxes of their stand-ins."""

import re
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetrics

from embedscope_gui.text.chips import Line
from embedscope_gui.text.document_text import STAND_INS, utf16_length
from embedscope_gui.text.line_places import line_places

MARKS = {STAND_INS["\r"]: "␍", STAND_INS["\u2029"]: "¶"}
PLAIN_MARKS = {"␍": "←"}  # for fonts without the first
_MARKED = re.compile(f"[{''.join(MARKS)}]")


def stand_ins(lines: Iterable[Line]) -> Iterator[tuple[QRectF, str]]:
    """Yield where on the viewport each stand-in of ``lines`` is, and the mark to draw there."""
    for line in lines:
        text = line.text
        if text.isascii() or not _MARKED.search(text):
            continue
        places = line_places(line.layout, line.line, text)
        for found in _MARKED.finditer(text):
            place = line.line.textStart() + utf16_length(text[: found.start()])
            for left, right in places.pieces(place, place + 1):
                x, height = line.origin.x() + left, line.line.height()
                yield QRectF(x, line.top, right - left, height), MARKS[found.group()]


def drawable(mark: str, font: QFont) -> str:
    """Return ``mark``, or a plainer one if the font lacks it."""
    plain = PLAIN_MARKS.get(mark, mark)
    return mark if QFontMetrics(font).inFont(mark) else plain
