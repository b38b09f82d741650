"""Runs requests beside the window, the latest of each channel only."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from threading import Event, get_native_id
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from embedscope.errors import Cancelled
from embedscope.progress import Progress
from embedscope.session.request import Lane
from embedscope_gui.memory import give_back
from embedscope_gui.work import Done, Failed, Work

REPORT_SECONDS = 0.05
LANES: dict[Lane, int] = {"view": 2, "work": max(2, min(4, os.cpu_count() or 2)), "slow": 2}
"""Threads of each lane: what moves under the hand never waits for minutes of arithmetic."""
NICENESS = 10
GIVE_WAY_MS, MOST_WAITS = 20, 25
"""Slow work begins when the pictures that were asked for are there, or after half a second."""


@dataclass(eq=False)
class _Job:
    """One piece of work of one channel; ``stop`` asks it to end."""

    channel: str
    lane: Lane
    done: Done
    failed: Failed
    stop: Event = field(default_factory=Event)


class Runner(QObject):
    """Executes Work on threads and hands results over on the window's thread.

    A newer request of a channel makes the older one stop, and its result is dropped.
    """

    progressed = Signal(str, float, str)  # channel, share done 0..1, what
    ended = Signal(str)  # channel: finished, failed or cancelled
    _delivered = Signal(object, object)
    _reported = Signal(object, float, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pools = {lane: _pool(lane) for lane in LANES}
        self._jobs: dict[str, _Job] = {}
        self._is_over = False
        self._delivered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._reported.connect(self._report, Qt.ConnectionType.QueuedConnection)

    def submit(self, work: Work, done: Done, failed: Failed) -> None:
        """Run ``work`` now (quick) or on a thread; ``done`` or ``failed`` is called here later.

        Nothing is begun any more after ``shut_down``.
        """
        if self._is_over:
            return
        self.cancel(work.channel)
        job = self._jobs[work.channel] = _Job(work.channel, work.lane, done, failed)
        if work.quick:
            self._run_here(job, work.run)
        elif work.patience_ms:
            QTimer.singleShot(work.patience_ms, self, lambda: self._start(job, work))
        else:
            self._start(job, work)

    def _start(self, job: _Job, work: Work, waits: int = 0) -> None:
        if self._jobs.get(job.channel) is not job:
            return
        if work.lane == "slow" and waits < MOST_WAITS and self._is_drawing():
            again = partial(self._start, job, work, waits + 1)
            QTimer.singleShot(GIVE_WAY_MS, self, again)
        else:
            run = work.run if work.lane == "view" else _tidied(work.run)
            future = self._pools[work.lane].submit(run, self._progress(job))
            future.add_done_callback(lambda finished: self._delivered.emit(job, finished))

    def _is_drawing(self) -> bool:
        return any(job.lane == "view" for job in self._jobs.values())

    def cancel(self, channel: str) -> None:
        """Ask the work of ``channel`` to stop and forget its result."""
        job = self._jobs.pop(channel, None)
        if job is not None:
            job.stop.set()
            self.ended.emit(channel)

    def busy(self) -> tuple[str, ...]:
        """Return the channels that are at work."""
        return tuple(self._jobs)

    def shut_down(self) -> None:
        """Stop everything and wait for the threads."""
        self._is_over = True
        for channel in tuple(self._jobs):
            self.cancel(channel)
        for pool in self._pools.values():
            pool.shutdown(wait=True, cancel_futures=True)

    def _progress(self, job: _Job) -> Progress:
        """Return what ``job`` reports to: loops may be tight, the window hears a few a second."""
        last = 0.0

        def report(share: float, what: str) -> None:
            nonlocal last
            now = monotonic()
            if now - last >= REPORT_SECONDS:
                last = now
                self._reported.emit(job, share, what)

        return Progress(report, job.stop.is_set)

    def _report(self, job: _Job, share: float, what: str) -> None:
        """Pass a report on, unless its work was cancelled while the report was on its way."""
        if self._jobs.get(job.channel) is job:
            self.progressed.emit(job.channel, share, what)

    def _run_here(self, job: _Job, run: Callable[[Progress], object]) -> None:
        future: Future[object] = Future()
        try:
            future.set_result(run(Progress(stopped=job.stop.is_set)))
        except Exception as error:  # noqa: BLE001 - every fault is a result that the user sees
            future.set_exception(error)
        self._deliver(job, future)

    def _deliver(self, job: _Job, future: Future[object]) -> None:
        if self._jobs.get(job.channel) is not job:
            return  # a newer request took its place
        del self._jobs[job.channel]
        self.ended.emit(job.channel)
        try:
            result = future.result()
        except (Cancelled, CancelledError):
            return
        except Exception as error:  # noqa: BLE001 - every fault is a result that the user sees
            job.failed(error)
            return
        job.done(result)


def _tidied(run: Callable[[Progress], object]) -> Callable[[Progress], object]:
    """Return ``run`` followed by giving back what it needed on the way."""

    def run_and_tidy(progress: Progress) -> object:
        try:
            return run(progress)
        finally:
            give_back()

    return run_and_tidy


def _pool(lane: Lane) -> ThreadPoolExecutor:
    """Return the threads of one lane; the slow ones leave the processor to the others."""
    give_way = _give_way if lane == "slow" else None
    return ThreadPoolExecutor(LANES[lane], f"embedscope-{lane}", give_way)


def _give_way() -> None:
    """Lower the priority of this thread, where threads have one of their own."""
    if sys.platform == "linux":
        thread = get_native_id()
        nicer = min(os.getpriority(os.PRIO_PROCESS, thread) + NICENESS, 19)
        os.setpriority(os.PRIO_PROCESS, thread, nicer)
