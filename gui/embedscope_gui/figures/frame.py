"""The parts that every figure has: title, what is shown, and the remark at the foot."""

from typing import NamedTuple

from PySide6.QtCore import QRectF

from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, TITLE_PX, elided, elided_middle, wrapped
from embedscope_gui.figures.subject import Subject

MARGIN = 32.0
HEAD = 52.0  # from the top margin to the content
NAME_ROOM = 280.0
REMARK_LINE = 16.0
REMARK_GAP = 12.0
REMARK_LINES = 4


class Frame(NamedTuple):
    """Title, line under it, and remark at the foot ("" for none)."""

    title: str
    subtitle: str
    remark: str = ""
    beside: float = 0.0  # room right of the title that is taken by something else


def framed(canvas: Canvas, width: float, height: float, frame: Frame) -> QRectF:
    """Paint title and foot; return the rectangle left for the content."""
    room = width - 2 * MARGIN
    head = room - frame.beside
    canvas.text(MARGIN, MARGIN + 12, frame.title, Ink(TITLE_PX, bold=True), room=head)
    muted = Ink(BODY_PX, canvas.theme.muted)
    canvas.text(MARGIN, MARGIN + 33, frame.subtitle, muted, room=head)
    bottom = height - MARGIN - _foot(canvas, frame.remark, height - MARGIN, room)
    top = MARGIN + HEAD
    return QRectF(MARGIN, top, max(room, 1.0), max(bottom - top, 1.0))


def plain_frame(canvas: Canvas, width: float, height: float, remark: str) -> QRectF:
    """Paint only the remark, close to the edges; return the rectangle left for the content."""
    half = MARGIN / 2
    bottom = height - half
    lines = remark_lines(remark, width - MARGIN)
    small = Ink(SMALL_PX, canvas.theme.muted)
    for number, line in enumerate(reversed(lines)):
        canvas.text(half, bottom - number * REMARK_LINE, line, small)
    foot = remark_height(remark, width - MARGIN)
    return QRectF(half, 0.0, max(width - MARGIN, 1.0), max(bottom - foot, 1.0))


def _foot(canvas: Canvas, remark: str, bottom: float, room: float) -> float:
    """Paint the remark in as many lines as it needs; return their height."""
    lines = remark_lines(remark, room)
    small = Ink(SMALL_PX, canvas.theme.muted)
    for number, line in enumerate(reversed(lines)):
        canvas.text(MARGIN, bottom - number * REMARK_LINE, line, small)
    return remark_height(remark, room)


def remark_lines(remark: str, room: float) -> list[str]:
    """Return the lines of a remark that is ``room`` wide."""
    return wrapped(remark, room, SMALL_PX, REMARK_LINES) if remark else []


def remark_height(remark: str, room: float) -> float:
    """Return the height that a remark takes from the content."""
    count = len(remark_lines(remark, room))
    return REMARK_GAP + count * REMARK_LINE if count else 0.0


def quoted(text: str, room: float, px: int = TITLE_PX) -> str:
    """Return the text in quotation marks, cut to ``room``; breaks become blanks."""
    flat = " ".join(text[:400].split()) if text.strip() else text[:400]
    return f"“{elided(flat, room, px, True)}”"


def counted(count: int, what: str) -> str:
    """Return "1 token" or "1,234 tokens"."""
    return f"1 {what}" if count == 1 else f"{count:,} {what}s"


def table_line(subject: Subject) -> str:
    """Return "whisper-tiny.en · 51,864 rows × 384 dims · f16"."""
    rows, dims = subject.table.shape
    shape = f"{counted(rows, 'row')} × {counted(dims, 'dim')}"
    return f"{short_name(subject.table.name)} · {shape} · {subject.table.dtype}"


def short_name(name: str) -> str:
    """Return a table's name, cut in the middle where it is very long: ends tell files apart."""
    return elided_middle(name, NAME_ROOM, BODY_PX)


def text_line(subject: Subject) -> str:
    """Return "4 tokens · 13 characters · 13 bytes · tokenizer gpt2"."""
    text = subject.text.encoding.text
    return " · ".join(
        (
            counted(subject.n_tokens, "token"),
            counted(len(text), "character"),
            counted(len(text.encode()), "byte"),
            f"tokenizer {subject.tokenizer.name}",
        )
    )
