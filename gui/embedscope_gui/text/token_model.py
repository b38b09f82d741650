"""The tokens of a text as a table model that makes a cell when it is seen."""

from collections.abc import Callable
from enum import IntEnum
from math import isnan

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics

from embedscope.numerals import format_value
from embedscope.tokenizers.base import NO_ID
from embedscope.tokenizers.visible import hex_bytes
from embedscope_gui.text.tokens_view import LONGEST_BYTES, TokensView, label, remark, tip
from embedscope_gui.theme import SMALL_PX, THEMES, Theme
from embedscope_gui.widgets.tooltip import literal

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_PARENT = QModelIndex()


class Column(IntEnum):
    """The columns in their order."""

    POSITION = 0
    TOKEN = 1
    ID = 2
    ROW = 3
    NORM = 4
    BYTES = 5
    REMARK = 6


TITLES = ("#", "token", "id", "row", "norm", "bytes", "remark")
TIPS = (
    "Position in the text, counted from 0",
    "The token with blanks, line ends and raw bytes made visible",
    "The token's number in the vocabulary: a label, not an amount",
    "The row of the table that is looked up",
    "Length of the row's vector",
    "The token's bytes in UTF-8, hexadecimal",
    "What is special about the token",
)
NUMBERS = frozenset((Column.POSITION, Column.ID, Column.ROW, Column.NORM))
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
COLUMNS = tuple(Column)
ALIGNMENTS = tuple(RIGHT if column in NUMBERS else LEFT for column in COLUMNS)
ABOUT_ROWS = frozenset((Column.ID, Column.ROW, Column.REMARK))
QUIET = frozenset((Column.POSITION, Column.BYTES, Column.REMARK))
SIGN = "⚠ "


class TokenModel(QAbstractTableModel):
    """n tokens x 7 columns; nothing is computed for rows out of sight."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view: TokensView | None = None
        self.set_theme(THEMES["light"])
        self.small_font = _font(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        token = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        words = {Column.TOKEN: token, Column.REMARK: _font(QFont())}
        self._fonts = tuple(words.get(column, self.small_font) for column in COLUMNS)
        self._metrics = tuple(QFontMetrics(font) for font in self._fonts)
        self._cells: dict[Column, Callable[[TokensView, int], str]] = {
            Column.POSITION: lambda _view, position: str(position),
            Column.TOKEN: label,
            Column.ID: _id,
            Column.ROW: _row,
            Column.NORM: _norm,
            Column.BYTES: _bytes,
            Column.REMARK: _remark,
        }

        self._answers: dict[int, Callable[[Column, int], object]] = {
            Role.DisplayRole: self.text,
            Role.ToolTipRole: self._tip,
            Role.TextAlignmentRole: lambda column, _position: ALIGNMENTS[column],
            Role.FontRole: lambda column, _position: self._fonts[column],
            Role.ForegroundRole: self.colour,
        }

    @property
    def view(self) -> TokensView | None:
        """What is shown."""
        return self._view

    def show_tokens(self, view: TokensView) -> None:
        """Replace all tokens; rows come or go at the end, so the table stays where it is."""
        before, after = self.rowCount(), len(view)
        if after > before:
            self.beginInsertRows(NO_PARENT, before, after - 1)
            self._view = view
            self.endInsertRows()
        elif after < before:
            self.beginRemoveRows(NO_PARENT, after, before - 1)
            self._view = view
            self.endRemoveRows()
        else:
            self._view = view
        self._all_changed()

    def set_theme(self, theme: Theme) -> None:
        """Colour remarks for ``theme``."""
        self._warning, self._muted = QColor(theme.warning), QColor(theme.muted)
        self._all_changed()

    def _all_changed(self) -> None:
        if self.rowCount():
            last = self.index(self.rowCount() - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    # Qt's model

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        """Return the number of tokens."""
        return 0 if parent.isValid() or self._view is None else len(self._view)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """Return titles, what they mean, and the side that their numbers keep to."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            return TITLES[section]
        if role == Role.ToolTipRole:
            return TIPS[section]
        return ALIGNMENTS[section] if role == Role.TextAlignmentRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return one cell."""
        answer = self._answers.get(role)  # most roles are asked for in vain, cell by cell
        if answer is None or self._view is None or not index.isValid():
            return None
        position = index.row()
        return answer(COLUMNS[index.column()], position) if position < len(self._view) else None

    # cells

    def text(self, column: Column, position: int) -> str:
        """Return what a cell says."""
        return self._cells[column](self._view, position) if self._view is not None else ""

    def colour(self, column: Column, position: int) -> QColor | None:
        """Return a cell's text colour, None for the usual one."""
        missing = self._view is not None and not self._view.has_row[position]
        if missing and column in ABOUT_ROWS:
            return self._warning
        return self._muted if column in QUIET else None

    def font(self, column: Column) -> QFont:
        """Return a column's font."""
        return self._fonts[column]

    def metrics(self, column: Column) -> QFontMetrics:
        """Return the measures of a column's font."""
        return self._metrics[column]

    def _tip(self, _column: Column, position: int) -> str:
        return literal(tip(self._view, position)) if self._view is not None else ""


def _font(font: QFont) -> QFont:
    font.setPixelSize(SMALL_PX)
    return font


def _id(view: TokensView, position: int) -> str:
    token_id = int(view.encoding.ids[position])
    return "no id" if token_id == NO_ID else str(token_id)


def _row(view: TokensView, position: int) -> str:
    return str(int(view.encoding.ids[position])) if view.has_row[position] else "no row"


def _norm(view: TokensView, position: int) -> str:
    norm = float(view.norms[position])
    return "" if isnan(norm) and not view.has_row[position] else format_value(norm)


def _bytes(view: TokensView, position: int) -> str:
    data = view.encoding.token_bytes[position]
    return hex_bytes(data[:LONGEST_BYTES]) + (" …" if len(data) > LONGEST_BYTES else "")


def _remark(view: TokensView, position: int) -> str:
    return ("" if view.has_row[position] else SIGN) + remark(view, position)
