"""A line under the editor for what was changed in a text; stays until closed or replaced."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.pane import plain_label


class NoteLine(QWidget):
    """Sentences about the text that came in and about its encoding; hidden if there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._incoming: tuple[str, ...] = ()
        self._encoding: tuple[str, ...] = ()
        self._closed: tuple[str, ...] = ()
        self._label = plain_label(name="noteLine")
        self._label.setWordWrap(True)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        close = QToolButton()
        close.setText("✕")
        close.setAutoRaise(True)
        close.setToolTip("Close this note")
        close.setAccessibleName("Close this note")
        close.clicked.connect(self.close_notes)
        line = QHBoxLayout(self)
        line.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX // 2, 0)
        line.setSpacing(GRID_PX // 2)
        line.addWidget(self._label, 1)
        line.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @property
    def text(self) -> str:
        """The note in sight, or ""."""
        return "" if self.isHidden() else self._label.text()

    def show_notes(self, notes: Sequence[str]) -> None:
        """Say what was changed in text that came in."""
        self._incoming, self._closed = tuple(notes), ()
        self._show()

    def show_encoding_notes(self, notes: Sequence[str]) -> None:
        """Say what the tokenizer has to say of the text."""
        self._encoding = tuple(notes)
        self._show()

    def close_notes(self) -> None:
        """Take the notes away until there are others."""
        self._closed = self._notes()
        self._incoming = ()
        self._show()

    def _notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._incoming, *self._encoding)))

    def _show(self) -> None:
        notes = tuple(note for note in self._notes() if note not in self._closed)
        text = " ".join(notes)
        if text != self._label.text():
            self._label.setText(text)
            self.setAccessibleName(text)
        self.setVisible(bool(notes))
