"""A figure on the screen: painted by the function that also writes it into files."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from embedscope_gui.figures.figure import Figure, Size, least_size
from embedscope_gui.figures.layout import Layout
from embedscope_gui.theme import LIGHT, Theme

LARGEST_ZOOM = 1.4  # numbers are to be read, but larger ones than that look lost


class FigureView(QWidget):
    """Shows a figure at the size of text on the screen, a little larger where there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lessonFigure")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 120)
        self._figure: Figure | None = None
        self._theme = LIGHT
        self._picture: QImage | None = None

    @property
    def figure(self) -> Figure | None:
        """What is shown."""
        return self._figure

    def show_figure(self, figure: Figure | None) -> None:
        """Show ``figure``; None: an empty ground."""
        self._figure = figure
        self._repaint()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._theme = theme
        self._repaint()

    def _repaint(self) -> None:
        self._picture = None
        self.update()

    def sizeHint(self) -> QSize:
        """As large as figures like to be, within reason."""
        return QSize(640, 300)

    @property
    def zoom(self) -> float:
        """How much larger or smaller than normal the figure is drawn."""
        if self._figure is None:
            return 1.0
        size = Size(max(self.width(), 1), max(self.height(), 1))
        layout = Layout(size, 1.0, self._figure.natural_size, least_size(self._figure))
        return min(layout.zoom, LARGEST_ZOOM)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Show the picture, made anew only when something has changed."""
        if self._picture is None or self._picture.size() != self._pixels():
            self._picture = self._paint()
        with QPainter(self) as painter:
            painter.drawImage(0, 0, self._picture)

    def _pixels(self) -> QSize:
        return self.size() * self.devicePixelRatioF()

    def _paint(self) -> QImage:
        """Paint ground and figure; figures set single pixels, which a widget would shift."""
        picture = QImage(self._pixels(), QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(self.devicePixelRatioF())
        picture.fill(QColor(self._theme.surface))
        if self._figure is None:
            return picture
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
            zoom = self.zoom
            painter.scale(zoom, zoom)
            self._figure.paint(painter, self.width() / zoom, self.height() / zoom, self._theme)
        return picture
