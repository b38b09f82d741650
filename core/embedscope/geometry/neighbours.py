"""The nearest rows to a row or a vector: exact, over the whole table, in its own space."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike

from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope.geometry.ranking import Metric, best_first, candidates, exact_scores, unit_query
from embedscope.geometry.rows import Bools, Doubles, RowSource, TableLike, as_rows
from embedscope.geometry.scan import Scan, scan_rows
from embedscope.geometry.stats import RowStats
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Ints

METRICS: tuple[Metric, ...] = get_args(Metric)


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Rows nearest to one query, best first: unpack it as ``ids, scores``.

    ``ids`` (k,), ``scores`` (k,) float64: cosine or dot product (larger is nearer) or Euclidean
    distance (smaller is nearer); NaN where a cosine is undefined (zero rows, always last).
    ``n_compared`` rows took part; ``note`` says what was left out, or why the list is empty.
    """

    ids: Ints
    scores: Doubles
    metric: Metric
    n_compared: int
    note: str = ""

    def __iter__(self) -> Iterator[Ints | Doubles]:
        return iter((self.ids, self.scores))

    def __len__(self) -> int:
        return len(self.ids)


def neighbours(  # noqa: PLR0913 - options by keyword only
    table: TableLike,
    id_or_vector: ArrayLike,
    k: int = 10,
    metric: Metric = "cosine",
    *,
    exclude: ArrayLike | None = None,
    n_rows: int | None = None,
    stats: RowStats | None = None,
    progress: Progress = SILENT,
) -> Neighbours:
    """Return the ``k`` rows of ``table`` (V, D) nearest to row ``id_or_vector`` or a vector (D,).

    ``exclude``: ids not to list (by default the query itself, when it is an id). ``n_rows``: only
    rows below it take part (rows without a token can so be kept out). ``stats`` saves a pass.
    """
    query = np.asarray(id_or_vector)
    if query.ndim > 1:
        raise EmbedscopeError("Give one row id or one vector; neighbours_of_many takes several.")
    return neighbours_of_many(
        table,
        query[None],
        k,
        metric,
        exclude=exclude,
        n_rows=n_rows,
        stats=stats,
        progress=progress,
    )[0]


def neighbours_of_many(  # noqa: PLR0913 - options by keyword only
    table: TableLike,
    queries: ArrayLike,
    k: int = 10,
    metric: Metric = "cosine",
    *,
    exclude: ArrayLike | None = None,
    n_rows: int | None = None,
    stats: RowStats | None = None,
    progress: Progress = SILENT,
) -> list[Neighbours]:
    """Return ``neighbours`` of each of m queries, ids (m,) or vectors (m, D), in one pass."""
    if metric not in METRICS:
        raise UnknownNameError(f'No metric "{metric}"; there are {", ".join(METRICS)}.')
    source = as_rows(table)
    ids, vectors = _queries(source, np.asarray(queries))
    count = source.shape[0] if n_rows is None else min(max(n_rows, 0), source.shape[0])
    units, norms = _units(vectors)
    scan = scan_rows(source, units, count, None if stats is None else stats.norm, progress)
    allowed = np.isfinite(scan.norm)
    if exclude is not None:
        allowed &= ~_marked(np.asarray(exclude, np.int64).ravel(), count)
    results = []
    for number, vector in enumerate(vectors):
        here = allowed
        if exclude is None and ids is not None:
            here = allowed & ~_marked(ids[number : number + 1], count)
        note = _undefined(norms[number], metric, None if ids is None else int(ids[number]))
        found = None if note else _rank(source, scan, number, vector, k, metric, here)
        results.append(found or Neighbours(*_nothing(), metric, 0, note))
    return results


def _rank(
    source: RowSource,
    scan: Scan,
    number: int,
    vector: Doubles,
    k: int,
    metric: Metric,
    allowed: Bools,
) -> Neighbours:
    """Return the neighbours of query ``number``; zero rows come last where cosine needs it."""
    zero = allowed & (scan.norm == 0)
    ranked = allowed & ~zero if metric == "cosine" else allowed
    norm_q = float(np.sqrt(np.vecdot(vector, vector)))
    near = candidates(scan, number, norm_q, metric, k, ranked)
    ids, scores = best_first(near, exact_scores(source, near, vector, metric), k, metric)
    note = _left_out(scan)
    if metric == "cosine" and zero.any():
        last = np.flatnonzero(zero)[: max(k - len(ids), 0)]
        ids, scores = np.append(ids, last), np.append(scores, np.full(len(last), np.nan))
        note = f"{note} {_zero_rows(int(np.count_nonzero(zero)))}".strip()
    return Neighbours(ids, scores, metric, int(np.count_nonzero(allowed)), note)


def _queries(source: RowSource, queries: np.ndarray) -> tuple[Ints | None, Doubles]:
    """Return (ids or None, vectors (m, D)) of queries given as ids or as vectors."""
    n_dims = source.shape[1]
    if queries.ndim == 1 and np.issubdtype(queries.dtype, np.integer):
        ids = queries.astype(np.int64)
        return ids, source.exact_rows(ids).astype(np.float64)
    if queries.ndim == 2 and queries.shape[1] == n_dims:
        return None, queries.astype(np.float64)
    length = queries.shape[-1] if queries.ndim > 1 else "no"
    raise EmbedscopeError(f"The query has {length} numbers and the table's rows have {n_dims}.")


def _units(vectors: Doubles) -> tuple[np.ndarray, list[float]]:
    pairs = [unit_query(v) for v in vectors]
    units = np.stack([u for u, _ in pairs]) if pairs else np.zeros(vectors.shape, np.float32)
    return units, [norm for _, norm in pairs]


def _marked(ids: Ints, n_rows: int) -> Bools:
    """Return a mask (n_rows,) of ``ids``; ids outside the table are ignored."""
    mask = np.zeros(n_rows, bool)
    mask[ids[(ids >= 0) & (ids < n_rows)]] = True
    return mask


def _undefined(norm: float, metric: Metric, row: int | None) -> str:
    """Return why this query has no neighbours, or ""."""
    what = "The query" if row is None else f"Row {row}"
    if not np.isfinite(norm):
        return f"{what} holds NaN or infinity and has no neighbours."
    if norm == 0 and metric == "cosine":
        return f"{what} is all zeros: it has no direction, so its cosine to others is undefined."
    return ""


def _left_out(scan: Scan) -> str:
    n_bad = int(np.count_nonzero(np.isnan(scan.norm)))
    return f"{n_bad} of {len(scan.norm)} rows hold NaN or infinity and are left out." * bool(n_bad)


def _zero_rows(count: int) -> str:
    if count == 1:
        return "1 row is all zeros; its cosine is undefined and it comes last."
    return f"{count} rows are all zeros; their cosine is undefined and they come last."


def _nothing() -> tuple[Ints, Doubles]:
    return np.zeros(0, np.int64), np.zeros(0)
