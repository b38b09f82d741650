"""Colours and fonts of the heatmap's painting."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QImage, QPainter

from embedscope_gui.theme import SMALL_PX, Theme


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


def device_box(painter: QPainter, rect: QRectF) -> QRect:
    """Return the whole device pixels that ``rect`` covers."""
    exact = painter.deviceTransform().mapRect(rect)
    left, top = round(exact.left()), round(exact.top())
    return QRect(left, top, round(exact.right()) - left, round(exact.bottom()) - top)


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


def mark_colour(theme: Theme, row: int, selected: int | None) -> str:
    """Return the colour of a lit row: the accent for the selected one."""
    return theme.accent if row == selected else theme.marks
