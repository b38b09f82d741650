"""What a picture needs of a table: its shape and its rows."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats, Ints


class Grid(Protocol):
    """A table, or a table in another order; ``embedscope.tables.table.Table`` is one."""

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        ...

    @property
    def dtype(self) -> str:
        """Stored number type, "f16" and so on."""
        ...

    def block(self, start: int, stop: int, out: Floats | None = None) -> Floats:
        """Return rows ``start..stop`` (stop - start, D); maybe a view, maybe in ``out``."""
        ...

    def rows(self, ids: Ints) -> Floats:
        """Return a copy of rows ``ids`` (n, D)."""
        ...


def spread_rows(n_rows: int, n_wanted: int) -> NDArray[np.int64]:
    """Return at most ``n_wanted`` ascending row ids spread evenly over ``n_rows``."""
    n = min(n_rows, n_wanted)
    return np.arange(n, dtype=np.int64) * n_rows // max(n, 1)
