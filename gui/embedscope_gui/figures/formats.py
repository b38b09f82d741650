"""The bytes of a figure in each format; all three come from the same paint function."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QColor,
    QColorSpace,
    QImage,
    QPageSize,
    QPaintDevice,
    QPainter,
)

from embedscope.errors import EmbedscopeError
from embedscope_gui.figures.canvas import FigurePdf, FigureSvg
from embedscope_gui.figures.figure import Figure
from embedscope_gui.figures.layout import Layout
from embedscope_gui.figures.svg import finished_svg
from embedscope_gui.theme import Theme

CSS_DPI = 96
PDF_DPI = 1200


class Look(NamedTuple):
    """How a figure is to appear."""

    layout: Layout
    theme: Theme
    transparent: bool = False


def figure_image(figure: Figure, look: Look) -> QImage:
    """Return the figure as a picture of exactly the asked pixels, for preview and clipboard."""
    pixels = look.layout.pixels
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(QSize(*pixels), form)
    if image.isNull():
        raise EmbedscopeError(f"There is no memory for {pixels.width} x {pixels.height} pixels.")
    image.fill(0)
    with painting(image) as painter:
        # Whole pixels seldom are the exact size asked for times the scale.
        across, down = (
            pixels.width / look.layout.size.width,
            pixels.height / look.layout.size.height,
        )
        painter.scale(across, down)
        _paint(figure, painter, look)
    if not look.transparent:
        image = image.convertToFormat(QImage.Format.Format_RGB32)
    image.setColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    per_metre = round(CSS_DPI * look.layout.scale / 0.0254)
    image.setDotsPerMeterX(per_metre)
    image.setDotsPerMeterY(per_metre)
    return image


def png_bytes(figure: Figure, look: Look) -> bytes:
    """Return a PNG, tagged as sRGB."""
    image = figure_image(figure, look)
    image.setText("Title", figure.title)
    buffer = _open_buffer()
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise EmbedscopeError("The picture could not be made into a PNG.")
    return _content(buffer)


def svg_bytes(figure: Figure, look: Look) -> bytes:
    """Return an SVG whose text is text."""
    size, buffer = look.layout.size, _open_buffer()
    generator = FigureSvg(look.layout.scale * look.layout.zoom)
    generator.setOutputDevice(buffer)
    generator.setResolution(CSS_DPI)
    generator.setSize(QSize(*size))
    generator.setViewBox(QRectF(0, 0, *size))
    with painting(generator) as painter:
        _paint(figure, painter, look)
    return finished_svg(_content(buffer), size, generator.labels, figure.title)


def pdf_bytes(figure: Figure, look: Look) -> bytes:
    """Return a PDF of one page; its text is text, its pictures are kept loss-free."""
    size, buffer = look.layout.size, _open_buffer()
    writer = FigurePdf(buffer, look.layout.scale * look.layout.zoom)
    writer.setTitle(figure.title)
    writer.setCreator("embedscope")
    points = QSizeF(size.width * 72 / CSS_DPI, size.height * 72 / CSS_DPI)
    exact = QPageSize.SizeMatchPolicy.ExactMatch
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", exact))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(PDF_DPI)
    with painting(writer) as painter:
        painter.scale(PDF_DPI / CSS_DPI, PDF_DPI / CSS_DPI)
        _paint(figure, painter, look, bleed=2.0)  # pages are whole points, up to a pixel more
    return _content(buffer)


@contextmanager
def painting(device: QPaintDevice) -> Iterator[QPainter]:
    """Give a painter that is ended whatever happens: Qt crashes where one outlives its device."""
    painter = QPainter()
    if not painter.begin(device):
        raise EmbedscopeError("The picture could not be begun.")
    try:
        yield painter
    finally:
        painter.end()


def _paint(figure: Figure, painter: QPainter, look: Look, bleed: float = 0.0) -> None:
    """Paint the ground and, at the layout's zoom, the figure."""
    hints = QPainter.RenderHint
    painter.setRenderHints(
        hints.Antialiasing | hints.TextAntialiasing | hints.LosslessImageRendering
    )
    layout = look.layout
    if not look.transparent:
        width, height = layout.size
        ground = QRectF(0, 0, width + bleed, height + bleed)
        painter.fillRect(ground, QColor(look.theme.surface))
    painter.scale(layout.zoom, layout.zoom)
    figure.paint(painter, *layout.room, look.theme)


def _open_buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _content(buffer: QBuffer) -> bytes:
    return bytes(buffer.data().data())


PICTURE_FORMATS: dict[str, Callable[[Figure, Look], bytes]] = {
    "png": png_bytes,
    "svg": svg_bytes,
    "pdf": pdf_bytes,
}
"""Makers by name, which is also the ending of the file."""
