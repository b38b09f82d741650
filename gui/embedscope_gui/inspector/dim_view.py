"""What the inspector is handed of one dim; no Qt here."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope_gui.inspector.facts import NeighboursView

EXTREMES = "value"
"""What the list of rows is sorted by, where others have a metric."""


@dataclass(frozen=True, eq=False)
class DimView:
    """One dim of a table; ``facts`` in words, ``values`` (V,) of all rows, None: not read yet.

    ``extremes`` lists the rows with its largest and smallest values.
    """

    dim: int
    n_dims: int
    facts: tuple[str, ...]
    values: NDArray[np.float32] | None
    extremes: NeighboursView | None
    row_label: Callable[[int], str]
    notes: tuple[str, ...] = ()
