"""What the controller asks of a runner; no Qt here."""

from collections.abc import Callable
from typing import Any, Protocol

from embedscope.progress import Progress
from embedscope.session.request import Lane

Run = Callable[[Progress], object]
Done = Callable[[Any], None]
Failed = Callable[[Exception], object]


class Work(Protocol):
    """A piece of work: its channel, whether it is shorter than a frame, and how to do it."""

    @property
    def channel(self) -> str:
        """Newer work of the same channel replaces older."""
        ...

    @property
    def quick(self) -> bool:
        """True: run at once, on the calling thread."""
        ...

    @property
    def patience_ms(self) -> int:
        """Start only when nothing newer of the channel came for so long."""
        ...

    @property
    def lane(self) -> Lane:
        """Which threads it may wait for."""
        ...

    @property
    def run(self) -> Callable[[Progress], object]:
        """The work itself; raises Cancelled when its progress says so."""
        ...


class Runs(Protocol):
    """Whatever executes work: threads in the window, at once in tests."""

    def submit(self, work: Work, done: Done, failed: Failed) -> None:
        """Run ``work``; later call ``done(result)`` or ``failed(error)`` on the caller's thread."""
        ...

    def cancel(self, channel: str) -> None:
        """Forget the work of ``channel``."""
        ...


class InlineRunner:
    """Runs everything at once: the same path without threads, for tests and for figures."""

    def submit(self, work: Work, done: Done, failed: Failed) -> None:
        """Run ``work`` now."""
        try:
            result = work.run(Progress())
        except Exception as error:  # noqa: BLE001 - every fault is a result that the user sees
            failed(error)
            return
        done(result)

    def cancel(self, channel: str) -> None:
        """Nothing is ever at work here."""
