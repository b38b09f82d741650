"""Everything that is to be known of every row and dim of a table, found in one walk over it."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.duplicates import duplicates_by_key
from embedscope.geometry.parallel import for_each_block
from embedscope.geometry.stats import RowStats, row_flags, row_norms
from embedscope.heatmap.columns import RUN, ColumnStats, ColumnTally, sample_rows
from embedscope.heatmap.groups import row_groups
from embedscope.heatmap.odd import Odd, odd_dims, odd_rows
from embedscope.heatmap.pyramid import Pyramid, PyramidBuilder, block_rows
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats, Ints
from embedscope.tables.table import Table

WHAT = "reading all rows"


@dataclass(frozen=True, eq=False)
class Survey:
    """Facts of V rows and D dims, and the pyramid of tables that are too large to do without.

    ``peak`` (V,) is the largest magnitude of a row's finite numbers; ``first`` (V,) the first row
    with the very same numbers as a row, or -1.
    """

    rows: RowStats
    peak: Floats
    first: Ints
    columns: ColumnStats
    pyramid: Pyramid | None

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        return len(self.peak), len(self.columns.mean)

    def with_oddities(self) -> "Survey":
        """Return this survey with its oddities found, so that nobody waits for them later."""
        assert self.odd_rows is not None
        assert self.odd_dims is not None
        return self

    def without_pyramid(self) -> "Survey":
        """Return the facts alone."""
        facts = replace(self, pyramid=None)
        facts.__dict__.update(odd_rows=self.odd_rows, odd_dims=self.odd_dims)  # found already
        return facts

    @cached_property
    def odd_rows(self) -> Odd:
        """Rows that stand out."""
        return odd_rows(self.rows, self.first, self.peak)

    @cached_property
    def odd_dims(self) -> Odd:
        """Dims that stand out."""
        return odd_dims(self.columns)


def survey_table(table: Table, progress: Progress = SILENT, *, with_pyramid: bool = True) -> Survey:
    """Return the survey of ``table`` (V, D); memory stays flat, each row is decoded once."""
    walk = _Walk(table, with_pyramid)
    for_each_block(table, table.n_rows, walk.step, walk.take, progress)
    progress.step(1.0, WHAT)
    return walk.survey()


class _Walk:
    """What is collected on the way; several threads may take blocks at once."""

    def __init__(self, table: Table, with_pyramid: bool) -> None:
        n_rows, n_dims = table.shape
        self._table = table
        self._builder = PyramidBuilder(table.shape, table.dtype) if with_pyramid else None
        self._k = self._builder.rows if self._builder else RUN
        self.step = block_rows(table, self._k)
        self._columns = ColumnTally(sample_rows(table))
        self._norm, self._flags = np.zeros(n_rows), np.zeros(n_rows, np.uint8)
        self._peak = np.zeros(n_rows, np.float32)
        self._keys = np.zeros((n_rows, 2), np.float32)
        self._test = np.random.default_rng(0).uniform(1, 2, n_dims).astype(np.float32)

    def take(self, start: int, block: Floats) -> None:
        """Count ``block`` (n, D) in, whose first row is row ``start``."""
        here = slice(start, start + len(block))
        groups = row_groups(block, self._k)
        norm = self._norm[here] = row_norms(block)
        self._flags[here] = row_flags(block, norm)
        self._peak[here] = row_peaks(block, finite=groups.is_ordinary)
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            self._keys[here, 0] = norm
            self._keys[here, 1] = np.vecdot(block, self._test)
        self._columns.add(start, block, groups)
        if self._builder is not None:
            self._builder.put(start, block, groups)

    def survey(self) -> Survey:
        """Return what was found when all blocks are in."""
        found = Survey(
            RowStats(self._norm, self._flags),
            self._peak,
            duplicates_by_key(self._table, _unlike(self._keys, self._norm)),
            self._columns.stats(),
            self._builder.pyramid() if self._builder else None,
        )
        return found.with_oddities()


def row_peaks(block: Floats, *, finite: bool) -> Floats:
    """Return the largest finite magnitude (n,) of each row of ``block`` (n, D), 0 if none is."""
    if not finite:
        block = np.where(np.isfinite(block), block, np.float32(0))
    peaks: Floats = np.maximum(block.max(axis=1), -block.min(axis=1))
    return peaks


def _unlike(keys: Floats, norm: NDArray[np.float64]) -> NDArray[np.uint64]:
    """Return 64 bits for each row from its two ``keys`` (V, 2), equal for equal rows.

    Rows of zeros and rows that are not finite get bits of their own: they have no duplicates, and
    a table may have very many of them.
    """
    bits = (keys + np.float32(0)).view(np.uint64).ravel()  # + 0 turns -0 into 0
    odd = np.flatnonzero(~(norm > 0))
    bits[odd] = np.uint64(0xFFFF_FFFF_0000_0000) + odd.astype(np.uint64)
    return bits
