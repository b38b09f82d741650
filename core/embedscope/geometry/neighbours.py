"""The nearest rows to a row or a vector: exact, over the whole table, in its own space."""

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Integral
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike

from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope.geometry.ranking import Metric, Ranker, unit_query
from embedscope.geometry.rows import RowSource, TableLike, as_rows
from embedscope.geometry.scan import Scan, scan_rows
from embedscope.geometry.stats import RowStats
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Ints

METRICS: tuple[Metric, ...] = get_args(Metric)

_NO_IDS = np.zeros(0, np.int64)
_MOST_PRODUCTS = 1 << 24  # numbers held at once: more queries take more passes


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
    if not isinstance(k, Integral):
        raise TypeError(f"k, how many neighbours, is a whole number, not {k}")
    if k < 1:
        raise EmbedscopeError(f"Ask for 1 neighbour or more, not {k}.")
    source = as_rows(table)
    ids, vectors = _queries(source, np.asarray(queries))
    count = source.shape[0] if n_rows is None else min(max(n_rows, 0), source.shape[0])
    excluded = np.zeros(0, np.int64) if exclude is None else np.asarray(exclude, np.int64).ravel()
    own = ids if exclude is None else None
    norm = None if stats is None else stats.norm
    results: list[Neighbours] = []
    step = max(1, _MOST_PRODUCTS // max(count, 1))
    for at in range(0, len(vectors), step):
        part = vectors[at : at + step]
        units = np.stack([unit_query(vector) for vector in part])
        scan = scan_rows(source, units, count, norm, progress)
        norm = scan.norm if norm is None else norm
        search = _Search(source, scan, metric, k, excluded)
        for number, vector in enumerate(part):
            row = None if ids is None else int(ids[at + number])
            results.append(search.answer(number, vector, row, own is not None))
    return results


class _Search:
    """Answers the queries of one scan, with what they share worked out once."""

    def __init__(
        self, source: RowSource, scan: Scan, metric: Metric, k: int, excluded: Ints
    ) -> None:
        allowed = np.isfinite(scan.norm)
        n_bad = len(allowed) - int(np.count_nonzero(allowed))
        allowed[excluded[(excluded >= 0) & (excluded < len(allowed))]] = False
        self._ranker = Ranker(source, scan, metric, allowed)
        self._metric, self._k = metric, k
        self._n_allowed = int(np.count_nonzero(allowed))
        self._zeros = np.flatnonzero(allowed & (scan.norm == 0)) if metric == "cosine" else _NO_IDS
        self._note = _left_out(n_bad, len(allowed))
        self._allowed = allowed

    def answer(self, number: int, vector: Doubles, row: int | None, hide_row: bool) -> Neighbours:
        """Return the neighbours of query ``number``; zero rows come last where cosine needs it."""
        why_none = _undefined(vector, self._metric, row)
        if why_none:
            return Neighbours(_NO_IDS, np.zeros(0), self._metric, 0, why_none)
        hidden = row if hide_row else None
        ids, scores = self._ranker.best(number, vector, self._k, hidden)
        note = " ".join(s for s in (self._note, _zero_rows(len(self._zeros))) if s)
        last = self._zeros[: self._k - len(ids)]
        ids, scores = np.append(ids, last), np.append(scores, np.full(len(last), np.nan))
        n_hidden = int(hidden is not None and hidden < len(self._allowed) and self._allowed[hidden])
        return Neighbours(ids, scores, self._metric, self._n_allowed - n_hidden, note)


def _queries(source: RowSource, queries: np.ndarray) -> tuple[Ints | None, Doubles]:
    """Return (ids or None, vectors (m, D)) of queries given as ids or as vectors."""
    n_dims = source.shape[1]
    if queries.size == 0:
        return None, np.zeros((0, n_dims))
    if queries.ndim == 1 and np.issubdtype(queries.dtype, np.integer):
        ids = queries.astype(np.int64)
        return ids, source.exact_rows(ids).astype(np.float64)
    if queries.ndim == 2 and queries.shape[1] == n_dims:
        return None, queries.astype(np.float64)
    if queries.ndim == 2:
        problem = f"The query has {queries.shape[1]} numbers and the table's rows have {n_dims}."
        raise EmbedscopeError(problem)
    raise EmbedscopeError(f"A query is a row id, a whole number, or a vector of {n_dims} numbers.")


def _undefined(query: Doubles, metric: Metric, row: int | None) -> str:
    """Return why ``query`` (D,) has no neighbours, or ""."""
    what = "The query" if row is None else f"Row {row}"
    if not np.isfinite(query).all():
        return f"{what} holds NaN or infinity and has no neighbours."
    if metric == "cosine" and not query.any():
        return f"{what} is all zeros: it has no direction, so its cosine to others is undefined."
    return ""


def _left_out(n_bad: int, n_rows: int) -> str:
    if not n_bad:
        return ""
    return f"{n_bad} of {n_rows} rows hold NaN or infinity and are left out."


def _zero_rows(count: int) -> str:
    if not count:
        return ""
    if count == 1:
        return "1 row of zeros comes last: its cosine is undefined."
    return f"{count} rows of zeros come last: their cosine is undefined."
