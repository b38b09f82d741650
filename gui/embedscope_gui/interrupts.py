"""Ctrl+C in the terminal, or the end of the session, closes the window as its own button does."""

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtWidgets import QWidget

SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


class Interrupts(QObject):
    """Closes ``window`` on a signal; ``code`` is then what the program should end with.

    Python runs a handler only between its own instructions, and an idle Qt runs none: the
    signal's number comes through a socket, on which Qt listens.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.code = 0
        self._window = window
        self._reader, self._writer = socket.socketpair()
        for end in (self._reader, self._writer):
            end.setblocking(False)
        self._listener = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._listener.activated.connect(self._on_signal)
        self._wakeup = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        # One that the program was started to ignore, as by nohup, is ignored.
        heard = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
        self._before = {number: signal.signal(number, _nothing) for number in heard}

    def end(self) -> None:
        """Let signals do again what they did before."""
        self._listener.setEnabled(False)
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._reader.close()
        self._writer.close()

    def _on_signal(self) -> None:
        numbers = self._reader.recv(64)
        if numbers:
            self.code = 128 + numbers[0]
            self._window.close()


def _nothing(_number: int, _frame: FrameType | None) -> None:
    """Stand in for the handler that would raise KeyboardInterrupt."""
