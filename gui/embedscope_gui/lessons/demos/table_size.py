"""How large a table is: V, D, number type, tied or not; parameters, bytes and share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QSpinBox, QWidget

from embedscope.lessons.demos import SizeFocus, TableSizeDemo
from embedscope.lessons.models import same_shape
from embedscope.lessons.sizes import (
    BYTES_OF_TYPE,
    MOST_DIMS,
    MOST_ROWS,
    STORED_AS,
    TableSize,
    spoken_bytes,
)
from embedscope.lessons.view import LessonView
from embedscope.progress import Progress
from embedscope_gui.figures.figure import Figure
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.kind import DemoKind
from embedscope_gui.lessons.demos.table_size_figure import TableSizeFigure
from embedscope_gui.widgets.pane import plain_label

LAYERS = 12
SEEN = {
    "parameters": ("rows", "dims"),
    "bytes": ("rows", "dims", "type"),
    "share": ("rows", "dims", "layers"),
    "tied": ("rows", "dims", "tied"),
    "one-more": ("rows", "dims"),
}
"""What can be set, by what the focus is on."""


def find(_demo: TableSizeDemo, view: LessonView, _progress: Progress) -> TableSize:
    """Return the size of the open table in a model like those that have such tables."""
    rows, dims = view.table.shape
    stored = STORED_AS.get(view.table.dtype, "float32")
    size = TableSize(
        min(max(rows, 1), MOST_ROWS), min(max(dims, 1), MOST_DIMS), stored, True, LAYERS
    )
    model = same_shape(rows, dims)
    return size if model is None else replace(size, tied=model.tied, n_layers=model.n_layers)


def figure(demo: TableSizeDemo, given: Given[TableSize]) -> Figure:
    """Return the figure of the open table."""
    return TableSizeFigure(given.found, given.found, demo.focus)


class TableSizeWidget(DemoWidget[TableSize]):
    """V, D and one of type, layers and tied as inputs, from the open table on."""

    def __init__(self, focus: SizeFocus) -> None:
        super().__init__()
        self._table: object = None
        self._focus = focus
        self._labels: dict[str, QLabel] = {}
        self.rows = _count("sizeRows", "V, the number of tokens", MOST_ROWS, 1000)
        self.dims = _count("sizeDims", "D, the numbers in a row", MOST_DIMS, 64)
        self.layers = _count("sizeLayers", "Layers", 1000, 1)
        self.layers.setMinimum(0)
        self.type = QComboBox()
        self.type.setObjectName("sizeType")
        self.type.setAccessibleName("Number type")
        self.type.addItems(list(BYTES_OF_TYPE))
        self.tied = QCheckBox("&tied")
        self.tied.setObjectName("sizeTied")
        self.tied.setToolTip("The output layer is the same table")
        self.reset = QPushButton("&Open table")
        self.reset.setObjectName("sizeReset")
        self.reset.setToolTip("Go back to the size of the open table")
        self._assemble()

    def _assemble(self) -> None:
        parts: tuple[tuple[str, QWidget, str], ...] = (
            ("&V", self.rows, "rows"),
            ("&D", self.dims, "dims"),
            ("", self.type, "type"),
            ("&layers", self.layers, "layers"),
            ("", self.tied, "tied"),
        )
        for title, box, name in parts:
            box.setParent(self)
            if name not in SEEN[self._focus]:
                box.hide()
                continue
            if title:
                label = plain_label(title)
                label.setBuddy(box)
                self.controls.addWidget(label)
                self._labels[name] = label
            self.controls.addWidget(box)
        self.controls.addStretch(1)
        self.controls.addWidget(self.reset)
        for spin in (self.rows, self.dims, self.layers):
            spin.valueChanged.connect(self.redraw)
        self.type.currentIndexChanged.connect(self.redraw)
        self.tied.toggled.connect(self.redraw)
        self.reset.clicked.connect(self.show_open_table)

    @property
    def wanted(self) -> TableSize:
        """The size as set."""
        return TableSize(
            self.rows.value(),
            self.dims.value(),
            self.type.currentText(),
            self.tied.isChecked(),
            self.layers.value(),
        )

    def show_given(self, given: Given[TableSize]) -> None:
        """Begin with the open table; typing changes nothing that was set here."""
        self.given = given
        if given.view.table is not self._table:
            self._table = given.view.table
            self.show_open_table()
        else:
            self.redraw()

    def show_open_table(self) -> None:
        """Set everything to the open table."""
        if self.given is None:
            return
        size = self.given.found
        with self._silent():
            self.rows.setValue(size.n_rows)
            self.dims.setValue(size.n_dims)
            self.layers.setValue(size.n_layers)
            self.type.setCurrentText(size.number_type)
            self.tied.setChecked(size.tied)
        self.redraw()

    def redraw(self) -> None:
        """Draw the size as set; layers are asked for where no known model has such a table."""
        if "layers" in self._labels:
            is_known = same_shape(self.rows.value(), self.dims.value()) is not None
            for part in (self._labels["layers"], self.layers):
                part.setVisible(not is_known)
        super().redraw()
        figure = self.view.figure
        self.view.setToolTip(figure.details if isinstance(figure, TableSizeFigure) else "")

    def figure_of(self, given: Given[TableSize]) -> Figure:
        """Return the figure of the size as set."""
        return TableSizeFigure(self.wanted, given.found, self._focus)

    def spoken(self) -> str:
        """Return the size in words."""
        size = self.wanted
        return f"{size.parameters:,} parameters, {spoken_bytes(size.n_bytes)}."

    @contextmanager
    def _silent(self) -> Iterator[None]:
        parts = (self.rows, self.dims, self.layers, self.type, self.tied)
        blockers = [QSignalBlocker(part) for part in parts]
        try:
            yield
        finally:
            for blocker in blockers:
                blocker.unblock()


def _count(name: str, title: str, most: int, step: int) -> QSpinBox:
    box = QSpinBox()
    box.setObjectName(name)
    box.setAccessibleName(title)
    box.setToolTip(title)
    box.setRange(1, most)
    box.setSingleStep(step)
    box.setGroupSeparatorShown(True)
    return box


KIND = DemoKind(find, figure, lambda demo, _controller: TableSizeWidget(demo.focus))
