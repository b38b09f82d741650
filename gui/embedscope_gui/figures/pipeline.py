"""The whole journey in one figure: text, tokens, ids, rows of the table, points."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.heatmap.colormap import colourise
from embedscope_gui.figures.canvas import Canvas, Ink, readable
from embedscope_gui.figures.chips import chip_of, paint_chip
from embedscope_gui.figures.colour_bar import BAR_ROOM, paint_lying_bar
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width, wrapped
from embedscope_gui.figures.frame import HEAD, MARGIN, Frame, counted, framed, table_line
from embedscope_gui.figures.links import flow, lane_arrow, merge, spray
from embedscope_gui.figures.matrix import (
    caption_of,
    number_px,
    paint_cells,
    paint_numbers,
    pooled,
    pooled_row,
)
from embedscope_gui.figures.numbers import cell_texts
from embedscope_gui.figures.stages import Stages, lay_out_stages
from embedscope_gui.figures.subject import Subject
from embedscope_gui.figures.vectors import plane_of
from embedscope_gui.theme import Theme
from embedscope_gui.vectors.paint_plane import paint_plane

HEADINGS = 48.0
LANE, LEAST_LANE, MOST_LANE = 44.0, 30.0, 72.0
LEAST_BODY = 320.0
MOST_LANES = 12
CHIP_PX, TEXT_PX = 15, 17
MOST_ROW = 56.0
FEW_ROWS = 12  # a table drawn with its row numbers
UNDER = 26.0  # the line of dims under the rows, ends of the table
FOOT = 14.0
WIDTH, COMPACT_WIDTH = 1320, 900


@dataclass(frozen=True, eq=False)
class PipelineFigure:
    """Five stages from left to right, a lane for each token.

    ``compact``: without title and points, for where both are shown elsewhere.
    """

    subject: Subject
    compact: bool = False

    @property
    def title(self) -> str:
        """What the figure shows."""
        return "From text to vectors" if self.compact else "From text to points"

    @property
    def natural_size(self) -> Size:
        """A lane for each of the first dozen tokens."""
        lanes = min(self.subject.n_tokens, MOST_LANES) + (self.subject.n_tokens > MOST_LANES)
        body = max(lanes * LANE, LEAST_BODY)
        if self.compact:
            return Size(COMPACT_WIDTH, int(HEADINGS + body + UNDER + FOOT + MARGIN))
        return Size(WIDTH, int(2 * MARGIN + HEAD + HEADINGS + body + UNDER + FOOT))

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(680, 270) if self.compact else Size(1080, 400)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the figure."""
        canvas = Canvas(painter, theme)
        content = self._frame(canvas, width, height)
        body = content.adjusted(0, HEADINGS, 0, -UNDER - FOOT)
        stages = self._stages(body)
        lanes = self._lanes(body)
        self._paint_headings(canvas, stages, content.y())
        self._paint_links(canvas, stages, lanes)
        self._paint_text(canvas, stages.text)
        for position, lane in enumerate(lanes):
            self._paint_lane(canvas, stages, position, lane)
        caption = self._paint_table(canvas, stages.table, len(lanes))
        canvas.text(content.x(), content.bottom() + 8, caption, Ink(SMALL_PX, theme.muted))
        self._paint_under(canvas, stages, lanes)
        if not self.compact:
            self._paint_points(canvas, stages.points)

    def _frame(self, canvas: Canvas, width: float, height: float) -> QRectF:
        """Paint what is around the stages; return the room for them."""
        if self.compact:
            return QRectF(MARGIN / 2, 4, max(width - MARGIN, 1.0), max(height - 20, 1.0))
        subtitle = f"{table_line(self.subject)} · tokenizer {self.subject.tokenizer.name}"
        paint_lying_bar(canvas, width - MARGIN, MARGIN + 6, self.subject)
        return framed(canvas, width, height, Frame(self.title, subtitle, "", BAR_ROOM))

    # where things lie

    def _stages(self, body: QRectF) -> Stages:
        """Return the columns; a small table is only as high as reads well."""
        stages = lay_out_stages(body, self._table_share, self._head_room, points=not self.compact)
        if self.subject.table.n_rows > FEW_ROWS:
            return stages
        height = min(self.subject.table.n_rows * MOST_ROW, body.height())
        table = QRectF(stages.table)
        table.setTop(body.center().y() - height / 2)
        table.setHeight(height)
        return replace(stages, table=table)

    @cached_property
    def _table_share(self) -> float:
        """Width of the table in cells that can be read, 0 for a table too large for that."""
        rows, dims = self.subject.table.shape
        return float(dims) if rows <= FEW_ROWS and dims <= 4 else 0.0

    @property
    def _head_room(self) -> float:
        """Room for row numbers beside a small table."""
        return 26.0 if self.subject.table.n_rows <= FEW_ROWS else 0.0

    def _lanes(self, body: QRectF) -> list[QRectF]:
        """Return a lane for each token drawn; the last lane's room may be left for a remark."""
        fits = max(int(body.height() // LEAST_LANE), 1)
        count = self.subject.n_tokens
        shown = count if count <= min(fits, MOST_LANES) else min(fits, MOST_LANES + 1) - 1
        shown = max(shown, 1)
        slots = shown + (count > shown)
        pitch = min(body.height() / slots, MOST_LANE)
        top = body.center().y() - pitch * slots / 2
        return [QRectF(body.x(), top + i * pitch, body.width(), pitch) for i in range(shown)]

    def _row_y(self, table: QRectF, row: int) -> float:
        return table.y() + (row + 0.5) / self.subject.table.n_rows * table.height()

    # the stages

    def _paint_headings(self, canvas: Canvas, stages: Stages, y: float) -> None:
        subject, muted = self.subject, Ink(SMALL_PX, canvas.theme.muted)
        rows, dims = subject.table.shape
        text = subject.text.encoding.text
        heads = (
            (stages.text, "Text", counted(len(text), "character")),
            (stages.tokens, "Tokens", counted(subject.n_tokens, "token")),
            (stages.ids, "Ids", "one each"),
            (stages.table, "Table", f"{rows:,} × {dims:,}"),
            (stages.rows, "Rows", f"{counted(dims, 'number')} each"),
            (stages.points, "Points", "on 2 axes"),
        )
        for rect, head, line in heads[:-1] if self.compact else heads:
            canvas.text(rect.center().x(), y + 12, head, Ink(BODY_PX + 1, bold=True), "middle")
            canvas.text(rect.center().x(), y + 28, line, muted, "middle")

    def _paint_text(self, canvas: Canvas, rect: QRectF) -> None:
        """Paint the text in a box, broken at blanks."""
        room = rect.width() - 24
        most = max(int(rect.height() // 24) - 1, 1)
        text = self.subject.text.encoding.text[:2000]
        lines = wrapped(readable(text), room, TEXT_PX, min(most, 12))
        height = len(lines) * 24 + 22
        box = QRectF(rect.x(), rect.center().y() - height / 2, rect.width(), height)
        canvas.box(box, canvas.theme.window, canvas.theme.line, radius=6)
        for number, line in enumerate(lines):
            baseline = box.y() + 11 + 24 * number + 18
            canvas.text(box.center().x(), baseline, line, Ink(TEXT_PX), "middle")

    def _paint_lane(self, canvas: Canvas, stages: Stages, position: int, lane: QRectF) -> None:
        theme, y = canvas.theme, lane.center().y()
        chip = chip_of(self.subject, position, stages.tokens.width() - 14, CHIP_PX)
        high = min(lane.height() - 8, 32.0)
        box = QRectF(stages.tokens.x(), y - high / 2, stages.tokens.width(), high)
        paint_chip(canvas, box, chip, CHIP_PX)
        colour = theme.accent if chip.is_selected else theme.text
        ink = Ink(BODY_PX + 1, colour if chip.has_row else theme.muted)
        text = self.subject.id_text(position)
        canvas.text(stages.ids.center().x(), y + 5, text, ink, "middle")
        strip = QRectF(stages.rows.x(), y - high / 2, stages.rows.width(), high)
        if chip.has_row:
            self._paint_strip(canvas, strip, position)
        else:
            self._paint_no_row(canvas, strip)
        if chip.is_selected and chip.has_row:
            canvas.box(strip, None, theme.accent, width=2.0)

    def _paint_strip(self, canvas: Canvas, rect: QRectF, position: int) -> None:
        """Paint the values of one row, as numbers where there are few."""
        subject = self.subject
        values = subject.table.rows(subject.text.ids[position : position + 1])
        px = self._number_px(rect)
        if not px:
            block = pooled_row(canvas, rect, values, subject)
            paint_cells(canvas, rect, block.argb)
            return
        argb = colourise(values, subject.levels, subject.colormap, canvas.theme.name)
        paint_cells(canvas, rect, argb)
        paint_numbers(canvas, rect, values, argb, px)

    def _number_px(self, rect: QRectF) -> int:
        """Return the size of printed numbers, alike in all strips, 0 for none."""
        dims = self.subject.table.n_dims
        if dims > 8:
            return 0
        ids = self.subject.text.ids[self.subject.text.has_row][:MOST_LANES]
        texts = cell_texts(self.subject.table.rows(ids))
        return number_px(rect.width() / dims, rect.height(), texts)

    def _paint_no_row(self, canvas: Canvas, rect: QRectF) -> None:
        muted = canvas.theme.muted
        canvas.box(rect.adjusted(0.5, 0.5, -0.5, -0.5), None, muted, dashed=True)
        canvas.centred(rect, "no row in this table", Ink(SMALL_PX, muted))

    def _paint_table(self, canvas: Canvas, rect: QRectF, count: int) -> str:
        """Paint the table with the rows of the first ``count`` tokens marked where they lie.

        Return what a pixel of it stands for, "" where every cell is one value.
        """
        subject, theme = self.subject, canvas.theme
        block = pooled(canvas, rect, subject)
        paint_cells(canvas, rect, block.argb)
        if self._head_room:
            self._paint_small_table(canvas, rect, self._drawn_rows(count))
        canvas.box(rect.adjusted(-0.5, -0.5, 0.5, 0.5), None, theme.line)
        height = rect.height() / subject.table.n_rows
        for row in self._drawn_rows(count):
            y = self._row_y(rect, row)
            colour = theme.accent if row == self.subject.selected_row else theme.marks
            if height < 8:
                canvas.line((rect.x(), y), (rect.right(), y), colour, 1.5)
            else:
                box = QRectF(rect.x(), y - height / 2, rect.width(), height)
                canvas.box(box.adjusted(0.75, 0.75, -0.75, -0.75), None, colour, width=1.5)
        exact = block.picture.rows_per_px == block.picture.dims_per_px == 1
        return "" if exact else f"Table: {caption_of(block.picture)}."

    def _drawn_rows(self, count: int) -> list[int]:
        """Return the distinct rows of the first ``count`` tokens."""
        ids = self.subject.text.ids[:count][self.subject.text.has_row[:count]]
        return [int(row) for row in np.unique(ids)]

    def _paint_small_table(self, canvas: Canvas, rect: QRectF, used: list[int]) -> None:
        """Write row numbers and, where they fit, the values."""
        subject = self.subject
        rows, dims = subject.table.shape
        for row in range(rows):
            colour = canvas.theme.marks if row in used else canvas.theme.muted
            y = self._row_y(rect, row) + 4
            canvas.text(rect.x() - 8, y, str(row), Ink(SMALL_PX, colour, row in used), "end")
        values = subject.table.block(0, rows)
        px = number_px(rect.width() / dims, rect.height() / rows, cell_texts(values))
        if px:
            argb = colourise(values, subject.levels, subject.colormap, canvas.theme.name)
            paint_numbers(canvas, rect, values, argb, px)

    def _paint_under(self, canvas: Canvas, stages: Stages, lanes: list[QRectF]) -> None:
        """Write what lies under the columns: tokens left out, ends of the table, dims."""
        muted, dims = Ink(SMALL_PX, canvas.theme.muted), self.subject.table.n_dims
        rest = self.subject.n_tokens - len(lanes)
        if rest:
            y = lanes[-1].bottom() + lanes[-1].height() / 2 + 4
            canvas.text(stages.tokens.x(), y, f"… {counted(rest, 'more token')}", muted)
        y = stages.table.bottom() + 17
        if self._head_room:
            canvas.text(stages.table.center().x(), y, f"dim 0 to {dims - 1}", muted, "middle")
        else:
            text = f"row 0 to {self.subject.table.n_rows - 1:,}"
            canvas.text(stages.table.center().x(), y, text, muted, "middle")
        y = lanes[-1].bottom() + 13 if not rest else y
        ends = "dim 0", f"dim {dims - 1}"
        if dims > 1:
            canvas.text(stages.rows.x(), y, ends[0], muted)
        canvas.text(stages.rows.right(), y, ends[1], muted, "end")

    def _paint_points(self, canvas: Canvas, rect: QRectF) -> None:
        height = min(rect.height(), rect.width() * 1.15)
        square = QRectF(rect.x(), rect.center().y() - height / 2, rect.width(), height)
        paint_plane(canvas.painter, square, plane_of(self.subject), canvas.theme)

    # what joins them

    def _paint_links(self, canvas: Canvas, stages: Stages, lanes: list[QRectF]) -> None:
        theme, text = canvas.theme, self.subject.text
        middles = [lane.center().y() for lane in lanes]
        centre = stages.text.center().y()
        spray(canvas, (stages.text.right() + 2, centre), stages.tokens.x() - 4, middles)
        id_half = max(text_width(self.subject.id_text(p), BODY_PX + 1) for p in range(len(lanes)))
        id_half = id_half / 2 + 8
        left_of_table = stages.table.x() - self._head_room - 3
        for position, y in enumerate(middles):
            middle = stages.ids.center().x()
            lane_arrow(canvas, stages.tokens.right() + 4, middle - id_half, y, theme.muted)
            if not text.has_row[position]:
                continue
            chosen = position == self.subject.view.selected
            colour = theme.accent if chosen else theme.marks
            row_y = self._row_y(stages.table, int(text.ids[position]))
            flow(canvas, (middle + id_half - 2, y), (left_of_table, row_y), colour)
            flow(canvas, (stages.table.right() + 3, row_y), (stages.rows.x() - 4, y), colour)
        if self.compact:
            return
        drawn = [y for y, found in zip(middles, text.has_row, strict=False) if found]
        merge(canvas, stages.rows.right() + 4, stages.points.x() + 4, drawn, centre)
