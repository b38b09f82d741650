"""The list of rows as a lazy model: cells are made when they are seen, sorting is done in numpy."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont, QFontDatabase

from embedscope.session.row_table import RowTable
from embedscope.tables.base import Ints
from embedscope_gui.facts.listing import (
    CLASS,
    REMARKS,
    TIPS,
    TOKEN,
    cell,
    column_names,
    ordered,
    sort_keys,
)
from embedscope_gui.theme import SMALL_PX
from embedscope_gui.widgets.tooltip import literal

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_PARENT = QModelIndex()
ARROW_ROOM = "\u2003"
WORDS = frozenset({TOKEN, CLASS, REMARKS})


class FactsModel(QAbstractTableModel):
    """``ids`` (n,) are the rows listed, in order; any number of them costs the same to show."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: RowTable | None = None
        self.names: tuple[str, ...] = ()
        self.ids: Ints = np.zeros(0, np.int64)
        self._keys: dict[str, NDArray[np.generic]] = {}
        self._sorted = ("id", False)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._token, self.small_font = QFont(fixed), QFont(fixed)
        self.small_font.setPixelSize(SMALL_PX)

    @property
    def sorted_by(self) -> str:
        """The column that the rows are sorted by."""
        return self._sorted[0]

    def show_rows(self, rows: RowTable | None, ids: Ints) -> None:
        """List ``ids`` (n,) of ``rows``, sorted as before."""
        self.beginResetModel()
        if rows is not self.rows:
            self._keys.clear()
        self.rows = rows
        self.names = () if rows is None else column_names(rows)
        self.ids = self._in_order(ids)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; what is no number comes last."""
        if not 0 <= column < len(self.names):
            return
        self._sorted = (self.names[column], order == Qt.SortOrder.DescendingOrder)
        self.layoutAboutToBeChanged.emit()
        self.ids = self._in_order(self.ids)
        self.layoutChanged.emit()

    def _in_order(self, ids: Ints) -> Ints:
        name, descending = self._sorted
        if self.rows is None or name not in self.names:
            return ids
        if name not in self._keys:
            self._keys[name] = sort_keys(self.rows, name)
        return ordered(ids, self._keys[name], descending=descending)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        """Return how many rows are listed."""
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        """Return the number of facts."""
        return 0 if parent.isValid() else len(self.names)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """Return the titles and what they mean."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self.names):
            return None
        name = self.names[section]
        if role == Role.ToolTipRole:
            return literal(TIPS.get(name, name))
        if role == Role.TextAlignmentRole:
            return _alignment(name)
        room = "" if name in WORDS else ARROW_ROOM  # numbers end where the arrow is
        return name + room if role == Role.DisplayRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return one cell."""
        rows = self.rows
        if rows is None or not index.isValid():
            return None
        row, name = int(self.ids[index.row()]), self.names[index.column()]
        made: dict[int, Callable[[], object]] = {
            Role.DisplayRole: lambda: cell(rows, row, name),
            Role.TextAlignmentRole: lambda: _alignment(name),
            Role.FontRole: lambda: self._token if name == TOKEN else self.small_font,
            Role.ToolTipRole: lambda: literal(cell(rows, row, name)),
        }
        make = made.get(role)
        return None if make is None else make()

    def place_of(self, row: int) -> int | None:
        """Return where a row of the table is listed, None where it is not."""
        found = np.flatnonzero(self.ids == row)
        return int(found[0]) if len(found) else None


def _alignment(name: str) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if name in WORDS else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
