"""Colours, fonts and the pixel grid of the heatmap's painting."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPaintEngine,
    QPainter,
)

from embedscope_gui.heatmap.scene import Marks
from embedscope_gui.theme import SMALL_PX, Theme

VECTOR_SCALE = 3  # pixels of a picture in SVG or PDF a logical pixel: crisp when enlarged


def colour(name: str, alpha: float = 1.0) -> QColor:
    """Return the "#rrggbb" colour ``name`` with ``alpha`` 0..1."""
    shade = QColor(name)
    shade.setAlphaF(alpha)
    return shade


def argb(name: str) -> int:
    """Return "#rrggbb" as opaque 0xAARRGGBB."""
    return 0xFF000000 | int(name[1:], 16)


def from_argb(value: int) -> QColor:
    """Return the colour of 0xAARRGGBB."""
    return QColor.fromRgba(int(value))


def as_image(pixels: NDArray[np.uint32]) -> QImage:
    """Return opaque ARGB (h, w) as a picture that shares its memory: keep it until painted."""
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)


@contextmanager
def pixel_grid(painter: QPainter, rect: QRectF) -> Iterator[tuple[QRectF, float]]:
    """Paint in whole device pixels: yields ``rect`` in them, and their number a logical pixel.

    On paper and in SVG there are none: ``rect`` stays, and VECTOR_SCALE pixels are as good as it
    gets for pictures there.
    """
    painter.save()
    if painter.paintEngine().type() == QPaintEngine.Type.Raster:
        transform = painter.deviceTransform()
        exact = transform.mapRect(rect)
        left, top = round(exact.left()), round(exact.top())
        size = round(exact.right()) - left, round(exact.bottom()) - top
        painter.setTransform(transform.inverted()[0], True)
        yield QRectF(left, top, *size), transform.m11()
    else:
        yield rect, 1.0
    painter.restore()


def picture_size(painter: QPainter, rect: QRectF) -> tuple[int, int]:
    """Return the (width, height) of a picture that fills ``rect`` of a ``pixel_grid``."""
    on_grid = painter.paintEngine().type() == QPaintEngine.Type.Raster
    scale = 1 if on_grid else VECTOR_SCALE
    return round(rect.width() * scale), round(rect.height() * scale)


def small_font(bold: bool = False) -> QFont:
    """Return the application's font in the small size, with figures of equal width."""
    font = QFont(QGuiApplication.font())
    font.setPixelSize(SMALL_PX)
    font.setBold(bold)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def text_width(text: str) -> float:
    """Return the width of ``text`` in the small font, in logical pixels."""
    return QFontMetricsF(small_font()).horizontalAdvance(text)


def mark_colour(theme: Theme, marks: Marks, row: int) -> str:
    """Return the colour of a lit row: the accent for the selected, its own for a marked one."""
    if row == marks.selected:
        return theme.accent
    return theme.marked if marks.is_apart(row) else theme.marks
