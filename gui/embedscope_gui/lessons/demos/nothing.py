"""A figure for where there is nothing to draw: it says what would."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.fonts import BODY_PX, wrapped
from embedscope_gui.theme import Theme

LINE = 20.0


@dataclass(frozen=True)
class Nothing:
    """One sentence in the middle."""

    sentence: str

    @property
    def title(self) -> str:
        """The sentence."""
        return self.sentence

    @property
    def natural_size(self) -> Size:
        """As other demonstrations."""
        return Size(640, 240)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Write the sentence."""
        canvas = Canvas(painter, theme)
        lines = wrapped(self.sentence, width - 48, BODY_PX, 4)
        top = (height - len(lines) * LINE) / 2
        for number, line in enumerate(lines):
            box = QRectF(24, top + number * LINE, width - 48, LINE)
            canvas.centred(box, line, Ink(BODY_PX, theme.muted))
