"""An embedding table: V rows of D numbers, read as needed and never copied whole."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

BLOCK_VALUES = 1 << 20
"""Numbers in one block of a walk over a table: 4 MB of float32, which stays in the cache."""


class Source(Protocol):
    """Where a table's numbers come from; one per storage form (flat file, array, quantised).

    Callers pass row numbers that were checked against ``shape``. Safe to use from several threads.
    """

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        ...

    @property
    def dtype(self) -> str:
        """Stored number type: "f64" "f32" "f16" "bf16" "f8_e4m3" "i8" "q8_0" ..."""
        ...

    @property
    def n_bytes(self) -> int:
        """Bytes that the numbers take where they are stored."""
        ...

    @property
    def block_rows(self) -> int:
        """Rows that are best read at once."""
        ...

    def read(self, start: int, stop: int, out: Floats) -> None:
        """Decode rows ``start..stop`` (all dims) into ``out`` (stop - start, D)."""
        ...

    def take(self, ids: Ints, out: Floats) -> None:
        """Decode rows ``ids`` (n,), in any order and repeated at will, into ``out`` (n, D)."""
        ...

    def exact(self, ids: Ints) -> Floats | Doubles:
        """Return rows ``ids`` (n,) unrounded: float64 for f64 and wide ints, else float32."""
        ...

    def view(self, start: int, stop: int) -> Floats | None:
        """Return rows ``start..stop`` (stop - start, D) without a copy, or None: ``read`` them."""
        ...


def rows_per_block(n_dims: int, n_values: int = BLOCK_VALUES) -> int:
    """Return how many rows of ``n_dims`` make about ``n_values`` numbers, at least 1."""
    return max(1, n_values // max(1, n_dims))
