"""Which few rows, columns or dims stand for many, with gaps in between."""

from collections.abc import Iterable, Sequence

Index = int | None
"""A row or column that is drawn, or None: a gap that stands for those in between."""


def with_gaps(chosen: Iterable[int], size: int) -> list[Index]:
    """Return the ``chosen`` of 0..size - 1 ascending, with None wherever some are left out."""
    found: list[Index] = []
    last = -1
    for index in sorted(set(chosen)):
        if index > last + 1:
            found.append(None)
        found.append(index)
        last = index
    if last < size - 1:
        found.append(None)
    return found


def ends_and(chosen: Iterable[int], size: int, few: int) -> list[Index]:
    """Return all of 0..size - 1 if few, else the ``chosen`` with the first and the last."""
    if size <= few:
        return list(range(size))
    return with_gaps({0, size - 1, *chosen}, size)


def leading(size: int, few: int) -> list[Index]:
    """Return all of 0..size - 1 if few, else the first ones, a gap, and the last."""
    return list(range(size)) if size <= few else with_gaps([*range(few - 1), size - 1], size)


def kept(indices: Sequence[Index]) -> list[int]:
    """Return the indices without the gaps."""
    return [index for index in indices if index is not None]
