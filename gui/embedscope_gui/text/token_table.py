"""The list of tokens under the text."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from embedscope_gui.text.paint_list import ColumnPlace, ListPainter, RowPlace
from embedscope_gui.text.token_model import COLUMNS, NO_PARENT, Column, TokenModel
from embedscope_gui.text.tokens_view import TokensView
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.compact_table import ROW_PX, CompactTable

EMPTY = "The tokens will be listed here."
TOKEN_PX = (68, 160)  # narrowest and widest
LEAST_REMARK_PX = 64  # "⚠ no row"; less is no word, and the tip and the inspector say it
NORM, LONG_NORM = 7, 9  # figures: "0.3698", "2.240e-16"
ROOMY_TOKEN_PX = 120  # bytes are listed where tokens keep as much beside them
BYTES_PX = 120


class TokenTable(CompactTable):
    """Columns fit the pane: bytes only where there is room, the remark takes what is left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("tokenTable", "Tokens", EMPTY, parent)
        self.tokens = TokenModel(self)
        self.setModel(self.tokens)
        self.horizontalHeader().setSectionResizeMode(Column.REMARK, QHeaderView.ResizeMode.Stretch)
        self._painter = ListPainter(self.tokens)
        self._widest = (0, 0, 0)
        self._left_out: frozenset[Column] = frozenset()

    def show_tokens(self, view: TokensView) -> None:
        """List the tokens of ``view``."""
        before = self.tokens.view
        with self.showing():
            self.tokens.show_tokens(view)
        if before is None or before.encoding is not view.encoding:
            self.select_current_only()
        largest = int(view.encoding.ids.max()) if len(view) else 0
        words = 4 if view.has_row.all() else len("no row")
        figures = LONG_NORM if _has_powers(view.norms) else NORM
        digits = (max(len(str(len(view))), 2), max(len(str(largest)), words), figures)
        if digits != self._widest:
            self._widest = digits
            self._fit_columns()

    def leave_out(self, columns: Collection[Column]) -> None:
        """Show none of ``columns`` (norm, bytes), however much room there is."""
        self._left_out = frozenset(columns)
        self._fit_columns()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self._painter.set_theme(theme)
        self.tokens.set_theme(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells in sight."""
        with QPainter(self.viewport()) as painter:
            rows = self._rows_in(event.rect().intersected(self.whole_rows()))
            self._painter.paint(painter, self._columns(), rows, self.viewport().width())
            self.paint_focus(painter)

    def _columns(self) -> list[ColumnPlace]:
        return [
            ColumnPlace(column, self.columnViewportPosition(column), self.columnWidth(column))
            for column in COLUMNS
            if not self.isColumnHidden(column)
        ]

    def _rows_in(self, area: QRect) -> list[RowPlace]:
        """Return the rows that cross ``area``; all are equally high."""
        first = self.rowAt(max(area.top(), 0))
        if first < 0:
            return []
        top = self.rowViewportPosition(first)
        stop = min(first + (area.bottom() - top) // ROW_PX + 1, self.tokens.rowCount())
        is_selected = self.selectionModel().isRowSelected
        return [
            RowPlace(row, top + (row - first) * ROW_PX, ROW_PX, is_selected(row, NO_PARENT))
            for row in range(first, stop)
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out again."""
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Leave out what there is no room for; the row or the remark tells a missing row."""
        figure = QFontMetrics(self.tokens.small_font).horizontalAdvance("0")
        room = self.viewport().width()
        number = self._widest[1] * figure + GRID_PX
        widths = {
            Column.POSITION: self._widest[0] * figure + GRID_PX + 4,
            Column.ID: number,
        }
        if Column.NORM not in self._left_out:
            widths[Column.NORM] = self._widest[2] * figure + GRID_PX
        low, high = TOKEN_PX
        has_rows = room - sum(widths.values()) - number >= low
        if has_rows:
            widths[Column.ROW] = number
        left = room - sum(widths.values())
        has_bytes = Column.BYTES not in self._left_out and has_rows
        has_bytes = has_bytes and left - BYTES_PX - LEAST_REMARK_PX >= ROOMY_TOKEN_PX
        left -= BYTES_PX if has_bytes else 0
        has_remark = left - low >= LEAST_REMARK_PX
        least = ROOMY_TOKEN_PX if has_bytes else low
        widths[Column.TOKEN] = min(max(left // 2, least), high) if has_remark else left
        widths[Column.BYTES] = BYTES_PX
        self.setColumnHidden(Column.NORM, Column.NORM in self._left_out)
        self.setColumnHidden(Column.ROW, not has_rows)
        self.setColumnHidden(Column.REMARK, not has_remark)
        self.setColumnHidden(Column.BYTES, not has_bytes)
        for column, width in widths.items():
            self.setColumnWidth(column, width)


def _has_powers(norms: NDArray[np.float64]) -> bool:
    """Whether some of ``norms`` (n,) are written with a power of ten."""
    with np.errstate(invalid="ignore"):
        return bool(np.any((norms != 0) & ((norms < 1e-3) | (norms >= 99999.5))))
