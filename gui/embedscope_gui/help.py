"""The pages of keys, of words, and what the program is made of."""

import sys
from collections.abc import Sequence

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from embedscope import __version__
from embedscope_gui.actions import shortcut_list
from embedscope_gui.glossary import TERMS
from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.pane import plain_label

SHORT = 24  # characters of a first column that is no wider than its words

IN_THE_PANES = (
    ("Choose the token under the caret, or walk the token list", "Arrow keys, click"),
    ("Text: type a tab (Tab alone leaves the text)", "Ctrl+Tab"),
    ("Table: move", "Arrow keys, Page Up, Page Down, Home, End, drag"),
    ("Table: zoom about the pointer (one axis)", "+, -, wheel (Shift or Ctrl with the wheel)"),
    ("Table: zoom one axis", "Wheel over its labels"),
    ("Table: zoom into a box", "Shift with drag"),
    ("Table: zoom until the numbers show", "N, double click"),
    ("Table: see all of it", "F, double click where the numbers show"),
    ("Table: read a value", "Rest the pointer on a cell"),
    ("Table: look at a dim", "Click under the map, or Ctrl with a click in it"),
    ("Table: what a strip or a mark in the margin says", "Rest the pointer on it"),
    ("Colour bar: change the range", "Drag an end, wheel, click a number"),
    ("Colour bar: the automatic range again", "Double click"),
    ("Vectors 2D: move and zoom", "Drag, wheel, arrow keys, +, -"),
    ("Vectors 3D: turn, zoom, move", "Drag, wheel, right drag or Shift with drag"),
    ("Vectors: see all of it", "F, double click"),
    ("Vectors: first view again", "R"),
    ("Vectors: next or previous token", "Page Down, Page Up"),
    ("Vectors: mark the rows inside a box", "Ctrl with drag, or B and drag"),
    ("Vectors: mark the rows inside a lasso", "L and drag"),
    ("Vectors: mark these rows too", "Shift held at the end of a box or lasso"),
    ("Vectors: mark no rows", "Escape"),
    ("Lists, points, plots: what can be done with them", "Right click, Menu key"),
    ("Lessons: choose one", "Up and Down in the list, Return"),
    ("Lessons: next or previous step", "Left and Right in the panel"),
    ("Neighbours: travel to a row", "Click, Return"),
    ("Row facts: list the rows in a range of values", "Drag over the histogram"),
)


def about_text() -> str:
    """Return what the program is, its version and its parts with their licences."""
    return (
        f"embedscope {__version__}, a microscope for token embeddings. MIT licence.\n\n"
        "Bundled: the vocabularies of tiktoken and the token table of Whisper tiny.en "
        "(MIT, OpenAI), MiniLM vectors of the GPT-2 tokens (Apache-2.0). "
        "Their notices are in the folder embedscope_assets/licences.\n\n"
        f"Python {sys.version.split()[0]}, PySide6 {pyside_version} (LGPL-3.0), NumPy and "
        "pyqtgraph."
    )


def show_help(parent: QWidget) -> None:
    """Open the page of keys and mouse moves."""
    Page("Keyboard and mouse", ("What", "How"), (*IN_THE_PANES, *shortcut_list()), parent).show()


def show_glossary(parent: QWidget) -> None:
    """Open the page of words."""
    Page("Words", ("Word", "Meaning"), TERMS, parent).show()


class Page(QDialog):
    """A list of two columns with a line that narrows it down."""

    def __init__(
        self, title: str, heads: tuple[str, str], lines: Sequence[tuple[str, str]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lines = lines
        self.filter = QLineEdit()
        self.filter.setObjectName("helpFilter")
        self.filter.setAccessibleName("Show only lines with these words")
        self.filter.setPlaceholderText("Filter")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        self.count = plain_label(name="caption")
        self.table = _table(title, heads, lines)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(self.count, 1)
        foot.addWidget(buttons)
        column = QVBoxLayout(self)
        column.setSpacing(GRID_PX)
        column.addWidget(self.filter)
        column.addWidget(self.table, 1)
        column.addLayout(foot)
        self._narrow("")
        self.filter.setFocus()
        self.resize(640, 560)

    def showEvent(self, event: QShowEvent) -> None:
        """Give lines their height in the width there is."""
        super().showEvent(event)
        self.table.resizeRowsToContents()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Likewise in another width."""
        super().resizeEvent(event)
        self.table.resizeRowsToContents()

    def _narrow(self, typed: str) -> None:
        """Show the lines that hold every word of ``typed``."""
        words = typed.casefold().split()
        n_shown = 0
        for row, line in enumerate(self._lines):
            text = " ".join(line).casefold()
            holds = all(word in text for word in words)
            self.table.setRowHidden(row, not holds)
            n_shown += holds
        n_lines = len(self._lines)
        self.count.setText(f"{n_shown} of {n_lines} lines" if words else f"{n_lines} lines")


def _table(title: str, heads: tuple[str, str], lines: Sequence[tuple[str, str]]) -> QTableWidget:
    table = QTableWidget(len(lines), 2)
    table.setAccessibleName(title)
    table.setHorizontalHeaderLabels(list(heads))
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    columns = table.horizontalHeader()
    columns.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    longest = max(len(first) for first, _ in lines)
    if longest < SHORT:
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    for row, line in enumerate(lines):
        for column, text in enumerate(line):
            item = QTableWidgetItem(text)
            item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            table.setItem(row, column, item)
    return table
