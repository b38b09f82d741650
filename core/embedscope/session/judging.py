"""How far the picture of the rows can be believed: true neighbours against those in it."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.agreement import Agreement, neighbour_agreements
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
SAMPLED = 200  # of all rows: their mean is said of the whole picture
MOST_SAMPLED = 500  # of all rows, those among them, where they are coloured by it


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


@dataclass(frozen=True, eq=False)
class Chosen:
    """Rows to judge: ``rows`` (n,), and among them the ``sample`` whose mean is said."""

    rows: Ints
    sample: Ints


def rows_to_judge(space: SpaceResult, text_rows: Ints | None, *, coloured: bool) -> Chosen:
    """Return the rows of the text that are drawn and a seeded sample of all that are."""
    drawn = np.flatnonzero(np.isfinite(space.cloud).all(axis=1))
    most = MOST_ASKED_FOR if coloured else MOST_JUDGED
    wanted = drawn[:0] if text_rows is None else _some(np.intersect1d(text_rows, drawn), most)
    sample = np.random.default_rng(0).choice(drawn, min(MOST_SAMPLED, len(drawn)), replace=False)
    rows = np.union1d(wanted, sample if coloured else sample[:SAMPLED])
    return Chosen(rows.astype(np.int64), np.sort(sample[:SAMPLED]))


def _some(rows: Ints, most: int) -> Ints:
    """Return at most ``most`` of ``rows`` (n,) ascending, spread evenly over the ids."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).astype(np.int64)]


def judge(
    picture: Picture,
    chosen: Chosen,
    metric: Metric,
    before: AgreementResult | None = None,
    progress: Progress = SILENT,
) -> AgreementResult:
    """Return how many of the ten true neighbours of the rows chosen are near them in the picture.

    What is known from ``before`` is not found again.
    """
    source, cloud, judged, stats = picture.judged(chosen.rows)
    known = _known(picture, metric, before)
    new = judged if known is None else np.setdiff1d(judged, known[0].ids)
    found = neighbour_agreements(
        source, [cloud[:, :2], cloud], new, TRUE_NEIGHBOURS, metric, stats, progress
    )
    if known is not None:
        found = [old.only(judged).joined(more) for old, more in zip(known, found, strict=True)]
    sample = picture.judged(chosen.sample)[2]
    return AgreementResult(picture.space, found[0], found[1], metric, picture.moved, sample)


def _known(
    picture: Picture, metric: Metric, before: AgreementResult | None
) -> tuple[Agreement, Agreement] | None:
    """Return what was found before of the same picture, on two axes and on three."""
    if before is None or before.space is not picture.space or before.moved is not picture.moved:
        return None
    return (before.on_plane, before.in_space) if before.metric == metric else None
