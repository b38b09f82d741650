"""The text pane: the editor, what must be said of its text, counts, and the token list."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from embedscope_gui.text.counts import counts_line
from embedscope_gui.text.editor import TokenEdit
from embedscope_gui.text.note_line import NoteLine
from embedscope_gui.text.token_table import TokenTable
from embedscope_gui.text.tokens_view import Bools, TokensView
from embedscope_gui.theme import GRID_PX, Theme
from embedscope_gui.widgets.pane import Pane, plain_label

EDITOR_SHARE, TABLE_SHARE = 2, 3


class TextPane(Pane):
    """``textEdited`` and ``tokenSelected`` tell what the user did, never what was shown.

    A caret that moves while the tokens are out of date chooses its token once they are there.
    """

    textEdited = Signal(object)  # str; a str signal would lose a leading U+FEFF
    tokenSelected = Signal(int)  # position in the token list

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Text", parent)
        self.edit = TokenEdit()
        self.table = TokenTable()
        self.note = NoteLine()
        self.counts = plain_label(name="caption")
        self._selected: int | None = None
        self._showing = False
        self._editing = False
        self._caret_waits = False
        self._typed = False  # what moved the caret last was typing
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._follow_caret)
        self._assemble()
        self.counts.setText(counts_line("", 0))
        self.edit.edited.connect(self._on_edited)
        self.edit.pasted.connect(self.note.show_notes)
        self.edit.pointed.connect(self._choose)
        self.edit.cursorPositionChanged.connect(self._on_caret_moved)
        self.table.rowChosen.connect(self._on_row_chosen)

    def _assemble(self) -> None:
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.counts.setContentsMargins(GRID_PX, GRID_PX // 2, GRID_PX, GRID_PX // 2)
        column.addWidget(self.edit, 1)
        column.addWidget(self.note)
        column.addWidget(self.counts)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        for widget, share in ((top, EDITOR_SHARE), (self.table, TABLE_SHARE)):
            splitter.addWidget(widget)
            splitter.setStretchFactor(splitter.count() - 1, share)
        splitter.setSizes([EDITOR_SHARE * 100, TABLE_SHARE * 100])
        self.body.addWidget(splitter)
        self.setFocusProxy(self.edit)

    # what it shows

    def text(self) -> str:
        """Return the text, character for character."""
        return self.edit.text

    def show_text(self, text: str) -> None:
        """Replace the text (undo brings it back); what could not be kept is said below it."""
        if text == self.edit.text:
            return
        with self._shown():
            self.note.show_notes(self.edit.show_text(text))
        self._count(None)

    def show_tokens(self, view: TokensView) -> None:
        """Colour and list the tokens of the text."""
        with self._shown():
            self.edit.show_tokens(view)
            self.table.show_tokens(view)
            self._mark(self._selected if self._selected in range(len(view)) else None)
        self.note.show_encoding_notes(view.encoding.notes)
        self._count(len(view))
        if self._caret_waits and not self._editing:
            self._later.start()

    def show_selected(self, position: int | None) -> None:
        """Show the chosen token in the accent and bring it in sight; None: no token."""
        if position == self._selected:
            return
        self._caret_waits = False
        with self._shown():
            self._mark(position)
        if position is not None:
            self.edit.reveal(position)

    def show_marked(self, marked: Bools | None) -> None:
        """Underline the tokens whose rows are ``marked`` (n,) elsewhere, None: no token."""
        self.edit.show_marked(marked)

    def set_theme(self, theme: Theme) -> None:
        """Repaint in ``theme``."""
        self.edit.set_theme(theme)
        self.table.set_theme(theme)

    @contextmanager
    def _shown(self) -> Iterator[None]:
        """Whatever moves meanwhile is not the user's doing."""
        before, self._showing = self._showing, True
        try:
            yield
        finally:
            self._showing = before

    def _mark(self, position: int | None) -> None:
        self._selected = position
        self.edit.show_selected(position)
        self.table.show_row(position)

    def _count(self, n_tokens: int | None) -> None:
        if self.edit.is_stale and self.edit.text:
            n_tokens = None
        self.counts.setText(counts_line(self.edit.text, n_tokens))

    # what the user does

    def _on_edited(self, text: str) -> None:
        if not text:
            self.note.show_notes(())
        self._count(None)
        self._caret_waits = self._typed = self._editing = True
        try:
            self.textEdited.emit(text)
        finally:
            self._editing = False
        self._follow_caret()

    def _on_caret_moved(self) -> None:
        if self._showing or self.edit.is_pointing:
            return
        self._typed = False
        if self.edit.is_stale:
            self._caret_waits = True
        else:
            self._choose(self.edit.token_at_caret())

    def _follow_caret(self) -> None:
        """Choose the token that was typed, as soon as it is known."""
        if self._caret_waits and not self.edit.is_stale:
            self._caret_waits = False
            self._choose(self.edit.token_at_caret(typed=self._typed))

    def _on_row_chosen(self, row: int) -> None:
        self._choose(row)
        self.edit.reveal(row)

    def _choose(self, position: int | None) -> None:
        if position is None or position == self._selected:
            return
        with self._shown():
            self._mark(position)
        self.tokenSelected.emit(position)
