"""The page of keys and mouse moves, and what the program is made of."""

import sys

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from embedscope import __version__
from embedscope_gui.actions import shortcut_list
from embedscope_gui.theme import GRID_PX

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
    dialog = QDialog(parent)
    dialog.setWindowTitle("Keyboard and mouse")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    lines = (*IN_THE_PANES, *shortcut_list())
    column = QVBoxLayout(dialog)
    column.setSpacing(GRID_PX)
    column.addWidget(_table(lines))
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.close)
    column.addWidget(buttons)
    dialog.resize(640, 560)
    dialog.show()


def _table(lines: tuple[tuple[str, str], ...]) -> QTableWidget:
    table = QTableWidget(len(lines), 2)
    table.setAccessibleName("Keys and mouse moves")
    table.setHorizontalHeaderLabels(["What", "How"])
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.verticalHeader().hide()
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    for row, line in enumerate(lines):
        for column, text in enumerate(line):
            table.setItem(row, column, QTableWidgetItem(text))
    table.resizeRowsToContents()
    return table
