"""What a figure is: something that paints itself in logical pixels, at any size."""

from typing import NamedTuple, Protocol

from PySide6.QtGui import QPainter

from embedscope_gui.theme import Theme


class Size(NamedTuple):
    """Logical pixels: 96 to the inch, text is 13 high."""

    width: int
    height: int


ANY_ROOM = Size(1, 1)


class Figure(Protocol):
    """One paint function for PNG, SVG, PDF and the preview; the ground is painted by others."""

    @property
    def title(self) -> str:
        """One plain line: the title of the file."""
        ...

    @property
    def natural_size(self) -> Size:
        """The size at which the figure looks best."""
        ...

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the figure into 0..width, 0..height."""
        ...


def least_size(figure: Figure) -> Size:
    """Return the room below which a figure is drawn smaller instead of being cut.

    Figures tell it by an attribute of this name; those without one can be laid out anyhow.
    """
    least: Size = getattr(figure, "least_size", ANY_ROOM)
    return least
