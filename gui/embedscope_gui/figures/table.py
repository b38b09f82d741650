"""The whole table as a heatmap with the looked-up rows marked."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.colour_bar import BAR_ROOM, paint_lying_bar
from embedscope_gui.figures.dim_axis import AXIS_HEIGHT, paint_dim_axis
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, TITLE_PX, elided, text_width
from embedscope_gui.figures.frame import HEAD, MARGIN, Frame, counted, framed, quoted, table_line
from embedscope_gui.figures.matrix import Block, caption_of, paint_cells, pooled
from embedscope_gui.figures.spread import spread
from embedscope_gui.figures.subject import Subject
from embedscope_gui.heatmap.painting import HeatmapScene, Marks, Span, lay_out, paint_heatmap
from embedscope_gui.heatmap.ticks import axis_ticks
from embedscope_gui.theme import Theme

CAPTION = 26.0
WIDTH, HEIGHT = 900, 680
ROW_HEIGHT, DIM_WIDTH, AROUND = 48, 120, (240, 64)  # of small tables
READABLE_ROW = 16.0  # rows so high have room for their own names
LABEL_GAP, LABEL_ROOM, LEADER = 18.0, 150.0, 40.0
MOST_COVERED = 0.4  # share of the table that marks may lie on
OUTLINED_ROW = 5.0
ABOVE = 20.0  # the line with the titles of rows and tokens


@dataclass(frozen=True, eq=False)
class TableFigure:
    """All rows and dims; what is too fine for a pixel is pooled, and said."""

    subject: Subject

    @property
    def title(self) -> str:
        """Name and shape."""
        return table_line(self.subject)

    @property
    def natural_size(self) -> Size:
        """Smaller for tables whose cells can be read."""
        rows, dims = self.subject.table.shape
        words = (self.title, TITLE_PX, True), (self._subtitle(), BODY_PX, False)
        head = max(text_width(*part) for part in words) + BAR_ROOM + 2 * MARGIN
        width = min(max(dims * DIM_WIDTH + AROUND[0] + 2 * MARGIN, 560, head), WIDTH)
        height = min(rows * ROW_HEIGHT + AROUND[1] + HEAD + CAPTION + 2 * MARGIN, HEIGHT)
        return Size(int(width), int(height))

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(440, 300)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the figure."""
        canvas = Canvas(painter, theme)
        readable = self._is_readable(height)
        beside = 0.0 if readable else BAR_ROOM
        content = framed(canvas, width, height, Frame(self.title, self._subtitle(), "", beside))
        body = content.adjusted(0, 0, 0, -CAPTION)
        if readable:
            block = self._paint_small(canvas, body)
        else:
            block = self._paint_large(canvas, body)
            paint_lying_bar(canvas, width - MARGIN, MARGIN + 6, block.subject)
        self._paint_caption(canvas, content, caption_of(block.picture))

    def _is_readable(self, height: float) -> bool:
        room = height - 2 * MARGIN - HEAD - CAPTION - AROUND[1]
        return room / max(self.subject.table.n_rows, 1) >= READABLE_ROW

    def _subtitle(self) -> str:
        text = self.subject.text
        if not self.subject.n_tokens:
            return "No text: no rows are looked up."
        found = np.count_nonzero(text.has_row)
        rows = len(np.unique(text.ids[text.has_row]))
        quote = quoted(text.encoding.text, 360)
        missing = self.subject.n_tokens - int(found)
        tail = f" · {counted(missing, 'token')} without a row" if missing else ""
        return f"{counted(rows, 'row')} looked up by {quote}, marked{tail}"

    def _looked_up(self) -> tuple[list[int], list[str]]:
        """Return the distinct rows that the text uses, as they stand, and their tokens."""
        text = self.subject.text
        positions = np.flatnonzero(text.has_row)
        rows, first = np.unique(text.ids[positions], return_index=True)
        order = sorted(range(len(rows)), key=lambda i: self._place(int(rows[i])))
        labels = [self.subject.label(int(positions[first[i]])) for i in order]
        return [int(rows[i]) for i in order], labels

    def _beside(self, row: int) -> str:
        """Return what stands beside the number of ``row``: nothing where its token is that."""
        label = self.subject.row_label(row)
        return "" if label == str(row) else label

    def _place(self, row: int) -> int:
        return self.subject.arrangement.row_position(row)

    def _paint_small(self, canvas: Canvas, body: QRectF) -> Block:
        """Paint a table whose rows are high enough to be named, as the window does."""
        subject, order = self.subject, self.subject.arrangement
        rows, labels = self._looked_up()
        chosen = subject.selected_row
        places = np.array([self._place(row) for row in rows], np.int64)
        names = tuple(
            "" if name == str(row) else name for row, name in zip(rows, labels, strict=True)
        )
        scene = HeatmapScene(
            Span.whole(subject.table.n_rows),
            Span.whole(subject.table.n_dims),
            levels=subject.levels,
            colormap=subject.colormap,
            row_label=lambda place: self._beside(order.row_id(place)),
            row_id=order.row_id,
            dim_id=order.dim_id,
            marks=Marks(places, names, None if chosen is None else self._place(chosen)),
            dim_others=False,  # the colour bar holds for every cell
        )
        block = pooled(canvas, lay_out(body, scene).map, subject, as_chosen=True)
        used = block.subject
        scene = replace(
            scene,
            picture=block.picture,
            image=block.argb,
            levels=used.levels,
            colormap=used.colormap,
        )
        paint_heatmap(canvas.painter, body, scene, canvas.theme)
        return block

    def _paint_large(self, canvas: Canvas, body: QRectF) -> Block:
        """Paint a table of many rows: their numbers at the left, looked-up tokens at the right."""
        rows, labels = self._looked_up()
        n_rows, n_dims = self.subject.table.shape
        left = text_width(str(n_rows - 1), SMALL_PX) + 12
        right = self._label_room(rows, labels)
        cells = body.adjusted(left, ABOVE, -right, -AXIS_HEIGHT)
        block = pooled(canvas, cells, self.subject, as_chosen=True)
        paint_cells(canvas, cells, block.argb)
        canvas.box(cells.adjusted(-0.5, -0.5, 0.5, 0.5), None, canvas.theme.line)
        self._paint_row_axis(canvas, cells)
        paint_dim_axis(canvas, cells, n_dims, number=self.subject.arrangement.dim_id)
        self._paint_marks(canvas, cells, body.right(), rows, labels)
        return block

    def _label_room(self, rows: list[int], labels: list[str]) -> float:
        widths = [text_width(label, BODY_PX) for label in labels[:200]]
        ids = text_width(str(max(rows, default=0)), SMALL_PX)
        head = text_width("12 of 99 looked up" if len(rows) > 24 else "looked up", SMALL_PX)
        widest = max(max(widths, default=0) + ids + 12, head)
        return LEADER + min(widest, LABEL_ROOM) if rows else 0.0

    def _paint_row_axis(self, canvas: Canvas, cells: QRectF) -> None:
        muted, n_rows = Ink(SMALL_PX, canvas.theme.muted), self.subject.table.n_rows
        canvas.text(cells.x() - 8, cells.y() - 8, "row", muted, "end")
        for row in axis_ticks(0.0, float(n_rows), cells.height(), 36):
            y = cells.y() + (row + 0.5) / n_rows * cells.height()
            canvas.line((cells.x() - 6, y), (cells.x() - 2, y), canvas.theme.muted)
            number = self.subject.arrangement.row_id(row)
            canvas.text(cells.x() - 9, y + 4, str(number), muted, "end")

    def _paint_marks(
        self, canvas: Canvas, cells: QRectF, right: float, rows: list[int], labels: list[str]
    ) -> None:
        """Draw over the looked-up rows, and join each to its token at the right."""
        if not rows:
            return
        fits = max(int(cells.height() // LABEL_GAP), 1)
        shown = _evenly(len(rows), fits)
        row_px = cells.height() / self.subject.table.n_rows
        ys = [cells.y() + (self._place(row) + 0.5) * row_px for row in rows]
        self._paint_bands(canvas, cells, rows, ys)
        head = "looked up" if len(shown) == len(rows) else f"{len(shown)} of {len(rows)} looked up"
        muted = Ink(SMALL_PX, canvas.theme.muted)
        canvas.text(cells.right() + LEADER, cells.y() - 8, head, muted)
        low, high = cells.y() + 6, cells.bottom() - 6
        places = spread([ys[i] for i in shown], LABEL_GAP, low, high)
        for index, place in zip(shown, places, strict=True):
            self._paint_label(
                canvas, (cells.right(), ys[index]), (right, place), rows[index], labels[index]
            )

    def _paint_bands(self, canvas: Canvas, cells: QRectF, rows: list[int], ys: list[float]) -> None:
        """Draw over thin rows, outline higher ones; nothing where that would hide the table."""
        height = cells.height() / self.subject.table.n_rows
        if len(rows) * max(height, 3.0) > MOST_COVERED * cells.height():
            return
        for row, y in zip(rows, ys, strict=True):
            colour = self._colour(canvas, row)
            if height < OUTLINED_ROW:
                canvas.line((cells.x(), y), (cells.right(), y), colour, 1.2)
            else:
                box = QRectF(cells.x(), y - height / 2, cells.width(), height)
                canvas.box(box.adjusted(0.5, 0.5, -0.5, -0.5), None, colour, width=1.2)

    def _paint_label(
        self,
        canvas: Canvas,
        mark: tuple[float, float],
        end: tuple[float, float],
        row: int,
        label: str,
    ) -> None:
        """Paint a leader from the row's ``mark`` to its token and number, which stop at ``end``."""
        (x, y), (right, place) = mark, end
        colour = self._colour(canvas, row)
        path = QPainterPath()
        path.moveTo(x + 7, y)
        path.lineTo(x + 12, y)
        path.lineTo(x + LEADER - 12, place)
        path.lineTo(x + LEADER - 5, place)
        canvas.polygon([(x + 1, y), (x + 8, y - 4), (x + 8, y + 4)], colour)
        canvas.path(path, colour)
        start = x + LEADER
        width = text_width(str(row), SMALL_PX)
        room = right - start - width - 10
        token = elided(label, room, BODY_PX)
        used = canvas.text(start, place + 4.5, token, Ink(BODY_PX, colour))
        if label == str(row):
            return
        canvas.text(start + used + 8, place + 4.5, str(row), Ink(SMALL_PX, canvas.theme.muted))

    def _colour(self, canvas: Canvas, row: int) -> str:
        return canvas.theme.accent if row == self.subject.selected_row else canvas.theme.marks

    def _paint_caption(self, canvas: Canvas, content: QRectF, caption: str) -> None:
        if self.subject.arrangement.words:
            caption += f". {self.subject.arrangement.words.capitalize()}"
        if self.subject.levels.left_out:
            dims = ", ".join(map(str, self.subject.levels.left_out[:6]))
            caption += f". Dominant dims {dims} did not count for the colours."
        muted = Ink(SMALL_PX, canvas.theme.muted)
        canvas.text(content.x(), content.bottom(), caption, muted, room=content.width())


def _evenly(count: int, most: int) -> list[int]:
    """Return at most ``most`` of 0..count - 1, spread evenly."""
    if count <= most:
        return list(range(count))
    return sorted({round(i * (count - 1) / max(most - 1, 1)) for i in range(most)})
