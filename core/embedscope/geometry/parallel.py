"""One function over all blocks of a table on several threads, where decoding takes the time."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import numpy as np

from embedscope.geometry.rows import RowSource, is_float32
from embedscope.progress import Progress
from embedscope.tables.base import Floats

_SMALL_VALUES = 1 << 22  # a table of fewer numbers is not worth a second thread
_MOST_THREADS = 4


def for_each_block(
    source: RowSource,
    n_rows: int,
    step: int,
    work: Callable[[int, Floats], None],
    progress: Progress,
    n_threads: int | None = None,
) -> None:
    """Call ``work(start, block)`` for all blocks of ``step`` rows among the first ``n_rows``.

    In no order and from several threads at once; a block is overwritten after the call. The
    first error ends the work and is raised, Cancelled among them.
    """
    starts = _Starts(n_rows, step, progress)
    if n_threads is None:
        n_threads = thread_count()
    if n_threads == 1 or n_rows * source.shape[1] <= _SMALL_VALUES:
        _work_off(source, starts, work)
        return
    with ThreadPoolExecutor(n_threads) as pool:
        for done in [pool.submit(_work_off, source, starts, work) for _ in range(n_threads)]:
            done.result()


def over_slices(work: Callable[[slice], float], n_rows: int, n_dims: int) -> list[float]:
    """Return ``work`` of slices that make up ``n_rows``, on several threads if it is worth it."""
    n_parts = thread_count() if n_rows * n_dims > _SMALL_VALUES // 4 else 1
    if n_parts == 1:
        return [work(slice(0, n_rows))]
    ends = np.linspace(0, n_rows, n_parts + 1, dtype=np.int64).tolist()
    with ThreadPoolExecutor(n_parts) as pool:
        return list(pool.map(work, map(slice, ends[:-1], ends[1:])))


def thread_count() -> int:
    """Return how many threads to use: the cores this process may use, at most 4."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _MOST_THREADS)
    return min(os.cpu_count() or 1, _MOST_THREADS)


class _Starts:
    """Hands out the blocks one by one to whichever thread asks."""

    def __init__(self, n_rows: int, step: int, progress: Progress) -> None:
        self.n_rows, self.step = n_rows, step
        self._progress = progress
        self._starts = iter(range(0, n_rows, step))
        self._lock = Lock()

    def __iter__(self) -> Iterator[int]:
        while True:
            with self._lock:
                start = next(self._starts, None)
                if start is None:
                    return
                self._progress.step(start / self.n_rows, "reading all rows")
            yield start

    def stop(self) -> None:
        """Leave nothing to do for the other threads."""
        with self._lock:
            self._starts = iter(range(0))


def _work_off(source: RowSource, starts: _Starts, work: Callable[[int, Floats], None]) -> None:
    n_buffered = 0 if is_float32(source) else min(starts.step, starts.n_rows)
    buffer = np.empty((n_buffered, source.shape[1]), np.float32)
    try:
        for start in starts:
            stop = min(start + starts.step, starts.n_rows)
            work(start, source.block(start, stop, buffer[: stop - start] if n_buffered else None))
    except BaseException:
        starts.stop()
        raise
