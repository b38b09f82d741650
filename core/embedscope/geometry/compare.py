"""Two lists of neighbours side by side: where each row stands in the other list."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.neighbours import Neighbours
from embedscope.tables.base import Ints

ABSENT = -1
"""Stands for the rank of a row that is not in a list."""


@dataclass(frozen=True, eq=False)
class RankComparison:
    """The rows of two lists, in the order of the first, then of the second.

    ``first`` and ``second`` (n,) are ranks from 0, ABSENT where a list does not hold the row.
    """

    ids: Ints
    first: Ints
    second: Ints

    @property
    def climbs(self) -> Ints:
        """How many places each row stands higher in the second list; 0 where one lacks it."""
        in_both = (self.first != ABSENT) & (self.second != ABSENT)
        return np.where(in_both, self.first - self.second, 0)

    @property
    def n_shared(self) -> int:
        """Rows that are in both lists."""
        return int(np.count_nonzero((self.first != ABSENT) & (self.second != ABSENT)))


def compare_ranks(first: Neighbours, second: Neighbours) -> RankComparison:
    """Return the ranks of all rows of two lists (of other metrics, spaces or tables) in both."""
    new = second.ids[~np.isin(second.ids, first.ids)]
    ids = np.concatenate([first.ids, new])
    return RankComparison(ids, _ranks(first.ids, ids), _ranks(second.ids, ids))


def _ranks(listed: Ints, ids: Ints) -> Ints:
    """Return the place of each of ``ids`` (n,) in ``listed`` (k,)."""
    place = {row: rank for rank, row in enumerate(listed.tolist())}
    return np.array([place.get(row, ABSENT) for row in ids.tolist()], np.int64)
