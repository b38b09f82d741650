"""Showing and painting that wait for a pause in the typing."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

LULL_MS = 150


class Lull(QObject):
    """Keeps ``panes`` from painting until ``LULL_MS`` after the last ``wait``; then ``ended``.

    Each key of a quick typist so costs the showing of the text and not of the whole window.
    """

    ended = Signal()  # the time to show what is new: it is painted right afterwards

    def __init__(self, panes: Sequence[QWidget], parent: QObject) -> None:
        super().__init__(parent)
        self._panes = tuple(panes)
        self._timer = QTimer(self, singleShot=True, interval=LULL_MS)
        self._timer.timeout.connect(self._paint)

    @property
    def is_on(self) -> bool:
        """Whether the panes wait at present."""
        return self._timer.isActive()

    def wait(self) -> None:
        """Let nothing be painted for a moment; each call begins the moment anew."""
        self._timer.start()
        for pane in self._panes:
            pane.setUpdatesEnabled(False)

    def end(self) -> None:
        """Wait no longer."""
        if self.is_on:
            self._timer.stop()
            self._paint()

    def _paint(self) -> None:
        self.ended.emit()
        for pane in self._panes:
            pane.setUpdatesEnabled(True)  # paints it
