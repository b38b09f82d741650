"""Grouping of row numbers into few reads."""

from collections.abc import Iterator

import numpy as np

from embedscope.tables.base import Ints

GAP_BYTES = 1 << 14
"""Reading this much in vain costs about as much as one more read."""

READ_BYTES = 1 << 20
"""Bytes read and decoded at a time: shorter work has threads wait for the interpreter."""


def runs(ids: Ints, max_gap: int, max_span: int) -> Iterator[tuple[int, int]]:
    """Cut ascending ``ids`` (n,) into pieces ``first..last`` of positions to be read at once.

    No piece has a hole of ``max_gap`` rows, spans more than ``max_span`` rows or has more ids.
    """
    edges = np.flatnonzero(np.diff(ids) > max_gap) + 1
    for first, last in zip([0, *edges], [*edges, len(ids)], strict=True):
        yield from _short_runs(ids, int(first), int(last), max_span)


def _short_runs(ids: Ints, first: int, last: int, max_span: int) -> Iterator[tuple[int, int]]:
    while first < last - 1:
        within = first + int(np.searchsorted(ids[first:last], ids[first] + max_span))
        stop = min(within, first + max_span)
        yield first, stop
        first = stop
    if first < last:
        yield first, last
