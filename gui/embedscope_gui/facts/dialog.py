"""The window with facts of all rows: which are listed, how their values are spread, the list."""

import numpy as np
from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from embedscope.session.row_table import RowTable
from embedscope.tables.base import Ints
from embedscope_gui.facts.header import FactsHeader
from embedscope_gui.facts.histogram import Histogram
from embedscope_gui.facts.listing import (
    CLASS,
    ID,
    REMARKS,
    TAIL_SHARE,
    TOKEN,
    choices,
    listed,
    numbers,
)
from embedscope_gui.facts.model import FactsModel
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.compact_table import CompactTable
from embedscope_gui.widgets.pane import plain_label

CENTRED = QAbstractItemView.ScrollHint.PositionAtCenter
ARROW_PX = 2 * GRID_PX
WAITING = "Reading all rows …"
WIDTHS = {TOKEN: 16, CLASS: 14, REMARKS: 24}  # in figures; others are NUMBER wide
NUMBER = 11
ROOMY = 1220, 640  # all columns of a usual table
MARGIN = 60  # to the edges of the screen
TWO_TAILED = "centre distance"
NO_ROWS: Ints = np.zeros(0, np.int64)


class FactsDialog(QDialog):
    """Tells what is wanted: to go to a row, to mark rows, to save the list, to compute more."""

    rowActivated = Signal(int)
    marked = Signal(object)  # rows (n,)
    saveRequested = Signal()
    meanCosineRequested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("factsDialog")
        self.setWindowTitle("Row facts")
        self._rows: RowTable | None = None
        self._marked: Ints = NO_ROWS
        self._span: tuple[float, float] | None = None
        self._row: int | None = None  # chosen in the window
        self._drawn = ""  # the column whose histogram is shown
        self.choice_box = QComboBox()
        self.choice_box.setObjectName("factsChoice")
        self.choice_box.setAccessibleName("Rows to list")
        self.histogram = Histogram()
        self.model = FactsModel(self)
        self.list = CompactTable("factsTable", "Facts of all rows", WAITING)
        self.list.setHorizontalHeader(FactsHeader(self.list))
        self.list.setModel(self.model)
        self.caption = plain_label(name="hint")
        self.mark_button = QPushButton("Mark these rows")
        self.save_button = QPushButton("Save as CSV…")
        self.cosine_button = QPushButton("Mean cosine to the nearest…")
        self.cosine_button.setToolTip("Compares every row with all others; a while for many rows")
        self._assemble()
        self._connect()
        self.set_theme(theme)
        room = self.screen().availableSize()
        self.resize(*(min(a, b - MARGIN) for a, b in zip(ROOMY, room.toTuple(), strict=True)))

    @property
    def ids(self) -> Ints:
        """The rows that are listed, in their order."""
        return self.model.ids

    @property
    def rows(self) -> RowTable | None:
        """The facts that are shown."""
        return self._rows

    def show_rows(self, rows: RowTable | None) -> None:
        """List the rows of a table, None: they are on their way."""
        self._rows = rows
        self.list.set_empty_text(WAITING if rows is None else "No row.")
        self._show_choices()
        self._list()
        if rows is not None:
            self._widths()
            self.list.horizontalHeader().setSortIndicatorShown(True)
        self._show_histogram()
        self.cosine_button.setEnabled(rows is not None and rows.mean_cosine is None)

    def show_marked(self, rows: Ints | None) -> None:
        """Take note of the rows that are marked in the window."""
        self._marked = NO_ROWS if rows is None else rows
        self._show_choices()
        if self.choice_box.currentData() == "marked":
            self._list()

    def show_row(self, row: int | None) -> None:
        """Mark the row chosen in the window; out of view, it comes into the middle."""
        self._row = row
        self._mark_row(bring=True)

    def _mark_row(self, *, bring: bool) -> None:
        """Mark the chosen row where it stands now; ``bring`` it into view."""
        place = None if self._row is None else self.model.place_of(self._row)
        before = self.list.verticalScrollBar().value()
        seen = self._is_seen(place)
        self.list.show_row(None)  # what was current is another row by now
        self.list.show_row(place)
        if seen or not bring:
            self.list.verticalScrollBar().setValue(before)
        elif place is not None:
            self.list.scrollTo(self.model.index(place, 0), CENTRED)

    def _is_seen(self, place: int | None) -> bool:
        """Whether the row at ``place`` is wholly in view."""
        if place is None:
            return True
        box = self.list.visualRect(self.model.index(place, 0))
        return self.list.viewport().rect().contains(box.center()) and not box.isEmpty()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self.histogram.theme = theme
        self.histogram.update()

    def _show_choices(self) -> None:
        """Offer what can be listed; the choice stays if it still can."""
        with QSignalBlocker(self.choice_box):
            before = self.choice_box.currentData()
            self.choice_box.clear()
            if self._rows is not None:
                for choice in choices(self._rows, len(self._marked)):
                    self.choice_box.addItem(choice.title, choice.key)
            self.choice_box.setCurrentIndex(max(self.choice_box.findData(before), 0))
            self.choice_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def _list(self) -> None:
        """List what is chosen, within the range of values chosen in the histogram."""
        rows = self._rows
        if rows is None:
            self.model.show_rows(None, NO_ROWS)
            self.caption.setText("")
            return
        ids = listed(rows, str(self.choice_box.currentData() or "all"), self._marked)
        values = numbers(rows, self.model.sorted_by)
        if self._span is not None and values is not None:
            low, high = self._span
            ids = ids[(values[ids] >= low) & (values[ids] <= high)]
        with self.list.showing():
            self.model.show_rows(rows, ids)
        self._mark_row(bring=True)
        self._say()

    def _say(self) -> None:
        rows = self._rows
        if rows is None:
            return
        parts = [f"{len(self.ids):,} of {rows.table.n_rows:,} rows"]
        if not rows.knows_reach:
            parts.append("still looking for tokens that no text gives …")
        self.caption.setText(" · ".join(parts))

    def _show_histogram(self) -> None:
        """Draw the column that is sorted by."""
        rows, name = self._rows, self.model.sorted_by
        self._span, self._drawn = None, name
        if rows is None or name == ID:  # ids are spread evenly
            self.histogram.show_values("", None)
            return
        values, tails = numbers(rows, name), None
        if name == TWO_TAILED and values is not None and np.isfinite(values).any():
            ends = np.nanquantile(values, [TAIL_SHARE, 1 - TAIL_SHARE])
            tails = (float(ends[0]), float(ends[1]))
        self.histogram.show_values(name, values, tails)

    # what the user does

    def _on_sorted(self, _column: int, _order: Qt.SortOrder) -> None:
        had_range = self._span is not None
        if self._drawn != self.model.sorted_by:
            self._show_histogram()
            if had_range:
                self._list()
        self._mark_row(bring=False)
        self.list.scrollToTop()

    def _on_range(self, low: float, high: float) -> None:
        self._span = (low, high)
        self._list()

    def _on_cleared(self) -> None:
        self._span = None
        self._list()

    def _on_activated(self, index: QModelIndex) -> None:
        self.rowActivated.emit(int(self.ids[index.row()]))

    def _on_mark(self) -> None:
        """Mark the rows chosen in the list if they are several, else all that are listed."""
        chosen = sorted({index.row() for index in self.list.selectionModel().selectedRows()})
        self.marked.emit(self.ids[chosen] if len(chosen) > 1 else self.ids)

    # how it is made

    def _connect(self) -> None:
        self.choice_box.currentIndexChanged.connect(lambda _index: self._list())
        self.list.horizontalHeader().sortIndicatorChanged.connect(self._on_sorted)
        self.list.activated.connect(self._on_activated)
        self.histogram.rangeChosen.connect(self._on_range)
        self.histogram.rangeCleared.connect(self._on_cleared)
        self.mark_button.clicked.connect(self._on_mark)
        self.save_button.clicked.connect(self.saveRequested)
        self.cosine_button.clicked.connect(self.meanCosineRequested)

    def _assemble(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(GRID_PX)
        top.addWidget(plain_label("List"))
        top.addWidget(self.choice_box)
        top.addWidget(self.caption, 1)
        bottom = QHBoxLayout()
        bottom.addWidget(self.cosine_button)
        bottom.addStretch()
        bottom.addWidget(self.mark_button)
        bottom.addWidget(self.save_button)
        for button in (self.cosine_button, self.mark_button, self.save_button):
            button.setAutoDefault(False)
        whole = QVBoxLayout(self)
        whole.setSpacing(GRID_PX)
        whole.addLayout(top)
        whole.addWidget(self.histogram)
        whole.addWidget(self.list, 1)
        whole.addLayout(bottom)
        self.list.setSortingEnabled(True)
        self.list.sortByColumn(0, Qt.SortOrder.AscendingOrder)

    def _widths(self) -> None:
        """Give every column the room its texts need."""
        header = self.list.horizontalHeader()
        figure = QFontMetrics(self.model.small_font).horizontalAdvance("0")
        head = QFontMetrics(header.font())
        for column, name in enumerate(self.model.names):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            wanted = max(WIDTHS.get(name, NUMBER) * figure, head.horizontalAdvance(name) + ARROW_PX)
            self.list.setColumnWidth(column, wanted + GRID_PX)
        header.setStretchLastSection(True)
