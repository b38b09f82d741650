"""The inspector: one token with its row, its values as a plot, and the rows nearest to it."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from embedscope.numerals import format_value
from embedscope.session.session import NearestWish
from embedscope_gui.inspector.dim_page import DimPage
from embedscope_gui.inspector.dim_view import DimView
from embedscope_gui.inspector.facts import NeighboursView, TokenFacts
from embedscope_gui.inspector.facts_box import FactsBox
from embedscope_gui.inspector.neighbour_table import NeighbourTable
from embedscope_gui.inspector.options import NearestMenu
from embedscope_gui.inspector.sentences import STATS, values_title
from embedscope_gui.inspector.values_plot import ValuesPlot
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.elided_label import ElidedLabel
from embedscope_gui.widgets.expression_edit import Complete, ExpressionEdit
from embedscope_gui.widgets.pane import Pane, plain_label

METRICS = {
    "cosine": "The angle between two rows; length does not count",
    "dot": "Dot product: angle and length count",
    "euclidean": "Distance between the ends of two rows; the nearest have the smallest",
}
STOPPED = "Stopped. Choose another row, or change the options."
LATE_MS = 400  # a list that takes longer is not waited for with another row's in its place
EMPTY = "Click a token in the text to see its row: its numbers, and the rows nearest to it."
SHARES, NARROW_SHARES = (8, 6, 7), (18, 8, 13)
NARROW_PX = 760  # as beside a lesson in the smallest window
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
WIDEST_FACTS_PX, WIDEST_NEIGHBOURS_PX = 560, 520


class InspectorPane(Pane):
    """Tells what the user did; ``nearestChanged`` hands over a whole NearestWish."""

    neighbourActivated = Signal(int)
    metricChanged = Signal(str)
    nearestChanged = Signal(object)
    compareRequested = Signal()
    saveListRequested = Signal()
    dimClosed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Inspector", parent)
        self.setObjectName("inspector")
        self._facts: TokenFacts | None = None
        self._dim: DimView | None = None
        self._view: NeighboursView | None = None
        self._wanted_metric = ""  # chosen by the user, its result not there yet
        self._showing = False
        self._captioned = True
        self.facts_box = FactsBox()
        self.plot = ValuesPlot()
        self.plot_title = ElidedLabel("caption")
        self.neighbours = NeighbourTable()
        self.neighbours_caption = ElidedLabel("caption")
        self.metric_box = self._make_metric_box()
        self.menu = NearestMenu()
        self.query = ExpressionEdit("nearestExpression", "Expression that rows are wanted near to")
        self._wish = NearestWish()
        self._late = QTimer(self, singleShot=True, interval=LATE_MS)
        self._late.timeout.connect(lambda: self.show_neighbours(None))
        self.dim_page = DimPage()
        self._assemble()
        self.plot.dimChosen.connect(self._show_plot_title)
        self.neighbours.neighbourActivated.connect(self.neighbourActivated)
        self.dim_page.rowActivated.connect(self.neighbourActivated)
        self.dim_page.closed.connect(self.dimClosed)
        self.menu.wishChanged.connect(self._on_wish)
        self.menu.compareRequested.connect(self.compareRequested)
        self.menu.saveRequested.connect(self.saveListRequested)
        self.menu.copyRequested.connect(self.copy_list)
        self.neighbours.addActions([self.menu.copy, self.menu.save, self.menu.compare])
        self.plot.addActions(self.facts_box.copy_button.actions())
        self.query.committed.connect(self._on_expression)
        self.query.faultTold.connect(self._on_fault)
        self.show_token(None)

    # what it shows

    def show_token(self, facts: TokenFacts | None) -> None:
        """Show one token or row; None: say how to choose one."""
        same = facts is not None and self._facts is not None and _same(facts, self._facts)
        self._facts = facts
        self._show_stack()
        if facts is None and self._wish.query == "row":
            self.show_neighbours(None)  # those of the row before, perhaps of another table
        if facts is None or same:
            return
        self.facts_box.show_facts(facts)
        self.plot.show_values(facts.values)
        self._show_plot_title()
        if facts.row is None and self._wish.query == "row":
            self.show_neighbours(None)

    def show_dim(self, view: DimView | None) -> None:
        """Show one dim in the place of the row; None: the row again."""
        self._dim = view
        if view is not None:
            self.dim_page.show_dim(view)
        for part in self._about_rows:
            part.setVisible(view is None)
        self.neighbours_caption.setVisible(self._captioned and view is None)
        self._show_stack()

    def _show_stack(self) -> None:
        """Show the hint while there is neither a token nor another thing to be near to."""
        if self._dim is not None:
            self.stack.setCurrentWidget(self.dim_page)
            return
        nothing = self._facts is None and self._wish.query == "row"
        self.stack.setCurrentIndex(0 if nothing else 1)
        for part in (self.facts_box, self.plot_column):
            part.setVisible(self._facts is not None)

    def _why_empty(self) -> str:
        """Return why the list holds nothing yet."""
        wish = self._wish
        if wish.query == "expression" and not wish.expression.strip():
            return 'Type an expression, as "king" - "man" + "woman", and press Enter.'
        if wish.query == "marked":
            return "Mark rows first: by a box or a lasso among the vectors, or in the row facts."
        has_row = self._facts is not None and self._facts.row is not None
        if wish.query == "row" and not has_row:
            return "Without a row, nothing is near."
        return "Finding the nearest rows …"

    def show_neighbours(self, view: NeighboursView | None) -> None:
        """List the nearest rows; None: there are none, or not yet."""
        self._late.stop()
        self._view, fault = view, None if view is None else view.fault
        self._list_neighbours(view)
        self.query.show_fault(fault)
        if view is not None and self._wanted_metric in ("", view.metric):
            self._wanted_metric = ""
            self._show_metric(view.metric)

    def _list_neighbours(self, view: NeighboursView | None) -> None:
        empty = self._why_empty() if view is None else str(view.fault or view.empty)
        self.neighbours.show_neighbours(view, empty)
        captions = (view.caption, *view.short_captions) if view is not None else ("",)
        self.neighbours_caption.setText(*captions)

    def show_wish(self, wish: NearestWish, *, folds: bool, only: bool, n_dims: int) -> None:
        """Show what is listed near to what, silently."""
        self._wish = wish
        self.menu.show_wish(wish, folds=folds, only=only, n_dims=n_dims)
        asks = wish.query == "expression"
        self.query.setVisible(asks)
        self.query.show_expression(wish.expression)
        self._show_stack()
        if self.neighbours.neighbours.view is None:
            self.neighbours.set_empty_text(self._why_empty())

    def expect_neighbours(self) -> None:
        """Let the list of before go if the next one is not there in a moment."""
        if self.neighbours.neighbours.view is not None:
            self._late.start()

    def show_stopped(self) -> None:
        """Say that the search was given up."""
        self.show_neighbours(None)
        self.neighbours.set_empty_text(STOPPED)

    def set_completion(self, complete: Complete) -> None:
        """Offer what ``complete(source, cursor)`` returns while an expression is typed."""
        self.query.complete = complete

    def copy_list(self) -> None:
        """Give the list of nearest rows to the clipboard."""
        QGuiApplication.clipboard().setText(self.neighbours.list_text())

    def height_for_list(self, n_rows: int) -> int:
        """Return how high the pane must be for ``n_rows`` of the nearest rows to be in sight."""
        around = self.header.sizeHint().height() + 2 * GRID_PX  # a line around it takes some, too
        return around + self.neighbours.height_for(n_rows)

    def say_less(self, *, norms: bool) -> None:
        """Say of a row nothing but its numbers, its norm if ``norms``, and short remarks."""
        self._limit(("norm",) if norms else (), brief=True, captioned=norms)

    def say_all(self) -> None:
        """Say all there is to say again."""
        self._limit(STATS, brief=False, captioned=True)

    def _limit(self, stats: tuple[str, ...], *, brief: bool, captioned: bool) -> None:
        self.facts_box.limit(stats, brief=brief)
        self._captioned = captioned
        self.neighbours_caption.setVisible(captioned and self._dim is None)
        if self._facts is not None:
            self.facts_box.show_facts(self._facts)

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self.query.theme = theme
        self.facts_box.set_theme(theme)
        self.plot.set_theme(theme)
        self.dim_page.set_theme(theme)

    def _show_metric(self, metric: str) -> None:
        self._showing = True
        try:
            self.metric_box.setCurrentText(metric)
        finally:
            self._showing = False

    def _show_plot_title(self, _dim: int = -1) -> None:
        values = self._facts.values if self._facts is not None else None
        title, dim = values_title(values), self.plot.chosen
        if values is not None and dim is not None:
            title = f"dim {dim}: {format_value(float(values[dim]))}   ({title})"
        self.plot_title.setText(title)

    # what the user does

    def _on_metric(self, metric: str) -> None:
        if not self._showing:
            self._wanted_metric = metric
            self.metricChanged.emit(metric)

    def _on_wish(self, wish: NearestWish) -> None:
        self.nearestChanged.emit(wish)
        if wish.query == "expression":
            self.query.setFocus()

    def _on_expression(self, source: str) -> None:
        self.nearestChanged.emit(replace(self._wish, query="expression", expression=source))

    def _on_fault(self, sentence: str) -> None:
        """Let the list and its caption go while what is typed has a fault, then bring them back."""
        if sentence:
            self.neighbours.show_neighbours(None, sentence)
            self.neighbours_caption.setText("")
        elif self._view is None or self._view.fault is None:
            self._list_neighbours(self._view)

    # how it is made

    def _make_metric_box(self) -> QComboBox:
        box = QComboBox()
        box.setObjectName("metricBox")
        box.setToolTip("\n".join(f"{name}: {meaning}" for name, meaning in METRICS.items()))
        box.setAccessibleName("Score of the nearest rows")
        for number, (name, meaning) in enumerate(METRICS.items()):
            box.addItem(name, name)
            box.setItemData(number, meaning, Qt.ItemDataRole.ToolTipRole)
        box.currentTextChanged.connect(self._on_metric)
        return box

    def _assemble(self) -> None:
        self.neighbours_caption.setAlignment(RIGHT)
        self.header.addWidget(self.neighbours_caption, 1000)
        title = plain_label("Nearest rows by", name="hint")
        self._about_rows = (title, self.metric_box, self.menu)
        for part in self._about_rows:
            self.header.addWidget(part)
        self.query.setPlaceholderText('"king" - "man" + "woman"')
        self.query.hide()
        hint = plain_label(EMPTY, name="hint")
        hint.setWordWrap(True)
        hint.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        hint.setContentsMargins(GRID_PX, GRID_PX, GRID_PX, GRID_PX)
        self.stack = QStackedLayout()
        self.stack.addWidget(hint)
        self.stack.addWidget(self._make_content())
        self.stack.addWidget(self.dim_page)
        self.body.addLayout(self.stack)

    def _make_content(self) -> QWidget:
        content = QWidget()
        content.setBackgroundRole(QPalette.ColorRole.Base)
        content.setAutoFillBackground(True)
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.plot_column = plot = _column(self.plot_title, self.plot)
        near = _column(self.query, self.neighbours)
        self.facts_box.setMaximumWidth(WIDEST_FACTS_PX)
        near.setMaximumWidth(WIDEST_NEIGHBOURS_PX)
        for part in (self.facts_box, plot, near):
            row.addWidget(part)
        self._row = row
        self._share_out()
        return content

    def _share_out(self) -> None:
        """In a narrow pane the plot gives way to words."""
        shares = NARROW_SHARES if self.width() < NARROW_PX else SHARES
        for number, share in enumerate(shares):
            self._row.setStretch(number, share)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out anew."""
        super().resizeEvent(event)
        self._share_out()


def _column(*widgets: QWidget) -> QWidget:
    column = QWidget()
    layout = QVBoxLayout(column)
    layout.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX, GRID_PX // 2)
    layout.setSpacing(GRID_PX // 2)
    for widget in widgets:
        layout.addWidget(widget, 0 if isinstance(widget, ElidedLabel | ExpressionEdit) else 1)
    return column


def _same(one: TokenFacts, other: TokenFacts) -> bool:
    """Tell whether two facts look alike; every refresh of the window hands over new ones."""
    if one.values is None or other.values is None:
        return one.values is other.values and _words(one) == _words(other)
    return _words(one) == _words(other) and np.array_equal(one.values, other.values, equal_nan=True)


def _words(facts: TokenFacts) -> tuple[object, ...]:
    """Return all that is not a number of the row."""
    return (
        *(facts.position, facts.label, facts.hex, facts.id, facts.row),
        *(facts.n_rows, facts.table_name, facts.notes),
    )
