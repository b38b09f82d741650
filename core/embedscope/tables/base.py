"""An embedding table: V rows of D numbers, read as needed and never copied whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Source(Protocol):
    """Where a table's numbers come from; one per storage form (flat file, array, quantised)."""

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        ...

    @property
    def dtype(self) -> str:
        """Stored number type: "f64" "f32" "f16" "bf16" "f8_e4m3" "i8" "q8_0" ..."""
        ...

    def read(self, start: int, stop: int, out: Floats) -> None:
        """Decode rows ``start..stop`` (all dims) into ``out`` (stop - start, D)."""
        ...

    def exact(self, ids: Ints) -> NDArray[np.float32] | NDArray[np.float64]:
        """Return rows ``ids`` (n,) unrounded: float64 for f64/i32/i64, else float32."""
        ...
