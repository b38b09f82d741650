"""How large a table is: V, D, number type, tied or not; parameters, bytes and share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, QSignalBlocker
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QSpinBox, QWidget

from embedscope.lessons.demos import TableSizeDemo
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
from embedscope.lessons.wording import percent
from embedscope.progress import Progress
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.figure import Figure, Size
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX
from embedscope_gui.lessons.demos.base import DemoWidget, Given
from embedscope_gui.lessons.demos.kind import DemoKind
from embedscope_gui.lessons.demos.sheet import area, heading, paint_remark
from embedscope_gui.theme import Theme
from embedscope_gui.widgets.pane import plain_label

LAYERS = 12
LINE = 23.0
SHEET = 176.0  # the largest side of the table's picture
LARGE = 26
HIGH = 1.25  # of the open table's sheet, in widths


@dataclass(frozen=True, eq=False)
class TableSizeFigure:
    """A table beside the open one, what it amounts to, and its share of a model."""

    size: TableSize
    opened: TableSize  # the open table's, to compare with

    @property
    def title(self) -> str:
        """What the figure shows."""
        return f"A table of {self.size.n_rows:,} × {self.size.n_dims:,}"

    @property
    def natural_size(self) -> Size:
        """The sheet, the figures beside it, the bar below."""
        return Size(700, 290)

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(560, 240)

    def remark(self) -> str:
        """Say what the layers are taken to be."""
        model = same_shape(self.size.n_rows, self.size.n_dims)
        if model is not None and model.tied == self.size.tied:
            return f"V and D: {model.source}. All parameters: {model.total_source}."
        return "Layers: about 12 × D × D parameters each (Kaplan et al. 2020), a rough rule."

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint sheet, figures and bar."""
        canvas = Canvas(painter, theme)
        room, lines = area(width, height, self.remark())
        upper = QRectF(room.x(), room.y(), room.width(), room.height() - 62)
        side = min(SHEET, upper.height() - 30)
        self._paint_sheet(canvas, QRectF(upper.x() + 26, upper.y() + 6, side, upper.height() - 24))
        left = upper.x() + side + 84
        self._paint_figures(canvas, QRectF(left, upper.y(), upper.right() - left, upper.height()))
        self._paint_share(canvas, QRectF(room.x(), room.bottom() - 54, room.width(), 50))
        paint_remark(canvas, height, lines)

    def _paint_sheet(self, canvas: Canvas, room: QRectF) -> None:
        """Paint the table as a sheet beside that of the open table, which is dashed.

        V is drawn much smaller than D, alike for both; a side too thin to be seen is a hair.
        """
        theme, size, opened = canvas.theme, self.size, self.opened
        across, down = size.n_dims / opened.n_dims, size.n_rows / opened.n_rows
        scale = min(room.width() / max(across, 1.6), room.height() / max(down * HIGH, 1.6 * HIGH))
        wide, high = max(across * scale, 2.0), max(down * scale * HIGH, 2.0)
        left, bottom = room.x(), room.bottom()
        box = QRectF(left, bottom - high, wide, high)
        canvas.box(box, theme.accent_soft, theme.accent)
        if (size.n_rows, size.n_dims) != (opened.n_rows, opened.n_dims):
            ghost = QRectF(left, bottom - scale * HIGH, scale, scale * HIGH)
            canvas.box(ghost, None, theme.muted, dashed=True)
        small = Ink(SMALL_PX, theme.muted)
        canvas.text(box.center().x(), bottom + 15, f"D = {size.n_dims:,}", small, "middle")
        canvas.upright(left - 12, box.center().y(), f"V = {size.n_rows:,}", small)

    def _paint_figures(self, canvas: Canvas, rect: QRectF) -> None:
        size, theme = self.size, canvas.theme
        y = rect.y() + 24
        canvas.text(rect.x(), y, f"{size.parameters:,}", Ink(LARGE, theme.accent, True))
        canvas.text(rect.x(), y + 20, "parameters = V × D", Ink(BODY_PX, theme.muted))
        facts = (
            (f"memory as {size.number_type}", spoken_bytes(size.n_bytes)),
            ("one more token adds", f"{size.one_more_token:,}"),
            ("one more dim adds", f"{size.one_more_dim:,}"),
            ("with the output layer" if size.tied else "table + output layer", self._both()),
        )
        y += 48
        for what, value in facts:
            canvas.text(rect.x(), y, what, Ink(BODY_PX, theme.muted))
            canvas.text(min(rect.right(), rect.x() + 330), y, value, Ink(BODY_PX, bold=True), "end")
            y += LINE

    def _both(self) -> str:
        return "the same table, tied" if self.size.tied else f"{self.size.all_parameters:,}"

    def _paint_share(self, canvas: Canvas, rect: QRectF) -> None:
        """Paint the table, its output layer and the layers as parts of one bar."""
        size, theme = self.size, canvas.theme
        model = same_shape(size.n_rows, size.n_dims)
        known = model is not None and model.tied == size.tied
        whole = size.all_parameters + size.layer_parameters
        if model is not None and known:
            whole = model.total_parameters
        table = size.parameters / whole
        head = f"In {model.name}" if model is not None and known else "In a model of so many layers"
        heading(canvas, rect.x(), rect.y() + 12, head)
        said = f"{percent(table)} table"
        said += "" if size.tied else f", {percent(table)} output layer"
        total = f"{said}; {whole:,} parameters" + ("" if known else ", roughly")
        canvas.text(rect.right(), rect.y() + 12, total, Ink(BODY_PX, theme.muted), "end")
        box = QRectF(rect.x(), rect.y() + 22, rect.width(), 18)
        canvas.box(box, theme.grid)
        canvas.box(QRectF(box.x(), box.y(), box.width() * table, box.height()), theme.accent)
        if not size.tied:
            second = QRectF(box.x() + box.width() * table, box.y(), box.width() * table, 18)
            canvas.box(second, theme.marks)


def find(_demo: TableSizeDemo, view: LessonView, _progress: Progress) -> TableSize:
    """Return the size of the open table in a model like those that have such tables."""
    rows, dims = view.table.shape
    stored = STORED_AS.get(view.table.dtype, "float32")
    size = TableSize(
        min(max(rows, 1), MOST_ROWS), min(max(dims, 1), MOST_DIMS), stored, True, LAYERS
    )
    model = same_shape(rows, dims)
    return size if model is None else replace(size, tied=model.tied, n_layers=model.n_layers)


def figure(_demo: TableSizeDemo, given: Given[TableSize]) -> Figure:
    """Return the figure of the open table."""
    return TableSizeFigure(given.found, given.found)


class TableSizeWidget(DemoWidget[TableSize]):
    """V, D, type, tied and layers as inputs, from the open table on."""

    def __init__(self) -> None:
        super().__init__()
        self._table: object = None
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
        parts: list[tuple[str, QWidget]] = [("&V", self.rows), ("&D", self.dims)]
        for title, box in (*parts, ("", self.type), ("&layers", self.layers), ("", self.tied)):
            if title:
                label = plain_label(title)
                label.setBuddy(box)
                self.controls.addWidget(label)
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

    def figure_of(self, given: Given[TableSize]) -> Figure:
        """Return the figure of the size as set."""
        return TableSizeFigure(self.wanted, given.found)

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


KIND = DemoKind(find, figure, lambda _demo, _controller: TableSizeWidget())
