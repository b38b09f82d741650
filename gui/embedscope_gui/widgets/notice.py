"""A line for what the user must know; stays until closed or replaced, but for what was done."""

from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.pane import plain_label

Kind = Literal["note", "warning", "error"]
SIGNS = {"note": "ℹ", "warning": "⚠", "error": "⊘"}
DONE_MS = 6000
MEANINGS = {"note": "Note", "warning": "Warning", "error": "Error"}


class NoticeBar(QFrame):
    """Shows one message at a time: a sign (not colour alone), the sentence, a close button.

    A message may offer a remedy: an action of the window, as a button. What was done is told for
    a while, then the message before it is back. ``changed``: another message is there, which may
    need other room.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("noticeBar")
        self._remedy: QAction | None = None
        self._covered: tuple[str, Kind, QAction | None] | None = None  # by what was done
        self._passing = QTimer(self, singleShot=True, interval=DONE_MS)
        self._passing.timeout.connect(self._on_passed)
        self._sign = plain_label()
        self._text = plain_label(name="noticeText")
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        close = QToolButton()
        close.setText("✕")
        close.setAutoRaise(True)
        close.setToolTip("Close this message (Esc)")
        close.setAccessibleName("Close this message")
        close.clicked.connect(self.clear)
        line = QHBoxLayout(self)
        line.setContentsMargins(GRID_PX, GRID_PX // 4, GRID_PX, GRID_PX // 4)
        line.setSpacing(GRID_PX)
        line.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._text, 1)
        line.addWidget(self._remedy_button(), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(close, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()

    @property
    def text(self) -> str:
        """The message shown, or ""."""
        return "" if self.isHidden() else self._text.text()

    def show_message(self, text: str, kind: Kind = "note", remedy: QAction | None = None) -> None:
        """Show ``text`` in the manner of ``kind``, with a button for ``remedy``."""
        self._passing.stop()
        self._covered = None
        self._sign.setText(SIGNS[kind])
        self._text.setText(text)
        self.setAccessibleName(f"{MEANINGS[kind]}: {text}")
        self.setProperty("kind", kind)
        for widget in (self, self._text):  # style rules that depend on the property
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self._remedy = remedy
        self.button.setVisible(remedy is not None)
        if remedy is not None:
            self.button.setText(remedy.text())
            self.button.setToolTip(remedy.toolTip())
        self.show()
        self.changed.emit()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def tell_done(self, text: str) -> None:
        """Show for a while what was just done."""
        covered = self._covered
        if not self._passing.isActive() and self.text:
            covered = (self.text, self.property("kind"), self._remedy)
        self.show_message(text)
        self._covered = covered
        self._passing.start()

    def let_pass(self) -> None:
        """Take away what is only told for a while; the message before it is back."""
        if not self._passing.isActive():
            return
        covered = self._covered
        self.clear()
        if covered is not None:
            self.show_message(*covered)

    def _on_passed(self) -> None:
        """Wait on while somebody reads it; a timer that has run out is no longer active."""
        self._passing.start()
        if not (self.underMouse() or self._text.hasSelectedText()):
            self.let_pass()

    def withdraw(self, text: str) -> None:
        """Take ``text`` away, which is no longer so, also where it waits to be back."""
        if self._covered is not None and self._covered[0] == text:
            self._covered = None
        if self.text == text:
            self.clear()

    def add(self, text: str) -> None:
        """Show ``text`` before the message that is there, in the manner of that one."""
        self.let_pass()
        before = self.text
        kind: Kind = self.property("kind") if before else "note"
        self.show_message(f"{text} {before}".strip(), kind, self._remedy if before else None)

    def _remedy_button(self) -> QPushButton:
        self.button = QPushButton()
        self.button.setObjectName("noticeButton")
        self.button.clicked.connect(self._on_remedy)
        self.button.hide()
        return self.button

    def _on_remedy(self) -> None:
        if self._remedy is not None:
            self._remedy.trigger()

    def clear(self) -> None:
        """Take the message away."""
        self._passing.stop()
        self._covered = None
        self._text.setText("")
        self.hide()
