"""Two scores of how near two rows are, cosine and dot product, and where they disagree."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.geometry.rows import RowSource, TableLike, as_rows, rows_for
from embedscope.geometry.stats import RowStats
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Ints

MOST_CANDIDATES = 400
NO_ROWS: Ints = np.zeros(0, np.int64)


@dataclass(frozen=True)
class PairScores:
    """Rows ``first`` and ``second``: their lengths, the angle between, and both scores.

    Cosine and angle are NaN where a row is all zeros.
    """

    first: int
    second: int
    first_length: float
    second_length: float
    dot: float
    cosine: float

    @property
    def angle_degrees(self) -> float:
        """The angle between the arrows, 0 to 180."""
        return math.degrees(math.acos(min(max(self.cosine, -1.0), 1.0)))

    @property
    def arrows(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The tips (x, y) of both arrows in the plane they lie in, the first along x: all true.

        Where there is no angle, the second lies along x as well.
        """
        angle = 0.0 if math.isnan(self.cosine) else math.radians(self.angle_degrees)
        tip = self.second_length * math.cos(angle), self.second_length * math.sin(angle)
        return (self.first_length, 0.0), tip


def typical_length(stats: RowStats) -> float:
    """Return the median length of the finite rows, NaN where there are none."""
    lengths = stats.norm[np.isfinite(stats.norm)]
    return float(np.median(lengths)) if len(lengths) else math.nan


def pair_scores(table: TableLike, first: int, second: int) -> PairScores:
    """Return both scores of two rows of ``table`` (V, D), in float64."""
    one, two = as_rows(table).exact_rows([first, second]).astype(np.float64)
    with np.errstate(all="ignore"):
        dot = float(one @ two)
        lengths = float(np.linalg.norm(one)), float(np.linalg.norm(two))
        cosine = dot / (lengths[0] * lengths[1]) if all(lengths) else math.nan
    return PairScores(first, second, *lengths, dot, cosine)


@dataclass(frozen=True)
class RankedRow:
    """A row at place ``rank`` (from 1) of one list, ``other_rank`` by the other score.

    ``other_rank`` counts all rows of the table; None where a cosine is undefined.
    """

    row: int
    score: float
    rank: int
    other_rank: int | None

    @property
    def rank_difference(self) -> int | None:
        """How many places further down the row is in the other list; negative: further up."""
        return None if self.other_rank is None else self.other_rank - self.rank


@dataclass(frozen=True)
class TopLists:
    """The k rows nearest to ``row`` by cosine and by dot product, each with its other place."""

    row: int
    cosine: tuple[RankedRow, ...]
    dot: tuple[RankedRow, ...]
    note: str = ""

    @property
    def shared(self) -> tuple[int, ...]:
        """Rows in both lists, in the order of the first."""
        in_dot = {entry.row for entry in self.dot}
        return tuple(entry.row for entry in self.cosine if entry.row in in_dot)


def top_lists(
    table: TableLike,
    row: int,
    k: int = 10,
    stats: RowStats | None = None,
    progress: Progress = SILENT,
    left_out: Ints = NO_ROWS,
) -> TopLists:
    """Return the two lists of the ``k`` rows of ``table`` (V, D) nearest to ``row``.

    Of equal scores the row with the smaller id comes first. Rows ``left_out`` (n,) are neither
    listed nor counted.
    """
    source = as_rows(table)
    dots, cosines = _all_scores(source, row, progress)
    dots[left_out] = cosines[left_out] = -np.inf
    not_listed = np.append(left_out, row)
    by_cosine, by_dot = (
        neighbours(source, row, k, metric, exclude=not_listed, stats=stats, progress=progress)
        for metric in ("cosine", "dot")
    )
    note = by_cosine.note or by_dot.note
    return TopLists(row, _ranked(by_cosine, dots), _ranked(by_dot, cosines), note)


def _all_scores(source: RowSource, row: int, progress: Progress) -> tuple[Doubles, Doubles]:
    """Return dot product and cosine (V,) of ``row`` with every other row, -inf where undefined."""
    query = source.exact_rows([row])[0].astype(np.float64)
    dots, lengths = np.empty(source.shape[0]), np.empty(source.shape[0])
    with np.errstate(all="ignore"):
        for start, block in source.blocks(rows_for(source, 1 << 18), progress):
            rows = block.astype(np.float64)
            dots[start : start + len(rows)] = np.vecdot(rows, query)
            lengths[start : start + len(rows)] = np.sqrt(np.vecdot(rows, rows))
        cosines = dots / lengths
    for scores in (dots, cosines):
        scores[~np.isfinite(scores)] = -np.inf
        scores[row] = -np.inf
    return dots, cosines


def _ranked(found: Neighbours, others: Doubles) -> tuple[RankedRow, ...]:
    """Return the rows of ``found`` with their places among the scores ``others`` (V,)."""
    pairs = zip(found.ids.tolist(), found.scores.tolist(), strict=True)
    return tuple(
        RankedRow(row, score, rank, _place(others, row))
        for rank, (row, score) in enumerate(pairs, 1)
    )


def _place(scores: Doubles, row: int) -> int | None:
    own = scores[row]
    if own == -np.inf:
        return None
    ties_before = np.count_nonzero(scores[:row] == own)
    return int(np.count_nonzero(scores > own) + ties_before) + 1


@dataclass(frozen=True)
class Disagreement:
    """The pair of rows whose places differ most among ``n_pairs`` pairs ranked by each score."""

    scores: PairScores
    cosine_rank: int
    dot_rank: int
    n_pairs: int

    @property
    def n_rows(self) -> int:
        """How many rows these pairs are made of."""
        return (1 + math.isqrt(1 + 8 * self.n_pairs)) // 2


def most_disagreeing_pair(
    table: TableLike, candidates: Sequence[int] | Ints
) -> Disagreement | None:
    """Return the pair of ``candidates`` on which cosine and dot product disagree most.

    All pairs of the first MOST_CANDIDATES different finite rows that are not zero are ranked by
    both scores, the largest first; of equal disagreements the pair with the smallest ids. None
    with fewer than two pairs, or where both scores give the same order.
    """
    source = as_rows(table)
    ids = np.unique(np.asarray(candidates, np.int64))[:MOST_CANDIDATES]
    rows = source.exact_rows(ids).astype(np.float64)
    lengths = np.sqrt(np.vecdot(rows, rows))
    good = np.isfinite(lengths) & (lengths > 0)
    ids, rows, lengths = ids[good], rows[good], lengths[good]
    one, two = np.triu_indices(len(ids), 1)
    if len(one) < 2:
        return None
    dots = np.round(rows @ rows.T, 12)[one, two]
    by_cosine, by_dot = _places(dots / (lengths[one] * lengths[two])), _places(dots)
    gaps = np.abs(by_cosine - by_dot)
    best = int(np.argmax(gaps))
    if not gaps[best]:
        return None
    scores = pair_scores(source, int(ids[one[best]]), int(ids[two[best]]))
    return Disagreement(scores, int(by_cosine[best]), int(by_dot[best]), len(one))


def _places(scores: Doubles) -> Ints:
    """Return the place (from 1) of each of ``scores`` (n,), the largest first."""
    places = np.empty(len(scores), np.int64)
    places[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return places
