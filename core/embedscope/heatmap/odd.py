"""Rows and dims that stand out, and the walk from one to the next."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from embedscope.geometry.stats import RowFlag, RowStats
from embedscope.heatmap.columns import ColumnStats
from embedscope.tables.base import Doubles, Floats, Ints

OUTLIER = 6.0
"""An outlier is so many robust standard deviations (1.4826 MAD) from the median ..."""
LEAST_SPREAD = 0.02
"""... which count as at least this share of the median: rounding makes no outliers."""
HOT = 2.0
"""One number stands out if it is an outlier and so many times what is usual."""


@dataclass(frozen=True, eq=False)
class Odd:
    """Ids of rows (or dims) by what is odd about them, each (n,) ascending, none empty.

    The kinds come in the order in which they are worth looking at.
    """

    kinds: Mapping[str, Ints]

    @cached_property
    def ids(self) -> Ints:
        """Every odd id once, ascending."""
        parts = [*self.kinds.values(), np.zeros(0, np.int64)]
        return np.unique(np.concatenate(parts))

    def kinds_of(self, number: int) -> tuple[str, ...]:
        """Return what is odd about one row or dim, () if nothing."""
        return tuple(kind for kind, ids in self.kinds.items() if _holds(ids, number))

    def walk(self, positions: Ints | None = None) -> Ints:
        """Return every odd id once (n,), kind by kind, by where they stand (default: by id)."""
        parts, seen = [np.zeros(0, np.int64)], np.zeros(0, np.int64)
        for ids in self.kinds.values():
            new = ids[~np.isin(ids, seen)]
            parts.append(new if positions is None else new[np.argsort(positions[new])])
            seen = np.union1d(seen, new)
        return np.concatenate(parts)

    def step(self, here: int | None, by: int, positions: Ints | None = None) -> int | None:
        """Return the place in ``walk`` that is ``by`` (+1 or -1) steps from the id ``here``.

        Round and round; from anywhere else the walk begins at its first (or last) id. None: there
        is nothing odd.
        """
        walk = self.walk(positions)
        if not len(walk):
            return None
        places = np.flatnonzero(walk == here) if here is not None else np.zeros(0, np.int64)
        start = int(places[0]) if len(places) else (-1 if by > 0 else 0)
        return (start + by) % len(walk)


def _holds(ids: Ints, number: int) -> bool:
    place = int(np.searchsorted(ids, number))
    return place < len(ids) and int(ids[place]) == number


def odd_rows(stats: RowStats, first: Ints | None = None, peak: Floats | None = None) -> Odd:
    """Return the odd rows; ``first`` (V,) from ``duplicate_of``, if equal rows were looked for.

    ``peak`` (V,) are the largest magnitudes. Rows of zeros are not called duplicates as well.
    """
    low, high = outliers(stats.norm)
    equal = equal_rows(first) if first is not None else np.zeros(0, np.int64)
    found = {
        "zero": stats.ids(RowFlag.ZERO),
        "not finite": stats.ids(RowFlag.NONFINITE),
        "constant": stats.ids(RowFlag.CONSTANT),
        "hot": hot_rows(peak, stats.norm) if peak is not None else np.zeros(0, np.int64),
        "long": high,
        "short": low[stats.norm[low] > 0],
        "duplicate": equal[stats.norm[equal] > 0],
    }
    return Odd({kind: ids for kind, ids in found.items() if len(ids)})


def equal_rows(first: Ints) -> Ints:
    """Return the rows (n,) that share their numbers with another, from ``first`` (V,)."""
    again = np.flatnonzero(first >= 0)
    return np.union1d(again, first[again])


def odd_dims(stats: ColumnStats) -> Odd:
    """Return the odd dims: bad values, constant, or much larger or smaller than the others."""
    constant = stats.low == stats.high
    small, large = outliers(np.where(constant, np.nan, stats.size))
    found = {
        "not finite": np.flatnonzero(stats.n_bad),
        "zero": np.flatnonzero(constant & (stats.low == 0)),
        "constant": np.flatnonzero(constant & (stats.low != 0)),
        "hot": hot_dims(stats.peak, np.where(constant, np.nan, stats.size)),
        "large": large,
        "small": small,
    }
    return Odd({kind: ids for kind, ids in found.items() if len(ids)})


def hot_rows(peak: Floats, norm: Doubles) -> Ints:
    """Return the rows whose largest magnitude ``peak`` (V,) is far above what their norm tells.

    Or far above that of the others, and most of their own norm: where one dim is large in all
    rows, it would else hide any other number.
    """
    share = _ratio(peak, norm)
    alone = _far_above(np.where(share**2 > 0.5, peak, np.nan), peak)
    return np.union1d(_far_above(share, share), alone)


def hot_dims(peak: Doubles, size: Doubles) -> Ints:
    """Return the dims whose largest magnitude ``peak`` (D,) is far above their ``size`` (D,)."""
    ratio = _ratio(peak, size)
    return _far_above(ratio, ratio)


def _ratio(peak: Doubles | Floats, size: Doubles) -> Doubles:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(size > 0, peak / size, np.nan)


def _far_above(values: Doubles, usual: Doubles | Floats) -> Ints:
    """Return the ids of ``values`` (n,) far above what is usual in ``usual`` (n,)."""
    found = outliers(np.asarray(usual, np.float64))[1]
    least = HOT * float(np.nanmedian(usual)) if len(found) else 0.0
    return found[values[found] > least]


def outliers(sizes: Doubles) -> tuple[Ints, Ints]:
    """Return the ids of sizes (n,) far below and far above the median; NaN is neither."""
    finite = sizes[np.isfinite(sizes)]
    if not len(finite):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    median = float(np.median(finite))
    spread = 1.4826 * float(np.median(np.abs(finite - median)))
    reach = OUTLIER * max(spread, LEAST_SPREAD * median)
    return np.flatnonzero(sizes < median - reach), np.flatnonzero(sizes > median + reach)
