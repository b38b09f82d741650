"""Painting what the colours of the rows mean, in a corner of the picture."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen

from embedscope_gui.theme import SMALL_PX, Theme
from embedscope_gui.vectors.brush import colour, font, metrics
from embedscope_gui.vectors.colouring import Legend

STRIP_PX, STRIP_HIGH_PX = 96.0, 8.0
PAD_PX, INSET_PX = 6.0, 6.0
SWATCH_PX = 8.0
SMALLEST_PLOT_PX = 150.0  # below, the picture needs all its room
TITLE_MAX_PX = 170.0
LARGEST_SHARE = 0.45  # of the plot's height
_ONE_LINE = Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | _ONE_LINE


def paint_legend(painter: QPainter, plot: QRectF, legend: Legend, theme: Theme) -> None:
    """Paint ``legend`` in the upper right corner of ``plot``."""
    if min(plot.width(), plot.height()) < SMALLEST_PLOT_PX:
        return
    card = legend_rect(plot, legend)
    painter.setPen(QPen(colour(theme.line), 1.0))
    painter.setBrush(colour(theme.surface, 0.9))
    painter.drawRoundedRect(card, 3.0, 3.0)
    painter.setFont(font(SMALL_PX))
    painter.setPen(colour(theme.text))
    line, left, width = _line_px(), card.left() + PAD_PX, card.width() - 2 * PAD_PX
    title = metrics(SMALL_PX).elidedText(legend.title, Qt.TextElideMode.ElideRight, width)
    painter.drawText(QRectF(left, card.top() + PAD_PX / 2, width, line), _LEFT, title)
    top = card.top() + PAD_PX / 2 + line
    if legend.strip:
        _paint_strip(painter, QRectF(left, top + 2, width, STRIP_HIGH_PX), legend, theme)
    for number, (name, argb) in enumerate(_shown_swatches(plot, legend)):
        y = top + number * line
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(argb))
        painter.drawEllipse(QRectF(left, y + (line - SWATCH_PX) / 2, SWATCH_PX, SWATCH_PX))
        painter.setPen(colour(theme.text))
        box = QRectF(left + SWATCH_PX + PAD_PX, y, width - SWATCH_PX - PAD_PX, line)
        painter.drawText(box, _LEFT, name)


def _paint_strip(painter: QPainter, bar: QRectF, legend: Legend, theme: Theme) -> None:
    shades = QLinearGradient(QPointF(bar.left(), 0), QPointF(bar.right(), 0))
    last = max(len(legend.strip) - 1, 1)
    for place, argb in enumerate(legend.strip):
        shades.setColorAt(place / last, QColor(argb))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shades)
    painter.drawRect(bar)
    painter.setPen(colour(theme.muted))
    numbers = QRectF(bar.left(), bar.bottom() + 1, bar.width(), _line_px())
    painter.drawText(numbers, _LEFT, legend.low)
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | _ONE_LINE
    painter.drawText(numbers, right, legend.high)


def legend_rect(plot: QRectF, legend: Legend) -> QRectF:
    """Return the place of the legend, no wider than its words need."""
    measure, swatches = metrics(SMALL_PX), _shown_swatches(plot, legend)
    title = min(measure.horizontalAdvance(legend.title), TITLE_MAX_PX)
    names = [measure.horizontalAdvance(name) for name, _ in swatches]
    width = max([title, *(n + SWATCH_PX + PAD_PX for n in names), STRIP_PX * bool(legend.strip)])
    n_lines = 1 + len(swatches) + bool(legend.strip)
    height = n_lines * _line_px() + (STRIP_HIGH_PX + 3 if legend.strip else 0) + PAD_PX
    width = min(width + 2 * PAD_PX, plot.width() - 2 * INSET_PX)
    left = plot.right() - width - INSET_PX
    return QRectF(left, plot.top() + INSET_PX, width, height)


def _shown_swatches(plot: QRectF, legend: Legend) -> tuple[tuple[str, int], ...]:
    """Return as many swatches as fit into a part of ``plot``; the others are in the tool tips."""
    most = max(int(LARGEST_SHARE * plot.height() / _line_px()) - 1, 2)
    return legend.swatches[:most]


def _line_px() -> float:
    return metrics(SMALL_PX).height() + 1
