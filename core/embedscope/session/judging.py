"""How far the picture of the rows can be believed: true neighbours against those in it."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.agreement import neighbour_agreements
from embedscope.geometry.rows import RowSource
from embedscope.geometry.spaces import Space, in_space
from embedscope.geometry.stats import RowStats
from embedscope.progress import SILENT, Progress
from embedscope.session.results import AgreementResult, SpaceResult
from embedscope.session.session import Metric
from embedscope.tables.base import Floats, Ints
from embedscope.tables.table import Table

TRUE_NEIGHBOURS = 10
MOST_JUDGED = 40  # of the text: one pass over a bundled table, so that typing stays light
MOST_ASKED_FOR = 300  # of the text, where the colours are to tell it
SAMPLED = 500  # of all rows, where they are coloured by it
FEW_SAMPLED = 200  # of all rows, where there is no text


@dataclass(frozen=True, eq=False)
class Picture:
    """A table, where the picture ``space`` has its rows, and the space of the true neighbours."""

    table: Table
    space: SpaceResult
    moved: Space | None = None
    stats: RowStats | None = None

    def judged(self, rows: Ints) -> tuple[RowSource, Floats, Ints, RowStats | None]:
        """Return the rows compared, where they are drawn, ``rows`` among them, and their norms.

        A picture of some rows is judged among those.
        """
        shown = self.space.rows
        if shown is None:
            stats = self.stats if self.moved is None else None
            return in_space(self.table, self.moved), self.space.cloud, rows, stats
        source = in_space(self.table.gather(shown), self.moved)
        return source, self.space.cloud[shown], np.searchsorted(shown, rows), None


def rows_to_judge(space: SpaceResult, text_rows: Ints | None, *, sampled: bool) -> Ints:
    """Return the rows (n,) of the text that are drawn, and with or without those a sample."""
    drawn = np.flatnonzero(np.isfinite(space.cloud).all(axis=1))
    most = MOST_ASKED_FOR if sampled else MOST_JUDGED
    wanted = drawn[:0] if text_rows is None else _some(np.intersect1d(text_rows, drawn), most)
    n_more = min(SAMPLED if sampled else 0 if len(wanted) else FEW_SAMPLED, len(drawn))
    sample = np.random.default_rng(0).choice(drawn, n_more, replace=False)
    return np.union1d(wanted, sample).astype(np.int64)


def _some(rows: Ints, most: int) -> Ints:
    """Return at most ``most`` of ``rows`` (n,) ascending, spread evenly over the ids."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).astype(np.int64)]


def judge(
    picture: Picture,
    text_rows: Ints | None,
    sampled: bool,
    metric: Metric,
    progress: Progress = SILENT,
) -> AgreementResult:
    """Return how many of the ten true neighbours of the rows judged are near them in the picture.

    Those are the rows of the text and, if ``sampled`` or there is no text, a seeded sample.
    """
    rows = rows_to_judge(picture.space, text_rows, sampled=sampled)
    source, cloud, judged, stats = picture.judged(rows)
    plane, volume = neighbour_agreements(
        source, [cloud[:, :2], cloud], judged, TRUE_NEIGHBOURS, metric, stats, progress
    )
    removed = None if picture.moved is None else len(picture.moved.removed)
    return AgreementResult(picture.space, plane, volume, metric, removed)
