"""The table that everything looks at: named rows of float32, wherever they are stored."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embedscope.errors import MissingRowError
from embedscope.progress import SILENT, Progress
from embedscope.tables.array import array_source
from embedscope.tables.base import Doubles, Floats, Ints, Source
from embedscope.tables.gathered import GatheredSource, is_missing, take_or_nan
from embedscope.tokenizers.base import Tokenizer


@dataclass(frozen=True, eq=False)
class Table:
    """An embedding table of V rows x D dims; row ``i`` belongs to token id ``i``."""

    source: Source
    name: str
    path: Path | None = None
    tensor: str | None = None
    tokenizer: str | Path | Tokenizer | None = None
    notes: tuple[str, ...] = ()
    is_tokenizer_chosen: bool = False  # by a person; the file itself says nothing

    @classmethod
    def from_array(cls, array: ArrayLike, name: str = "array") -> "Table":
        """Return the table of an array (V, D) of real numbers, which is not copied."""
        return cls(array_source(array), name)

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        return self.source.shape

    @property
    def dtype(self) -> str:
        """Stored number type: "f32", "bf16", "q4_k" ..."""
        return self.source.dtype

    @property
    def n_rows(self) -> int:
        """V."""
        return self.shape[0]

    @property
    def n_dims(self) -> int:
        """D."""
        return self.shape[1]

    @property
    def n_bytes(self) -> int:
        """Bytes of the numbers where they are stored."""
        return self.source.n_bytes

    def rows(self, ids: ArrayLike) -> Floats:
        """Return rows ``ids`` (n,) as a float32 copy (n, D); MissingRowError if one is not there.

        Bit-equal to the stored values, which wider types (f64, i32, i64) round to float32.
        """
        wanted = self._present(ids)
        out = np.empty((len(wanted), self.n_dims), np.float32)
        self.source.take(wanted, out)
        return out

    def rows_or_missing(self, ids: ArrayLike) -> tuple[Floats, NDArray[np.bool_]]:
        """Return rows ``ids`` (n,) as (n, D), NaN where there is none, and a mask (n,) of those."""
        wanted = as_ids(ids)
        out = np.empty((len(wanted), self.n_dims), np.float32)
        take_or_nan(self.source, wanted, out)
        return out, is_missing(self.source, wanted)

    def exact_rows(self, ids: ArrayLike) -> Floats | Doubles:
        """Return rows ``ids`` (n,) unrounded (n, D): float64 for f64 and wide integers."""
        return self.source.exact(self._present(ids))

    def block(self, start: int, stop: int, out: Floats | None = None) -> Floats:
        """Return rows ``start..stop`` (stop - start, D), in ``out`` if given.

        Without ``out`` a float32 table in memory gives a view, not to be changed.
        """
        self._check_range(start, stop)
        shown = self.source.view(start, stop)
        if shown is not None and out is None:
            return shown
        if out is None:
            out = np.empty((stop - start, self.n_dims), np.float32)
        self.source.read(start, stop, out)
        return out

    def blocks(
        self, n_rows: int | None = None, progress: Progress = SILENT
    ) -> Iterator[tuple[int, Floats]]:
        """Yield (first row, block) over all rows; a block is overwritten by the next one."""
        step = n_rows or self.source.block_rows
        in_memory = self.source.view(0, min(1, self.n_rows)) is not None
        n_buffered = 0 if in_memory else min(step, self.n_rows)
        buffer = np.empty((n_buffered, self.n_dims), np.float32)
        for start in range(0, self.n_rows, step):
            progress.step(start / self.n_rows, f"reading {self.name}")
            stop = min(start + step, self.n_rows)
            yield start, self.block(start, stop, None if in_memory else buffer[: stop - start])

    def gather(self, ids: ArrayLike) -> "Table":
        """Return the table whose row ``i`` is row ``ids[i]``, NaN if missing; reads nothing yet."""
        source = GatheredSource(self.source, as_ids(ids).copy())
        return replace(self, source=source)

    def close(self) -> None:
        """Let go of the table; files are open only while they are read, so nothing else to do."""

    def _present(self, ids: ArrayLike) -> Ints:
        wanted = as_ids(ids)
        missing = wanted[is_missing(self.source, wanted)]
        if len(missing):
            last = f"rows 0 to {self.n_rows - 1}"
            raise MissingRowError(f"id {missing[0]} has no row: {self.name} has {last}")
        return wanted

    def _check_range(self, start: int, stop: int) -> None:
        if not 0 <= start <= stop <= self.n_rows:
            problem = f"rows {start} to {stop} are not all in {self.name}: it has {self.n_rows}"
            raise MissingRowError(problem)


def as_ids(ids: ArrayLike) -> Ints:
    """Return ``ids`` as int64 (n,); TypeError unless they are whole numbers in one dimension."""
    array = np.asarray(ids)
    if array.size == 0:
        return np.zeros(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"ids are whole numbers (n,), not {array.dtype} of shape {array.shape}")
    if array.dtype == np.uint64:  # keep what is too large from turning negative
        array = np.minimum(array, np.uint64(np.iinfo(np.int64).max))
    return array.astype(np.int64, copy=False)
