"""The rows nearest to the chosen one, as a table."""

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QElapsedTimer,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QFont, QFontDatabase, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QMenu, QWidget

from embedscope.geometry.score_texts import score_texts
from embedscope_gui.inspector.facts import NeighboursView
from embedscope_gui.theme import GRID_PX, SMALL_PX
from embedscope_gui.widgets.compact_table import ROW_PX, CompactTable
from embedscope_gui.widgets.tooltip import literal

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_PARENT = QModelIndex()
RANK, TOKEN, ID, SCORE, FORMS = range(5)
FORMS_SHOWN_AT = 2  # beside the token
OWN = "same"
FORMS_NAMED = 12
FORMS_TIP = "How many forms of a word are one entry: capitals, with or without the blank before"
LEAST_TOKEN = 8  # figures that fit into the column of tokens
SCORE_TITLES = {
    "cosine": "cosine",
    "dot": "dot product",
    "euclidean": "distance",
    "value": "value",
}


class NeighbourModel(QAbstractTableModel):
    """k neighbours x rank, token, id, score, number of forms."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view: NeighboursView | None = None
        self._scores: list[str] = []
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._token, self.small_font = QFont(fixed), QFont(fixed)
        self.small_font.setPixelSize(SMALL_PX)

    def show_neighbours(self, view: NeighboursView | None) -> None:
        """Replace all rows; where they are the same, what is selected stays so."""
        if view is not None and len(view.rows) and _same_rows(view, self.view):
            self._take(view)
            self.dataChanged.emit(self.index(0, 0), self.index(len(view.rows) - 1, FORMS))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, FORMS)
            return
        self.beginResetModel()
        self._take(view)
        self.endResetModel()

    def _take(self, view: NeighboursView | None) -> None:
        self.view = view
        self._scores = [] if view is None else score_texts(np.asarray(view.scores, np.float64))

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        """Return k."""
        return 0 if parent.isValid() or self.view is None else len(self.view.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        """Return 5."""
        return 0 if parent.isValid() else 5

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        """Return the titles; the last one names the score."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        if role == Role.ToolTipRole and section == FORMS:
            return FORMS_TIP
        if role != Role.DisplayRole:
            return None
        metric = self.view.metric if self.view is not None else ""
        return ("#", "token", "id", SCORE_TITLES.get(metric, "score"), "forms")[section]

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return one cell."""
        if self.view is None or not index.isValid():
            return None
        if role == Role.DisplayRole:
            return self._text(self.view, index.row(), index.column())
        if role == Role.ToolTipRole:
            return literal(_tip(self.view, index.row()))
        if role == Role.TextAlignmentRole:
            return _alignment(index.column())
        if role == Role.FontRole:
            return self._token if index.column() == TOKEN else self.small_font
        return None

    def cell(self, view: NeighboursView | None, row: int, column: int) -> str:
        """Return the text of one cell."""
        return "" if view is None else self._text(view, row, column)

    def _text(self, view: NeighboursView, row: int, column: int) -> str:
        if column == RANK:
            return OWN if row < view.n_own else str(row + 1 - view.n_own)
        if column == TOKEN:
            return view.labels[row]
        if column == FORMS:
            more = len(view.forms[row]) if view.forms else 0
            return str(more + 1) if more else ""
        return str(int(view.rows[row])) if column == ID else self._scores[row]


def _tip(view: NeighboursView, row: int) -> str:
    """Return what an entry is, its other forms, and how to go there."""
    lines = [view.labels[row]]
    if row < view.n_own:
        lines.append("The same word as the token itself, so it has no rank")
    forms = view.forms[row] if view.forms else ()
    if forms:
        more = f" and {len(forms) - FORMS_NAMED:,} more" if len(forms) > FORMS_NAMED else ""
        lines.append(f"also {', '.join(forms[:FORMS_NAMED])}{more}")
    return "\n".join([*lines, "A click or Enter goes there"])


def _same_rows(one: NeighboursView | None, other: NeighboursView | None) -> bool:
    """Tell whether two lists hold the same rows; every refresh of the window makes a new one."""
    return one is not None and other is not None and np.array_equal(one.rows, other.rows)


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == TOKEN else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


class NeighbourTable(CompactTable):
    """``neighbourActivated(row of the table)``: a click or Enter on a neighbour."""

    neighbourActivated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("neighbourTable", "Nearest rows", "", parent)
        self.neighbours = NeighbourModel(self)
        self.setModel(self.neighbours)
        self.horizontalHeader().moveSection(FORMS, FORMS_SHOWN_AT)
        self.horizontalHeader().setSectionResizeMode(TOKEN, QHeaderView.ResizeMode.Stretch)
        figure = QFontMetrics(self.neighbours.small_font).horizontalAdvance("0")
        for column, digits in ((RANK, 4), (ID, 6), (SCORE, 11)):
            self.setColumnWidth(column, digits * figure + GRID_PX)
        self._has_forms, self._forms_px = False, self.horizontalHeader().sectionSizeHint(FORMS)
        self.setColumnWidth(FORMS, self._forms_px)
        self.setColumnHidden(FORMS, True)
        self._token_px = LEAST_TOKEN * figure
        self._id_px = self.columnWidth(ID)
        self._score_px = tuple(digits * figure + GRID_PX for digits in (11, 7))
        self._since_click = QElapsedTimer()
        self.clicked.connect(self._on_clicked)

    def show_neighbours(self, view: NeighboursView | None, empty: str) -> None:
        """List ``view``, or say why there is nothing to list."""
        self.set_empty_text(empty)
        with self.showing():
            self.neighbours.show_neighbours(view)
        if self.hasFocus() and not self.currentIndex().isValid():
            self.show_row(0)  # keys go on from here
        self._has_forms = view is not None and any(view.forms)
        self._fit_columns()

    def height_for(self, n_rows: int) -> int:
        """Return the height at which ``n_rows`` are in sight, ``whole_rows`` of them."""
        head = self.horizontalHeader().sizeHint().height()
        return head + 2 * self.frameWidth() + n_rows * ROW_PX

    def context_menu(self) -> QMenu:
        """Return what can be done with the list, and with the row it was asked for at."""
        menu = super().context_menu()
        index, first = self.currentIndex(), menu.actions()[0]
        go = QAction("Go to this row", menu)
        go.setEnabled(index.isValid())
        go.triggered.connect(lambda _checked=False: self._go_to(index))
        menu.insertAction(first, go)
        return menu

    def list_text(self) -> str:
        """Return the whole list as TSV with a head."""
        model, view = self.neighbours, self.neighbours.view
        columns = [c for c in range(5) if c != FORMS or self._has_forms]
        heads = [str(model.headerData(c, Qt.Orientation.Horizontal)) for c in columns]
        lines = ["\t".join(heads)]
        for row in range(model.rowCount()):
            lines.append("\t".join(model.cell(view, row, column) for column in columns))
        return "\n".join(lines)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each column its room."""
        self._fit_columns()
        super().resizeEvent(event)

    def _fit_columns(self) -> None:
        """Shorten scores, then leave out ids, then numbers of forms, to give tokens their room."""
        roomy, short = self._score_px
        rest = self.viewport().width() - self._token_px - self.columnWidth(RANK)
        forms_px = self._forms_px if self._has_forms else 0
        self.setColumnHidden(FORMS, not self._has_forms or rest < short + forms_px)
        rest -= 0 if self.isColumnHidden(FORMS) else forms_px
        self.setColumnHidden(ID, rest < short + self._id_px)
        self.setColumnWidth(SCORE, roomy if rest >= roomy + self._id_px else short)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the current neighbour by Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._go_to(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _on_clicked(self, index: QModelIndex) -> None:
        """Go there once: the second click of a double one falls on the list of another row."""
        again, limit = self._since_click, QApplication.doubleClickInterval()
        if again.isValid() and again.elapsed() < limit:
            return
        again.start()
        if not QApplication.keyboardModifiers():  # with one, rows are selected to be copied
            self._go_to(index)

    def _go_to(self, index: QModelIndex) -> None:
        view = self.neighbours.view
        if view is not None:
            self.neighbourActivated.emit(int(view.rows[index.row()]))
