"""Some rows of another table, in any order: what the embedding layer returns."""

from dataclasses import dataclass

import numpy as np

from embedscope.tables.base import Doubles, Floats, Ints, Source


@dataclass(frozen=True, eq=False)
class GatheredSource:
    """Row ``i`` is row ``ids[i]`` of ``source``, NaN where there is none; nothing is copied."""

    source: Source
    ids: Ints  # (n,)

    @property
    def shape(self) -> tuple[int, int]:
        """(n, D)."""
        return len(self.ids), self.source.shape[1]

    @property
    def dtype(self) -> str:
        """As in the whole table."""
        return self.source.dtype

    @property
    def n_bytes(self) -> int:
        """Bytes these rows take in the whole table."""
        return self.source.n_bytes // max(1, self.source.shape[0]) * len(self.ids)

    @property
    def block_rows(self) -> int:
        """As in the whole table."""
        return self.source.block_rows

    def view(self, start: int, stop: int) -> None:  # noqa: ARG002 - part of Source
        """Return None: gathered rows lie nowhere together."""
        return

    def read(self, start: int, stop: int, out: Floats) -> None:
        """Decode rows ``start..stop`` into ``out`` (stop - start, D)."""
        take_or_nan(self.source, self.ids[start:stop], out)

    def take(self, ids: Ints, out: Floats) -> None:
        """Decode rows ``ids`` (n,) into ``out`` (n, D)."""
        take_or_nan(self.source, self.ids[ids], out)

    def exact(self, ids: Ints) -> Floats | Doubles:
        """Return rows ``ids`` (n,) unrounded."""
        wanted = self.ids[ids]
        missing = is_missing(self.source, wanted)
        if missing.all():
            return np.full((len(ids), self.shape[1]), np.nan, np.float32)
        rows = self.source.exact(np.where(missing, wanted[~missing][0], wanted))
        rows[missing] = np.nan
        return rows


def is_missing(source: Source, ids: Ints) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return a mask (n,) of the ids that have no row."""
    return (ids < 0) | (ids >= source.shape[0])


def take_or_nan(source: Source, ids: Ints, out: Floats) -> None:
    """Decode rows ``ids`` (n,) into ``out`` (n, D); ids without a row give NaN."""
    missing = is_missing(source, ids)
    if not missing.any():
        source.take(ids, out)
        return
    rows = np.empty((int(np.count_nonzero(~missing)), source.shape[1]), np.float32)
    source.take(ids[~missing], rows)
    out[~missing] = rows
    out[missing] = np.nan
