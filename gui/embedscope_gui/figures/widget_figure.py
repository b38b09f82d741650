"""A widget of the window as a figure."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from embedscope_gui.figures.figure import Size
from embedscope_gui.theme import Theme


class WidgetFigure:
    """Paints ``widget`` as it stands, in its own theme; vector formats get text and lines."""

    def __init__(self, widget: QWidget, title: str) -> None:
        self._widget = widget
        self._title = title

    @property
    def title(self) -> str:
        """The title of the file."""
        return self._title

    @property
    def natural_size(self) -> Size:
        """The widget's own size."""
        return Size(self._widget.width(), self._widget.height())

    def paint(self, painter: QPainter, width: float, height: float, _theme: Theme) -> None:
        """Paint the widget scaled to ``width`` x ``height``."""
        painter.save()
        painter.scale(width / self._widget.width(), height / self._widget.height())
        self._widget.render(painter, QPoint(0, 0))
        painter.restore()
