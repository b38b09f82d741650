"""Rows that lie one after the other in a file: nearly every binary format."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from embedscope.errors import FileError
from embedscope.tables.base import Bytes, Doubles, Floats, Ints, rows_per_block
from embedscope.tables.file_bytes import FileBytes, OpenFile
from embedscope.tables.runs import GAP_BYTES, READ_BYTES, runs
from embedscope.tables.storage import Storage


@dataclass(frozen=True, eq=False)
class FlatSource:
    """Rows of ``storage`` from ``offset`` on, one every ``stride`` bytes (0: close together)."""

    file: FileBytes
    offset: int
    shape: tuple[int, int]
    storage: Storage
    stride: int = 0

    def __post_init__(self) -> None:
        if not self.stride:
            object.__setattr__(self, "stride", self.row_bytes)
        needed = self.offset + (self.shape[0] - 1) * self.stride + self.row_bytes
        if self.shape[0] and needed > self.file.size:
            problem = f"is cut short: {needed:,} bytes are needed, it has {self.file.size:,}"
            raise FileError(self.file.path, problem)

    @property
    def row_bytes(self) -> int:
        """Bytes of one row."""
        return self.storage.row_bytes(self.shape[1])

    @property
    def dtype(self) -> str:
        """Name of the storage."""
        return self.storage.name

    @property
    def n_bytes(self) -> int:
        """Bytes of all rows."""
        return self.shape[0] * self.row_bytes

    @property
    def block_rows(self) -> int:
        """Rows that are best read at once."""
        return rows_per_block(self.shape[1])

    def view(self, start: int, stop: int) -> None:  # noqa: ARG002 - part of Source
        """Return None: rows of a file are seen by reading only."""
        return

    def read(self, start: int, stop: int, out: Floats) -> None:
        """Decode rows ``start..stop`` into ``out`` (stop - start, D)."""
        with self.file.opened() as file:
            if self._is_plain and out.flags.c_contiguous:
                file.read_into(self._place(start), out.reshape(-1).view(np.uint8))
                return
            for first in range(start, stop, self._chunk_rows):
                last = min(stop, first + self._chunk_rows)
                self.storage.decode(self._raw(file, first, last), out[first - start : last - start])

    def take(self, ids: Ints, out: Floats) -> None:
        """Decode rows ``ids`` (n,) into ``out`` (n, D)."""
        for where, raw in self._picked(ids):
            rows = np.empty((len(raw), self.shape[1]), np.float32)
            self.storage.decode(raw, rows)
            out[where] = rows

    def exact(self, ids: Ints) -> Floats | Doubles:
        """Return rows ``ids`` (n,) unrounded."""
        wide = np.float32 if self.storage.wide is None else np.float64
        out = np.empty((len(ids), self.shape[1]), wide)
        for where, raw in self._picked(ids):
            out[where] = self.storage.exact(raw, self.shape[1])
        return out

    @property
    def _is_plain(self) -> bool:
        return self.storage.is_native and self.stride == self.row_bytes

    @property
    def _chunk_rows(self) -> int:
        return max(1, READ_BYTES // max(1, self.stride))

    def _place(self, row: int) -> int:
        return self.offset + row * self.stride

    def _raw(self, file: OpenFile, start: int, stop: int) -> Bytes:
        """Return the bytes of rows ``start..stop`` (stop - start, row bytes)."""
        n_rows = stop - start
        stride = self.stride if n_rows > 1 else self.row_bytes
        buffer = np.empty(n_rows * stride, np.uint8)
        gap = stride - self.row_bytes  # behind the last row the file may end
        file.read_into(self._place(start), buffer[: len(buffer) - gap])
        return buffer.reshape(n_rows, stride)[:, : self.row_bytes]

    def _picked(self, ids: Ints) -> Iterator[tuple[Ints, Bytes]]:
        """Yield (n positions in ``ids``, their raw rows (n, row bytes)), in the file's order."""
        order = np.argsort(ids, kind="stable")
        with self.file.opened() as file:
            for first in range(0, len(ids), self._chunk_rows):
                where = order[first : first + self._chunk_rows]
                yield where, self._gathered(file, ids[where])

    def _gathered(self, file: OpenFile, ascending: Ints) -> Bytes:
        """Return the raw rows ``ascending`` (n,), near ones read together, as (n, row bytes)."""
        out = np.empty((len(ascending), self.row_bytes), np.uint8)
        max_gap = max(1, GAP_BYTES // max(1, self.stride))
        for first, last in runs(ascending, max_gap, self._chunk_rows):
            low = int(ascending[first])
            if last - first == 1:
                file.read_into(self._place(low), out[first])
            else:
                wanted = ascending[first:last] - low
                out[first:last] = self._raw(file, low, low + int(wanted[-1]) + 1)[wanted]
        return out
