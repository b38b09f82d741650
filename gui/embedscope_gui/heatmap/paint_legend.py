"""What the colours of cells without a finite number mean."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from embedscope.heatmap.colormap import BAD_COLOURS
from embedscope.heatmap.picture import Picture
from embedscope_gui.heatmap.paint_missing import NO_ROW, paint_hatching, without_row
from embedscope_gui.heatmap.pens import colour, from_argb, small_font, text_width
from embedscope_gui.theme import Theme

SWATCH_PX = 10
GAP_PX = 4
TITLES = {"nan": "NaN", "+inf": "+inf", "-inf": "-inf"}
NONE = np.zeros(0, np.int64)

Entries = tuple[tuple[str, str], ...]  # BAD_COLOURS' key or NO_ROW; words beside it


def legend_entries(picture: Picture, missing: NDArray[np.int64] = NONE) -> Entries:
    """Return what to explain of ``picture``: which of NaN, +inf and -inf it shows.

    How many there are is said where a cell is one value, "3 NaN". Tokens without a row, at the
    places ``missing`` (n,), hold no values at all.
    """
    absent = without_row(picture, missing)
    values = picture.values[~absent]
    bad = values[~np.isfinite(values)]
    hatched = ((NO_ROW, NO_ROW),) if absent.any() else ()
    if not len(bad):
        return hatched
    counts = {
        "nan": int(np.isnan(bad).sum()),
        "+inf": int((bad == np.inf).sum()),
        "-inf": int((bad == -np.inf).sum()),
    }
    exact = picture.rows_per_px == picture.dims_per_px == 1
    return hatched + tuple(
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
        if kind == NO_ROW:
            paint_hatching(painter, swatch, theme, SWATCH_PX / 2)
        else:
            painter.fillRect(swatch, from_argb(BAD_COLOURS[kind]))
        painter.setPen(colour(theme.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(colour(theme.muted))
        x += SWATCH_PX + GAP_PX
        box = QRectF(x, rect.y(), text_width(text) + GAP_PX, rect.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        x += text_width(text) + 3 * GAP_PX
