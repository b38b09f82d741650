"""The ground that demonstrations are drawn on: margins, headings, bars, remarks at the foot."""

from typing import NamedTuple

from PySide6.QtCore import QRectF

from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, wrapped
from embedscope_gui.figures.subject import Subject

MARGIN = 16.0
LINE = 16.0
MOST_LINES = 3


class Area(NamedTuple):
    """What is left for the picture, and the lines at its foot."""

    rect: QRectF
    lines: list[str]


def area(width: float, height: float, remark: str = "") -> Area:
    """Return the room above ``remark``, each line of which is wrapped into those it needs."""
    room = max(width - 2 * MARGIN, 1.0)
    told = remark.split("\n") if remark else []
    lines = [line for part in told for line in _wrapped(part, room)]
    foot = len(lines) * LINE + (8.0 if lines else 0.0)
    rect = QRectF(MARGIN, MARGIN / 2, room, max(height - 1.5 * MARGIN - foot, 1.0))
    return Area(rect, lines)


def _wrapped(line: str, room: float) -> list[str]:
    return wrapped(line, room, SMALL_PX + 1, MOST_LINES) if line else [""]


def paint_remark(canvas: Canvas, height: float, lines: list[str]) -> None:
    """Write ``lines`` at the foot."""
    ink = Ink(SMALL_PX + 1, canvas.theme.muted)
    for number, line in enumerate(reversed(lines)):
        canvas.text(MARGIN, height - MARGIN * 0.6 - number * LINE, line, ink)


def heading(canvas: Canvas, x: float, y: float, text: str, room: float | None = None) -> None:
    """Write a small bold line with its baseline at ``y``."""
    canvas.text(x, y, text, Ink(BODY_PX, bold=True), room=room)


def signed(value: float, digits: int = 4) -> str:
    """Return ``value`` with ``digits`` decimals, no minus before a zero, "n/a" if not a number."""
    if value != value:  # noqa: PLR0124 - NaN
        return "none"
    text = f"{value:,.{digits}f}"
    return text if text.strip("-0.,") else text.replace("-", "")


def counted(count: int, what: str, several: str = "") -> str:
    """Return "1 copy" or "1,234 copies"; ``several`` where an s is not enough."""
    return f"1 {what}" if count == 1 else f"{count:,} {several or what + 's'}"


def token_name(subject: Subject, row: int) -> str:
    """Return the token of a row made visible, or "row 3"."""
    return subject.row_label(row) or f"row {row:,}"


def bar(canvas: Canvas, box: QRectF, share: float, colour: str) -> None:
    """Fill ``share`` (-1 to 1) of ``box`` from its left edge; negative: from the right, hatched.

    A value too small to be seen still leaves a hair.
    """
    width = min(abs(share), 1.0) * box.width()
    if share == 0:
        return
    canvas.box(QRectF(box.x(), box.y(), max(width, 1.0), box.height()), colour)


def paint_chip_box(
    canvas: Canvas, box: QRectF, label: str, ground: str, ink: str = "", px: int = BODY_PX
) -> None:
    """Paint a token as a coloured chip that fills ``box``."""
    canvas.box(box, ground, radius=4.0)
    canvas.centred(box.adjusted(4, 0, -4, 0), label, Ink(px, ink or canvas.theme.text))
