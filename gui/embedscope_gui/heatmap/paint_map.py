"""Painting of the cells themselves: pixels, printed numbers, and the bands of lit rows."""

from math import ceil, floor

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEngine, QPainter

from embedscope.heatmap.cells import BLACK, WHITE, font_px, format_cells
from embedscope_gui.heatmap.compose import compose, dimmed, wants_white
from embedscope_gui.heatmap.marks import thinned, visible_marks
from embedscope_gui.heatmap.paint_missing import paint_missing, without_row
from embedscope_gui.heatmap.pens import (
    argb,
    as_image,
    colour,
    from_argb,
    mark_colour,
    picture_size,
    pixel_grid,
    small_font,
)
from embedscope_gui.heatmap.scene import HeatmapScene
from embedscope_gui.theme import Theme

Argb = NDArray[np.uint32]

PRINTED_CELLS = 6_000  # numbers painted in one frame, at most
DIM_FROM_PX = 6  # rows at least so tall are told apart well enough to fade the unlit ones
CROWDED = 0.1  # lit rows a logical pixel
VECTOR_CELLS = 2_500  # so few cells become rectangles in SVG and PDF, more become a picture


def shown_image(scene: HeatmapScene, theme: Theme, row_px: float) -> Argb | None:
    """Return the picture's colours, unlit rows faded where rows are tall enough to tell.

    Where there is no row, there is ground.
    """
    if scene.picture is None or scene.image is None:
        return None
    if len(scene.missing):
        image = scene.image.copy()
        image[without_row(scene.picture, scene.missing)] = argb(theme.window)
        return image
    if not fades(scene, row_px):
        return scene.image
    return dimmed(scene.picture, scene.image, scene.marks.all_rows, argb(theme.surface))


def fades(scene: HeatmapScene, row_px: float) -> bool:
    """Whether rows of ``row_px`` that are not lit are faded: the colour bar is not theirs then."""
    tall = row_px >= DIM_FROM_PX and scene.picture is not None and scene.picture.rows_per_px == 1
    return tall and scene.dim_others and scene.mark_every and len(scene.marks.all_rows) > 0


def paint_cells(painter: QPainter, rect: QRectF, scene: HeatmapScene, theme: Theme) -> None:
    """Paint the map into ``rect``: exact device pixels on a screen, sharp cells in SVG and PDF."""
    image = shown_image(scene, theme, rect.height() / scene.rows.length)
    if image is None or rect.isEmpty():
        return
    on_grid = painter.paintEngine().type() == QPaintEngine.Type.Raster
    if scene.exact and image.size <= VECTOR_CELLS and not on_grid:
        _paint_rectangles(painter, rect, scene, image)
    else:
        with pixel_grid(painter, rect) as (box, _):
            pixels = _composed(scene, image, *picture_size(painter, box), theme)
            painter.drawImage(box, as_image(pixels))
    if scene.numbers:
        paint_numbers(painter, rect, scene, image)
    paint_missing(painter, rect, scene, theme)


def _composed(scene: HeatmapScene, image: Argb, width: int, height: int, theme: Theme) -> Argb:
    """Return the map as ``width`` x ``height`` pixels."""
    assert scene.picture is not None
    outside = argb(theme.window)
    return compose(scene.picture, image, scene.rows, scene.cols, width, height, outside)


def cell_box(scene: HeatmapScene, rect: QRectF, row: int, col: int) -> QRectF:
    """Return the rectangle of a cell, not clipped to ``rect``."""
    x0, x1 = (rect.x() + scene.cols.position(c, rect.width()) for c in (col, col + 1))
    y0, y1 = (rect.y() + scene.rows.position(r, rect.height()) for r in (row, row + 1))
    return QRectF(x0, y0, x1 - x0, y1 - y0)


def _paint_rectangles(painter: QPainter, rect: QRectF, scene: HeatmapScene, image: Argb) -> None:
    """Paint each cell as a rectangle; it reaches under the next one so that no seam shows."""
    assert scene.picture is not None
    row0, _, col0, _ = scene.picture.rect
    painter.save()
    painter.setClipRect(rect)
    for (i, j), value in np.ndenumerate(image):
        box = cell_box(scene, rect, row0 + i, col0 + j).adjusted(0, 0, 0.5, 0.5)
        painter.fillRect(box & rect, from_argb(int(value)))
    painter.restore()


def paint_numbers(painter: QPainter, rect: QRectF, scene: HeatmapScene, image: Argb) -> None:
    """Print the values in the cells where they fit; nothing where one pixel is many values."""
    cell_width = rect.width() / scene.cols.length
    cell_height = rect.height() / scene.rows.length
    if not scene.exact or not font_px(cell_width, cell_height, 1):
        return
    row0, row1, col0, col1 = _visible_cells(scene)
    if (row1 - row0) * (col1 - col0) > PRINTED_CELLS or row1 <= row0 or col1 <= col0:
        return
    assert scene.picture is not None
    top, left = scene.picture.rect[0], scene.picture.rect[2]
    block = (slice(row0 - top, row1 - top), slice(col0 - left, col1 - left))
    texts, size = _fitting(scene.picture.values[block], cell_width, cell_height)
    if size:
        white = wants_white(image[block])
        _print(painter, rect, scene, (row0, col0), texts, white, size)


def _fitting(
    values: NDArray[np.float32], cell_width: float, cell_height: float
) -> tuple[list[list[str]], int]:
    """Return texts for ``values`` (h, w) and their size in pixels, 0 if they do not fit.

    Where a few long ones ("1.234e-05") would hide all the others, they lose digits ("1e-05").
    """
    texts = format_cells(values)
    size = font_px(cell_width, cell_height, _longest(texts))
    if not size:
        texts = [
            [f"{value:.0e}" if "e" in text else text for value, text in zip(*pair, strict=True)]
            for pair in zip(values.tolist(), texts, strict=True)
        ]
        size = font_px(cell_width, cell_height, _longest(texts))
    return texts, size


def _longest(texts: list[list[str]]) -> int:
    return max(len(text) for row in texts for text in row)


def _visible_cells(scene: HeatmapScene) -> tuple[int, int, int, int]:
    """Return the cells (row0, row1, col0, col1) that are in the view and in its picture."""
    assert scene.picture is not None
    row0, row1, col0, col1 = scene.picture.rect
    return (
        max(row0, floor(scene.rows.low)),
        min(row1, ceil(scene.rows.high)),
        max(col0, floor(scene.cols.low)),
        min(col1, ceil(scene.cols.high)),
    )


def _print(
    painter: QPainter,
    rect: QRectF,
    scene: HeatmapScene,
    first: tuple[int, int],
    texts: list[list[str]],
    white: NDArray[np.bool_],
    size: int,
) -> None:
    """Write ``texts`` into what is seen of the cells from ``first`` on, in black or white.

    None is cut: a cell of which too little is seen has no number.
    """
    painter.save()
    painter.setClipRect(rect)
    font = small_font()
    font.setPixelSize(size)
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    for on_dark, shade in ((False, BLACK), (True, WHITE)):
        painter.setPen(colour(f"#{shade & 0xFFFFFF:06x}", 0.87))
        for i, j in np.argwhere(white == on_dark).tolist():
            seen = cell_box(scene, rect, first[0] + i, first[1] + j) & rect
            if seen.height() >= size and seen.width() >= metrics.horizontalAdvance(texts[i][j]):
                painter.drawText(seen, Qt.AlignmentFlag.AlignCenter, texts[i][j])
    painter.restore()


def paint_lit_rows(painter: QPainter, rect: QRectF, scene: HeatmapScene, theme: Theme) -> None:
    """Outline the lit rows; a row thinner than a line is drawn over by one, so it is found.

    Where so many are lit that their lines would hide the map, only the selected one is.
    """
    chosen = scene.marks.selected
    rows = [*_to_outline(scene.apart, scene, rect), *_to_outline(scene.typed, scene, rect)]
    ordered = [row for row in rows if row != chosen]
    if chosen is not None and chosen in visible_marks(scene.marked, scene.rows):
        ordered.append(chosen)  # last, on top
    with pixel_grid(painter, rect) as (box, scale):
        painter.setClipRect(box)
        for row in ordered:
            name = mark_colour(theme, scene.marks, row)
            line = (2 if row == chosen else 1) * scale
            for band, alpha in _bands(box, scene, row, max(round(line), 1)):
                painter.fillRect(band, colour(name, alpha))


def _to_outline(rows: NDArray[np.int64], scene: HeatmapScene, rect: QRectF) -> list[int]:
    """Return those of ``rows`` in view whose lines can be told apart, none where they crowd."""
    seen = thinned(visible_marks(rows, scene.rows), scene.rows, rect.height())
    crowded = len(seen) > CROWDED * rect.height() and rect.height() < 4 * scene.rows.length
    return [] if crowded else seen.tolist()


def _bands(box: QRectF, scene: HeatmapScene, row: int, line: int) -> list[tuple[QRectF, float]]:
    """Return the rectangles, and how opaque they are, that light ``row`` on a map in ``box``."""
    top, bottom = (box.y() + scene.rows.position(r, box.height()) for r in (row, row + 1))
    if bottom - top < 4 * line:
        thick = max(line, bottom - top)
        middle = min(max((top + bottom) / 2, box.top() + thick / 2), box.bottom() - thick / 2)
        return [(QRectF(box.x(), round(middle - thick / 2), box.width(), round(thick)), 0.75)]
    edges = (round(top), round(bottom) - line)
    return [(QRectF(box.x(), edge, box.width(), line), 1.0) for edge in edges]
