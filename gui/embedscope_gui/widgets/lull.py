"""Painting that waits for a pause in the typing."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

LULL_MS = 150


class Lull(QObject):
    """Keeps ``panes`` from painting until ``LULL_MS`` after the last ``wait``.

    What they show is up to date all the time; only the pixels wait, so that each key of a quick
    typist costs the painting of the text and not of the whole window.
    """

    def __init__(self, panes: Sequence[QWidget], parent: QObject) -> None:
        super().__init__(parent)
        self._panes = tuple(panes)
        self._timer = QTimer(self, singleShot=True, interval=LULL_MS)
        self._timer.timeout.connect(self._paint)

    def wait(self) -> None:
        """Let nothing be painted for a moment; each call begins the moment anew."""
        self._timer.start()
        for pane in self._panes:
            pane.setUpdatesEnabled(False)

    def _paint(self) -> None:
        for pane in self._panes:
            pane.setUpdatesEnabled(True)  # paints it
