"""From rounded scores of all rows to the exact best k: candidates first, then float64."""

from collections.abc import Callable
from typing import Literal

import numpy as np

from embedscope.geometry.rows import Bools, RowSource
from embedscope.geometry.scan import Scan
from embedscope.tables.base import Doubles, Floats, Ints

Metric = Literal["cosine", "dot", "euclidean"]
Scores = Floats | Doubles

_FLOAT32_NORMS = (1e-15, 1e15)  # norms whose products stay clear of the ends of float32
_BIN = 64
_CHUNK_VALUES = 4_000_000
_TIE = 1e-15  # cosines closer than this are equal but for rounding


class Ranker:
    """Finds the best rows of each query of one scan.

    A row stays a candidate while the upper end of its error range reaches the k-th best lower
    end; the candidates are scored again in float64, so that the result is exact.
    """

    def __init__(self, source: RowSource, scan: Scan, metric: Metric, allowed: Bools) -> None:
        self._source, self._scan, self._metric = source, scan, metric
        low, high = _FLOAT32_NORMS
        with np.errstate(invalid="ignore"):
            safe = (scan.norm > low) & (scan.norm < high)
        # Rows that float32 cannot judge are always candidates; zero rows are exact anyway.
        usable = allowed & (scan.norm > 0) if metric == "cosine" else allowed
        self._odd = np.flatnonzero(usable & ~safe & (scan.norm != 0))
        self._barred = ~(usable & (safe | (scan.norm == 0)))
        self._n_plain = len(safe) - int(np.count_nonzero(self._barred))
        if metric == "cosine":
            norm = np.where(self._barred, 1.0, scan.norm)
            self._inverse = (1 / norm).astype(np.float32)

    def best(self, number: int, query: Doubles, k: int, own_id: int | None) -> tuple[Ints, Doubles]:
        """Return the ``k`` best (ids, exact scores) for ``query`` (D,), without ``own_id``."""
        ids = self._candidates(number, query, k + (own_id is not None))
        if own_id is not None:
            ids = ids[ids != own_id]
        scores = exact_scores(self._source, ids, query, self._metric)
        return best_first(ids, scores, k, self._metric)

    def _candidates(self, number: int, query: Doubles, k: int) -> Ints:
        """Return ids, ascending, among which the true best ``k`` are."""
        if self._n_plain <= k:
            return self._with_odd(np.flatnonzero(~self._barred))
        score, slack = self._rounded(number, float(np.sqrt(np.vecdot(query, query))))
        score[self._barred] = -np.inf
        near = np.flatnonzero(score + slack >= kth_largest(score - slack, k))
        return self._with_odd(near[~self._barred[near]])

    def _with_odd(self, ids: Ints) -> Ints:
        return np.sort(np.concatenate([ids, self._odd])) if len(self._odd) else ids

    def _rounded(self, number: int, norm_q: float) -> tuple[Scores, Doubles | float]:
        """Return scores (n,), larger is nearer, on any scale, and by how much they may be off."""
        product, norm, error = self._scan.products[number], self._scan.norm, self._scan.error
        with np.errstate(invalid="ignore", over="ignore"):
            if self._metric == "cosine":
                return product * self._inverse, error
            wide = product.astype(np.float64)
            if self._metric == "dot":
                return wide, error * norm
            return 2 * norm_q * wide - norm * norm, 2 * error * (norm + norm_q) ** 2


def kth_largest(values: Scores, k: int) -> float:
    """Return a bound that at least ``k`` of ``values`` (n,) reach; the k-th largest if n is small.

    The k-th largest of the maxima of short runs is such a bound and takes a fraction of the time.
    """
    n_bins = len(values) // _BIN
    if n_bins >= 4 * k:
        values = values[: n_bins * _BIN].reshape(n_bins, _BIN).max(axis=1)
    return float(np.partition(values, len(values) - k)[len(values) - k])


def exact_scores(source: RowSource, ids: Ints, query: Doubles, metric: Metric) -> Doubles:
    """Return the float64 scores (n,) of rows ``ids`` with ``query`` (D,)."""
    score = _SCORES[metric]
    step = max(1, _CHUNK_VALUES // max(len(query), 1))
    parts = [
        score(source.exact_rows(ids[at : at + step]).astype(np.float64), query)
        for at in range(0, len(ids), step)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def _cosine(rows: Doubles, query: Doubles) -> Doubles:
    query = query / np.abs(query).max()
    norms = np.sqrt(np.vecdot(rows, rows)) * np.sqrt(np.vecdot(query, query))
    cosines: Doubles = np.clip(np.vecdot(rows, query) / norms, -1, 1)
    return cosines


def _dot(rows: Doubles, query: Doubles) -> Doubles:
    products: Doubles = np.vecdot(rows, query)
    return products


def _euclidean(rows: Doubles, query: Doubles) -> Doubles:
    gap = rows - query
    distances: Doubles = np.sqrt(np.vecdot(gap, gap))
    return distances


_SCORES: dict[Metric, Callable[[Doubles, Doubles], Doubles]] = {
    "cosine": _cosine,
    "dot": _dot,
    "euclidean": _euclidean,
}


def best_first(ids: Ints, scores: Doubles, k: int, metric: Metric) -> tuple[Ints, Doubles]:
    """Return the ``k`` best (ids, scores), equals by ascending id.

    Cosines of parallel rows are equal but for rounding, and count as equal.
    """
    key = scores if metric == "euclidean" else -scores
    order = np.lexsort((ids, key))
    if metric == "cosine" and len(order):
        order = order[_ties_by_id(key[order], ids[order])]
    order = order[:k]
    return ids[order], scores[order]


def _ties_by_id(key: Doubles, ids: Ints) -> Ints:
    """Return the order that puts runs of all but equal ``key`` (n,), ascending, by id."""
    first = np.flatnonzero(np.append(True, np.diff(key) > _TIE))
    last = np.append(first[1:], len(key)) - 1
    run = np.repeat(np.arange(len(first)), last - first + 1)
    # A long run of ever so slightly growing keys is no tie.
    is_tie = (key[last] - key[first] <= 4 * _TIE)[run]
    return np.lexsort((np.where(is_tie, ids, np.arange(len(ids))), run))


def unit_query(query: Doubles) -> Floats:
    """Return ``query`` (D,) scaled to length 1, or zeros if it is zero or not finite."""
    largest = np.abs(query).max(initial=0)
    if not np.isfinite(largest) or largest == 0:
        return np.zeros(len(query), np.float32)
    scaled = query / largest  # first, so that no square overflows
    unit: Floats = (scaled / np.sqrt(np.vecdot(scaled, scaled))).astype(np.float32)
    return unit
