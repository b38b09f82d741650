"""Other spaces to look for neighbours in: the mean taken away, and the first components too."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from embedscope.geometry.moments import column_mean
from embedscope.geometry.pca import fit_pca
from embedscope.geometry.rows import RowSource, TableLike, as_rows, is_float32
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, rows_per_block

_ROUNDING = 1e-13  # of the mean or of the row before


@dataclass(frozen=True, eq=False)
class Space:
    """Rows less ``mean`` (D,) and less their part along ``removed`` (k, D), unit rows.

    With k = 0 the rows are centred; with k > 0 this is "all-but-the-top" (Mu and Viswanath 2018,
    arXiv 1702.01417, who take k about D / 100).
    """

    mean: Doubles
    removed: Doubles

    @property
    def title(self) -> str:
        """What was done to the rows: "mean subtracted", "mean and first 3 components removed"."""
        k = len(self.removed)
        if not k:
            return "mean subtracted"
        return f"mean and first {f'{k} components' if k > 1 else 'component'} removed"

    def apply(self, rows: ArrayLike) -> Doubles:
        """Return ``rows`` (n, D) or (D,) of the table as they are in this space.

        What is left of a row but rounding becomes exact zeros, so that it has no direction.
        """
        moved = np.asarray(rows, np.float64) - self.mean
        with np.errstate(invalid="ignore", over="ignore"):
            floor = np.linalg.norm(self.mean)
            if len(self.removed):
                floor = np.maximum(floor, np.linalg.norm(moved, axis=-1))
                moved -= (moved @ self.removed.T) @ self.removed
            moved[np.linalg.norm(moved, axis=-1) <= _ROUNDING * floor] = 0
        return moved


def fit_space(table: TableLike, n_removed: int = 0, progress: Progress = SILENT) -> Space:
    """Return the space of ``table`` (V, D) without its mean and first ``n_removed`` components."""
    source = as_rows(table)
    if n_removed == 0:
        return Space(column_mean(source, progress), np.zeros((0, source.shape[1])))
    pca = fit_pca(source, min(n_removed, source.shape[1]), progress=progress)
    return Space(pca.mean, pca.components[: pca.n_axes])


@dataclass(frozen=True, eq=False)
class MovedRows:
    """The rows of a table as they are in another space; nothing is stored."""

    source: RowSource
    space: Space

    @property
    def shape(self) -> tuple[int, int]:
        """(V, D)."""
        return self.source.shape

    def exact_rows(self, ids: ArrayLike) -> Doubles:
        """Return rows ``ids`` (n,) as (n, D)."""
        return self.space.apply(self.source.exact_rows(ids))

    def block(self, start: int, stop: int, out: Floats | None = None) -> Floats:
        """Return rows ``start..stop`` (stop - start, D), in ``out`` if given; in float64 inside."""
        buffer = np.empty((stop - start, self.shape[1]), np.float32) if out is None else out
        rows = self.source.block(start, stop, None if is_float32(self.source) else buffer)
        with np.errstate(over="ignore", invalid="ignore"):
            buffer[:] = self.space.apply(rows)
        return buffer

    def blocks(
        self, n_rows: int | None = None, progress: Progress = SILENT
    ) -> Iterator[tuple[int, Floats]]:
        """Yield (first row, block (n, D)) from top to bottom."""
        n_all = self.shape[0]
        step = n_rows or rows_per_block(self.shape[1])
        for start in range(0, n_all, step):
            progress.step(start / n_all, self.space.title)
            yield start, self.block(start, min(start + step, n_all))


def in_space(table: TableLike, space: Space | None) -> RowSource:
    """Return ``table`` (V, D) moved into ``space``, or as it is if None."""
    source = as_rows(table)
    return source if space is None else MovedRows(source, space)
