"""The line at the top: which table, which tokenizer, how special-token text is read."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.described import describe, widen
from embedscope_gui.widgets.pane import plain_label

OPEN = "\0open"  # never a name or a path
SPECIALS = (("as text", "plain"), ("as special tokens", "special"))


class TopBar(QWidget):
    """Choosers for table, tokenizer and special tokens; buttons are added by the window."""

    tableChosen = Signal(str)
    openTableRequested = Signal()
    tokenizerChosen = Signal(str)
    openTokenizerRequested = Signal()
    specialsChosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.preset_box = _box("presetBox", "Table", "The embedding table (Alt+B)", 16)
        describe(self.preset_box)
        self.tokenizer_box = _box("tokenizerBox", "Tokenizer", "How text becomes ids (Alt+Z)", 10)
        self.specials_box = _box(
            "specialTokensBox", "Special tokens", "How text like <|endoftext|> is read (Alt+S)", 8
        )
        for title, data in SPECIALS:
            self.specials_box.addItem(title, data)
        self._choosers: list[QWidget] = []
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX, GRID_PX // 2)
        self._line.setSpacing(GRID_PX)
        for title, box in (
            ("Ta&ble", self.preset_box),
            ("Tokeni&zer", self.tokenizer_box),
            ("&Special tokens", self.specials_box),
        ):
            label = plain_label(title)
            label.setBuddy(box)
            self._choosers += [label, box]
            self._line.addWidget(label)
            self._line.addWidget(box)
        self._line.addStretch(1)
        self.preset_box.activated.connect(self._on_table)
        self.tokenizer_box.activated.connect(self._on_tokenizer)
        self.specials_box.activated.connect(
            lambda index: self.specialsChosen.emit(self.specials_box.itemData(index))
        )

    def add_button(self, button: QToolButton) -> None:
        """Put ``button`` at the right end."""
        self._line.addWidget(button)

    def show_choosers(self, shown: bool) -> None:
        """Show or hide the boxes and their titles, not the buttons at the right end."""
        for part in self._choosers:
            part.setVisible(shown)

    def show_tables(self, presets: Sequence[tuple[str, str]], recent: Sequence[str]) -> None:
        """List ``presets`` (name, title) and recent files, and the way to another file."""
        self._table_entries = [(name, name, title) for name, title in presets]
        self._table_entries += [(_short(path), path, path) for path in recent]
        _fill(self.preset_box, self._table_entries, "Open a file…")
        widen(self.preset_box)

    def show_tokenizers(self, names: Sequence[str]) -> None:
        """List the tokenizers that ship with the program."""
        self._tokenizer_entries = [(name, name, "") for name in names]
        _fill(self.tokenizer_box, self._tokenizer_entries, "Open a file…")

    def show_table(self, name: str, title: str) -> None:
        """Make ``name`` (preset or path) the current entry."""
        self._current_table = name
        _choose(self.preset_box, title, name)

    def show_tokenizer(self, name: str) -> None:
        """Make ``name`` (built in or path) the current entry."""
        self._current_tokenizer = name
        _choose(self.tokenizer_box, _short(name), name)

    def show_specials(self, specials: str) -> None:
        """Show how special-token text is read."""
        self.specials_box.setCurrentIndex(self.specials_box.findData(specials))

    _current_table = ""
    _current_tokenizer = ""

    def _on_table(self, index: int) -> None:
        name = self.preset_box.itemData(index)
        # the box names what is open; it follows when the table is there
        self.preset_box.setCurrentIndex(self.preset_box.findData(self._current_table))
        if name == OPEN:
            self.openTableRequested.emit()
        else:
            self.tableChosen.emit(name)

    def _on_tokenizer(self, index: int) -> None:
        name = self.tokenizer_box.itemData(index)
        self.tokenizer_box.setCurrentIndex(self.tokenizer_box.findData(self._current_tokenizer))
        if name == OPEN:
            self.openTokenizerRequested.emit()
        else:
            self.tokenizerChosen.emit(name)


def _box(name: str, accessible: str, tip: str, characters: int) -> QComboBox:
    box = QComboBox()
    box.setObjectName(name)
    box.setAccessibleName(accessible)
    box.setToolTip(tip)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(characters)
    box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return box


def _fill(box: QComboBox, entries: Sequence[tuple[str, str, str]], last: str) -> None:
    current = box.currentData()
    box.clear()
    for text, data, tip in entries:
        box.addItem(text, data)
        box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
    box.insertSeparator(box.count())
    box.addItem(last, OPEN)
    box.setCurrentIndex(box.findData(current))


def _choose(box: QComboBox, text: str, data: str) -> None:
    if box.findData(data) < 0:
        box.insertItem(0, text, data)
    box.setCurrentIndex(box.findData(data))


def _short(name: str) -> str:
    return name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1] or name
