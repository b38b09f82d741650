"""Rows and dims that stand out, and the walk from one to the next."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from embedscope.geometry.stats import RowFlag, RowStats
from embedscope.heatmap.columns import ColumnStats
from embedscope.heatmap.grid import Grid, spread_rows
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Ints, rows_per_block

OUTLIER = 6.0
"""An outlier is so many robust standard deviations (1.4826 MAD) from the median ..."""
LEAST_SPREAD = 0.02
"""... which count as at least this share of the median: rounding makes no outliers."""
_FINGERPRINT_DIMS = 16


@dataclass(frozen=True, eq=False)
class Odd:
    """Ids of rows (or dims) by what is odd about them, each (n,) ascending, none empty."""

    kinds: Mapping[str, Ints]

    @property
    def ids(self) -> Ints:
        """Return every odd id once, ascending."""
        parts = [*self.kinds.values(), np.zeros(0, np.int64)]
        return np.unique(np.concatenate(parts))

    def kinds_of(self, number: int) -> tuple[str, ...]:
        """Return what is odd about one row or dim, () if nothing."""
        return tuple(kind for kind, ids in self.kinds.items() if _holds(ids, number))

    def after(self, number: int) -> int | None:
        """Return the next odd id after ``number``, from the start again past the last one."""
        ids = self.ids
        if not len(ids):
            return None
        return int(ids[np.searchsorted(ids, number, side="right") % len(ids)])

    def before(self, number: int) -> int | None:
        """Return the odd id before ``number``, from the end again past the first one."""
        ids = self.ids
        return int(ids[np.searchsorted(ids, number) - 1]) if len(ids) else None


def _holds(ids: Ints, number: int) -> bool:
    place = int(np.searchsorted(ids, number))
    return place < len(ids) and int(ids[place]) == number


def odd_rows(stats: RowStats, duplicates: Ints | None = None) -> Odd:
    """Return the odd rows; ``duplicates`` (n,) from ``duplicate_rows``, if they were looked for."""
    low, high = outliers(stats.norm)
    found = {
        "zero": stats.ids(RowFlag.ZERO),
        "not finite": stats.ids(RowFlag.NONFINITE),
        "constant": stats.ids(RowFlag.CONSTANT),
        "duplicate": duplicates if duplicates is not None else np.zeros(0, np.int64),
        "short": low[stats.norm[low] > 0],
        "long": high,
    }
    return Odd({kind: ids for kind, ids in found.items() if len(ids)})


def odd_dims(stats: ColumnStats) -> Odd:
    """Return the odd dims: bad values, constant, or much larger or smaller than the others."""
    constant = stats.low == stats.high
    small, large = outliers(np.where(constant, np.nan, stats.size))
    found = {
        "not finite": np.flatnonzero(stats.n_bad),
        "zero": np.flatnonzero(constant & (stats.low == 0)),
        "constant": np.flatnonzero(constant & (stats.low != 0)),
        "small": small,
        "large": large,
    }
    return Odd({kind: ids for kind, ids in found.items() if len(ids)})


def outliers(sizes: Doubles) -> tuple[Ints, Ints]:
    """Return the ids of sizes (n,) far below and far above the median; NaN is neither."""
    finite = sizes[np.isfinite(sizes)]
    if not len(finite):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    median = float(np.median(finite))
    spread = 1.4826 * float(np.median(np.abs(finite - median)))
    reach = OUTLIER * max(spread, LEAST_SPREAD * median)
    return np.flatnonzero(sizes < median - reach), np.flatnonzero(sizes > median + reach)


def duplicate_rows(table: Grid, progress: Progress = SILENT) -> Ints:
    """Return the ids (n,) of rows whose float32 bytes another row has too, zero rows apart.

    Rows that agree in a few dims are told apart by a hash of all their bytes.
    """
    prints = _fingerprints(table, progress)
    _, group, sizes = np.unique(prints, return_inverse=True, return_counts=True)
    suspects = np.flatnonzero(sizes[group] > 1)
    by_digest: dict[bytes, list[int]] = {}
    step = rows_per_block(table.shape[1])
    for first in range(0, len(suspects), step):
        progress.step(0.5 + first / len(suspects) / 2, "comparing rows")
        ids = suspects[first : first + step]
        for row, values in zip(ids.tolist(), table.rows(ids), strict=True):
            if values.any():
                digest = blake2b(values.tobytes(), digest_size=16).digest()
                by_digest.setdefault(digest, []).append(row)
    found = [row for rows in by_digest.values() if len(rows) > 1 for row in rows]
    return np.array(sorted(found), np.int64)


def _fingerprints(table: Grid, progress: Progress) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """Return the bytes (V,) of a few dims of every row."""
    n_rows, n_dims = table.shape
    dims = spread_rows(n_dims, _FINGERPRINT_DIMS)
    prints = np.empty((n_rows, len(dims)), np.float32)
    step = rows_per_block(n_dims)
    buffer = np.empty((min(step, n_rows), n_dims), np.float32)
    for start in range(0, n_rows, step):
        progress.step(start / n_rows / 2, "comparing rows")
        stop = min(start + step, n_rows)
        prints[start:stop] = table.block(start, stop, buffer[: stop - start])[:, dims]
    whole: np.dtype[np.void] = np.dtype((np.void, prints.shape[1] * 4))
    return prints.view(whole)[:, 0]
