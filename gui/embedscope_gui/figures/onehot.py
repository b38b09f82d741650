"""A lookup is a layer: one_hot(ids) times the table gives the looked-up rows."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.heatmap.cells import text_colour
from embedscope.heatmap.colormap import colourise
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.chips import chip_of, paint_chip
from embedscope_gui.figures.choice import Index, ends_and, kept, leading, with_gaps
from embedscope_gui.figures.colour_bar import BAR_ROOM, paint_lying_bar
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width
from embedscope_gui.figures.frame import (
    HEAD,
    MARGIN,
    Frame,
    counted,
    framed,
    plain_frame,
    quoted,
    remark_height,
    table_line,
)
from embedscope_gui.figures.numbers import cell_texts
from embedscope_gui.figures.small_matrix import BRACKET, CELL_HEIGHT, GAP_PX, Cell, SmallMatrix
from embedscope_gui.figures.subject import Subject
from embedscope_gui.theme import THEMES, Theme, ThemeName

SIGN = 44.0  # room of "×" and "="
CAPTION = 58.0  # over the matrices: their names, shapes, column heads
CHIP_PX = 14
LEAST_WIDTH = 780.0


class Limits(NamedTuple):
    """How much is drawn, and how wide the cells are."""

    tokens: int
    rows: int
    dims: int
    id_cell: float
    value_cell: float


FULL, COMPACT = Limits(6, 10, 5, 44.0, 62.0), Limits(5, 8, 3, 40.0, 54.0)
NARROW_ID, NARROW_SIGN, NARROW_MARGIN, NARROW_GAP = 28.0, 24.0, 12.0, 14.0  # of the compact figure
CHIP_ROOM = 110.0


@dataclass(frozen=True, eq=False)
class OneHotFigure:
    """The product drawn with the columns in use; what is left out is dots, and said.

    ``compact``: without title and margins, for where they are shown elsewhere; ``few``: with
    less of it, where all would be too small to read.
    """

    subject: Subject
    compact: bool = False
    few: bool = False

    @property
    def title(self) -> str:
        """What the figure shows."""
        return "A lookup is a layer: one_hot(ids) × table = table[ids]"

    @property
    def limits(self) -> Limits:
        """How much is drawn; of long rows the compact figure has only the ends."""
        if not self.compact:
            return COMPACT if self.few else FULL
        widest = text_width(str(self.subject.table.n_rows - 1), SMALL_PX, True)
        dims = COMPACT.dims if self.subject.table.n_dims <= COMPACT.dims else 2
        return COMPACT._replace(dims=dims, id_cell=max(widest + 6, NARROW_ID))

    @property
    def _sign_room(self) -> float:
        return NARROW_SIGN if self.compact else SIGN

    @property
    def _gap(self) -> float:
        """Width of the dots for columns that are left out."""
        return NARROW_GAP if self.compact else GAP_PX

    @cached_property
    def positions(self) -> list[int]:
        """Positions of the tokens drawn: the first ones that have a row."""
        found = np.flatnonzero(self.subject.text.has_row)
        return [int(p) for p in found[: self.limits.tokens]]

    @cached_property
    def ids(self) -> list[int]:
        """Ids (n,) of the tokens drawn."""
        return [int(self.subject.text.ids[p]) for p in self.positions]

    @cached_property
    def token_rows(self) -> list[Index]:
        """Indices into ``positions``, with a gap at the end where tokens are left out."""
        more = np.count_nonzero(self.subject.text.has_row) > len(self.positions)
        return [*range(len(self.positions)), *([None] if more else [])]

    @cached_property
    def table_rows(self) -> list[Index]:
        """Rows of the table drawn: all of a small one, else those in use, first and last.

        The compact figure has no room for the last two.
        """
        if self.compact and self.subject.table.n_rows > self.limits.rows:
            return with_gaps(self.ids, self.subject.table.n_rows)
        return ends_and(self.ids, self.subject.table.n_rows, self.limits.rows)

    @cached_property
    def dims(self) -> list[Index]:
        """Dims drawn."""
        return leading(self.subject.table.n_dims, self.limits.dims)

    @property
    def natural_size(self) -> Size:
        """As large as the three matrices need."""
        selector, table, _ = self._matrices("light")
        body = CAPTION + max(selector.height, table.height)
        if self.compact:
            width = self._content_width(selector, table) + NARROW_MARGIN
            return Size(int(width), int(body + remark_height(self._remark(), width) + MARGIN))
        width = max(self._content_width(selector, table), LEAST_WIDTH) + 2 * MARGIN
        remark = remark_height(self._remark(), width - 2 * MARGIN)
        return Size(int(width) + 1, int(2 * MARGIN + HEAD + body + remark) + 9)

    @property
    def least_size(self) -> Size:
        """The product cannot be drawn in less room."""
        return replace(self, few=True).natural_size

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the figure, with less of the product where there is no room for more."""
        wanted = self.natural_size
        fits = wanted.width <= width + 1 and wanted.height <= height + 1
        figure = self if fits else replace(self, few=True)
        figure._paint(Canvas(painter, theme), width, height)

    def _paint(self, canvas: Canvas, width: float, height: float) -> None:
        """Paint the figure as large as it is."""
        content = self._frame(canvas, width, height)
        if not self.positions:
            canvas.centred(content, "None of these tokens has a row in the table.")
            return
        self._paint_product(canvas, content)

    def _frame(self, canvas: Canvas, width: float, height: float) -> QRectF:
        """Paint title and remark; return the room between them."""
        if self.compact:
            found = plain_frame(canvas, width, height, self._remark())
            spare = (MARGIN - NARROW_MARGIN) / 2
            return found.adjusted(-spare, 0, spare, 0)
        name = quoted(self.subject.text.encoding.text, width / 2, BODY_PX)
        subtitle = f"{name} in {table_line(self.subject)}"
        paint_lying_bar(canvas, width - MARGIN, MARGIN + 6, self.subject)
        return framed(canvas, width, height, Frame(self.title, subtitle, self._remark(), BAR_ROOM))

    def _paint_product(self, canvas: Canvas, content: QRectF) -> None:
        selector, table, result = self._matrices(canvas.theme.name)
        body = content.adjusted(0, CAPTION, 0, 0)
        spare = max(content.width() - self._content_width(selector, table), 0.0)
        x = content.x() + spare / 2 + self._chip_room + BRACKET + 6
        tops = [body.center().y() - m.height / 2 for m in (selector, table, result)]
        self._paint_chips(canvas, selector, x, tops[0])
        self._paint_block(canvas, selector, x, tops[0], "one_hot(ids)")
        x = self._sign(canvas, x + selector.width, body.center().y(), "×") + self._row_head
        self._paint_row_heads(canvas, table, x, tops[1])
        self._paint_block(canvas, table, x, tops[1], "table")
        x = self._sign(canvas, x + table.width, body.center().y(), "=")
        self._paint_block(canvas, result, x, tops[2], "table[ids]")

    def _content_width(self, selector: SmallMatrix, table: SmallMatrix) -> float:
        brackets = 6 * BRACKET
        rooms = self._chip_room + 6 + self._row_head + 2 * self._sign_room
        return rooms + selector.width + 2 * table.width + brackets

    @cached_property
    def _chip_room(self) -> float:
        widths = [text_width(self.subject.label(p), CHIP_PX) + CHIP_PX for p in self.positions]
        return min(max(widths, default=0.0), CHIP_ROOM) + 8

    @cached_property
    def _row_head(self) -> float:
        return text_width(str(self.subject.table.n_rows - 1), SMALL_PX, True) + 8

    def _matrices(self, theme: ThemeName) -> tuple[SmallMatrix, SmallMatrix, SmallMatrix]:
        """Return one_hot (n, V), table (V, D) and their product (n, D), as far as drawn."""
        used = frozenset(self.ids)
        selector = SmallMatrix(
            self.token_rows,
            self.table_rows,
            lambda i, row: self._bit(theme, self.ids[i] == row),
            self.limits.id_cell,
            str,
            used,
            self._gap,
        )
        values = self._cells(theme, kept(self.table_rows))
        wide, gap = self.limits.value_cell, self._gap
        table = SmallMatrix(
            self.table_rows, self.dims, lambda r, d: values[r, d], wide, _dim_head, gap=gap
        )
        result = SmallMatrix(
            self.token_rows,
            self.dims,
            lambda i, d: values[self.ids[i], d],
            wide,
            _dim_head,
            gap=gap,
        )
        return selector, table, result

    def _cells(self, theme: ThemeName, rows: list[int]) -> dict[tuple[int, int], Cell]:
        """Return the cells of the drawn numbers of ``rows`` by (row, dim)."""
        dims = kept(self.dims)
        values = self.subject.table.rows(np.array(rows, np.int64))[:, dims]
        fills = colourise(values, self.subject.levels, self.subject.colormap, theme)
        texts = cell_texts(values)
        return {
            (row, dim): Cell(texts[i][j], _hex(fills[i, j]), _hex(text_colour(fills[i, j])))
            for i, row in enumerate(rows)
            for j, dim in enumerate(dims)
        }

    def _bit(self, theme_name: ThemeName, is_one: bool) -> Cell:
        theme = THEMES[theme_name]
        if is_one:
            return Cell("1", theme.marks, theme.surface, bold=True)
        return Cell("0", theme.window, theme.muted)

    def _paint_chips(self, canvas: Canvas, matrix: SmallMatrix, x: float, y: float) -> None:
        for row, rect in zip(matrix.rows, matrix.row_rects(x, y), strict=True):
            right = x - BRACKET - 10
            if row is None:
                left_out = np.count_nonzero(self.subject.text.has_row) - len(self.positions)
                ink = Ink(SMALL_PX, canvas.theme.muted)
                canvas.text(right, rect.center().y() + 4, f"{left_out:,} more", ink, "end")
                continue
            width = self._chip_room - 8
            box = QRectF(right - width, rect.y() + 3, width, CELL_HEIGHT - 6)
            chip = chip_of(self.subject, self.positions[row], width - 8, CHIP_PX)
            paint_chip(canvas, box, chip, CHIP_PX)

    def _paint_row_heads(self, canvas: Canvas, matrix: SmallMatrix, x: float, y: float) -> None:
        for row, rect in zip(matrix.rows, matrix.row_rects(x, y), strict=True):
            used = row in self.ids
            colour = canvas.theme.marks if used else canvas.theme.muted
            text = "⋮" if row is None else str(row)
            ink = Ink(SMALL_PX, colour, used)
            canvas.text(x - BRACKET - 6, rect.center().y() + 4, text, ink, "end")

    def _paint_block(
        self, canvas: Canvas, matrix: SmallMatrix, x: float, y: float, name: str
    ) -> None:
        middle = x + matrix.width / 2
        canvas.text(middle, y - 40, name, Ink(BODY_PX, bold=True), "middle")
        shape = self._shape(name)
        canvas.text(middle, y - 25, shape, Ink(SMALL_PX, canvas.theme.muted), "middle")
        matrix.paint(canvas, x, y)

    def _shape(self, name: str) -> str:
        rows, dims = self.subject.table.shape
        count = int(np.count_nonzero(self.subject.text.has_row))
        shapes = {"one_hot(ids)": (count, rows), "table": (rows, dims)}
        high, wide = shapes.get(name, (count, dims))
        return f"{high:,} × {wide:,}"

    def _sign(self, canvas: Canvas, x: float, y: float, sign: str) -> float:
        """Paint "×" or "=" to the right of a matrix that ends at ``x``; return what comes next."""
        box = QRectF(x + BRACKET, y - 12, self._sign_room, 24)
        canvas.centred(box, sign, Ink(22, canvas.theme.muted))
        return box.right() + BRACKET

    def _remark(self) -> str:
        (rows, dims), text = self.subject.table.shape, self.subject.text
        count = int(np.count_nonzero(text.has_row))
        parts = [
            f"The product is exact: {count:,} × {rows:,} × {dims:,} = {count * rows * dims:,} "
            f"multiplications give what the lookup copies, {count * dims:,} numbers."
        ]
        if self.compact:
            parts = []  # said beside it
        tokens = _drawn(len(self.positions), count, "token", "")
        which = f"those of {'these tokens' if tokens else 'the tokens'}"
        which += "" if self.compact else ", the first, the last"
        drawn = tokens + _drawn(len(kept(self.table_rows)), rows, "id", which)
        drawn += _drawn(len(kept(self.dims)), dims, "dim", "")
        if drawn:
            parts.append(f"Drawn: {', '.join(drawn)}.")
        if len(kept(self.table_rows)) < rows:
            parts.append("All that is left out of a drawn row of one_hot is 0.")
        missing = self.subject.n_tokens - count
        if missing:
            parts.append(f"{counted(missing, 'token')} without a row left out.")
        return " ".join(parts)


def _drawn(shown: int, size: int, what: str, which: str) -> list[str]:
    """Return "6 of 51,864 ids (which)" where some are left out."""
    if shown == size:
        return []
    return [f"{shown:,} of {counted(size, what)}" + (f" ({which})" if which else "")]


def _dim_head(dim: int) -> str:
    return f"dim {dim}"


def _hex(argb: int) -> str:
    return f"#{int(argb) & 0xFFFFFF:06x}"
