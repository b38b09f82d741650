"""Progress of long work in the status bar: appears after half a second, with Cancel."""

from collections.abc import Iterable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from embedscope_gui.theme import GRID_PX
from embedscope_gui.widgets.pane import plain_label

PATIENCE_MS = 500
ASKED_FOR = ("open", "open tokenizer", "export")  # the user waits for these more than for others


class ProgressLine(QWidget):
    """Shows what was asked for, else what is longest at work; ``cancelled(channel)`` when asked."""

    cancelled = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[str, str] = {}  # channel: what it does, oldest first
        self._label = plain_label()
        self._bar = QProgressBar()
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._bar.setFixedSize(120, GRID_PX)
        self._cancel = QPushButton("Cancel")
        self._cancel.setAccessibleName("Cancel the work in progress")
        self._cancel.clicked.connect(self._on_cancel)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID_PX)
        for widget in (self._label, self._bar, self._cancel):
            line.addWidget(widget)
        self._timer = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._timer.timeout.connect(self.show)
        self.hide()

    @property
    def text(self) -> str:
        """What is said to be at work."""
        return self._label.text()

    @property
    def share(self) -> float:
        """How much of it is done, 0..1."""
        return self._bar.value() / self._bar.maximum()

    def report(self, channel: str, share: float, what: str) -> None:
        """Take note that ``channel`` is at ``share`` (0..1) of its work."""
        self._waiting[channel] = what
        if _foremost(self._waiting) == channel:
            self._label.setText(what)
            self._bar.setValue(round(1000 * min(max(share, 0.0), 1.0)))
        if self.isHidden() and not self._timer.isActive():
            self._timer.start()

    def end(self, channel: str) -> None:
        """Take note that ``channel`` has ended."""
        self._waiting.pop(channel, None)
        if not self._waiting:
            self._timer.stop()
            self.hide()
        else:
            self._label.setText(self._waiting[_foremost(self._waiting)])

    def _on_cancel(self) -> None:
        if self._waiting:
            self.cancelled.emit(_foremost(self._waiting))


def _foremost(channels: Iterable[str]) -> str:
    """Return the one of ``channels`` (oldest first) that matters most."""
    names = list(channels)
    return next((name for name in ASKED_FOR if name in names), names[0])
