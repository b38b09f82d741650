"""The list of tokens under the text."""

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from embedscope.tokenizers.base import TokenKind
from embedscope_gui.text.paint_chips import chip_colour
from embedscope_gui.text.token_model import Column, TokenModel
from embedscope_gui.text.tokens_view import TokensView
from embedscope_gui.theme import GRID_PX, THEMES, Theme
from embedscope_gui.widgets.compact_table import CompactTable

EMPTY = "The tokens will be listed here."
TOKEN_PX = (68, 160)  # narrowest and widest
LEAST_REMARK_PX = 24
ROOM_FOR_BYTES_PX = 440
BYTES_PX = 120
RADIUS = 3.0
MARGIN_PX = 3
CENTRED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


class ChipLook(NamedTuple):
    """Colours of one chip."""

    ground: QColor
    text: QColor
    outline: QPen


class TokenTable(CompactTable):
    """Columns fit the pane: bytes only where there is room, the remark takes what is left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("tokenTable", "Tokens", EMPTY, parent)
        self.tokens = TokenModel(self)
        self.setModel(self.tokens)
        self.horizontalHeader().setSectionResizeMode(Column.REMARK, QHeaderView.ResizeMode.Stretch)
        self._cells = TokenDelegate(self)
        self.setItemDelegate(self._cells)
        self._widest = (0, 0)

    def show_tokens(self, view: TokensView) -> None:
        """List the tokens of ``view``."""
        with self.showing():
            self.tokens.show_tokens(view)
        largest = int(view.encoding.ids.max()) if len(view) else 0
        words = 4 if view.has_row.all() else len("no row")
        digits = (max(len(str(len(view))), 2), max(len(str(largest)), words))
        if digits != self._widest:
            self._widest = digits
            self._fit_columns()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._cells.set_theme(theme)
        self.tokens.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out again."""
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Leave out what there is no room for; tokens without a row say so in the remark too."""
        figure = QFontMetrics(self.tokens.small_font).horizontalAdvance("0")
        room = self.viewport().width()
        number = self._widest[1] * figure + GRID_PX
        widths = {
            Column.POSITION: self._widest[0] * figure + GRID_PX + 4,
            Column.ID: number,
            Column.NORM: 7 * figure + GRID_PX,
        }
        low, high = TOKEN_PX
        has_rows = room - sum(widths.values()) - number - low >= LEAST_REMARK_PX
        if has_rows:
            widths[Column.ROW] = number
        left = room - sum(widths.values())
        has_remark = left - low >= LEAST_REMARK_PX
        widths[Column.TOKEN] = min(max(left // 2, low), high) if has_remark else left
        widths[Column.BYTES] = BYTES_PX
        self.setColumnHidden(Column.ROW, not has_rows)
        self.setColumnHidden(Column.REMARK, not has_remark)
        self.setColumnHidden(Column.BYTES, room < ROOM_FOR_BYTES_PX)
        for column, width in widths.items():
            self.setColumnWidth(column, width)


class TokenDelegate(QStyledItemDelegate):
    """Paints the cells itself: through the style a list in view takes longer than a frame."""

    def __init__(self, parent: CompactTable) -> None:
        super().__init__(parent)
        self.set_theme(THEMES["light"])

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme``."""
        self._theme = theme
        self._text, self._chosen = QColor(theme.text), QColor(theme.accent_soft)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the cell's ground and its text; a token as the chip that it is in the text."""
        model = index.model()
        if not isinstance(model, TokenModel) or model.view is None:
            return
        column, position = Column(index.column()), index.row()
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_selected:
            painter.fillRect(option.rect, self._chosen)
        text, font = model.text(column, position), model.font(column)
        painter.setFont(font)
        if column == Column.TOKEN:
            cell = QRectF(option.rect)
            self._paint_chip(painter, cell, text, font, self._ground(position, is_selected))
            return
        room = option.rect.adjusted(MARGIN_PX, 0, -MARGIN_PX, 0)
        painter.setPen(model.colour(column, position) or self._text)
        shown = model.metrics(column).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, model.alignment(column), shown)

    def _ground(self, position: int, is_selected: bool) -> ChipLook:
        """Return how the chip at ``position`` looks."""
        theme = self._theme
        if is_selected:
            return ChipLook(
                QColor(theme.accent), QColor(theme.accent_text), self._outline(position)
            )
        return ChipLook(chip_colour(theme, position), self._text, self._outline(position))

    def _paint_chip(
        self, painter: QPainter, cell: QRectF, label: str, font: QFont, look: ChipLook
    ) -> None:
        metrics = QFontMetrics(font)
        room = cell.adjusted(2, 2, -2, -2)
        shown = metrics.elidedText(label, Qt.TextElideMode.ElideRight, int(room.width()) - GRID_PX)
        room.setWidth(min(room.width(), metrics.horizontalAdvance(shown) + GRID_PX))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(look.outline)
        painter.setBrush(look.ground)
        painter.drawRoundedRect(room, RADIUS, RADIUS)
        painter.setPen(look.text)
        painter.drawText(room, CENTRED, shown)

    def _outline(self, position: int) -> QPen:
        table = self.parent()
        view = table.tokens.view if isinstance(table, TokenTable) else None
        kind = view.encoding.kinds[position] if view is not None else TokenKind.PLAIN
        if kind in (TokenKind.UNKNOWN, TokenKind.ADDED):
            return QPen(QColor(self._theme.muted), 1.0, Qt.PenStyle.DashLine)
        special = kind == TokenKind.SPECIAL
        return QPen(QColor(self._theme.muted)) if special else QPen(Qt.PenStyle.NoPen)
