"""Where the rows of a text go while it is read: into memory, or into a file that is kept."""

from typing import IO, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from embedscope.tables.array import ArraySource, array_source
from embedscope.tables.base import Floats

HEADER_BYTES = 128
"""Of an npy file, so that its rows begin at a multiple of 64."""

_MAGIC = b"\x93NUMPY\x01\x00"
_GROWTH = 1.25


class Rows(Protocol):
    """Takes blocks of rows in their order."""

    def add(self, block: Floats) -> None:
        """Put ``block`` (n, D) behind the rows that are there."""
        ...


class MemoryRows:
    """Rows in one array that grows with them: never more than a quarter too large."""

    def __init__(self, dtype: DTypeLike = np.float32) -> None:
        self._values = np.empty(0, dtype)
        self._n_values = 0
        self._n_dims = 1

    def add(self, block: NDArray[np.floating]) -> None:
        """Put ``block`` (n, D) behind the rows that are there."""
        stop = self._n_values + block.size
        if stop > len(self._values):
            self._values.resize(int(stop * _GROWTH), refcheck=False)  # moves pages, copies nothing
        self._values[self._n_values : stop] = block.reshape(-1)
        self._n_values, self._n_dims = stop, block.shape[1]

    def source(self) -> ArraySource:
        """Return all rows."""
        self._values.resize(self._n_values, refcheck=False)
        return array_source(self._values.reshape(-1, self._n_dims))


class FileRows:
    """Rows in an npy file, whose header comes last."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.shape = (0, 0)
        file.write(bytes(HEADER_BYTES))

    def add(self, block: Floats) -> None:
        """Put ``block`` (n, D) behind the rows that are there."""
        self._file.write(np.ascontiguousarray(block, "<f4").data)
        self.shape = self.shape[0] + block.shape[0], block.shape[1]

    def finish(self) -> None:
        """Write the header."""
        self._file.seek(0)
        self._file.write(npy_header(self.shape))


def npy_header(shape: tuple[int, int]) -> bytes:
    """Return the HEADER_BYTES that stand before the float32 rows of a table (V, D)."""
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    length = HEADER_BYTES - len(_MAGIC) - 2
    return _MAGIC + length.to_bytes(2, "little") + text.ljust(length - 1) + b"\n"
