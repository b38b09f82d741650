"""What goes wrong when raw ids are fed into a weighted sum, as a network's input would be."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from embedscope.tables.base import Doubles, Ints
from embedscope.tables.table import as_ids


@dataclass(frozen=True, eq=False)
class WeightedSum:
    """``terms`` (n,) = weight x ids (n,), each with its ``shares`` (n,) of the sum of sizes."""

    weight: float
    ids: Ints
    terms: Doubles
    total: float

    @property
    def shares(self) -> Doubles:
        """|term| over the sum of all |terms| (n,), 0 where all terms are 0."""
        sizes = np.abs(self.terms)
        whole = float(sizes.sum())
        shares: Doubles = sizes / whole if whole else np.zeros_like(sizes)
        return shares


def weighted_sum(ids: ArrayLike, weight: float) -> WeightedSum:
    """Return sum(weight x id) over ``ids`` (n,), term by term; ids below 0 (no id) are left out."""
    numbers = as_ids(ids)
    numbers = numbers[numbers >= 0]
    terms = weight * numbers.astype(np.float64)
    return WeightedSum(weight, numbers, terms, float(terms.sum()))


def times_as_much(larger: int, smaller: int) -> float | None:
    """Return how many times as much id ``larger`` counts as ``smaller``; None against id 0."""
    return larger / smaller if smaller > 0 and larger >= 0 else None
