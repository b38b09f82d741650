"""What the colours of cells without a finite number mean."""

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from embedscope.heatmap.colormap import BAD_COLOURS
from embedscope.heatmap.picture import Picture
from embedscope_gui.heatmap.pens import colour, from_argb, small_font, text_width
from embedscope_gui.theme import Theme

SWATCH_PX = 10
GAP_PX = 4
TITLES = {"nan": "NaN", "+inf": "+inf", "-inf": "−inf"}


Entries = tuple[tuple[str, str], ...]  # key of BAD_COLOURS, and the words beside its colour


def legend_entries(picture: Picture) -> Entries:
    """Return what to explain of ``picture``: which of NaN, +inf and -inf it shows.

    How many there are is said where a cell is one value, "3 NaN".
    """
    if not picture.n_bad:
        return ()
    bad = picture.values[~np.isfinite(picture.values)]
    counts = {
        "nan": int(np.isnan(bad).sum()),
        "+inf": int((bad == np.inf).sum()),
        "-inf": int((bad == -np.inf).sum()),
    }
    exact = picture.rows_per_px == picture.dims_per_px == 1
    return tuple(
        (kind, f"{count:,} {TITLES[kind]}" if exact else TITLES[kind])
        for kind, count in counts.items()
        if count
    )


def legend_width(entries: Entries) -> float:
    """Return the width that ``paint_legend`` takes."""
    return sum(SWATCH_PX + GAP_PX + text_width(text) + 3 * GAP_PX for _, text in entries)


def paint_legend(painter: QPainter, rect: QRectF, entries: Entries, theme: Theme) -> None:
    """Paint a swatch and its words for each of ``entries``, from the left edge of ``rect``."""
    painter.setFont(small_font())
    x = rect.x()
    for kind, text in entries:
        swatch = QRectF(x, rect.center().y() - SWATCH_PX / 2, SWATCH_PX, SWATCH_PX)
        painter.fillRect(swatch, from_argb(BAD_COLOURS[kind]))
        painter.setPen(colour(theme.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(colour(theme.muted))
        x += SWATCH_PX + GAP_PX
        box = QRectF(x, rect.y(), text_width(text) + GAP_PX, rect.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        x += text_width(text) + 3 * GAP_PX
