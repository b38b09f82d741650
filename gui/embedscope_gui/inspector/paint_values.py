"""Paints the values of a row as bars, or as a line where there are many."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from embedscope.numerals import format_value
from embedscope_gui.inspector.values_scale import BARS_UP_TO, Floats, Scale, envelope
from embedscope_gui.theme import SMALL_PX, Theme

TICK_GAP_PX = 6.0
ROOM_FOR_NUMBERS_PX = 60.0
NUMBER_PX = SMALL_PX + 4.0
AXIS_PX = SMALL_PX + 6.0  # room for the dim numbers


def limit_text(limit: float) -> str:
    """Return "0.5" or "2e+38"."""
    return f"{limit:g}"


def scale_for(room: QRectF, n_dims: int, limit: float, metrics: QFontMetricsF) -> Scale:
    """Return the box for the values inside ``room``, beside the numbers of the axes."""
    left = metrics.horizontalAdvance("-" + limit_text(limit)) + TICK_GAP_PX
    inner = room.adjusted(left, SMALL_PX / 2, -TICK_GAP_PX, -AXIS_PX)
    return Scale(n_dims, limit, inner.left(), inner.top(), inner.width(), inner.height())


def paint_values(
    painter: QPainter, scale: Scale, values: Floats, theme: Theme, chosen: int | None
) -> None:
    """Paint axes and ``values`` (D,); the ``chosen`` dim is marked."""
    _paint_axes(painter, scale, theme)
    if chosen is not None:
        painter.fillRect(_column(scale, chosen), QColor(theme.accent_soft))
    if scale.n_dims <= BARS_UP_TO:
        _paint_bars(painter, scale, values, theme)
    elif scale.n_dims <= scale.width:
        _paint_line(painter, scale, values, theme)
    else:
        _paint_envelope(painter, scale, values, theme)
    _paint_odd(painter, scale, values, theme)


def _paint_axes(painter: QPainter, scale: Scale, theme: Theme) -> None:
    right = scale.left + scale.width
    for value, colour in (
        (scale.limit, theme.grid),
        (0.0, theme.muted),
        (-scale.limit, theme.grid),
    ):
        y = round(scale.y(value)) + 0.5
        painter.setPen(QPen(QColor(colour), 1.0))
        painter.drawLine(QPointF(scale.left, y), QPointF(right, y))
        painter.setPen(QColor(theme.muted))
        text = limit_text(value)
        room = QRectF(0, y - SMALL_PX, scale.left - TICK_GAP_PX, 2 * SMALL_PX)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    widest = painter.fontMetrics().horizontalAdvance(str(scale.n_dims)) + 3 * TICK_GAP_PX
    for dim in scale.labelled_dims(widest):
        x = scale.x(dim)
        room = QRectF(x - widest, scale.top + scale.height + 3, 2 * widest, AXIS_PX)
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, str(dim))


def _column(scale: Scale, dim: int) -> QRectF:
    width = max(scale.pitch, 3.0)
    return QRectF(scale.x(dim) - width / 2, scale.top, width, scale.height)


def _paint_bars(painter: QPainter, scale: Scale, values: Floats, theme: Theme) -> None:
    width = max(min(scale.pitch * 0.7, 40.0), 1.0)
    zero = scale.y(0.0)
    bars = [
        QRectF(scale.x(dim) - width / 2, zero, width, scale.y(float(value)) - zero).normalized()
        for dim, value in enumerate(values)
        if np.isfinite(value)
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.accent))
    painter.drawRects(bars)
    if scale.pitch >= ROOM_FOR_NUMBERS_PX:
        _paint_numbers(painter, scale, values, theme)


def _paint_numbers(painter: QPainter, scale: Scale, values: Floats, theme: Theme) -> None:
    """Write each value where its bar ends."""
    painter.setPen(QColor(theme.text))
    for dim, value in enumerate(values):
        top = number_top(scale, float(value))
        room = QRectF(scale.x(dim) - scale.pitch / 2, top, scale.pitch, NUMBER_PX)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, format_value(float(value)))


def number_top(scale: Scale, value: float) -> float:
    """Return the top of a number: beyond its bar, or across zero where the bar leaves no room."""
    end, zero = scale.y(value if np.isfinite(value) else 0.0), scale.y(0.0)
    if value < 0:
        return end if end + NUMBER_PX <= scale.top + scale.height else zero - NUMBER_PX
    return end - NUMBER_PX if end - NUMBER_PX >= scale.top else zero


def _paint_line(painter: QPainter, scale: Scale, values: Floats, theme: Theme) -> None:
    painter.setPen(QPen(QColor(theme.accent), 1.0))
    finite = np.isfinite(values)
    for start, stop in _runs(finite):
        points = [QPointF(scale.x(dim), scale.y(float(values[dim]))) for dim in range(start, stop)]
        if len(points) == 1:
            points.append(points[0] + QPointF(1.0, 0.0))
        painter.drawPolyline(points)


def _paint_envelope(painter: QPainter, scale: Scale, values: Floats, theme: Theme) -> None:
    lows, highs = envelope(values, max(int(scale.width), 1))
    painter.setPen(QPen(QColor(theme.accent), 1.0))
    lines = [
        QLineF(x + 0.5, scale.y(low) + 0.5, x + 0.5, scale.y(high) - 0.5)
        for x, (low, high) in enumerate(zip(lows, highs, strict=True), int(scale.left))
        if low == low  # noqa: PLR0124 - not NaN
    ]
    painter.drawLines(lines)


def _paint_odd(painter: QPainter, scale: Scale, values: Floats, theme: Theme) -> None:
    """Mark NaN and infinite values over the whole height."""
    for dim in np.flatnonzero(~np.isfinite(values))[: int(scale.width) + 1]:
        painter.fillRect(_column(scale, int(dim)), QColor(theme.warning))


def _runs(mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    """Return the half-open stretches where ``mask`` (n,) is true."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False]))))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
