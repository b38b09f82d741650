"""What lies over the cloud at the user's wish: marked rows, and lines to true neighbours."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from embedscope.geometry.splat import Colours, splat
from embedscope_gui.theme import Theme
from embedscope_gui.vectors.brush import argb, colour, is_vector, raster_scale
from embedscope_gui.vectors.clip import clip_segments
from embedscope_gui.vectors.cloud import as_image

Doubles = NDArray[np.float64]
FINE_MAX = 300  # marked rows drawn as squares one by one; more are one picture
FINE_MAX_IN_VECTORS = 5_000
RING_PX = 3.4
TIP_PX = 4.4  # from the middle of a marked row's square to its tips
SPOT_PX = 4


def paint_marked(painter: QPainter, xy: Doubles, plot: QRectF, theme: Theme) -> None:
    """Draw squares on their tips at the places ``xy`` (n, 2) in pixels that are inside ``plot``."""
    with np.errstate(invalid="ignore"):
        low, high = [plot.left(), plot.top()], [plot.right(), plot.bottom()]
        xy = xy[((xy >= low) & (xy <= high)).all(axis=1)]
    most = FINE_MAX_IN_VECTORS if is_vector(painter) else FINE_MAX
    if len(xy) > most:
        painter.setOpacity(0.75)
        _picture(painter, xy, argb(theme.marked), plot, 3)
        painter.setOpacity(1.0)
        return
    painter.setBrush(colour(theme.surface, 0.6))
    painter.setPen(QPen(colour(theme.marked), 1.6))
    for x, y in xy.tolist():
        tips = ((x - TIP_PX, y), (x, y - TIP_PX), (x + TIP_PX, y), (x, y + TIP_PX))
        painter.drawPolygon([QPointF(*tip) for tip in tips])


def paint_spots(painter: QPainter, xy: Doubles, colours: Colours, plot: QRectF) -> None:
    """Draw a dot of its own colour at each of ``xy`` (n, 2) in pixels inside ``plot``."""
    _picture(painter, xy, colours, plot, SPOT_PX)


def _picture(
    painter: QPainter, xy: Doubles, colours: Colours | int, plot: QRectF, size_px: float
) -> None:
    scale = raster_scale(painter)
    x = ((xy[:, 0] - plot.left()) * scale).astype(np.float32)
    y = ((xy[:, 1] - plot.top()) * scale).astype(np.float32)
    width, height = max(int(plot.width() * scale), 1), max(int(plot.height() * scale), 1)
    image = as_image(splat(x, y, None, colours, width, height, round(size_px * scale)))
    painter.drawImage(QRectF(plot.left(), plot.top(), width / scale, height / scale), image)


def paint_ties(painter: QPainter, xy: Doubles, plot: QRectF, theme: Theme) -> None:
    """Draw lines from the first of ``xy`` (k + 1, 2) in pixels to the others, which get a dot."""
    if len(xy) < 2 or not np.isfinite(xy[0]).all():
        return
    starts = np.broadcast_to(xy[:1], xy[1:].shape)
    first, last, _ = clip_segments(starts, xy[1:], plot)
    painter.setPen(QPen(colour(theme.accent, 0.55), 1.2))
    painter.drawLines([QLineF(*a, *b) for a, b in zip(first.tolist(), last.tolist(), strict=True)])
    painter.setPen(QPen(colour(theme.accent), 1.4))
    painter.setBrush(colour(theme.surface))
    for x, y in xy[1:][np.isfinite(xy[1:]).all(axis=1)].tolist():
        if plot.contains(QPointF(x, y)):
            painter.drawEllipse(QPointF(x, y), RING_PX, RING_PX)


def paint_outline(painter: QPainter, outline: Doubles, theme: Theme) -> None:
    """Draw the closed outline (m, 2) in pixels that is being drawn by hand."""
    if len(outline) < 2:
        return
    points = [QPointF(x, y) for x, y in outline.tolist()]
    painter.setBrush(colour(theme.accent, 0.12))
    painter.setPen(QPen(colour(theme.accent), 1.2, Qt.PenStyle.DashLine))
    painter.drawPolygon(points)
