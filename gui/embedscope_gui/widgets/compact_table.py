"""A table with low rows, no grid, cells that copy as TSV, and a word where it is empty."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QMenu,
    QTableView,
    QWidget,
)

from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.own_events import OwnEvents

ROW_PX = 20
ONLY_THIS_ROW = (
    QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
)
Index = QModelIndex | QPersistentModelIndex


class CompactTable(QTableView):
    """Rows are chosen whole; ``rowChosen`` tells the row that the user went to."""

    rowChosen = Signal(int)

    def __init__(self, name: str, title: str, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._empty = empty
        self._showing = False
        OwnEvents(self.viewport(), self._paint_empty, QEvent.Type.Paint)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(ROW_PX)
        rows.setDefaultSectionSize(ROW_PX)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns = self.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)
        columns.setMinimumSectionSize(3 * GRID_PX)

    def show_row(self, row: int | None) -> None:
        """Choose a row (None: none) and scroll to it if it is out of sight; emits nothing."""
        model = self.model()
        known = row is not None and row < model.rowCount()
        index = model.index(row, 0) if row is not None and known else QModelIndex()
        if index == self.currentIndex().siblingAtColumn(0):
            return
        with self.showing():
            if index.isValid():
                # not setCurrentIndex of the view: that obeys a Ctrl or Shift held meanwhile
                self.selectionModel().setCurrentIndex(index, ONLY_THIS_ROW)
                self.updateGeometries()  # new rows are not in the scroll bar's range yet
                self.scrollTo(index)
            else:
                self.selectionModel().clear()

    def select_current_only(self) -> None:
        """Let rows go that were selected beside the current one: they are others by now."""
        with self.showing():
            current = self.currentIndex()
            if current.isValid():
                self.selectionModel().setCurrentIndex(current, ONLY_THIS_ROW)
            else:
                self.selectionModel().clear()

    @contextmanager
    def showing(self) -> Iterator[None]:
        """Whatever row becomes the current one meanwhile is not the user's doing."""
        before, self._showing = self._showing, True
        try:
            yield
        finally:
            self._showing = before

    @property
    def empty_text(self) -> str:
        """What is said while there are no rows."""
        return self._empty

    def set_empty_text(self, text: str) -> None:
        """Say ``text`` while there are no rows."""
        self._empty = text
        self.viewport().update()

    def copied_text(self) -> str:
        """Return the selected rows as TSV: one line a row, the columns in sight."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        model = self.model()
        shown = [c for c in range(model.columnCount()) if not self.isColumnHidden(c)]
        return "\n".join("\t".join(str(model.index(r, c).data()) for c in shown) for r in rows)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell where the user went, by key or by mouse."""
        super().currentChanged(current, previous)
        if not self._showing and current.isValid() and current.row() != previous.row():
            self.rowChosen.emit(current.row())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows that are in sight as a whole."""
        super().paintEvent(QPaintEvent(event.region().intersected(self.whole_rows())))
        with QPainter(self.viewport()) as painter:
            self.paint_focus(painter)

    def paint_focus(self, painter: QPainter) -> None:
        """Frame the list and its current row while keys go to it."""
        if not self.hasFocus():
            return
        painter.setPen(self.palette().color(QPalette.ColorRole.Link))  # Highlight is the ground
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))
        row = self.currentIndex().row()
        if row >= 0:
            line = QRect(0, self.rowViewportPosition(row), self.viewport().width(), ROW_PX)
            if self.whole_rows().contains(line):
                painter.drawRect(line.adjusted(1, 0, -2, -1))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll, and leave no frame behind."""
        super().scrollContentsBy(dx, dy)
        if self.hasFocus():
            self.viewport().update()

    def whole_rows(self) -> QRect:
        """Return the part of the viewport that no row sticks out of."""
        room = self.viewport().rect()
        return room.adjusted(0, 0, 0, -(room.height() % ROW_PX))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy as TSV."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Give the selected rows to the clipboard."""
        QApplication.clipboard().setText(self.copied_text())

    def context_menu(self) -> QMenu:
        """Return the menu of the list as it is now, with the list's own ``actions()``."""
        menu = QMenu(self)
        copy = menu.addAction("Copy the selected rows", self.copy)
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.setEnabled(self.selectionModel().hasSelection())
        everything = menu.addAction("Select all", self.selectAll)
        everything.setShortcut(QKeySequence(QKeySequence.StandardKey.SelectAll))
        everything.setEnabled(self.model().rowCount() > 0)
        if self.actions():  # what others can do with the list
            menu.addSeparator()
            menu.addActions(self.actions())
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the list."""
        menu = self.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _paint_empty(self, _event: QEvent) -> bool:
        """Say what would fill the table, instead of painting no rows."""
        if self.model().rowCount():
            return False
        with QPainter(self.viewport()) as painter:
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            room = self.viewport().rect().adjusted(GRID_PX, GRID_PX, -GRID_PX, -GRID_PX)
            wrapped = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
            painter.drawText(room, int(wrapped) | int(Qt.TextFlag.TextWordWrap), self._empty)
        return True
