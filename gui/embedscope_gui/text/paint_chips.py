"""Paints tokens in the editor: grounds under the text, signs over it."""

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from embedscope_gui.text.chips import Chip
from embedscope_gui.text.tokens_view import TokensView
from embedscope_gui.theme import Theme

INSET_PX = 1.0  # keeps the grounds of two lines apart
ARROW_PX = 6.0


def chip_colour(theme: Theme, position: int) -> QColor:
    """Return the ground of the token at ``position``; neighbours in the list always differ."""
    return QColor(theme.tokens[position % len(theme.tokens)])


def paint_grounds(
    painter: QPainter, chips: Iterable[Chip], theme: Theme, selected: int | None
) -> None:
    """Fill the ground of every chip, one colour at a time; the selected one in the accent."""
    n_colours = len(theme.tokens)
    grounds: list[list[QRectF]] = [[] for _ in range(n_colours + 1)]
    scale = painter.device().devicePixelRatioF()
    for chip in chips:
        colour = n_colours if chip.position == selected else chip.position % n_colours
        grounds[colour].append(_on_pixels(chip.rect, scale))
    painter.setPen(Qt.PenStyle.NoPen)
    for name, rects in zip((*theme.tokens, theme.accent), grounds, strict=True):
        painter.setBrush(QColor(name))
        painter.drawRects(rects)


def _on_pixels(rect: QRectF, scale: float) -> QRectF:
    """Round the sides to whole pixels, so that neighbours neither overlap nor leave a seam."""
    left, right = round(rect.left() * scale) / scale, round(rect.right() * scale) / scale
    return QRectF(left, rect.top() + INSET_PX, max(right - left, 1.0), rect.height() - INSET_PX)


def paint_signs(
    painter: QPainter, chips: Iterable[Chip], theme: Theme, selected: int | None, known: TokensView
) -> None:
    """Mark line ends, pieces of characters (dotted), tokens without a row and marked ones (a line).

    Those are the tokens whose rows were marked elsewhere.
    """
    split, missing = _pen(theme.muted, Qt.PenStyle.DotLine), _pen(theme.warning)
    kin = _pen(theme.accent)
    for chip in chips:
        if chip.is_line_end:
            on_accent = chip.position == selected
            _paint_line_end(painter, chip.rect, theme.accent_text if on_accent else theme.muted)
        elif chip.is_split:
            shares = selected is not None and known.shares_character(chip.position, selected)
            _underline(painter, chip.rect, kin if shares else split)
        elif not known.has_row[chip.position]:
            _underline(painter, chip.rect, missing)
        elif known.is_marked(chip.position):
            _underline(painter, chip.rect, kin)


def _pen(colour: str, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    return QPen(QColor(colour), 2.0, style, Qt.PenCapStyle.FlatCap)


def _underline(painter: QPainter, rect: QRectF, pen: QPen) -> None:
    painter.setPen(pen)
    y = rect.bottom() - 1.0
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))


def _paint_line_end(painter: QPainter, rect: QRectF, colour: str) -> None:
    """Draw a small return arrow."""
    painter.setPen(QPen(QColor(colour), 1.0))
    middle = rect.center()
    left, right = middle.x() - ARROW_PX / 2, middle.x() + ARROW_PX / 2
    base = round(middle.y()) + 2.5
    tip = QPointF(left, base)
    painter.drawPolyline([QPointF(right, base - 5), QPointF(right, base), tip])
    painter.drawPolyline([tip + QPointF(2.5, -2.5), tip, tip + QPointF(2.5, 2.5)])


def ground_at(
    rect: QRectF, chips: Iterable[Chip], theme: Theme, selected: int | None
) -> tuple[QColor, QColor]:
    """Return the ground under ``rect`` and the ink that is read on it."""
    middle = rect.center()
    found = next((chip.position for chip in chips if chip.rect.contains(middle)), None)
    if found is None:
        return QColor(theme.surface), QColor(theme.muted)
    if found == selected:
        return QColor(theme.accent), QColor(theme.accent_text)
    return chip_colour(theme, found), QColor(theme.muted)


def paint_mark(painter: QPainter, rect: QRectF, mark: str, ground: QColor, ink: QColor) -> None:
    """Cover the box that a font draws for a noncharacter by a mark."""
    painter.fillRect(rect.adjusted(0, INSET_PX, 0, 0), ground)
    painter.setPen(ink)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, mark)
