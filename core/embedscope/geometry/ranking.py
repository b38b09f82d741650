"""From rounded scores of all rows to the exact best k: candidates first, then float64."""

from collections.abc import Callable
from typing import Literal

import numpy as np

from embedscope.geometry.rows import Bools, Doubles, RowSource
from embedscope.geometry.scan import Scan
from embedscope.tables.base import Floats, Ints

Metric = Literal["cosine", "dot", "euclidean"]

_CHUNK_NUMBERS = 4_000_000
_TIE = 1e-13  # scores closer than this (relative) are equal but for rounding


def candidates(scan: Scan, number: int, norm_q: float, metric: Metric, k: int, ok: Bools) -> Ints:
    """Return ids, ascending, that hold the true best ``k`` of query ``number`` among ``ok`` rows.

    A row is kept when the upper end of its error range reaches the k-th best lower end.
    """
    plain = np.flatnonzero(ok & ~scan.odd)
    odd = np.flatnonzero(ok & scan.odd)
    if len(plain) <= k:
        return np.sort(np.concatenate([plain, odd]))
    score, error = _rounded(scan, number, norm_q, metric, plain)
    lower = score - error
    bar = np.partition(lower, len(lower) - k)[len(lower) - k]
    near = plain[score + error >= bar]
    return np.sort(np.concatenate([near, odd])) if len(odd) else near


def _rounded(
    scan: Scan, number: int, norm_q: float, metric: Metric, ids: Ints
) -> tuple[Doubles, Doubles | float]:
    """Return scores of rows ``ids`` (larger is nearer, any scale) and their largest errors."""
    product, norm = scan.products[number, ids].astype(np.float64), scan.norm[ids]
    if metric == "cosine":
        return product / norm, scan.error
    if metric == "dot":
        return product, scan.error * norm
    spread = (norm + norm_q) ** 2
    return 2 * product * norm_q - norm**2, 2 * scan.error * spread


def exact_scores(source: RowSource, ids: Ints, query: Doubles, metric: Metric) -> Doubles:
    """Return the float64 scores (n,) of rows ``ids`` with ``query`` (D,)."""
    score = _SCORES[metric]
    step = max(1, _CHUNK_NUMBERS // max(len(query), 1))
    parts = [
        score(source.exact_rows(ids[at : at + step]).astype(np.float64), query)
        for at in range(0, len(ids), step)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


def _cosine(rows: Doubles, query: Doubles) -> Doubles:
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
    """Return the ``k`` best (ids, scores); scores equal but for rounding go by ascending id."""
    key = scores if metric == "euclidean" else -scores
    order = np.lexsort((ids, key))
    ids, scores, key = ids[order], scores[order], key[order]
    size = 1.0 if metric == "cosine" else np.maximum(np.abs(key[1:]), np.abs(key[:-1]))
    group = np.concatenate([[0], np.cumsum(np.diff(key) > _TIE * size)])[: len(ids)]
    order = np.lexsort((ids, group))[:k]
    return ids[order], scores[order]


def unit_query(query: Doubles) -> tuple[Floats, float]:
    """Return ``query`` (D,) scaled to length 1 as float32, and its norm (0 and NaN as they are)."""
    with np.errstate(over="ignore", invalid="ignore"):
        norm = float(np.sqrt(np.vecdot(query, query)))
    if not np.isfinite(norm) or norm == 0:
        return np.zeros(len(query), np.float32), norm
    return (query / norm).astype(np.float32), norm
