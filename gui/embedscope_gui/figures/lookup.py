"""What the embedding layer returns: the looked-up rows in text order."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.heatmap.colormap import colourise
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.chips import chip_of, paint_chip
from embedscope_gui.figures.colour_bar import BAR_ROOM, paint_lying_bar
from embedscope_gui.figures.dim_axis import AXIS_HEIGHT, paint_dim_axis
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, TITLE_PX, text_width
from embedscope_gui.figures.frame import (
    HEAD,
    MARGIN,
    Frame,
    counted,
    framed,
    quoted,
    table_line,
)
from embedscope_gui.figures.matrix import (
    VECTOR_CELLS,
    caption_of,
    number_px,
    paint_cells,
    paint_numbers,
    pooled_row,
)
from embedscope_gui.figures.numbers import cell_texts
from embedscope_gui.figures.subject import Subject
from embedscope_gui.theme import Theme

HEADS = 22.0  # line of column heads
GAP = 3.0
ROW_HEIGHT, LEAST_ROW_HEIGHT, MOST_ROW_HEIGHT = 34.0, 20.0, 44.0
MOST_LINES = 24  # of the natural size
CHIP_ROOM = 180.0
CHIP_PX = 14
CELL_WIDTH, LEAST_WIDTH, MOST_WIDTH = 78.0, 320.0, 640.0
CAPTION = 22.0
FEW_DIMS = 64  # more never have their numbers printed


@dataclass(frozen=True)
class Columns:
    """Left edges and widths of the columns."""

    position: float  # right edge of the position numbers
    chip: float
    chip_width: float
    token_id: float  # right edge of the ids
    cells: QRectF  # of all lines


@dataclass(frozen=True, eq=False)
class LookupFigure:
    """Each token with its id and its row; as many as fit."""

    subject: Subject

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"{quoted(self.subject.text.encoding.text, 420)} looked up"

    @property
    def natural_size(self) -> Size:
        """Wide enough to print the numbers of few dims, high enough for some two dozen tokens."""
        lines = min(self.subject.n_tokens, MOST_LINES)
        body = HEADS + lines * (ROW_HEIGHT + GAP) + AXIS_HEIGHT + self._caption_height
        cells = min(max(self.subject.table.n_dims * CELL_WIDTH, LEAST_WIDTH), MOST_WIDTH)
        words = (self.title, TITLE_PX, True), (self._subtitle, BODY_PX, False)
        head = max(text_width(*part) for part in words) + 24 + BAR_ROOM
        width = max(self._left_width(lines) + cells, head) + 2 * MARGIN
        return Size(int(width) + 1, int(2 * MARGIN + HEAD + body))

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(int(self._left_width(MOST_LINES) + LEAST_WIDTH / 2 + 2 * MARGIN), 220)

    @property
    def _subtitle(self) -> str:
        return f"{table_line(self.subject)} · tokenizer {self.subject.tokenizer.name}"

    @property
    def _caption_height(self) -> float:
        pooled = self.subject.table.n_dims > FEW_DIMS
        return CAPTION if pooled or self._repeats(self.subject.n_tokens) else 0.0

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the figure."""
        canvas = Canvas(painter, theme)
        frame = Frame(self.title, self._subtitle, "", BAR_ROOM)
        content = framed(canvas, width, height, frame)
        paint_lying_bar(canvas, width - MARGIN, MARGIN + 6, self.subject)
        lines = self._lines(content)
        columns = self._columns(content, lines)
        self._paint_heads(canvas, columns, content.y())
        captions = {self._paint_line(canvas, columns, line, lines) for line in range(lines)}
        n_dims = self.subject.table.n_dims
        paint_dim_axis(canvas, columns.cells, n_dims)
        self._paint_rest(canvas, content, columns, lines)
        remark = " ".join(part for part in (self._repeats(lines), max(captions)) if part)
        muted = Ink(SMALL_PX, theme.muted)
        canvas.text(content.x(), content.bottom() + 4, remark, muted, room=content.width())

    def _lines(self, content: QRectF) -> int:
        """Return how many tokens fit."""
        room = content.height() - HEADS - AXIS_HEIGHT - self._caption_height
        return max(min(int(room // (LEAST_ROW_HEIGHT + GAP)), self.subject.n_tokens), 1)

    def _left_width(self, lines: int) -> float:
        positions = text_width(str(lines), SMALL_PX) + 10
        return positions + self._chip_width + 12 + self._id_width + 16

    @cached_property
    def _chip_width(self) -> float:
        count = min(self.subject.n_tokens, 200)
        widths = [text_width(self.subject.label(p), CHIP_PX) for p in range(count)]
        return min(max(widths, default=0) + CHIP_PX, CHIP_ROOM)

    @cached_property
    def _id_width(self) -> float:
        count = min(self.subject.n_tokens, 200)
        ids = [text_width(self.subject.id_text(p), BODY_PX) for p in range(count)]
        return max(*ids, text_width("id", SMALL_PX), 24.0) if ids else 24.0

    def _columns(self, content: QRectF, lines: int) -> Columns:
        room = content.height() - HEADS - AXIS_HEIGHT - self._caption_height
        pitch = min(room / lines, MOST_ROW_HEIGHT + GAP)
        x = content.x()
        position = x + text_width(str(lines), SMALL_PX)
        chip = position + 10
        token_id = chip + self._chip_width + 12 + self._id_width
        left = token_id + 16
        width = max(content.right() - left, 1.0)
        cells = QRectF(left, content.y() + HEADS, width, pitch * lines)
        return Columns(position, chip, self._chip_width, token_id, cells)

    def _paint_heads(self, canvas: Canvas, columns: Columns, y: float) -> None:
        muted, baseline = Ink(SMALL_PX, canvas.theme.muted), y + HEADS - 8
        canvas.text(columns.chip, baseline, "token", muted)
        canvas.text(columns.token_id, baseline, "id", muted, "end")
        rows, dims = self.subject.n_tokens, self.subject.table.n_dims
        head = f"table[ids], {rows:,} × {dims:,}"
        canvas.text(columns.cells.x(), baseline, head, muted)

    def _line_rect(self, columns: Columns, line: int, lines: int) -> QRectF:
        pitch = columns.cells.height() / lines
        top = columns.cells.y() + line * pitch
        return QRectF(columns.cells.x(), top, columns.cells.width(), pitch - GAP)

    def _paint_line(self, canvas: Canvas, columns: Columns, line: int, lines: int) -> str:
        """Paint one token with its row; return what a pixel stands for, "" for one value."""
        rect = self._line_rect(columns, line, lines)
        theme, baseline = canvas.theme, rect.center().y() + 4.5
        chip = chip_of(self.subject, line, columns.chip_width - 10, CHIP_PX)
        canvas.text(columns.position, baseline, str(line), Ink(SMALL_PX, theme.muted), "end")
        high = min(rect.height(), 28.0)
        box = QRectF(columns.chip, rect.center().y() - high / 2, columns.chip_width, high)
        paint_chip(canvas, box, chip, CHIP_PX)
        colour = theme.accent if chip.is_selected else theme.text
        text = self.subject.id_text(line)
        canvas.text(columns.token_id, baseline, text, Ink(BODY_PX, colour), "end")
        caption = ""
        if self.subject.text.has_row[line]:
            caption = self._paint_row(canvas, rect, line, lines)
        else:
            self._paint_no_row(canvas, rect)
        if chip.is_selected:
            canvas.box(rect, None, theme.accent, width=2.0)
        return caption

    def _paint_row(self, canvas: Canvas, rect: QRectF, line: int, lines: int) -> str:
        """Paint the row; small enough blocks as shapes, few dims with their numbers."""
        values = self.subject.table.rows(self.subject.text.ids[line : line + 1])
        shapes = values.size * lines <= VECTOR_CELLS
        if self._number_px(rect):
            name = canvas.theme.name
            argb = colourise(values, self.subject.levels, self.subject.colormap, name)
            paint_cells(canvas, rect, argb, as_shapes=shapes)
            paint_numbers(canvas, rect, values, argb, self._number_px(rect))
            return ""
        block = pooled_row(canvas, rect, values, self.subject)
        paint_cells(canvas, rect, block.argb, as_shapes=shapes)
        return f"{caption_of(block.picture)}." if block.picture.dims_per_px > 1 else ""

    def _number_px(self, rect: QRectF) -> int:
        """Return the size of printed numbers, alike in all rows, 0 for none."""
        if not self._texts:
            return 0
        return number_px(rect.width() / self.subject.table.n_dims, rect.height(), self._texts)

    @cached_property
    def _texts(self) -> list[list[str]]:
        """Return the numbers of the first rows, none of a table of many dims."""
        if self.subject.table.n_dims > FEW_DIMS:
            return []
        ids = self.subject.text.ids[self.subject.text.has_row][:200]
        return cell_texts(self.subject.table.rows(ids))

    def _paint_no_row(self, canvas: Canvas, rect: QRectF) -> None:
        theme = canvas.theme
        canvas.box(rect.adjusted(0.5, 0.5, -0.5, -0.5), None, theme.muted, dashed=True)
        text = f"no row in this table ({counted(self.subject.table.n_rows, 'row')})"
        canvas.centred(rect, text, Ink(SMALL_PX, theme.muted))

    def _paint_rest(self, canvas: Canvas, content: QRectF, columns: Columns, lines: int) -> None:
        """Say how many tokens had no room."""
        muted = Ink(SMALL_PX, canvas.theme.muted)
        rest = self.subject.n_tokens - lines
        if rest:
            baseline = columns.cells.bottom() + 17
            canvas.text(content.x(), baseline, f"… {counted(rest, 'more token')}", muted)

    def _repeats(self, lines: int) -> str:
        """Say that repeated tokens get the same row, "" if none is repeated."""
        ids = self.subject.text.ids[:lines]
        ids = ids[self.subject.text.has_row[:lines]]
        return "Equal ids give equal rows." if len(np.unique(ids)) < len(ids) else ""
