"""How long work tells how far it is and learns that it should stop."""

from collections.abc import Callable
from dataclasses import dataclass

from embedscope.errors import Cancelled


def _ignore(_done: float, _what: str) -> None:
    """Take no notice."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Passed into long work: ``report(done 0..1, what)`` and ``stopped()``; both thread-safe."""

    report: Callable[[float, str], None] = _ignore
    stopped: Callable[[], bool] = bool

    def step(self, done: float, what: str = "") -> None:
        """Report the share ``done`` (0..1), or raise Cancelled when asked to stop."""
        if self.stopped():
            raise Cancelled
        self.report(done, what)


SILENT = Progress()
