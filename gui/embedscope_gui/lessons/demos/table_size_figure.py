"""What is drawn of the size of a table: the sheet, its bytes, its share, its other end."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.demos import SizeFocus
from embedscope.lessons.models import KnownModel, find_model, same_shape
from embedscope.lessons.sizes import BYTES_OF_TYPE, TableSize, spoken_bytes
from embedscope.lessons.wording import percent
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX
from embedscope_gui.lessons.demos.sheet import area, bar, counted, heading, paint_remark
from embedscope_gui.theme import Theme

LARGE = 30
LINE = 44.0
SHEET = 0.34  # share of the width that the table's picture takes
HIGH = 2.4  # of the open table's sheet, in widths
TYPE = 128.0  # room of "bfloat16: 2 bytes"
TEAR = 7.0  # of the sheet, which is drawn too short
STRIP = 10.0  # one more row, one more column
MOST_SHARE, MOST_END = 180.0, 190.0  # heights: of a bar with its words, of a box
COMPARED = "GPT-2 small"


@dataclass(frozen=True, eq=False)
class TableSizeFigure:
    """A table beside the open one, and that which ``focus`` is on."""

    size: TableSize
    opened: TableSize  # the open table's, to compare with
    focus: SizeFocus = "parameters"

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"A table of {self.size.n_rows:,} × {self.size.n_dims:,}"

    @property
    def natural_size(self) -> Size:
        """A sheet and figures beside it, or bars."""
        return Size(540, 360)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(500, 260)

    @property
    def model(self) -> KnownModel | None:
        """The model that has such a table, if it is a well-known one."""
        model = same_shape(self.size.n_rows, self.size.n_dims)
        return model if model is not None and model.tied == self.size.tied else None

    def remark(self) -> str:
        """Say how true the picture is, or what the layers are taken to be."""
        if self.focus == "tied":
            return ""
        if self.focus == "share":
            if self.model is not None:
                return self._sources()
            return "Layers: about 12 × D × D parameters each (Kaplan et al. 2020), a rough rule."
        rows, dims = self.size.n_rows, self.size.n_dims
        if rows >= dims:
            return f"Not to scale: the true sheet is {rows / dims:,.0f} times as high as wide."
        return f"Not to scale: the true sheet is {dims / rows:,.0f} times as wide as high."

    @property
    def details(self) -> str:
        """What there is to know about the figures of the models shown, for those who ask."""
        if self.focus != "share":
            return ""
        return "\n".join(
            f"{model.name}: V and D from {model.source}. All parameters: {model.total_source}."
            for model in self._models
        )

    @property
    def _models(self) -> tuple[KnownModel, ...]:
        """The models whose shares are drawn."""
        shown = [self.model, find_model(COMPARED)]
        return tuple(dict.fromkeys(model for model in shown if model is not None))

    def _sources(self) -> str:
        """Name the places where V and D are from."""
        places = [model.source.partition(",")[0] for model in self._models]
        return f"{'Sources' if len(places) > 1 else 'Source'}: {' and '.join(places)}, config.json"

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint what the focus is on."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        if self.focus == "share":
            self._paint_shares(canvas, room)
        elif self.focus == "tied":
            self._paint_ends(canvas, room)
        else:
            self._paint_size(canvas, room)
        paint_remark(canvas, height, lines)

    def _paint_size(self, canvas: Canvas, room: QRectF) -> None:
        wide, high = room.width() * SHEET, room.height() - 50
        high = min(high, wide * HIGH)
        top = room.y() + (room.height() - 50 - high) / 2 + 8
        self._paint_sheet(canvas, QRectF(room.x() + 30, top, wide, high))
        left = room.x() + 30 + wide + 30
        beside = QRectF(left, top, room.right() - left, high)
        if self.focus == "one-more":
            self._paint_one_more(canvas, beside)
            return
        pitch = min(LINE, (high - 84) / len(BYTES_OF_TYPE))
        below = pitch * len(BYTES_OF_TYPE) if self.focus == "bytes" else 0.0
        y = beside.center().y() - (72 + below) / 2 + 34
        canvas.text(left, y, f"{self.size.parameters:,}", Ink(LARGE, canvas.theme.accent, True))
        canvas.text(left, y + 24, "parameters = V × D", Ink(BODY_PX + 1, canvas.theme.muted))
        if below:
            self._paint_bytes(canvas, QRectF(left, y + 44, beside.width(), below))

    def _paint_sheet(self, canvas: Canvas, room: QRectF) -> None:
        """Paint the table as a torn sheet beside that of the open table, which is dashed.

        V is drawn much smaller than D, alike for both; a side too thin to be seen is a hair.
        """
        theme, size, opened = canvas.theme, self.size, self.opened
        across, down = size.n_dims / opened.n_dims, size.n_rows / opened.n_rows
        scale = min(room.width() / max(across, 1.2), room.height() / max(down * HIGH, 1.2 * HIGH))
        wide, high = max(across * scale, 2.0), max(down * scale * HIGH, 2.0)
        box = QRectF(room.x(), room.bottom() - high, wide, high)
        canvas.box(box, theme.accent_soft, theme.accent, width=1.5)
        if (size.n_rows, size.n_dims) != (opened.n_rows, opened.n_dims):
            ghost = QRectF(room.x(), room.bottom() - scale * HIGH, scale, scale * HIGH)
            canvas.box(ghost, None, theme.muted, dashed=True)
        if high > 8 * TEAR and wide > 2 * TEAR:
            _tear(canvas, box)
        if self.focus == "one-more":
            canvas.box(QRectF(box.x(), box.bottom() + 3, wide, STRIP), theme.marks)
            canvas.box(QRectF(box.right() + 3, box.y(), STRIP, high), theme.text)
        ink, below = Ink(BODY_PX, theme.muted), 19 + (STRIP if self.focus == "one-more" else 0)
        canvas.text(box.x(), room.bottom() + below, f"D = {size.n_dims:,}", ink)
        canvas.upright(box.x() - 14, box.center().y(), f"V = {size.n_rows:,}", ink)

    def _paint_one_more(self, canvas: Canvas, rect: QRectF) -> None:
        """Write the price of a row and of a column."""
        y = rect.center().y() - 48
        for what, count, colour in (
            ("one more token: a row more", self.size.one_more_token, canvas.theme.marks),
            ("one more dim: a column more", self.size.one_more_dim, canvas.theme.text),
        ):
            canvas.text(rect.x(), y, f"+ {count:,}", Ink(LARGE, colour, True))
            canvas.text(rect.x(), y + 24, what, Ink(BODY_PX + 1, canvas.theme.muted))
            y += 100

    def _paint_bytes(self, canvas: Canvas, rect: QRectF) -> None:
        """Write and draw what the table takes in each type of numbers."""
        theme, most = canvas.theme, max(BYTES_OF_TYPE.values())
        pitch = rect.height() / len(BYTES_OF_TYPE)
        for number, (name, n_bytes) in enumerate(BYTES_OF_TYPE.items()):
            lit = name == self.size.number_type
            ink = Ink(BODY_PX, theme.accent if lit else theme.text, lit)
            y = rect.y() + (number + 0.5) * pitch
            canvas.text(rect.x(), y + 5, f"{name}: {_spoken_size(n_bytes)}", ink)
            box = QRectF(rect.x() + TYPE, y - 6, rect.width() - TYPE - 68, 12)
            bar(canvas, box, n_bytes / most, theme.accent if lit else theme.cloud)
            said = spoken_bytes(self.size.parameters * n_bytes)
            canvas.text(rect.right(), y + 5, said, ink, "end")

    def _paint_shares(self, canvas: Canvas, room: QRectF) -> None:
        """Paint the table, its output layer and the layers as parts of one bar; and another's."""
        size, model, other = self.size, self.model, find_model(COMPARED)
        whole = model.total_parameters if model else size.all_parameters + size.layer_parameters
        name = f"In {model.name}" if model else f"With {size.n_layers} layers behind it, roughly"
        shown: list[tuple[str, TableSize, int]] = [(name, size, whole)]
        if model is not other:
            shown.append((f"In {COMPARED}", other.size, other.total_parameters))
        high = min(room.height() / len(shown), MOST_SHARE)
        top = room.center().y() - high * len(shown) / 2
        for number, (said, of_table, of_model) in enumerate(shown):
            box = QRectF(room.x(), top + number * high, room.width(), high)
            _paint_share(canvas, box, said, of_table, of_model)

    def _paint_ends(self, canvas: Canvas, room: QRectF) -> None:
        """Paint what a text passes: the table, the layers, the output layer."""
        theme, size = canvas.theme, self.size
        wide, gap = (room.width() - 2 * 34) / 3, 34.0
        high = min(room.height() - 130, MOST_END)
        y = room.center().y() - (high + 110) / 2
        shape = f"{size.n_rows:,} × {size.n_dims:,}"
        last = "the same table" if size.tied else f"another {shape}"
        parts = (("table", shape), ("layers", ""), ("output layer", last))
        for number, (name, what) in enumerate(parts):
            box = QRectF(room.x() + number * (wide + gap), y, wide, high)
            is_table, same = number != 1, number == 2 and size.tied
            fill = theme.accent_soft if is_table and not same else None
            canvas.box(box, fill, theme.accent if is_table else theme.line, width=1.5, dashed=same)
            canvas.centred(box.adjusted(4, 0, -4, -26), name, Ink(BODY_PX + 2, bold=True))
            canvas.centred(box.adjusted(4, 30, -4, 0), what, Ink(BODY_PX, theme.muted))
            if number:
                middle = box.center().y()
                canvas.arrow((box.x() - gap + 4, middle), (box.x() - 4, middle), theme.muted, 2.0)
        canvas.text(room.x(), y + high + 22, "ids go in", Ink(BODY_PX, theme.muted))
        out = "a score for each token comes out"
        canvas.text(room.right(), y + high + 22, out, Ink(BODY_PX, theme.muted), "end")
        total = f"{size.all_parameters:,}"
        canvas.text(room.x(), y + high + 76, total, Ink(LARGE, theme.accent, True))
        both = "tied: both ends for the price of one" if size.tied else "not tied: twice the price"
        said = f"parameters for both ends; {both}"
        canvas.text(room.x(), y + high + 100, said, Ink(BODY_PX + 1, theme.muted))


def _tear(canvas: Canvas, box: QRectF) -> None:
    """Paint a slanted gap through the middle of ``box``: a part of the sheet is left out."""
    y, left, right, slant = box.center().y(), box.x() - 4, box.right() + 4, TEAR
    ends = ((left, y + slant), (right, y - slant))
    (x0, y0), (x1, y1) = ends
    gap = [(x0, y0 - TEAR), (x1, y1 - TEAR), (x1, y1 + TEAR), (x0, y0 + TEAR)]
    canvas.polygon(gap, canvas.theme.surface)
    for shift in (-TEAR, TEAR):
        canvas.line((x0, y0 + shift), (x1, y1 + shift), canvas.theme.accent, 1.5)


def _spoken_size(n_bytes: float) -> str:
    """Return "4 bytes", "1 byte", "half a byte"."""
    return "half a byte" if n_bytes == 0.5 else counted(int(n_bytes), "byte")


def _paint_share(canvas: Canvas, rect: QRectF, name: str, size: TableSize, whole: int) -> None:
    theme, table = canvas.theme, size.parameters / whole
    heading(canvas, rect.x(), rect.y() + 14, name)
    total = f"{whole:,} parameters"
    canvas.text(rect.right(), rect.y() + 14, total, Ink(BODY_PX, theme.muted), "end")
    box = QRectF(rect.x(), rect.y() + 26, rect.width(), max(rect.height() - 84, 20))
    canvas.box(box, theme.grid)
    canvas.box(QRectF(box.x(), box.y(), box.width() * table, box.height()), theme.accent)
    said = f"{percent(table)} table"
    if not size.tied:
        second = QRectF(box.x() + box.width() * table, box.y(), box.width() * table, box.height())
        canvas.box(second, theme.marks)
        said += f", {percent(table)} output layer"
    canvas.text(rect.x(), box.bottom() + 20, said, Ink(BODY_PX + 1, theme.accent, True))
    canvas.text(rect.right(), box.bottom() + 20, "the rest", Ink(SMALL_PX + 1, theme.muted), "end")
