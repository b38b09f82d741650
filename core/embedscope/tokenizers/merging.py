"""Merging neighbours, best pair first: the step that BPE and SentencePiece have in common."""

import heapq
from collections.abc import Callable, Sequence

RankOfPair = Callable[[bytes, bytes], float | None]
"""The rank of two neighbours (smallest first), or None where they are not to be merged."""


def merge(parts: Sequence[bytes], rank_of_pair: RankOfPair) -> list[bytes]:
    """Merge neighbours of ``parts`` until no pair has a rank; of equal ranks the leftmost first.

    Time n log n: a heap of pairs over a linked list. An entry is stale when its right part is
    no longer next to its left one, or one of the two has grown.
    """
    found = list(parts)
    following = [*range(1, len(found)), -1]
    previous = list(range(-1, len(found) - 1))
    heap: list[tuple[float, int, int, int]] = []

    def offer(left: int, right: int) -> None:
        if left >= 0 and right >= 0:
            rank = rank_of_pair(found[left], found[right])
            if rank is not None:
                heapq.heappush(heap, (rank, left, right, len(found[left]) + len(found[right])))

    for left in range(len(found) - 1):
        offer(left, left + 1)
    while heap:
        _, left, right, size = heapq.heappop(heap)
        if following[left] != right or len(found[left]) + len(found[right]) != size:
            continue
        found[left] += found[right]
        found[right] = b""
        after = following[left] = following[right]
        following[right] = -1
        if after >= 0:
            previous[after] = left
        offer(previous[left], left)
        offer(left, after)
    return [part for part in found if part]


def byte_parts(data: bytes) -> list[bytes]:
    """Return the single bytes of ``data``."""
    return [data[place : place + 1] for place in range(len(data))]
