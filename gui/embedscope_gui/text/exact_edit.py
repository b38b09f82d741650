"""A plain text editor that says what it cannot keep, and wraps enormous lines in time."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from embedscope_gui.text.chips import VisibleEdit
from embedscope_gui.text.document_text import (
    insert_exactly,
    normalise_line_ends,
    read_range,
    read_text,
    to_document,
)
from embedscope_gui.text.exchange import fill, holds_text, text_of
from embedscope_gui.text.wrapping import AT_WORDS, wrap_mode


class ExactEdit(VisibleEdit):
    """Text in equals text out; ``edited`` and ``pasted`` tell what the user did."""

    edited = Signal(object)  # the new text; a str signal would lose a leading U+FEFF
    pasted = Signal(object)  # what must be said of it: a tuple of sentences

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._replacing = False
        self.setWordWrapMode(AT_WORDS)
        self.setTabChangesFocus(True)
        self.document().contentsChange.connect(self._on_contents_change)
        self.textChanged.connect(self._on_text_changed)

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self._text

    def show_text(self, text: str) -> tuple[str, ...]:
        """Replace the text in one step that can be undone; return what must be said of it."""
        inserted, notes = to_document(text)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        self._replacing = True
        try:
            insert_exactly(cursor, inserted)
            self.moveCursor(QTextCursor.MoveOperation.End)
        finally:
            self._replacing = False
        self.verticalScrollBar().setValue(0)
        return notes

    def text_settled(self, text: str) -> None:
        """Learn that the document was read again, before ``edited`` is emitted; for subclasses."""

    def _on_contents_change(self, position: int, _removed: int, added: int) -> None:
        mode = wrap_mode(self.document(), position, added, self.wordWrapMode())
        if mode != self.wordWrapMode():
            self.setWordWrapMode(mode)

    def _on_text_changed(self) -> None:
        text = read_text(self.document())
        is_new = text != self._text
        self._text = text
        self.text_settled(text)
        if is_new and not self._replacing:
            self.edited.emit(text)

    # Qt's hooks

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tab goes on to the next control, so Ctrl+Tab types a tab."""
        control = Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Tab and event.modifiers() == control:
            self.textCursor().insertText("\t")
        else:
            super().keyPressEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the characters themselves: Qt would change no-break spaces and line ends."""
        cursor = self.textCursor()
        # Qt's own object, filled anew: one made here would be gone before the clipboard is.
        data = super().createMimeDataFromSelection()
        fill(data, read_range(self.document(), cursor.selectionStart(), cursor.selectionEnd()))
        return data

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take text; leave files to the window."""
        return holds_text(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert pasted or dropped text and say what was changed in it."""
        if not holds_text(source):
            return
        text, notes = normalise_line_ends(text_of(source))
        inserted, more = to_document(text)
        insert_exactly(self.textCursor(), inserted)
        self.ensureCursorVisible()
        self.pasted.emit((*notes, *more))
