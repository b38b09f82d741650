"""What the colours of cells without a finite number mean."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from embedscope.heatmap.colormap import BAD_COLOURS
from embedscope_gui.heatmap.pens import colour, from_argb, small_font, text_width
from embedscope_gui.theme import Theme

SWATCH_PX = 10
GAP_PX = 4
TITLES = {"nan": "NaN", "+inf": "+inf", "-inf": "−inf"}


def bad_kinds(values: NDArray[np.float32]) -> tuple[str, ...]:
    """Return which of "nan", "+inf", "-inf" occur in ``values``."""
    bad = values[~np.isfinite(values)]
    found = {
        "nan": bool(np.isnan(bad).any()),
        "+inf": bool((bad == np.inf).any()),
        "-inf": bool((bad == -np.inf).any()),
    }
    return tuple(kind for kind, present in found.items() if present)


def legend_width(kinds: tuple[str, ...]) -> float:
    """Return the width that ``paint_legend`` takes."""
    return sum(SWATCH_PX + GAP_PX + text_width(TITLES[kind]) + 3 * GAP_PX for kind in kinds)


def paint_legend(painter: QPainter, rect: QRectF, kinds: tuple[str, ...], theme: Theme) -> None:
    """Paint a swatch and a word for each of ``kinds``, from the left edge of ``rect``."""
    painter.setFont(small_font())
    x = rect.x()
    for kind in kinds:
        swatch = QRectF(x, rect.center().y() - SWATCH_PX / 2, SWATCH_PX, SWATCH_PX)
        painter.fillRect(swatch, from_argb(BAD_COLOURS[kind]))
        painter.setPen(colour(theme.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(colour(theme.muted))
        x += SWATCH_PX + GAP_PX
        text = TITLES[kind]
        box = QRectF(x, rect.y(), text_width(text) + GAP_PX, rect.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        x += text_width(text) + 3 * GAP_PX
