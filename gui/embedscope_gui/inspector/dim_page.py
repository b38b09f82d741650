"""The inspector of a dim: what a vertical line in the heatmap is, and which rows make it."""

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from embedscope.numerals import format_value
from embedscope_gui.inspector.dim_view import DimView
from embedscope_gui.inspector.facts_box import TokenLabel
from embedscope_gui.inspector.neighbour_table import NeighbourTable
from embedscope_gui.inspector.values_plot import ValuesPlot
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.elided_label import ElidedLabel, ParagraphLabel

WIDEST_FACTS_PX, WIDEST_LIST_PX = 560, 520
SHARES = (8, 7, 6)


class DimPage(QWidget):
    """Facts of a dim, its values over the rows, and the rows where it is largest and smallest."""

    rowActivated = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dimPage")
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        self._view: DimView | None = None
        self.name = TokenLabel("inspectorDim")
        self.place = ElidedLabel("inspectorDimPlace")
        self.facts = [ElidedLabel(f"dimFacts{number}") for number in range(3)]
        self.notes = ParagraphLabel("caption")
        self.plot = ValuesPlot()
        self.plot.setAccessibleName("Values of the dim over the rows")
        self.plot_title = ElidedLabel("caption")
        self.list_title = ElidedLabel("caption")
        self.list = NeighbourTable()
        self.list.setObjectName("extremesTable")
        self.list.setAccessibleName("Rows with the largest and smallest values")
        self.back = QToolButton()
        self.back.setText("Back to the row")
        self.back.setObjectName("dimBackButton")
        self.back.clicked.connect(lambda _checked=False: self.closed.emit())
        self.list.neighbourActivated.connect(self.rowActivated)
        self.plot.dimChosen.connect(self._show_plot_title)
        self._assemble()

    def show_dim(self, view: DimView) -> None:
        """Show one dim."""
        before, self._view = self._view, view
        self.name.setText(f"dim {view.dim}")
        self.name.updateGeometry()
        self.place.setText(f"one of {view.n_dims:,} dims, over all rows")
        for label, text in zip(self.facts, (*view.facts, "", "", ""), strict=False):
            label.setText(text)
        self.notes.setText(" ".join(view.notes))
        if before is None or before.values is not view.values:
            self.plot.show_values(view.values if view.values is not None else np.empty(0))
        self.list.show_neighbours(view.extremes, "Reading the values of all rows …")
        self.list_title.setText(view.extremes.caption if view.extremes is not None else "")
        self._show_plot_title()

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self.name.theme = theme
        self.plot.set_theme(theme)
        self.name.update()

    def _show_plot_title(self, _row: int = -1) -> None:
        view, row = self._view, self.plot.chosen
        if view is None or view.values is None:
            self.plot_title.setText("")
            return
        title = f"{len(view.values):,} rows"
        if row is not None:
            value = format_value(float(view.values[row]))
            title = f"row {row} {view.row_label(row)}: {value}   ({title})"
        self.plot_title.setText(title)

    def _assemble(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(GRID_PX)
        first.addWidget(self.name)
        first.addWidget(self.place, 1)
        first.addWidget(self.back)
        words = _column(*self.facts)
        words.insertLayout(0, first)
        words.addWidget(self.notes, 1)
        plot, rows = _column(self.plot_title), _column(self.list_title)
        plot.addWidget(self.plot, 1)
        rows.addWidget(self.list, 1)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        widest = (WIDEST_FACTS_PX, 1 << 16, WIDEST_LIST_PX)
        for column, share, most in zip((words, plot, rows), SHARES, widest, strict=True):
            part = QWidget()
            part.setLayout(column)
            part.setMaximumWidth(most)
            line.addWidget(part, share)


def _column(*widgets: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout()
    layout.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX, GRID_PX // 2)
    layout.setSpacing(GRID_PX // 2)
    for widget in widgets:
        layout.addWidget(widget)
    return layout
