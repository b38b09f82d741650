"""Painting of the colour bar: the whole map between the levels in use, and its ticks."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from embedscope.heatmap.colormap import Colormap, colourise
from embedscope.heatmap.levels import Levels
from embedscope.numerals import format_value
from embedscope_gui.heatmap.pens import as_image, colour, small_font
from embedscope_gui.heatmap.ticks import value_ticks
from embedscope_gui.theme import Theme

TICK_GAP_PX = 18


def bar_position(levels: Levels, value: float) -> float:
    """Return where ``value`` lies between the ends, 0 at the low and 1 at the high end."""
    return float(levels.position(np.array([value], np.float64))[0])


def bar_values(levels: Levels, n_px: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Return the value at the middle of each of ``n_px`` pixels, the high end first."""
    places = (1 - (np.arange(n_px) + 0.5) / max(n_px, 1)).tolist()
    return np.array([levels.value(place) for place in places], np.float32)


def bar_ticks(levels: Levels, length_px: float) -> list[tuple[float, str]]:
    """Return (value, text) of the ticks: both levels in use, round values between them.

    A constant table has one tick, its value; the ends are no values of it.
    """
    if levels.constant:
        return [(levels.middle, tick_text(levels.middle))]
    ends = [(levels.low, tick_text(levels.low)), (levels.high, tick_text(levels.high))]
    between = [(value, f"{value:g}") for value in _inner_values(levels, length_px)]
    return ends + [tick for tick in between if _has_room(tick[0], levels, length_px)]


def tick_text(value: float) -> str:
    """Return ``value`` as in the cells, but without zeros at the end: "2.84", "52", "3e+38"."""
    text = format_value(value)
    if "e" in text:
        return f"{value:.3g}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _inner_values(levels: Levels, length_px: float) -> Sequence[float]:
    """Return round values to try: 0 first, then evenly spaced or, on a log scale, by tens."""
    if levels.scale == "linear":
        return value_ticks(levels.low, levels.high, min(int(length_px // 60), 6))
    peak = 10.0 ** np.floor(np.log10(max(abs(levels.low), abs(levels.high))))
    tens = [sign * peak * power for power in (1.0, 0.1, 0.01) for sign in (1, -1)]
    return [value for value in [0.0, *tens] if levels.low < value < levels.high]


def _has_room(value: float, levels: Levels, length_px: float) -> bool:
    """Whether the tick is far enough from both ends to be read."""
    y = bar_position(levels, value) * length_px
    return TICK_GAP_PX <= y <= length_px - TICK_GAP_PX


def paint_colour_bar(
    painter: QPainter,
    strip: QRectF,
    levels: Levels,
    colormap: Colormap,
    theme: Theme,
    frame: Levels | None = None,
) -> None:
    """Paint the map in ``strip``, high end on top, ticks to the right of it.

    ``frame`` are the values at the ends of the strip where they differ from the levels in use,
    as while one of them is being dragged.
    """
    frame = frame or levels
    values = bar_values(frame, max(round(strip.height() * 2), 1))
    colours = colourise(values[:, None], levels, colormap, theme.name)
    painter.save()
    painter.drawImage(strip, as_image(colours))
    painter.setPen(QColor(theme.line))
    painter.drawRect(strip.adjusted(-0.5, -0.5, 0.5, 0.5))
    painter.setFont(small_font())
    for value, text in bar_ticks(frame, strip.height()):
        _paint_tick(painter, strip, bar_position(frame, value), text, theme)
    if levels.constant:
        _paint_tick(painter, strip, 0.5 - 14 / strip.height(), "constant", theme, line=False)
    painter.restore()


def _paint_tick(
    painter: QPainter, strip: QRectF, place: float, text: str, theme: Theme, *, line: bool = True
) -> None:
    """Paint a tick line and its text at ``place`` (0 low end .. 1 high end) of ``strip``."""
    y = strip.bottom() - place * strip.height()
    if line:
        painter.fillRect(QRectF(strip.right() + 1, y - 0.5, 3, 1), colour(theme.muted, 0.6))
    inside = min(max(y, strip.top() + 4), strip.bottom() - 4)
    painter.setPen(colour(theme.muted))
    box = QRectF(strip.right() + 6, inside - 8, 80, 16)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
