"""Two lists of neighbours side by side: by two scores, in two spaces, or in two tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHeaderView,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from embedscope.session.session import Metric
from embedscope_gui.geometry.compare_model import (
    CHANGE,
    PLACE_1,
    PLACE_2,
    SCORE_1,
    SCORE_2,
    TOKEN,
    CompareModel,
)
from embedscope_gui.geometry.comparing import Comparison
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.compact_table import CompactTable
from embedscope_gui.widgets.pane import plain_label

METRICS: tuple[Metric, ...] = ("cosine", "dot", "euclidean")
SPACES = (
    ("as they are", None),
    ("less their mean", 0),
    ("less mean and first component", 1),
    ("less mean and first 3 components", 3),
    ("less mean and first 10 components", 10),
)
THIS, OTHER_FILE = "", "…"
EMPTY = "Choose a token or a row in the window."


@dataclass(frozen=True, slots=True)
class SideWish:
    """One list: ``table`` is a preset or a path, "" the one in the window."""

    metric: Metric
    removed: int | None
    table: str = THIS


@dataclass(frozen=True, slots=True)
class CompareWish:
    """What two lists are wanted, and how many rows of each."""

    first: SideWish
    second: SideWish
    k: int


class SideBoxes:
    """The choosers of one list, in a row of a grid."""

    def __init__(self, name: str, tables: Sequence[tuple[str, str]]) -> None:
        self.table_box, self.metric_box, self.space_box = QComboBox(), QComboBox(), QComboBox()
        for box, what in (
            (self.table_box, "Table"),
            (self.metric_box, "Score"),
            (self.space_box, "Space"),
        ):
            box.setAccessibleName(f"{what} of list {name}")
            box.setObjectName(f"compare{what}{name}")
        for key, title in tables:
            self.table_box.addItem(title, key)
        for metric in METRICS:
            self.metric_box.addItem(metric, metric)
        for title, removed in SPACES:
            self.space_box.addItem(title, removed)

    @property
    def boxes(self) -> tuple[QComboBox, ...]:
        """All of them."""
        return self.table_box, self.metric_box, self.space_box

    @property
    def wish(self) -> SideWish:
        """What is chosen."""
        metric, removed = self.metric_box.currentData(), self.space_box.currentData()
        table = self.table_box.currentData()
        return SideWish(metric, removed, THIS if table in {None, OTHER_FILE} else table)

    def show_table(self, key: str, title: str) -> None:
        """Choose a table, silently; one that is not offered yet is from now on."""
        self.table_box.blockSignals(True)
        if self.table_box.findData(key) < 0:
            self.table_box.insertItem(1, title, key)
        self.table_box.setCurrentIndex(self.table_box.findData(key))
        self.table_box.blockSignals(False)


class CompareDialog(QDialog):
    """``wished(CompareWish)``: other lists are wanted; ``rowActivated``: go to a row."""

    wished = Signal(object)
    rowActivated = Signal(int)
    fileRequested = Signal()

    def __init__(
        self, tables: Sequence[tuple[str, str]], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("compareDialog")
        self.setWindowTitle("Compare two lists of neighbours")
        own = [(THIS, "this table")]
        self.first = SideBoxes("A", own)
        self.second = SideBoxes("B", [*own, *tables, (OTHER_FILE, "another file…")])
        self.second.metric_box.setCurrentIndex(1)
        self.count_box = QSpinBox()
        self.count_box.setAccessibleName("Rows of each list")
        self.count_box.setRange(1, 100)
        self.count_box.setValue(10)
        self.count_box.setKeyboardTracking(False)
        self.title = plain_label(name="compareTitle")
        self.caption = plain_label(name="hint")
        self.caption.setWordWrap(True)
        self.model = CompareModel(self)
        self.list = CompactTable("compareTable", "Two lists of neighbours", EMPTY)
        self.list.setModel(self.model)
        self._assemble()
        self.set_theme(theme)
        self._connect()
        self.resize(640, 520)

    @property
    def wish(self) -> CompareWish:
        """What is chosen now."""
        return CompareWish(self.first.wish, self.second.wish, self.count_box.value())

    def show_comparison(self, title: str, comparison: Comparison | None, problem: str = "") -> None:
        """Show two lists near to ``title``; None: say what the ``problem`` is."""
        wish = self.wish
        self.title.setText(title)
        self.list.set_empty_text(problem or EMPTY)
        self.model.show_comparison(comparison, (wish.first.metric, wish.second.metric))
        self.caption.setText("" if comparison is None else _words(comparison))

    def show_waiting(self, title: str) -> None:
        """Say that the lists are on their way."""
        self.title.setText(title)
        self.caption.setText("Finding the nearest rows …")

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self.model.theme = theme
        self.list.viewport().update()

    def _connect(self) -> None:
        for side in (self.first, self.second):
            for box in side.boxes:
                box.currentIndexChanged.connect(self._on_chosen)
        self.count_box.valueChanged.connect(self._on_chosen)
        self.list.activated.connect(self._on_activated)

    def _on_chosen(self, _index: int) -> None:
        if self.second.table_box.currentData() == OTHER_FILE:
            self.second.show_table(THIS, "")
            self.fileRequested.emit()
            return
        self.wished.emit(self.wish)

    def _on_activated(self, index: QModelIndex) -> None:
        comparison = self.model.comparison
        row = None if comparison is None else comparison.entries[index.row()].rows[0]
        if row is not None:
            self.rowActivated.emit(row)

    def _assemble(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(GRID_PX)
        for line, (name, side) in enumerate((("A", self.first), ("B", self.second))):
            grid.addWidget(plain_label(name), line, 0)
            for place, box in enumerate(side.boxes, 1):
                grid.addWidget(box, line, place)
        grid.addWidget(plain_label("rows"), 0, 4)
        grid.addWidget(self.count_box, 0, 5)
        grid.setColumnStretch(3, 1)
        whole = QVBoxLayout(self)
        whole.setSpacing(GRID_PX)
        whole.addWidget(self.title)
        whole.addLayout(grid)
        whole.addWidget(self.list, 1)
        whole.addWidget(self.caption)
        header = self.list.horizontalHeader()
        header.setSectionResizeMode(TOKEN, QHeaderView.ResizeMode.Stretch)
        figure = QFontMetrics(self.model.small_font).horizontalAdvance("0")
        for place, digits in (
            (PLACE_1, 8),
            (SCORE_1, 12),
            (SCORE_2, 12),
            (PLACE_2, 8),
            (CHANGE, 9),
        ):
            self.list.setColumnWidth(place, digits * figure + GRID_PX)
        self.list.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


def _words(comparison: Comparison) -> str:
    k = comparison.k
    return (
        f"{comparison.n_shared} of {k} rows are among the first {k} of both lists. "
        "▲ stands higher in B, ▼ lower."
    )
