"""Which tensor is the table? A list to type into; Enter opens, Esc leaves everything as it is."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from embedscope.readers import Candidate
from embedscope_gui.chooser.model import NAME, REMARK, SHAPE, SIZE, TYPE, CandidateModel
from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.compact_table import CompactTable
from embedscope_gui.widgets.pane import plain_label

MOVES = frozenset((Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown))
WIDTHS = {NAME: 38, SHAPE: 17, TYPE: 8, SIZE: 10}  # in figures
FEW = 6  # candidates that need no field to narrow them down


class TensorChooser(QDialog):
    """``tensorChosen(name)``: the user wants this one; giving up emits nothing."""

    tensorChosen = Signal(str)

    def __init__(
        self,
        question: str,
        candidates: Sequence[Candidate],
        shown: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("tensorChooser")
        self.setWindowTitle("Choose a tensor")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.model = CandidateModel(candidates, self)
        self.question = plain_label(question, name="chooserQuestion")
        self.question.setWordWrap(True)
        self.field = QLineEdit()
        self.list = CompactTable("tensorList", "Tensors that are tables", "No tensor matches.")
        self.detail = plain_label(name="hint")
        self.detail.setWordWrap(True)
        self.buttons = QDialogButtonBox()
        self._make_field(len(candidates))
        self._make_list()
        self._make_buttons()
        self._assemble()
        self._go_to(self.model.row_of(shown))

    @property
    def chosen(self) -> Candidate | None:
        """The candidate that Enter would open."""
        row = self.list.currentIndex().row()
        item = self.model.shown[row] if 0 <= row < len(self.model.shown) else None
        return None if item is None or item.problem else item

    # what the user does

    def accept(self) -> None:
        """Open the chosen tensor."""
        item = self.chosen
        if item is not None:
            super().accept()
            self.tensorChosen.emit(item.name)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the list be walked while the field is typed into."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if watched is self.field and event.key() in MOVES:
                self.list.keyPressEvent(event)
                return True
            if watched is self.list and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.accept()
                return True
        return super().eventFilter(watched, event)

    def _narrow(self, text: str) -> None:
        chosen = self.chosen
        self.model.narrow(text)
        self._go_to(self.model.row_of(chosen.name if chosen else None))

    def _go_to(self, row: int) -> None:
        if row < self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(row, 0))
        self._show_chosen()

    def _show_chosen(self, *_: QModelIndex) -> None:
        item = self.chosen
        self._open.setEnabled(item is not None)
        self.detail.setText(f"{item.name}: {item.remark}" if item and item.remark else "")

    # how it is made

    def _make_field(self, count: int) -> None:
        self.field.setObjectName("tensorFilter")
        self.field.setAccessibleName("Narrow the list down")
        self.field.setPlaceholderText(f"Narrow down {count:,} tensors: part of a name, a shape …")
        self.field.setClearButtonEnabled(True)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._narrow)
        self.field.setVisible(count > FEW)

    def _make_list(self) -> None:
        self.list.setModel(self.model)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names differ at their ends
        self.list.setSelectionMode(CompactTable.SelectionMode.SingleSelection)
        self.list.horizontalHeader().setSectionResizeMode(REMARK, QHeaderView.ResizeMode.Stretch)
        figure = QFontMetrics(self.list.font()).horizontalAdvance("0")
        for column, figures in WIDTHS.items():
            self.list.setColumnWidth(column, figures * figure)
        self.list.installEventFilter(self)
        self.list.doubleClicked.connect(lambda _index: self.accept())
        self.list.selectionModel().currentChanged.connect(self._show_chosen)

    def _make_buttons(self) -> None:
        standard = QDialogButtonBox.StandardButton
        self.buttons.setStandardButtons(standard.Open | standard.Cancel)
        self._open = self.buttons.button(standard.Open)
        self._open.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _assemble(self) -> None:
        column = QVBoxLayout(self)
        column.setSpacing(GRID_PX)
        for widget in (self.question, self.field, self.list, self.detail, self.buttons):
            column.addWidget(widget, 1 if widget is self.list else 0)
        self.resize(980, 460)
        (self.field if self.field.isVisibleTo(self) else self.list).setFocus()
