"""Rows and dims that stand out, and the walk from one to the next."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from embedscope.geometry.stats import RowFlag, RowStats
from embedscope.heatmap.columns import ColumnStats
from embedscope.tables.base import Doubles, Ints

OUTLIER = 6.0
"""An outlier is so many robust standard deviations (1.4826 MAD) from the median ..."""
LEAST_SPREAD = 0.02
"""... which count as at least this share of the median: rounding makes no outliers."""


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


def odd_rows(stats: RowStats, first: Ints | None = None) -> Odd:
    """Return the odd rows; ``first`` (V,) from ``duplicate_of``, if equal rows were looked for.

    Rows of zeros are not called duplicates as well.
    """
    low, high = outliers(stats.norm)
    again = np.flatnonzero(first >= 0) if first is not None else np.zeros(0, np.int64)
    equal = np.union1d(again, first[again]) if first is not None else again
    found = {
        "zero": stats.ids(RowFlag.ZERO),
        "not finite": stats.ids(RowFlag.NONFINITE),
        "constant": stats.ids(RowFlag.CONSTANT),
        "duplicate": equal[stats.norm[equal] > 0],
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
