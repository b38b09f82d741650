"""Tokens as coloured chips."""

from typing import NamedTuple

from PySide6.QtCore import QRectF

from embedscope.tokenizers.base import TokenKind
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import elided, text_width
from embedscope_gui.figures.subject import Subject
from embedscope_gui.theme import Theme

RADIUS = 5.0


class Chip(NamedTuple):
    """One token as drawn: ``label`` is cut to size already."""

    position: int
    label: str
    kind: TokenKind
    has_row: bool
    is_selected: bool


def chip_of(subject: Subject, position: int, room: float, px: int) -> Chip:
    """Return the chip of a token whose label may be ``room`` wide at ``px``."""
    return Chip(
        position,
        elided(subject.label(position), room, px),
        subject.kind(position),
        bool(subject.text.has_row[position]),
        position == subject.view.selected,
    )


def chip_width(chip: Chip, px: int) -> float:
    """Return the width of a chip with its padding."""
    return max(text_width(chip.label, px) + 0.9 * px, 1.4 * px)


def chip_colour(theme: Theme, position: int) -> str:
    """Return the ground of a token; neighbours differ."""
    return theme.tokens[position % len(theme.tokens)]


def paint_chip(canvas: Canvas, rect: QRectF, chip: Chip, px: int) -> None:
    """Paint a token; unknown words and added tokens have a broken outline, special ones a line."""
    theme = canvas.theme
    unknown = chip.kind in (TokenKind.UNKNOWN, TokenKind.ADDED)
    if chip.is_selected:
        canvas.box(rect, theme.accent, radius=RADIUS)
    elif unknown:
        canvas.box(rect, None, theme.muted, radius=RADIUS, dashed=True)
    else:
        line = theme.muted if chip.kind == TokenKind.SPECIAL else None
        canvas.box(rect, chip_colour(theme, chip.position), line, radius=RADIUS)
    colour = theme.accent_text if chip.is_selected else theme.muted if unknown else theme.text
    canvas.centred(rect, chip.label, Ink(px, colour))
