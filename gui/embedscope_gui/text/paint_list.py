"""Paints the rows in sight of the token list, a column at a time.

Through an item delegate a list in view takes 5 ms, longer than the text above it; this takes 1 ms.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from embedscope.tokenizers.base import TokenKind
from embedscope.tokenizers.remarks import brief
from embedscope_gui.text.paint_chips import chip_colour
from embedscope_gui.text.token_model import NUMBERS, Column, TokenModel
from embedscope_gui.theme import GRID_PX, THEMES, Theme

MARGIN_PX = 3
CHIP_INSET_PX = 2
RADIUS = 3.0


class ColumnPlace(NamedTuple):
    """Where a column is on the viewport, in pixels."""

    column: Column
    left: int
    width: int


class RowPlace(NamedTuple):
    """Where a token's row is on the viewport, in pixels."""

    position: int
    top: int
    height: int
    is_selected: bool


class ListPainter:
    """Colours and fonts of the list."""

    def __init__(self, model: TokenModel) -> None:
        self._model = model
        self.set_theme(THEMES["light"])

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        self._theme = theme
        self._text, self._chosen = QColor(theme.text), QColor(theme.accent_soft)
        self._muted = QColor(theme.muted)
        self._accent, self._on_accent = QColor(theme.accent), QColor(theme.accent_text)

    def paint(
        self,
        painter: QPainter,
        columns: Iterable[ColumnPlace],
        rows: Sequence[RowPlace],
        width: int,
    ) -> None:
        """Draw the grounds of the selected rows, ``width`` wide, and the cells of all ``rows``."""
        for row in rows:
            if row.is_selected:
                painter.fillRect(0, row.top, width, row.height, self._chosen)
        for place in columns:
            painter.setFont(self._model.font(place.column))
            if place.column == Column.TOKEN:
                self._paint_chips(painter, place, rows)
            else:
                self._paint_texts(painter, place, rows)

    def _paint_texts(self, painter: QPainter, place: ColumnPlace, rows: Sequence[RowPlace]) -> None:
        room = place.width - 2 * MARGIN_PX
        keeps_right = place.column in NUMBERS
        for row in rows:
            shown, advance = self._fitted(place.column, row.position, room)
            if not shown:
                continue
            painter.setPen(self._model.colour(place.column, row.position) or self._text)
            x = place.left + MARGIN_PX + (room - advance if keeps_right else 0)
            painter.drawText(QPointF(x, self._baseline(place.column, row)), shown)

    def _paint_chips(self, painter: QPainter, place: ColumnPlace, rows: Sequence[RowPlace]) -> None:
        """Draw each token as the chip that it is in the text."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = place.width - 2 * CHIP_INSET_PX
        for row in rows:
            shown, advance = self._fitted(place.column, row.position, room - GRID_PX)
            chip = QRectF(
                place.left + CHIP_INSET_PX,
                row.top + CHIP_INSET_PX,
                min(room, advance + GRID_PX),
                row.height - 2 * CHIP_INSET_PX,
            )
            painter.setPen(self._outline(row.position))
            chosen = row.is_selected
            painter.setBrush(self._accent if chosen else chip_colour(self._theme, row.position))
            painter.drawRoundedRect(chip, RADIUS, RADIUS)
            painter.setPen(self._on_accent if chosen else self._text)
            x = chip.left() + (chip.width() - advance) / 2
            painter.drawText(QPointF(x, self._baseline(place.column, row)), shown)

    def _fitted(self, column: Column, position: int, room: int) -> tuple[str, int]:
        """Return a cell's text, or its head, cut with "…" if it is too long, and its width."""
        text, metrics = self._model.text(column, position), self._model.metrics(column)
        advance = metrics.horizontalAdvance(text)
        if column == Column.REMARK and advance > room:
            text = brief(text)
            advance = metrics.horizontalAdvance(text)
        if advance <= room:
            return text, advance
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        return shown, metrics.horizontalAdvance(shown)

    def _baseline(self, column: Column, row: RowPlace) -> float:
        metrics = self._model.metrics(column)
        return row.top + (row.height - metrics.height()) // 2 + metrics.ascent()

    def _outline(self, position: int) -> QPen:
        """Return the frame of a chip: unknown and added tokens are dashed, special ones plain."""
        view = self._model.view
        kind = view.encoding.kinds[position] if view is not None else TokenKind.PLAIN
        if kind in (TokenKind.UNKNOWN, TokenKind.ADDED):
            return QPen(self._muted, 1.0, Qt.PenStyle.DashLine)
        return QPen(self._muted) if kind == TokenKind.SPECIAL else QPen(Qt.PenStyle.NoPen)
