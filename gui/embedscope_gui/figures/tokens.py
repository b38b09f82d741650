"""The text as coloured tokens with their ids; split characters show which bytes went where."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.tokenizers.base import TokenKind
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.chips import Chip, chip_of, chip_width, paint_chip
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, TITLE_PX, text_width
from embedscope_gui.figures.frame import HEAD, MARGIN, Frame, counted, framed, quoted, text_line
from embedscope_gui.figures.split import SplitCharacter, split_characters
from embedscope_gui.figures.subject import Subject
from embedscope_gui.theme import Theme

LABEL_SIZES_PX = (36, 28, 20)  # the largest at which all tokens stand in one line, or the last
LARGER_PX = (104, 88, 72, 60, 50, 42, 36, 28)  # on sheets with more room than the text needs
MOST_ENLARGED = 400  # tokens; more are small on any sheet
GAP = 6.0
LABEL_ROOM = 320.0  # at the usual sizes
WIDEST, NARROWEST, TALLEST = 960, 480, 1200
TOKENS_LAID_OUT = 3000


@dataclass(frozen=True)
class Sizes:
    """Measures that follow from the size of the labels."""

    label_px: int

    @property
    def id_px(self) -> int:
        """Size of the ids under the chips."""
        return max(round(self.label_px * 0.55), BODY_PX)

    @property
    def chip(self) -> float:
        """Height of a chip."""
        return 1.8 * self.label_px

    @property
    def ids(self) -> float:
        """Height of the line of ids under the chips."""
        return 1.7 * self.id_px

    @property
    def brace(self) -> float:
        """Height over the chips of a brace with its character."""
        return 1.35 * self.label_px + 10

    @property
    def note(self) -> float:
        """Height of a remark under the ids."""
        return 15.0

    @property
    def line_gap(self) -> float:
        """From the foot of one line to the next."""
        return 0.9 * self.label_px


class Placed(NamedTuple):
    """A chip and where it starts in its line."""

    chip: Chip
    x: float
    width: float


class Line(NamedTuple):
    """One line of chips; ``y`` is the top of its chips, ``bottom`` where the next may start."""

    chips: tuple[Placed, ...]
    y: float
    bottom: float


class Word(NamedTuple):
    """Tokens that stay in one line: one, or those that share a character."""

    chips: tuple[Chip, ...]
    widths: tuple[float, ...]
    is_split: bool
    ends_line: bool


@dataclass(frozen=True, eq=False)
class TokensFigure:
    """The tokens of ``subject``, in as many lines as they need.

    ``label_px`` is the size of their labels, 0: what suits the text.
    """

    subject: Subject
    label_px: int = 0

    @property
    def title(self) -> str:
        """The text and what was done to it."""
        name = self.subject.tokenizer.name
        return f"{quoted(self.subject.text.encoding.text, 420)} in {name} tokens"

    @cached_property
    def splits(self) -> list[SplitCharacter]:
        """Characters cut by token borders."""
        return split_characters(self.subject.text.encoding, TOKENS_LAID_OUT)

    @cached_property
    def words(self) -> list[Word]:
        """The first tokens in groups that stay together."""
        return self._words(self.sizes.label_px)

    @cached_property
    def sizes(self) -> Sizes:
        """The largest sizes at which the tokens stand in one line, else the smallest."""
        if self.label_px:
            return Sizes(self.label_px)
        for px in LABEL_SIZES_PX[:-1]:
            if self.subject.n_tokens > 40:
                break
            words = self._words(px)
            one_line = not any(word.ends_line for word in words[:-1])
            if one_line and sum(map(_width, words)) <= WIDEST - 2 * MARGIN:
                return Sizes(px)
        return Sizes(LABEL_SIZES_PX[-1])

    def _words(self, px: int) -> list[Word]:
        count = min(self.subject.n_tokens, TOKENS_LAID_OUT)
        joined = {p for split in self.splits for p in range(split.first + 1, split.last + 1)}
        words: list[list[int]] = []
        for position in range(count):
            if position in joined and len(words[-1]) < 8:
                words[-1].append(position)
            else:
                words.append([position])
        return [self._word(positions, px) for positions in words]

    def _word(self, positions: list[int], px: int) -> Word:
        room = LABEL_ROOM * max(px / LABEL_SIZES_PX[0], 1.0)
        chips = tuple(chip_of(self.subject, p, room, px) for p in positions)
        id_px = Sizes(px).id_px
        ids = [text_width(self.subject.id_text(p), id_px) + id_px / 2 for p in positions]
        widths = tuple(max(chip_width(chip, px), ids[i]) for i, chip in enumerate(chips))
        cut = any(s.first <= p <= s.last for s in self.splits for p in positions)
        data = self.subject.text.encoding.token_bytes[positions[-1]]
        return Word(chips, widths, cut, bytes(data).endswith(b"\n"))

    @property
    def natural_size(self) -> Size:
        """Wide enough for one line where that is short, else with as many lines as needed."""
        total = sum(map(_width, self.words))
        title = text_width(self.title, TITLE_PX, True) + 2 * MARGIN
        width = int(min(max(total + 2 * MARGIN, title, NARROWEST), WIDEST))
        lines = self._lines(QRectF(0, 0, width - 2 * MARGIN, 1e9))
        height = 2 * MARGIN + HEAD + (lines[-1].bottom if lines else 0) - self.sizes.line_gap
        return Size(width, int(min(height, TALLEST)) + 1)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(300, 200)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the figure."""
        canvas = Canvas(painter, theme)
        content = framed(canvas, width, height, Frame(self.title, text_line(self.subject)))
        self._filling(content)._paint_lines(canvas, content)

    def _filling(self, content: QRectF) -> "TokensFigure":
        """Return this figure with the largest labels at which all tokens fit into ``content``."""
        usual = self.sizes.label_px
        larger = LARGER_PX if self.subject.n_tokens <= MOST_ENLARGED else ()
        for px in (px for px in larger if px > usual):
            figure = replace(self, label_px=px)
            if figure._fits(content):
                return figure
        return self

    def _fits(self, content: QRectF) -> bool:
        """Whether no token is left out or sticks out."""
        if max(map(_width, self.words), default=0.0) - GAP > content.width():
            return False
        return self._spare(content, self._lines(content)) >= 0

    def _spare(self, content: QRectF, lines: list[Line]) -> float:
        """Return the height that ``lines`` leave of ``content``, below 0 if some have no room."""
        shown = lines[-1].chips[-1].chip.position + 1 if lines else 0
        if shown < self.subject.n_tokens:
            return -1.0
        return content.bottom() - (lines[-1].bottom - self.sizes.line_gap) if lines else 0.0

    def _paint_lines(self, canvas: Canvas, content: QRectF) -> None:
        """Paint the tokens, in the middle of what they leave free."""
        free = max(self._spare(content, self._lines(content)), 0.0)
        content = content.adjusted(0, free / 2, 0, 0)
        lines = self._lines(content)
        for line in lines:
            for placed in line.chips:
                self._paint_token(canvas, placed, line.y)
            self._paint_braces(canvas, line)
        self._paint_rest(canvas, content, lines)

    def _lines(self, content: QRectF) -> list[Line]:
        """Return the lines that fit into ``content``; the last may leave room for a remark."""
        lines: list[Line] = []
        current: list[Word] = []
        y = content.y()
        left = content.width()
        for index, word in enumerate(self.words):
            need = _width(word)
            if current and need - GAP > left:
                lines.append(_line(current, content.x(), y, self.sizes))
                y, current, left = lines[-1].bottom, [], content.width()
                if y + _pitch(self.words[index], self.sizes) > content.bottom() + 0.5:
                    return lines
            current.append(word)
            left -= need
            if word.ends_line:
                left = -1.0
        return [*lines, _line(current, content.x(), y, self.sizes)] if current else lines

    def _paint_token(self, canvas: Canvas, placed: Placed, y: float) -> None:
        position, theme, sizes = placed.chip.position, canvas.theme, self.sizes
        rect = QRectF(placed.x, y, placed.width, sizes.chip)
        paint_chip(canvas, rect, placed.chip, sizes.label_px)
        colour = theme.accent if placed.chip.is_selected else theme.muted
        middle, below = rect.center().x(), rect.bottom() + 1.3 * sizes.id_px
        text = self.subject.id_text(position)
        canvas.text(middle, below, text, Ink(sizes.id_px, colour), "middle")
        note = _note(placed.chip)
        if note:
            ink = Ink(SMALL_PX, theme.warning)
            canvas.text(middle, below + sizes.note, note, ink, "middle", placed.width + GAP)

    def _paint_braces(self, canvas: Canvas, line: Line) -> None:
        """Join the tokens that share a character by a brace with the character on top."""
        by_position = {placed.chip.position: placed for placed in line.chips}
        ends = {split.last for split in self.splits}
        starts = {split.first for split in self.splits}
        for split in self.splits:
            if split.first not in by_position or split.last not in by_position:
                continue
            first, last = by_position[split.first], by_position[split.last]
            # A token with the end of one character and the start of the next has half of each.
            left = first.x + (first.width / 2 + 3 if split.first in ends else 2)
            right = last.x + (last.width / 2 - 3 if split.last in starts else last.width - 2)
            _paint_brace(canvas, (left, right), line.y - 5, split.text, self.sizes.label_px)

    def _paint_rest(self, canvas: Canvas, content: QRectF, lines: list[Line]) -> None:
        """Say under the last line how many tokens had no room."""
        shown = lines[-1].chips[-1].chip.position + 1 if lines else 0
        rest = self.subject.n_tokens - shown
        if rest:
            note = f"… {counted(rest, 'more token')}"
            foot = content.bottom() + MARGIN / 2 + 4
            baseline = min(lines[-1].bottom + 4, foot) if lines else foot
            canvas.text(content.x(), baseline, note, Ink(colour=canvas.theme.muted))


def _width(word: Word) -> float:
    return sum(word.widths) + GAP * len(word.widths)


def _pitch(word: Word, sizes: Sizes) -> float:
    """Return the least height of a line that starts with ``word``."""
    return (sizes.brace if word.is_split else 0) + sizes.chip + sizes.ids


def _line(words: list[Word], x: float, y: float, sizes: Sizes) -> Line:
    top = y + (sizes.brace if any(word.is_split for word in words) else 0)
    placed = []
    for word in words:
        for chip, width in zip(word.chips, word.widths, strict=True):
            placed.append(Placed(chip, x, width))
            x += width + GAP
    noted = any(_note(chip) for word in words for chip in word.chips)
    bottom = top + sizes.chip + sizes.ids + (sizes.note if noted else 0) + sizes.line_gap
    return Line(tuple(placed), top, bottom)


def _note(chip: Chip) -> str:
    """Return what is special about a token, "" for most."""
    if not chip.has_row and chip.kind != TokenKind.UNKNOWN:
        return "no row"
    return {TokenKind.SPECIAL: "special", TokenKind.ADDED: "added"}.get(chip.kind, "")


def _paint_brace(canvas: Canvas, ends: tuple[float, float], y: float, text: str, px: int) -> None:
    """Paint a brace between two ends, open below, and the character on top of it."""
    colour, (left, right) = canvas.theme.muted, ends
    canvas.line((left, y - 5), (right, y - 5), colour)
    canvas.line((left, y - 5), (left, y), colour)
    canvas.line((right, y - 5), (right, y), colour)
    canvas.text((left + right) / 2, y - 11, text, Ink(px), "middle")
