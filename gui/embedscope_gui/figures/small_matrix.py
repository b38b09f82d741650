"""A small matrix as in a book: brackets, heads, cells with numbers, dots for what is left out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF

from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.choice import Index
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX

GAP_PX = 24.0
CELL_HEIGHT = 32.0
BRACKET = 7.0
HEAD_PX = 20.0


@dataclass(frozen=True)
class Cell:
    """How one cell is drawn."""

    text: str
    fill: str
    ink: str
    bold: bool = False


@dataclass(frozen=True, eq=False)
class SmallMatrix:
    """``rows`` and ``cols`` with None for gaps; ``cell(i, j)`` gives the cell of two indices."""

    rows: Sequence[Index]
    cols: Sequence[Index]
    cell: Callable[[int, int], Cell]
    cell_width: float
    col_head: Callable[[int], str]
    strong_cols: frozenset[int] = field(default_factory=frozenset)
    gap: float = GAP_PX  # width of a column that is left out

    @property
    def width(self) -> float:
        """Width between the brackets."""
        return sum(self.gap if col is None else self.cell_width for col in self.cols)

    @property
    def height(self) -> float:
        """Height of all rows."""
        return sum(GAP_PX if row is None else CELL_HEIGHT for row in self.rows)

    def row_rects(self, x: float, y: float) -> list[QRectF]:
        """Return a rectangle for each row, gaps included, from the corner (x, y)."""
        rects = []
        for row in self.rows:
            height = GAP_PX if row is None else CELL_HEIGHT
            rects.append(QRectF(x, y, self.width, height))
            y += height
        return rects

    def col_spans(self, x: float) -> list[tuple[float, float]]:
        """Return (left, width) of each column, gaps included."""
        spans = []
        for col in self.cols:
            width = self.gap if col is None else self.cell_width
            spans.append((x, width))
            x += width
        return spans

    def paint(self, canvas: Canvas, x: float, y: float) -> None:
        """Paint the matrix with its upper left cell at (x, y); heads lie above, brackets beside."""
        spans = self.col_spans(x)
        self._paint_heads(canvas, spans, y)
        for row, rect in zip(self.rows, self.row_rects(x, y), strict=True):
            for col, (left, width) in zip(self.cols, spans, strict=True):
                box = QRectF(left, rect.y(), width, rect.height())
                self._paint_cell(canvas, box, row, col)
        self._paint_brackets(canvas, QRectF(x, y, self.width, self.height))

    def _paint_heads(self, canvas: Canvas, spans: Sequence[tuple[float, float]], y: float) -> None:
        for col, (left, width) in zip(self.cols, spans, strict=True):
            strong = col in self.strong_cols
            colour = canvas.theme.marks if strong else canvas.theme.muted
            text = "…" if col is None else self.col_head(col)
            ink = Ink(SMALL_PX, colour, strong)
            canvas.text(left + width / 2, y - 8, text, ink, "middle", width)

    def _paint_cell(self, canvas: Canvas, box: QRectF, row: Index, col: Index) -> None:
        if row is None or col is None:
            both = row is None and col is None
            dots = "⋱" if both else "⋮" if row is None else "⋯"
            canvas.centred(box, dots, Ink(BODY_PX, canvas.theme.muted))
            return
        cell = self.cell(row, col)
        # A hair of ground between the cells: no seams in any viewer.
        canvas.box(box.adjusted(0.5, 0.5, -0.5, -0.5), cell.fill)
        canvas.centred(box, cell.text, Ink(BODY_PX - 1, cell.ink, cell.bold))

    def _paint_brackets(self, canvas: Canvas, rect: QRectF) -> None:
        colour, top, bottom = canvas.theme.muted, rect.top() - 2, rect.bottom() + 2
        for x, inward in ((rect.left() - BRACKET, 1), (rect.right() + BRACKET, -1)):
            canvas.line((x, top), (x, bottom), colour, 1.5)
            for y in (top, bottom):
                canvas.line((x - 0.75 * inward, y), (x + 5 * inward, y), colour, 1.5)
