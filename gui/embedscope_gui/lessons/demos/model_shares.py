"""Which part of well-known models is table, as bars."""

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.models import KnownModel
from embedscope.lessons.wording import percent
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX
from embedscope_gui.lessons.demos.sheet import area, bar, paint_remark
from embedscope_gui.theme import Theme

HEAD, MOST_PITCH, BAR = 28.0, 60.0, 16.0
NAME, TOTAL, VOCABULARY, SHARE = 124.0, 64.0, 74.0, 54.0  # widths of the columns


@dataclass(frozen=True, eq=False)
class ModelSharesFigure:
    """A bar for each model, the smallest model on top."""

    models: tuple[KnownModel, ...]
    highlighted: str = ""

    @property
    def title(self) -> str:
        """What the figure shows."""
        return "How much of well-known models is table, from small to large"

    @property
    def natural_size(self) -> Size:
        """A line for each model."""
        return Size(600, int(HEAD + 32 * len(self.models) + 56))

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(520, int(HEAD + 20 * len(self.models) + 56))

    def remark(self) -> str:
        """Say what the bars are shares of."""
        return (
            "Filled: the table; empty: an output layer of its own. Each as a share of all "
            "parameters. V: the models' published config.json; totals: recomputed from it."
        )

    @cached_property
    def _order(self) -> tuple[KnownModel, ...]:
        return tuple(sorted(self.models, key=lambda model: model.total_parameters))

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the lines."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        small, y = Ink(SMALL_PX + 1, theme.muted), room.y() + 14
        canvas.text(room.x(), y, "model", small)
        canvas.text(room.x() + NAME + TOTAL, y, "parameters", small, "end")
        canvas.text(room.x() + NAME + TOTAL + VOCABULARY, y, "V", small, "end")
        canvas.text(room.right(), y, "table", small, "end")
        pitch = min((room.height() - HEAD) / len(self._order), MOST_PITCH)
        for number, model in enumerate(self._order):
            y = room.y() + HEAD + number * pitch
            self._paint_model(canvas, QRectF(room.x(), y, room.width(), pitch), model)
        paint_remark(canvas, height, lines)

    def _paint_model(self, canvas: Canvas, line: QRectF, model: KnownModel) -> None:
        theme, lit = canvas.theme, model.name == self.highlighted
        colour, base = theme.accent if lit else theme.cloud, line.center().y() + 5
        plain, x = Ink(BODY_PX, theme.accent if lit else theme.text, lit), line.x()
        canvas.text(x, base, model.name, plain, room=NAME - 4)
        canvas.text(x + NAME + TOTAL, base, short(model.total_parameters), plain, "end")
        canvas.text(x + NAME + TOTAL + VOCABULARY, base, f"{model.n_rows:,}", plain, "end")
        canvas.text(line.right(), base, percent(model.share), plain, "end")
        left = x + NAME + TOTAL + VOCABULARY + 16
        box = QRectF(left, line.center().y() - BAR / 2, line.right() - SHARE - left, BAR)
        canvas.box(box, theme.grid)
        whole = QRectF(box.x(), box.y(), box.width() * model.share, BAR)
        if not model.tied:
            canvas.box(whole, theme.surface, colour)
        bar(canvas, box, model.table_share, colour)


def short(count: int) -> str:
    """Return "124 M" or "8.0 B"."""
    if count < 1e9:
        return f"{count / 1e6:.0f} M"
    return f"{count / 1e9:.1f} B"
