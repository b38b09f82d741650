"""Two lists of neighbours as one table: place and score in both, and the change between them."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase

from embedscope.numerals import format_value
from embedscope_gui.geometry.comparing import Comparison, Entry
from embedscope_gui.theme import SMALL_PX, THEMES, Theme
from embedscope_gui.widgets.tooltip import literal

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_PARENT = QModelIndex()
PLACE_1, SCORE_1, TOKEN, SCORE_2, PLACE_2, CHANGE = range(6)
N_COLUMNS = 6
GO = "A double click or Enter goes there"


class CompareModel(QAbstractTableModel):
    """Rows of both lists; ``titles`` name the scores of the first and the second."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.comparison: Comparison | None = None
        self.theme: Theme = THEMES["light"]
        self._titles = ("", "")
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._token, self.small_font = QFont(fixed), QFont(fixed)
        self.small_font.setPixelSize(SMALL_PX)

    def show_comparison(self, comparison: Comparison | None, titles: tuple[str, str]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self.comparison, self._titles = comparison, titles
        self.endResetModel()

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        """Return how many rows are in either list."""
        nothing = parent.isValid() or self.comparison is None
        return 0 if nothing or self.comparison is None else len(self.comparison.entries)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        """Return 6."""
        return 0 if parent.isValid() else N_COLUMNS

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """Return the titles."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        if role != Role.DisplayRole:
            return None
        return ("# A", self._titles[0], "token", self._titles[1], "# B", "change")[section]

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return one cell."""
        if self.comparison is None or not index.isValid():
            return None
        entry, column = self.comparison.entries[index.row()], index.column()
        made: dict[int, Callable[[], object]] = {
            Role.DisplayRole: lambda: self.cell(entry, column),
            Role.TextAlignmentRole: lambda: _alignment(column),
            Role.FontRole: lambda: self._token if column == TOKEN else self.small_font,
            Role.ForegroundRole: lambda: self._ink(entry, column),
            Role.ToolTipRole: lambda: literal(f"{entry.label}\n{GO}"),
        }
        make = made.get(role)
        return None if make is None else make()

    def cell(self, entry: Entry, column: int) -> str:
        """Return the text of one cell."""
        comparison = self.comparison
        if comparison is None or column == TOKEN:
            return entry.label
        if column == CHANGE:
            return _change(entry.climb)
        side = 0 if column in {PLACE_1, SCORE_1} else 1
        place, score = entry.places[side], entry.scores[side]
        if column in {SCORE_1, SCORE_2}:
            return "" if score is None else format_value(score)
        return f"> {comparison.searched[side]:,}" if place is None else f"{place + 1:,}"

    def _ink(self, entry: Entry, column: int) -> QColor | None:
        """Return a quiet colour for what is not among the first of a list."""
        comparison = self.comparison
        if comparison is None or column in {TOKEN, CHANGE}:
            return None
        place = entry.places[0 if column in {PLACE_1, SCORE_1} else 1]
        listed = place is not None and place < comparison.k
        return None if listed else QColor(self.theme.muted)


def _change(climb: int | None) -> str:
    if climb is None:
        return ""
    return "=" if climb == 0 else f"▲ {climb:,}" if climb > 0 else f"▼ {-climb:,}"


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == TOKEN else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
