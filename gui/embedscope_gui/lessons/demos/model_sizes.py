"""The tables of well-known models to scale, and their share of the model."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.demos import ModelSizesDemo
from embedscope.lessons.models import KnownModel, known_models
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width, wrapped
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.model_shares import ModelSharesFigure
from embedscope_gui.lessons.demos.sheet import area, paint_remark
from embedscope_gui.theme import Theme

UNDER = 78.0  # room of the lines under the piles
ACROSS = 6  # squares side by side
SQUARE_PARAMETERS = 20_000_000
MOST_SQUARE = 14.0
LEAST_SLOT = 78.0


@dataclass(frozen=True, eq=False)
class ModelSizesFigure:
    """Each table as a pile of squares, an untied output layer as empty ones on top."""

    models: tuple[KnownModel, ...]
    highlighted: str = ""

    @property
    def title(self) -> str:
        """What the figure shows."""
        return "Tables of well-known models, to scale"

    @property
    def natural_size(self) -> Size:
        """A slot for each model."""
        return Size(860, 380)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(int(LEAST_SLOT * len(self.models) + 32), 290)

    def remark(self) -> str:
        """Say what a square is and where the figures come from."""
        return (
            f"One square: {SQUARE_PARAMETERS:,} parameters; filled: the table, empty: an output "
            "layer of its own. Below: V × D, from the models' published config.json."
        )

    @cached_property
    def _order(self) -> tuple[KnownModel, ...]:
        return tuple(sorted(self.models, key=lambda model: model.size.all_parameters))

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the piles on one line."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        slot = room.width() / len(self._order)
        base = room.bottom() - UNDER
        most = max(model.size.all_parameters for model in self._order) / SQUARE_PARAMETERS
        square = min((base - room.y() - 6) / ceil(most / ACROSS), slot * 0.8 / ACROSS, MOST_SQUARE)
        for index, model in enumerate(self._order):
            middle = room.x() + (index + 0.5) * slot
            self._paint_pile(canvas, middle, base, square, model)
            self._paint_words(canvas, middle, base, slot, model)
        canvas.line((room.x(), base + 2.5), (room.right(), base + 2.5), theme.line)
        paint_remark(canvas, height, lines)

    def _paint_pile(
        self, canvas: Canvas, middle: float, base: float, square: float, model: KnownModel
    ) -> None:
        """Paint squares from the bottom up; the last one of each kind may be a part."""
        theme = canvas.theme
        colour = theme.accent if model.name == self.highlighted else theme.cloud
        table = model.size.parameters / SQUARE_PARAMETERS
        whole = model.size.all_parameters / SQUARE_PARAMETERS
        left = middle - ACROSS * square / 2
        for number in range(ceil(whole)):
            x = left + number % ACROSS * square
            y = base - (number // ACROSS + 1) * square
            box = QRectF(x, y, square - 1, square - 1)
            outer, inner = min(whole - number, 1.0), min(max(table - number, 0.0), 1.0)
            if outer > inner:
                part = QRectF(x, y, (square - 1) * outer, square - 1)
                canvas.box(part.adjusted(0.5, 0.5, -0.5, -0.5), None, colour)
            if inner:
                canvas.box(QRectF(x, y, box.width() * inner, box.height()), colour)

    def _paint_words(
        self, canvas: Canvas, middle: float, base: float, slot: float, model: KnownModel
    ) -> None:
        theme, chosen = canvas.theme, model.name == self.highlighted
        y = base + 18
        name = Ink(BODY_PX - 1, theme.accent if chosen else theme.text, True)
        for line in _name_lines(model.name, slot - 4):
            canvas.text(middle, y, line, name, "middle")
            y += 14
        small = Ink(SMALL_PX + 1, theme.muted)
        canvas.text(middle, base + 48, f"{model.n_rows:,}", small, "middle", slot)
        canvas.text(middle, base + 62, f"× {model.n_dims:,}", small, "middle", slot)


def _name_lines(name: str, room: float) -> list[str]:
    """Return the name in one line, or broken behind its last hyphen or at a blank."""
    at = name.rfind("-") + 1
    if " " in name or not at or text_width(name, BODY_PX - 1, True) <= room:
        return wrapped(name, room, BODY_PX - 1, 2, True)
    return [name[:at], name[at:]]


def find(_demo: ModelSizesDemo, _view: LessonView, _progress: Progress) -> tuple[KnownModel, ...]:
    """Return all models of the data file."""
    return known_models()


def figure(demo: ModelSizesDemo, given: Given[tuple[KnownModel, ...]]) -> Figure:
    """Return the sheets, or the shares."""
    if demo.picture == "shares":
        return ModelSharesFigure(given.found, demo.highlighted)
    return ModelSizesFigure(given.found, demo.highlighted)


KIND = DemoKind(find, figure, following(figure))
