"""The tables of a file as rows of a list, narrowed down by words."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontDatabase

from embedscope.readers import Candidate
from embedscope.sizes import bytes_text, shape_text
from embedscope_gui.widgets.tooltip import literal

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_PARENT = QModelIndex()
TITLES = ("tensor", "rows x columns", "type", "size", "what it is taken for")
NAME, SHAPE, TYPE, SIZE, REMARK = range(5)
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class CandidateModel(QAbstractTableModel):
    """Candidates x name, shape, number type, size, remark."""

    def __init__(self, candidates: Sequence[Candidate], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all = tuple(candidates)
        self.shown = self._all
        self._fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)

    def narrow(self, text: str) -> None:
        """Keep the candidates that hold every word of ``text`` in some column."""
        words = text.casefold().split()
        self.beginResetModel()
        self.shown = tuple(
            item for item in self._all if all(word in _searched(item) for word in words)
        )
        self.endResetModel()

    def row_of(self, name: str | None) -> int:
        """Return the row of the candidate called ``name``, 0 where there is none."""
        names = [item.name for item in self.shown]
        return names.index(name) if name in names else 0

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        """Return the number of candidates left."""
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        """Return 5."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """Return the titles."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        return TITLES[section] if role == Role.DisplayRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return one cell."""
        if not index.isValid():
            return None
        item = self.shown[index.row()]
        if role == Role.DisplayRole:
            return cells(item)[index.column()]
        if role == Role.ToolTipRole:
            return literal(f"{item.name}\n{item.remark}" if item.remark else item.name)
        if role == Role.TextAlignmentRole:
            return _alignment(index.column())
        return self._fixed if role == Role.FontRole and index.column() == NAME else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Grey out what cannot be opened; it can still be read."""
        given = super().flags(index)
        is_open = not index.isValid() or not self.shown[index.row()].problem
        return given if is_open else given & ~Qt.ItemFlag.ItemIsEnabled


def cells(item: Candidate) -> tuple[str, ...]:
    """Return one candidate as texts, a column each."""
    return (
        item.name,
        shape_text(item.shape),
        item.dtype,
        bytes_text(item.n_bytes) if item.n_bytes else "",
        item.remark,
    )


def _searched(item: Candidate) -> str:
    return " ".join(cells(item)).casefold()


def _alignment(column: int) -> Qt.AlignmentFlag:
    return RIGHT if column in (SHAPE, SIZE) else LEFT
