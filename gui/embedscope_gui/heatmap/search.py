"""The search field: what to find, how many hits there are, and steps from one to the next."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from embedscope_gui.theme import GRID_PX, LIGHT, Theme
from embedscope_gui.widgets.pane import plain_label
from embedscope_gui.widgets.tooltip import literal

PLACEHOLDER = "token or id"
HELP = (
    "Find a token or a row: text, an id, #id, /pattern/, bytes as 0x20 77. "
    "Return: next hit, Shift+Return: previous"
)


class SearchEdit(QLineEdit):
    """A line that steps through hits by Return and the arrow keys, and is emptied by Escape."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step, empty, or edit."""
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if back else 1)
        elif event.key() in steps:
            self.stepped.emit(steps[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class SearchBar(QWidget):
    """``edited(str)`` for every change of the query, ``stepped(+1 or -1)`` from hit to hit."""

    edited = Signal(str)
    stepped = Signal(int)
    shownOrHidden = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._narrow = False
        self.field = SearchEdit()
        self.field.setObjectName("searchBox")
        self.field.setAccessibleName("Find a token or a row")
        self.field.setPlaceholderText(PLACEHOLDER)
        self.field.setToolTip(HELP)
        self.field.setClearButtonEnabled(True)
        self.field.setAcceptDrops(False)  # a dropped file is for the window to open
        words = QFontMetrics(self.field.font()).horizontalAdvance(PLACEHOLDER)
        self.field.setMinimumWidth(words + 3 * GRID_PX)
        self.setMaximumWidth(360)
        self.counter = plain_label(name="searchCounter")
        self.previous = _arrow(Qt.ArrowType.UpArrow, "Previous hit")
        self.next = _arrow(Qt.ArrowType.DownArrow, "Next hit")
        self._lay_out()
        self.field.textChanged.connect(self._on_edited)
        self.field.stepped.connect(self._on_stepped)
        self.previous.clicked.connect(lambda: self._on_stepped(-1))
        self.next.clicked.connect(lambda: self._on_stepped(1))
        self.show_hits(0, -1)

    def _lay_out(self) -> None:
        """Put the parts in one line."""
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        line.addWidget(self.field, 1)
        line.addWidget(self.counter)
        line.addWidget(self.previous)
        line.addWidget(self.next)

    def show_hits(self, n_hits: int, index: int, brief: str = "", why: str = "") -> None:
        """Show "3 of 12" for hit ``index`` (from 0; -1: none chosen yet) of ``n_hits``.

        Where there are none, ``brief`` says why, and ``why`` in a whole sentence.
        """
        self._show_parts()
        self.previous.setEnabled(n_hits > 0)
        self.next.setEnabled(n_hits > 0)
        self.counter.setText(counter_text(n_hits, index, brief))
        self.counter.setToolTip(literal(why))
        self.counter.setAccessibleDescription(why)
        shade = self._theme.muted if n_hits else self._theme.error
        self.counter.setStyleSheet(f"color: {shade}")

    @property
    def is_searching(self) -> bool:
        """Whether there is a query."""
        return bool(self.field.text())

    def set_narrow(self, narrow: bool) -> None:
        """Leave out the buttons where there is no room for them; the keys do the same."""
        self._narrow = narrow
        self._show_parts()

    def _show_parts(self) -> None:
        """Show the counter and the buttons while there is something to count."""
        self.counter.setVisible(self.is_searching)
        for button in (self.previous, self.next):
            button.setVisible(self.is_searching and not self._narrow)

    def set_theme(self, theme: Theme) -> None:
        """Paint in ``theme`` from now on."""
        self._theme = theme

    def _on_edited(self, query: str) -> None:
        if not query:
            self.show_hits(0, -1)
        self.shownOrHidden.emit()
        self.edited.emit(query)

    def _on_stepped(self, step: int) -> None:
        if self.field.text():
            self.stepped.emit(step)


def counter_text(n_hits: int, index: int, brief: str = "") -> str:
    """Return "3 of 1,204", "1,204 hits" while none is chosen, or ``brief``, else "no hits"."""
    if n_hits == 0:
        return brief or "no hits"
    if index < 0:
        return f"{n_hits:,} hit{'s' if n_hits > 1 else ''}"
    return f"{index + 1:,} of {n_hits:,}"


def _arrow(direction: Qt.ArrowType, name: str) -> QToolButton:
    """Return a small button with an arrow."""
    button = QToolButton()
    button.setArrowType(direction)
    button.setAutoRaise(True)
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button
