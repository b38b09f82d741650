"""Tables stored column by column: Fortran order, or dims x tokens."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided

from embedscope.errors import EmbedscopeError, FileError
from embedscope.tables.array import ArraySource
from embedscope.tables.base import BLOCK_VALUES, Bytes, Doubles, Floats, Ints, Source
from embedscope.tables.base import rows_per_block as rows_for
from embedscope.tables.file_bytes import FileBytes, OpenFile
from embedscope.tables.flat import FlatSource
from embedscope.tables.runs import GAP_BYTES, READ_BYTES, runs
from embedscope.tables.storage import Storage

TRANSPOSED = "Transposed?"
"""The end of a note on a table that may be meant the other way round."""


def asks_about_turning(note: str) -> bool:
    """Tell whether ``note`` is to be followed by how to turn the table, which places differ in."""
    return note.endswith(TRANSPOSED)


@dataclass(frozen=True, eq=False)
class TurnedSource:
    """A table (V, D) whose column ``j`` lies together at ``offset + j * stride`` bytes.

    Rows are gathered from a piece of every column, at most 4 million numbers at a time.
    """

    file: FileBytes
    offset: int
    shape: tuple[int, int]
    storage: Storage  # one number a block
    stride: int = 0

    def __post_init__(self) -> None:
        if not self.stride:
            object.__setattr__(self, "stride", self.shape[0] * self.storage.block_bytes)
        column_bytes = self.shape[0] * self.storage.block_bytes
        needed = self.offset + (self.shape[1] - 1) * self.stride + column_bytes
        if needed > self.file.size:
            problem = f"is cut short: {needed:,} bytes are needed, it has {self.file.size:,}"
            raise FileError(self.file.path, problem)

    @property
    def dtype(self) -> str:
        """Name of the storage."""
        return self.storage.name

    @property
    def n_bytes(self) -> int:
        """Bytes of all numbers."""
        return self.shape[0] * self.shape[1] * self.storage.block_bytes

    @property
    def block_rows(self) -> int:
        """Rows that are best read at once: more than elsewhere, as each costs D reads."""
        return rows_for(self.shape[1], 4 * BLOCK_VALUES)

    def view(self, start: int, stop: int) -> None:  # noqa: ARG002 - part of Source
        """Return None: rows of a file are seen by reading only."""
        return

    def read(self, start: int, stop: int, out: Floats) -> None:
        """Decode rows ``start..stop`` into ``out`` (stop - start, D)."""
        self.take(np.arange(start, stop), out)

    def take(self, ids: Ints, out: Floats) -> None:
        """Decode rows ``ids`` (n,) into ``out`` (n, D)."""
        for where, raw in self._columns(ids):
            columns = np.empty((self.shape[1], len(where)), np.float32)
            self.storage.decode(raw, columns)
            out[where] = columns.T

    def exact(self, ids: Ints) -> Floats | Doubles:
        """Return rows ``ids`` (n,) unrounded."""
        wide = np.float32 if self.storage.wide is None else np.float64
        out = np.empty((len(ids), self.shape[1]), wide)
        for where, raw in self._columns(ids):
            out[where] = self.storage.exact(raw, len(where)).T
        return out

    def _columns(self, ids: Ints) -> Iterator[tuple[Ints, Bytes]]:
        """Yield (n positions in ``ids``, their raw columns (D, n bytes)) until all are read."""
        order = np.argsort(ids, kind="stable")
        with self.file.opened() as file:
            for first in range(0, len(ids), self.block_rows):
                where = order[first : first + self.block_rows]
                yield where, self._gathered(file, ids[where])

    def _gathered(self, file: OpenFile, ascending: Ints) -> Bytes:
        """Return the raw numbers of rows ``ascending`` (n,) as (D, n * bytes of one)."""
        size = self.storage.block_bytes
        out = np.empty((self.shape[1], len(ascending), size), np.uint8)
        for first, last in runs(ascending, GAP_BYTES // size, READ_BYTES // size):
            wanted = ascending[first:last]
            low, high = int(wanted[0]), int(wanted[-1]) + 1
            for j, pieces in self._strips(file, low * size, high * size):
                numbers = pieces.reshape(len(pieces), high - low, size)
                out[j : j + len(pieces), first:last] = numbers[:, wanted - low]
        return out.reshape(self.shape[1], -1)

    def _strips(self, file: OpenFile, low: int, high: int) -> Iterator[tuple[int, Bytes]]:
        """Yield (column j, bytes ``low..high`` of it and of the next ones (n, high - low)).

        Columns that are short are read several at a time, with all that is between.
        """
        n_dims, width = self.shape[1], high - low
        together = max(1, READ_BYTES // self.stride) if self.stride <= GAP_BYTES else 1
        for j in range(0, n_dims, together):
            n = min(together, n_dims - j)
            raw = np.empty((n - 1) * self.stride + width, np.uint8)
            file.read_into(self.offset + j * self.stride + low, raw)
            yield j, as_strided(raw, (n, width), (self.stride, 1))


def turned(source: Source) -> Source:
    """Return ``source`` (D, V) as a table (V, D) without reading it."""
    if isinstance(source, ArraySource):
        return ArraySource(source.array.T, source.dtype)
    if isinstance(source, FlatSource) and source.storage.block_values == 1:
        n_dims, n_rows = source.shape
        place = source.file, source.offset
        return TurnedSource(*place, (n_rows, n_dims), source.storage, source.stride)
    if isinstance(source, TurnedSource):
        n_dims, n_rows = source.shape
        place = source.file, source.offset
        return FlatSource(*place, (n_rows, n_dims), source.storage, source.stride)
    raise EmbedscopeError(f"a table of {source.dtype} numbers cannot be turned")
