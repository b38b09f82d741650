"""What a training step changes: the gradient is zero but for the rows that were looked up."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.heatmap.cells import text_colour
from embedscope.heatmap.colormap import colourise
from embedscope.heatmap.levels import Levels
from embedscope.lessons.demos import GradientDemo
from embedscope.lessons.gradient import TableGradient, toy_gradient
from embedscope.lessons.view import LessonView
from embedscope.lessons.wording import times
from embedscope.progress import Progress
from embedscope.tables.base import Ints
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.choice import Index, ends_and, kept, leading
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, elided, text_width
from embedscope_gui.figures.numbers import cell_texts
from embedscope_gui.figures.small_matrix import BRACKET, Cell, SmallMatrix
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.sheet import area, counted, paint_remark, token_name
from embedscope_gui.theme import THEMES, Theme, ThemeName

FEW_TOKENS, FEW_ROWS, FEW_DIMS = 5, 8, 4
SELECTOR, OF_TABLE = "who looks it up", "gradient of the table"
MATRIX_RULE = "As matrices: dL/dE = one_hot(ids)ᵀ × dL/dX"
BIT, VALUE, SIGN, NAME, CAPTION = 64.0, 56.0, 84.0, 84.0, 50.0


@dataclass(frozen=True, eq=False)
class Gradient:
    """The ids (n,) that were looked up, in text order, and the gradient of the table."""

    ids: Ints
    table: TableGradient


Found = Gradient | None


@dataclass(frozen=True, eq=False)
class GradientFigure:
    """Which token of the text looks up which row, and the gradient that this adds up to."""

    gradient: Gradient
    given: Given[Found]

    @property
    def title(self) -> str:
        """What the figure shows."""
        return "Only the rows that were looked up get a gradient"

    @property
    def natural_size(self) -> Size:
        """As wide as the two matrices."""
        return Size(int(max(self._width + 40, 560)), int(CAPTION + self._height + 72))

    @property
    def least_size(self) -> Size:
        """The matrices cannot be drawn in less room."""
        return Size(int(self._width + 32), int(CAPTION + self._height + 60))

    @cached_property
    def rows(self) -> list[Index]:
        """Rows of the table drawn: all of a small one, else those looked up, first and last."""
        shown = self.gradient.table.rows.tolist()[: FEW_ROWS - 3]
        return ends_and(shown, self.gradient.table.n_rows, FEW_ROWS)

    @cached_property
    def dims(self) -> list[Index]:
        """Dims drawn."""
        return leading(self.gradient.table.values.shape[1], FEW_DIMS)

    @cached_property
    def tokens(self) -> list[Index]:
        """Tokens drawn, by their place among those that have a row."""
        count = len(self.gradient.ids)
        return [*range(min(count, FEW_TOKENS)), *([None] if count > FEW_TOKENS else [])]

    def remark(self) -> str:
        """Say how many rows stay as they are, that repeated tokens add up, and the rule."""
        table = self.gradient.table
        changed = counted(len(table.rows), "row")
        said = f"{changed} {_get(len(table.rows))} a gradient{_others(table.n_zero_rows)}."
        most = int(np.argmax(table.counts))
        if table.counts[most] > 1:
            name = token_name(self.given.subject, int(table.rows[most]))
            count = int(table.counts[most])
            ones = " + ".join("1" * count) if count <= FEW_TOKENS else "1 + … + 1"
            said += f" “{name}” was looked up {times(count)}: {ones} = {count}."
        return f"{said}\n{MATRIX_RULE}"

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint both matrices, with the names of the rows before them."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        selector, result = self._matrices(theme.name)
        x = room.x() + max(room.width() - self._width, 0) / 2 + NAME
        middle = room.y() + CAPTION + (room.height() - CAPTION) / 2
        inset = (_block_width(selector, SELECTOR) - selector.width) / 2
        self._paint_names(canvas, selector, x + inset, middle - selector.height / 2)
        x = self._paint_block(canvas, selector, x, middle, SELECTOR)
        canvas.centred(QRectF(x, middle - 24, SIGN, 20), "add up", Ink(BODY_PX, theme.muted))
        canvas.centred(QRectF(x, middle - 12, SIGN, 24), "→", Ink(18, theme.muted))
        self._paint_block(canvas, result, x + SIGN, middle, OF_TABLE)
        paint_remark(canvas, height, lines)

    @property
    def _width(self) -> float:
        matrices = zip(self._matrices("light"), (SELECTOR, OF_TABLE), strict=True)
        blocks = sum(_block_width(matrix, title) for matrix, title in matrices)
        return NAME + blocks + SIGN + 2 * BRACKET

    @property
    def _height(self) -> float:
        return self._matrices("light")[0].height

    def _matrices(self, theme: ThemeName) -> tuple[SmallMatrix, SmallMatrix]:
        ids, look = self.gradient.ids, THEMES[theme]
        selector = SmallMatrix(
            self.rows,
            self.tokens,
            lambda row, token: _bit(look, is_one=int(ids[token]) == row),
            BIT,
            lambda token: elided(token_name(self.given.subject, ids[token]), BIT - 4, SMALL_PX),
        )
        cells = self._result_cells(theme)
        result = SmallMatrix(
            self.rows, self.dims, lambda r, d: cells[r, d], VALUE, lambda d: f"dim {d}"
        )
        return selector, result

    def _result_cells(self, theme: ThemeName) -> dict[tuple[int, int], Cell]:
        subject, look = self.given.subject, THEMES[theme]
        largest = float(np.abs(self.gradient.table.values).max(initial=1.0))
        levels = Levels(-largest, largest)
        cells: dict[tuple[int, int], Cell] = {}
        touched = set(self.gradient.table.rows.tolist())
        dims = kept(self.dims)
        for row in kept(self.rows):
            values = self.gradient.table.row(row)[dims].astype(np.float32)[None]
            if row not in touched:
                cells |= {(row, dim): Cell("0", look.window, look.muted) for dim in dims}
                continue
            fills = colourise(values, levels, subject.colormap, theme)[0].tolist()
            texts = [text.removesuffix(".0000") for text in cell_texts(values)[0]]
            for dim, fill, text in zip(dims, fills, texts, strict=True):
                cells[row, dim] = Cell(text, _hex(fill), _hex(text_colour(fill)), bold=True)
        return cells

    def _paint_names(self, canvas: Canvas, matrix: SmallMatrix, x: float, y: float) -> None:
        touched = set(self.gradient.table.rows.tolist())
        for row, rect in zip(matrix.rows, matrix.row_rects(x, y), strict=True):
            if row is None:
                continue
            strong = row in touched
            colour = canvas.theme.marks if strong else canvas.theme.muted
            text = f"{token_name(self.given.subject, row)}  {row}"
            at = x - BRACKET - 6, rect.center().y() + 4
            ink = Ink(SMALL_PX, colour, strong)
            canvas.text(*at, text, ink, "end", room=NAME - BRACKET - 6)

    def _paint_block(
        self, canvas: Canvas, matrix: SmallMatrix, x: float, middle: float, title: str
    ) -> float:
        y = middle - matrix.height / 2
        width = _block_width(matrix, title)
        centre = x + width / 2
        canvas.text(centre, y - 28, title, Ink(BODY_PX, bold=True), "middle")
        matrix.paint(canvas, centre - matrix.width / 2, y)
        return x + width


def _block_width(matrix: SmallMatrix, title: str) -> float:
    """Return what a matrix needs with its title: a narrow one is narrower than that."""
    return max(matrix.width, text_width(title, BODY_PX, True))


def _get(n_rows: int) -> str:
    return "gets" if n_rows == 1 else "get"


def _others(n_rows: int) -> str:
    if not n_rows:
        return ": all there are"
    return "; the other one gets 0" if n_rows == 1 else f"; the other {n_rows:,} get exactly 0"


def _bit(theme: Theme, *, is_one: bool) -> Cell:
    if is_one:
        return Cell("1", theme.marks, theme.surface, bold=True)
    return Cell("0", theme.window, theme.muted)


def _hex(argb: int) -> str:
    return f"#{int(argb) & 0xFFFFFF:06x}"


def find(_demo: GradientDemo, view: LessonView, _progress: Progress) -> Found:
    """Return the gradient, None where no row is looked up."""
    ids = view.ids[view.with_row]
    return Gradient(ids, toy_gradient(view.table, ids)) if len(ids) else None


def figure(_demo: GradientDemo, given: Given[Found]) -> Figure:
    """Return the figure of ``given``."""
    if given.found is None:
        return Nothing("Type words that have a row: the gradient of the table appears here.")
    return GradientFigure(given.found, given)


KIND = DemoKind(find, figure, following(figure))
