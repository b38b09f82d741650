"""The rows nearest to the chosen one, as a table."""

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QHeaderView, QWidget

from embedscope.heatmap.cells import format_value
from embedscope_gui.inspector.facts import NeighboursView
from embedscope_gui.theme import GRID_PX, SMALL_PX
from embedscope_gui.widgets.compact_table import CompactTable
from embedscope_gui.widgets.tooltip import literal

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_PARENT = QModelIndex()
RANK, TOKEN, ID, SCORE = range(4)
SCORE_TITLES = {"cosine": "cosine", "dot": "dot product", "euclidean": "distance"}


class NeighbourModel(QAbstractTableModel):
    """k neighbours x rank, token, id, score."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view: NeighboursView | None = None
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._token, self.small_font = QFont(fixed), QFont(fixed)
        self.small_font.setPixelSize(SMALL_PX)

    def show_neighbours(self, view: NeighboursView | None) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self.view = view
        self.endResetModel()

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        """Return k."""
        return 0 if parent.isValid() or self.view is None else len(self.view.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        """Return 4."""
        return 0 if parent.isValid() else 4

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """Return the titles; the last one names the score."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        if role != Role.DisplayRole:
            return None
        metric = self.view.metric if self.view is not None else ""
        return ("#", "token", "id", SCORE_TITLES.get(metric, "score"))[section]

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return one cell."""
        if self.view is None or not index.isValid():
            return None
        if role == Role.DisplayRole:
            return self._text(self.view, index.row(), index.column())
        if role == Role.ToolTipRole:
            return literal(f"{self.view.labels[index.row()]}\nEnter or a double click goes there")
        if role == Role.TextAlignmentRole:
            return _alignment(index.column())
        if role == Role.FontRole:
            return self._token if index.column() == TOKEN else self.small_font
        return None

    def _text(self, view: NeighboursView, row: int, column: int) -> str:
        if column == RANK:
            return str(row + 1)
        if column == TOKEN:
            return view.labels[row]
        return str(int(view.rows[row])) if column == ID else format_value(float(view.scores[row]))


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == TOKEN else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


class NeighbourTable(CompactTable):
    """``neighbourActivated(row of the table)``: Enter or a double click on a neighbour."""

    neighbourActivated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("neighbourTable", "Nearest rows", "", parent)
        self.neighbours = NeighbourModel(self)
        self.setModel(self.neighbours)
        self.horizontalHeader().setSectionResizeMode(TOKEN, QHeaderView.ResizeMode.Stretch)
        figure = QFontMetrics(self.neighbours.small_font).horizontalAdvance("0")
        for column, digits in ((RANK, 3), (ID, 6), (SCORE, 11)):
            self.setColumnWidth(column, digits * figure + GRID_PX)
        self.activated.connect(self._on_activated)

    def show_neighbours(self, view: NeighboursView | None, empty: str) -> None:
        """List ``view``, or say why there is nothing to list."""
        self.set_empty_text(empty)
        with self.showing():
            self.neighbours.show_neighbours(view)

    def _on_activated(self, index: QModelIndex) -> None:
        view = self.neighbours.view
        if view is not None:
            self.neighbourActivated.emit(int(view.rows[index.row()]))
