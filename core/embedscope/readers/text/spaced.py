"""Rows of float32 that lie in a file with words between them."""

from dataclasses import dataclass

import numpy as np

from embedscope.tables.base import Bytes, Floats, Ints, rows_per_block
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.runs import READ_BYTES

_STORED = np.dtype("<f4")


def rows_within(data: Bytes, starts: Ints, n_dims: int) -> Floats:
    """Return the rows (n, D) whose numbers begin at the bytes ``starts`` (n,) of ``data``."""
    windows = np.lib.stride_tricks.sliding_window_view(data, _STORED.itemsize * n_dims)
    return windows[starts].view(_STORED).astype(np.float32, copy=False)


@dataclass(frozen=True, eq=False)
class SpacedSource:
    """Row i begins at byte ``starts[i]`` of the file; starts (V,) ascend."""

    file: FileBytes
    starts: Ints
    n_dims: int
    dtype: str = "f32"

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        return len(self.starts), self.n_dims

    @property
    def n_bytes(self) -> int:
        """Bytes of all rows."""
        return len(self.starts) * self.row_bytes

    @property
    def row_bytes(self) -> int:
        """Bytes of one row."""
        return _STORED.itemsize * self.n_dims

    @property
    def _stride(self) -> int:
        """Bytes from row to row on the whole."""
        span = int(self.starts[-1] - self.starts[0]) // max(1, len(self.starts) - 1)
        return max(span, self.row_bytes)

    @property
    def block_rows(self) -> int:
        """Rows that are best read at once."""
        return rows_per_block(self.n_dims)

    def view(self, start: int, stop: int) -> None:  # noqa: ARG002 - part of Source
        """Return None: rows of a file are seen by reading only."""
        return

    def read(self, start: int, stop: int, out: Floats) -> None:
        """Decode rows ``start..stop`` into ``out`` (stop - start, D)."""
        step = max(1, READ_BYTES // self._stride)
        with self.file.opened() as file:
            for first in range(start, stop, step):
                starts = self.starts[first : min(first + step, stop)]
                data = np.empty(int(starts[-1] - starts[0]) + self.row_bytes, np.uint8)
                file.read_into(int(starts[0]), data)
                rows = rows_within(data, starts - starts[0], self.n_dims)
                out[first - start : first - start + len(rows)] = rows

    def take(self, ids: Ints, out: Floats) -> None:
        """Decode rows ``ids`` (n,) into ``out`` (n, D)."""
        row = np.empty(self.row_bytes, np.uint8)
        with self.file.opened() as file:
            for place in np.argsort(ids, kind="stable").tolist():
                file.read_into(int(self.starts[ids[place]]), row)
                out[place] = row.view(_STORED)

    def exact(self, ids: Ints) -> Floats:
        """Return rows ``ids`` (n,), which float32 holds unrounded."""
        out = np.empty((len(ids), self.n_dims), np.float32)
        self.take(ids, out)
        return out
