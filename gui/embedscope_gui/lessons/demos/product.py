"""One-hot row times table, added up row by row: 0 x row, 0 x row, 1 x row."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QPushButton

from embedscope.heatmap.cells import text_colour
from embedscope.heatmap.colormap import colourise
from embedscope.lessons.demos import ProductDemo
from embedscope.lessons.product import LookupCheck, ProductStep, check_lookup, product_steps
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope.tables.base import Floats
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX
from embedscope_gui.figures.numbers import cell_texts
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.kind import DemoKind
from embedscope_gui.lessons.demos.nothing import Nothing
from embedscope_gui.lessons.demos.sheet import area, counted, heading, paint_remark, signed
from embedscope_gui.theme import Theme
from embedscope_gui.widgets.pane import plain_label

SHOWN_ROWS, SHOWN_DIMS = 8, 4
NAME, FACTOR, CELL, SIGN = 96.0, 40.0, 62.0, 26.0
HEAD, TOTAL, PITCH, MOST_PITCH = 38.0, 44.0, 26.0, 34.0
STEP_MS = 700


@dataclass(frozen=True, eq=False)
class Product:
    """The sum term by term, and the check of the whole product."""

    row: int
    steps: tuple[ProductStep, ...]
    check: LookupCheck


Found = Product | None


@dataclass(frozen=True, eq=False)
class ProductFigure:
    """The first ``done`` terms of the sum; all of them: the product."""

    product: Product
    given: Given[Found]
    done: int

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"one_hot({self.product.row}) × table = row {self.product.row}"

    @property
    def natural_size(self) -> Size:
        """As wide as the two blocks of numbers, a line a row."""
        width = NAME + FACTOR + 3 * SIGN + 2 * self._block + 40
        return Size(int(max(width, 560)), int(HEAD + TOTAL + self._n * PITCH + 64))

    @property
    def least_size(self) -> Size:
        """Numbers cannot be drawn in less room."""
        width = NAME + FACTOR + 3 * SIGN + 2 * self._block + 32
        return Size(int(width), int(HEAD + TOTAL + self._n * 19 + 56))

    @property
    def _n(self) -> int:
        return len(self.product.steps)

    @cached_property
    def _dims(self) -> int:
        return len(self.product.steps[0].values)

    @property
    def _is_cut(self) -> bool:
        return self._dims < self.given.view.table.n_dims

    @property
    def _block(self) -> float:
        return self._dims * CELL + (SIGN if self._is_cut else 0.0)

    @cached_property
    def _values(self) -> Floats:
        return np.array([step.values for step in self.product.steps])

    @cached_property
    def _terms(self) -> Floats:
        return np.array([step.term for step in self.product.steps])

    def remark(self) -> str:
        """Say, once all is added, what the product costs and that it is exact."""
        if self.done < self._n:
            return ""
        rows, dims = self.given.view.table.shape
        cost = f"{rows:,} × {dims:,} = {rows * dims:,} multiplications"
        parts = [f"Product: {cost}. Lookup: {counted(dims, 'copy', 'copies')}."]
        gap = self.product.check.largest_difference
        parts.append(f"Largest difference between the two: {gap:g}.")
        if self.product.check.n_dims_left_out:
            parts.append(
                f"{self.product.check.n_dims_left_out:,} dims left out: the table holds numbers "
                "there that are not finite."
            )
        return " ".join(parts)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the terms down to the current one, and their sum."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        pitch = min((room.height() - HEAD - TOTAL) / self._n, MOST_PITCH)
        wide = NAME + FACTOR + 2 * SIGN + 2 * self._block
        left = room.x() + max(room.width() - wide, 0) / 2
        at = _Columns(left + NAME, left + NAME + FACTOR + SIGN, self._block)
        spare = max(room.height() - HEAD - TOTAL - self._n * pitch, 0)
        self._paint_heads(canvas, room.y() + spare / 2 + 14, at)
        top = room.y() + spare / 2 + HEAD
        for index, step in enumerate(self.product.steps):
            self._paint_line(canvas, top + index * pitch, pitch, at, index, step)
        self._paint_total(canvas, top + self._n * pitch, at)
        paint_remark(canvas, height, lines)

    def _paint_heads(self, canvas: Canvas, y: float, at: "_Columns") -> None:
        bold, muted = Ink(BODY_PX, bold=True), Ink(SMALL_PX, canvas.theme.muted)
        table = self.given.view.table
        heading(canvas, at.factor - NAME, y, f"one_hot({self.product.row})")
        canvas.text(at.table + at.block / 2, y, "table", bold, "middle")
        canvas.text(at.terms + at.block / 2, y, "what is added", bold, "middle")
        shape = f"{table.n_rows:,} rows × {table.n_dims:,} dims"
        canvas.text(at.table + at.block / 2, y + 14, shape, muted, "middle")

    def _paint_line(
        self, canvas: Canvas, y: float, pitch: float, at: "_Columns", index: int, step: ProductStep
    ) -> None:
        theme, middle = canvas.theme, y + pitch / 2
        is_done = index < self.done
        is_now = index == self.done - 1 and self.done < self._n
        if is_now:
            right = at.terms + at.block + 6
            box = QRectF(at.factor - NAME, y + 0.5, right - at.factor + NAME, pitch - 1)
            canvas.box(box, theme.accent_soft, radius=3.0)
        one = step.factor == 1
        name = f"{step.row}  {self.given.subject.row_label(step.row)}"
        quiet = Ink(SMALL_PX + 1, theme.text if one or is_now else theme.muted, one)
        canvas.text(at.factor - NAME + 4, middle + 4, name, quiet, room=NAME - 12)
        box = QRectF(at.factor, y + 1, FACTOR - 8, pitch - 2)
        canvas.box(box, theme.marks if one else theme.window)
        canvas.centred(
            box, str(step.factor), Ink(BODY_PX, theme.surface if one else theme.muted, one)
        )
        self._sign(canvas, at.factor + FACTOR - 8, middle, "×")
        self._paint_cells(canvas, at.table, y, pitch, self._values, index)
        if is_done:
            self._sign(canvas, at.table + at.block, middle, "=")
            self._paint_cells(canvas, at.terms, y, pitch, self._terms, index)
        if step.n_skipped:
            canvas.line((at.factor, y), (at.table + at.block, y), theme.muted, dashed=True)

    def _paint_cells(
        self, canvas: Canvas, x: float, y: float, pitch: float, values: Floats, index: int
    ) -> None:
        subject = self.given.subject
        fills = colourise(
            values[index : index + 1], subject.levels, subject.colormap, canvas.theme.name
        )[0]
        texts = cell_texts(values)[index]
        for dim, text in enumerate(texts):
            box = QRectF(x + dim * CELL, y, CELL, pitch).adjusted(0.5, 0.5, -0.5, -0.5)
            canvas.box(box, _hex(fills[dim]))
            canvas.centred(box, text, Ink(SMALL_PX + 1, _hex(text_colour(int(fills[dim])))))
        if self._is_cut:
            box = QRectF(x + self._dims * CELL, y, SIGN, pitch)
            canvas.centred(box, "⋯", Ink(BODY_PX, canvas.theme.muted))

    def _paint_total(self, canvas: Canvas, y: float, at: "_Columns") -> None:
        theme, pitch = canvas.theme, PITCH
        canvas.line((at.terms, y + 5), (at.terms + at.block, y + 5), theme.muted, 1.5)
        is_all = self.done == self._n
        said = f"sum = row {self.product.row}" if is_all else "sum so far"
        ink = Ink(BODY_PX, theme.text if is_all else theme.muted, is_all)
        canvas.text(at.terms - 12, y + 12 + pitch / 2 + 4, said, ink, "end")
        last = self.product.steps[max(self.done - 1, 0)]
        total = last.total if self.done else np.zeros_like(last.total)
        self._paint_cells(canvas, at.terms, y + 12, pitch, total[None], 0)
        if is_all:
            box = QRectF(at.terms, y + 12, at.block, pitch)
            canvas.box(box, None, theme.marks, width=1.5)

    def _sign(self, canvas: Canvas, x: float, y: float, sign: str) -> None:
        canvas.centred(QRectF(x, y - 10, SIGN, 20), sign, Ink(BODY_PX + 1, canvas.theme.muted))


@dataclass(frozen=True)
class _Columns:
    """Left edges of the one-hot column, the table and the terms; ``block``: width of the latter."""

    factor: float
    table: float
    block: float

    @property
    def terms(self) -> float:
        return self.table + self.block + SIGN


def find(_demo: ProductDemo, view: LessonView, progress: Progress) -> Found:
    """Return the sum for the chosen row, None where there is none."""
    row = view.chosen_row
    if row is None:
        return None
    steps = product_steps(view.table, row, SHOWN_ROWS, SHOWN_DIMS)
    return Product(row, steps, check_lookup(view.table, [row], progress))


def figure_at(given: Given[Found], done: int | None = None) -> Figure:
    """Return the figure after ``done`` terms, None: all."""
    product = given.found
    if product is None:
        return Nothing("Choose a token that has a row: its lookup is multiplied out here.")
    count = len(product.steps)
    return ProductFigure(product, given, count if done is None else min(done, count))


def figure(_demo: ProductDemo, given: Given[Found]) -> Figure:
    """Return the whole product."""
    return figure_at(given)


class ProductWidget(DemoWidget[Found]):
    """Adds a term at each step, by hand or by the clock."""

    def __init__(self) -> None:
        super().__init__()
        self.done = 0
        self._row: int | None = None
        self._timer = QTimer(self, interval=STEP_MS)
        self._timer.timeout.connect(self._on_tick)
        self.step_button = _button("&Step", "productStep", "Add the next term")
        self.play_button = _button("&Play", "productPlay", "Add a term every moment")
        self.again_button = _button("From the s&tart", "productAgain", "Begin with nothing added")
        self.place = plain_label()
        for button in (self.step_button, self.play_button, self.again_button):
            self.controls.addWidget(button)
        self.controls.addWidget(self.place)
        self.controls.addStretch(1)
        self.step_button.clicked.connect(self.step)
        self.play_button.clicked.connect(self.play_or_pause)
        self.again_button.clicked.connect(self.restart)

    @property
    def n_steps(self) -> int:
        """How many terms there are."""
        found = self.given.found if self.given is not None else None
        return len(found.steps) if found is not None else 0

    @property
    def is_playing(self) -> bool:
        """Whether the clock adds terms."""
        return self._timer.isActive()

    def show_given(self, given: Given[Found]) -> None:
        """Begin anew with another row."""
        row = given.found.row if given.found is not None else None
        if row != self._row:
            self._row, self.done = row, 0
        super().show_given(given)

    def figure_of(self, given: Given[Found]) -> Figure:
        """Return the sum so far."""
        return figure_at(given, self.done)

    def step(self) -> None:
        """Add one term; after the last one begin anew."""
        self.done = self.done + 1 if self.done < self.n_steps else min(1, self.n_steps)
        self.redraw()

    def restart(self) -> None:
        """Begin with nothing added."""
        self.done = 0
        self.redraw()

    def play_or_pause(self) -> None:
        """Let the clock add terms, or stop it."""
        if self.is_playing:
            self._timer.stop()
        elif self.n_steps:
            if self.done == self.n_steps:
                self.done = 0
            self.step()
            self._timer.start()
        self.redraw()

    def redraw(self) -> None:
        """Draw, and say how far the sum is."""
        done = self.done >= self.n_steps
        if done and self.is_playing:
            self._timer.stop()
        self.play_button.setText("&Pause" if self.is_playing else "&Play")
        self.place.setText(f"{min(self.done, self.n_steps)} of {self.n_steps} lines added")
        for button in (self.step_button, self.play_button, self.again_button):
            button.setEnabled(self.n_steps > 0)
        super().redraw()

    def spoken(self) -> str:
        """Return the sum so far in words."""
        found = self.given.found if self.given is not None else None
        if found is None or not self.done:
            return "Nothing is added yet."
        step = found.steps[min(self.done, self.n_steps) - 1]
        total = ", ".join(signed(float(value)) for value in step.total)
        return f"{step.factor} times row {step.row} is added; the sum so far is {total}."

    def stop(self) -> None:
        """Stop the clock."""
        self._timer.stop()

    def _on_tick(self) -> None:
        if self.is_playing:
            self.step()


def _button(text: str, name: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setToolTip(tip)
    return button


def _hex(argb: int) -> str:
    return f"#{int(argb) & 0xFFFFFF:06x}"


KIND = DemoKind(find, figure, lambda _demo, _controller: ProductWidget(), slow=True)
