"""A table held in memory."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embedscope.errors import EmbedscopeError
from embedscope.tables.base import Doubles, Floats, Ints, rows_per_block

_WIDE = frozenset({"f8", "i8", "i4", "u8", "u4"})


@dataclass(frozen=True, eq=False)
class ArraySource:
    """The rows of an array (V, D) of numbers; the array is used as it is, not copied."""

    array: NDArray[np.generic]
    dtype: str

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        return self.array.shape[0], self.array.shape[1]

    @property
    def n_bytes(self) -> int:
        """Bytes of the array."""
        return self.array.nbytes

    @property
    def block_rows(self) -> int:
        """Rows that are best read at once."""
        return rows_per_block(self.shape[1])

    def view(self, start: int, stop: int) -> Floats | None:
        """Return rows ``start..stop`` themselves where they are float32 already."""
        if self.array.dtype == np.float32 and self.array.flags.c_contiguous:
            return self.array[start:stop].view(np.float32)
        return None

    def read(self, start: int, stop: int, out: Floats) -> None:
        """Convert rows ``start..stop`` into ``out`` (stop - start, D)."""
        _convert(self.array[start:stop], out)

    def take(self, ids: Ints, out: Floats) -> None:
        """Convert rows ``ids`` (n,) into ``out`` (n, D)."""
        if self.array.dtype == out.dtype:
            np.take(self.array, ids, axis=0, out=out, mode="clip")  # "clip" spares a copy
        else:
            _convert(self.array[ids], out)

    def exact(self, ids: Ints) -> Floats | Doubles:
        """Return rows ``ids`` (n,) unrounded."""
        rows = self.array[ids]
        if rows.dtype.str[1:] in _WIDE:
            return rows.astype(np.float64)
        return rows.astype(np.float32)


def array_source(values: ArrayLike) -> ArraySource:
    """Return the source of a plain 2-D array of real numbers (V, D), both at least 1."""
    array = np.asarray(values)
    if array.ndim != 2 or not array.size:
        problem = f"a table has rows and columns, this array has the shape {array.shape}"
        raise EmbedscopeError(problem)
    if array.dtype.kind not in "fiub" or array.dtype.itemsize > 8:
        raise EmbedscopeError(f"a table holds real numbers, this array holds {array.dtype}")
    return ArraySource(array, _name(array.dtype))


def _name(dtype: np.dtype[np.generic]) -> str:
    """Return "f32", "u8", "bool" ... for a numpy type."""
    return "bool" if dtype.kind == "b" else f"{dtype.kind}{dtype.itemsize * 8}"


def _convert(rows: NDArray[np.generic], out: Floats) -> None:
    """Copy to float32; too large for it becomes infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        out[...] = rows
