"""The tables of well-known models to scale, and their share of the model."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from embedscope.lessons.demos import ModelSizesDemo
from embedscope.lessons.models import KnownModel, known_models
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width
from embedscope_gui.lessons.demos.base import Given
from embedscope_gui.lessons.demos.kind import DemoKind, following
from embedscope_gui.lessons.demos.model_shares import ModelSharesFigure
from embedscope_gui.lessons.demos.sheet import MARGIN, area, paint_remark
from embedscope_gui.theme import Theme

SQUARE_PARAMETERS = 20_000_000
COLUMN_GAP = 14.0
MOST_SQUARE, LEAST_SQUARE = 18.0, 4.0
FILLED = 0.8  # of a line's height
SOURCE = "V and D: the models' published config.json."
SOURCE_LINE = 18.0


@dataclass(frozen=True, eq=False)
class ModelSizesFigure:
    """Each table as a line of squares, an untied output layer as empty ones behind it."""

    models: tuple[KnownModel, ...]
    highlighted: str = ""

    @property
    def title(self) -> str:
        """What the figure shows."""
        return "Tables of well-known models, to scale"

    @property
    def natural_size(self) -> Size:
        """A line for each model."""
        return Size(600, 40 * len(self.models) + 70)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(500, 28 * len(self.models) + 60)

    def remark(self) -> str:
        """Say what a square is."""
        millions = SQUARE_PARAMETERS // 1_000_000
        return (
            f"One square: {millions} million parameters. Empty squares: an output layer of its own."
        )

    @cached_property
    def _order(self) -> tuple[KnownModel, ...]:
        return tuple(sorted(self.models, key=lambda model: model.size.all_parameters))

    @cached_property
    def _most(self) -> float:
        """Squares of the largest model."""
        return max(model.size.all_parameters for model in self.models) / SQUARE_PARAMETERS

    @property
    def _word_room(self) -> float:
        """Width of names and shapes, with the gaps behind them."""
        names = max(text_width(model.name, BODY_PX, True) for model in self.models)
        shapes = max(text_width(_shape(model), BODY_PX) for model in self.models)
        return names + shapes + 2 * COLUMN_GAP

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint a line for each model: name, V × D, squares; and where the figures come from."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height - SOURCE_LINE, self.remark())
        pitch = room.height() / len(self._order)
        words = self._word_room
        deep = self.squares_deep(room.width() - words, pitch)
        square = self._side(room.width() - words, pitch, deep)
        for number, model in enumerate(self._order):
            line = QRectF(room.x(), room.y() + number * pitch, words - COLUMN_GAP, pitch)
            self._paint_words(canvas, line, model)
            corner = QPointF(room.x() + words, line.center().y() - deep * square / 2)
            self._paint_squares(canvas, corner, square, deep, model)
        paint_remark(canvas, height - SOURCE_LINE, lines)
        small = Ink(SMALL_PX, theme.muted)
        canvas.text(room.x(), height - MARGIN * 0.6, SOURCE, small, room=room.width())

    def squares_deep(self, wide: float, pitch: float) -> int:
        """Return how many squares stand on each other so that they are as large as can be."""
        return max(range(1, 12), key=lambda deep: self._side(wide, pitch, deep))

    def _side(self, wide: float, pitch: float, deep: int) -> float:
        across = wide / ceil(self._most / deep)
        return max(min(across, pitch * FILLED / deep, MOST_SQUARE), LEAST_SQUARE)

    def _paint_words(self, canvas: Canvas, line: QRectF, model: KnownModel) -> None:
        lit, base = model.name == self.highlighted, line.center().y() + 5
        colour = canvas.theme.accent if lit else canvas.theme.text
        canvas.text(line.x(), base, model.name, Ink(BODY_PX, colour, True))
        ink = Ink(BODY_PX, colour if lit else canvas.theme.muted)
        canvas.text(line.right(), base, _shape(model), ink, "end")

    def _paint_squares(
        self, canvas: Canvas, corner: QPointF, square: float, deep: int, model: KnownModel
    ) -> None:
        """Paint squares column by column; the last one of each kind may be a part."""
        colour = canvas.theme.accent if model.name == self.highlighted else canvas.theme.cloud
        table = model.size.parameters / SQUARE_PARAMETERS
        whole = model.size.all_parameters / SQUARE_PARAMETERS
        left, top = corner.x(), corner.y()
        for number in range(ceil(whole)):
            x, y = left + number // deep * square, top + number % deep * square
            box = QRectF(x, y, square - 1.5, square - 1.5)
            outer, inner = min(whole - number, 1.0), min(max(table - number, 0.0), 1.0)
            if outer > inner:
                part = QRectF(x, y, box.width() * outer, box.height())
                canvas.box(part.adjusted(0.5, 0.5, -0.5, -0.5), None, colour)
            if inner:
                canvas.box(QRectF(x, y, box.width() * inner, box.height()), colour)


def _shape(model: KnownModel) -> str:
    return f"{model.n_rows:,} × {model.n_dims:,}"


def find(_demo: ModelSizesDemo, _view: LessonView, _progress: Progress) -> tuple[KnownModel, ...]:
    """Return all models of the data file."""
    return known_models()


def figure(demo: ModelSizesDemo, given: Given[tuple[KnownModel, ...]]) -> Figure:
    """Return the sheets, or the shares."""
    if demo.picture == "shares":
        return ModelSharesFigure(given.found, demo.highlighted)
    return ModelSizesFigure(given.found, demo.highlighted)


KIND = DemoKind(find, figure, following(figure))
