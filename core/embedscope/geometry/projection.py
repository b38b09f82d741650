"""Turning rows of D numbers into coordinates on two or three axes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from embedscope.geometry.pca import Pca
from embedscope.geometry.rows import Doubles, TableLike, as_rows
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats

_FEW_NUMBERS = 1_000_000

EMPTY = "(empty)"
"""Title, or end of the title, of an axis that carries nothing."""


@dataclass(frozen=True, eq=False)
class Basis:
    """k axes: coordinate = (row - offset) @ matrix.T, or chosen dims taken as they are.

    ``matrix`` (k, D), ``offset`` (D,), ``titles`` (k,). Where ``dims`` (k,) is given the values
    of those dims are copied (-1: an empty axis), so an infinity elsewhere in a row does no harm.
    """

    matrix: Doubles
    offset: Doubles
    titles: tuple[str, ...]
    dims: tuple[int, ...] | None = None

    def transform(self, rows: ArrayLike) -> Floats:
        """Return coordinates (n, k) of ``rows`` (n, D); rows that cannot be placed are NaN."""
        table = np.atleast_2d(np.asarray(rows))
        points = self._pick(table) if self.dims is not None else self._multiply(table)
        points[~np.isfinite(points).all(axis=1)] = np.nan
        return points

    def _pick(self, rows: Floats) -> Floats:
        points = np.zeros((len(rows), len(self.titles)), np.float32)
        for axis, dim in enumerate(self.dims or ()):
            if dim >= 0:
                points[:, axis] = rows[:, dim]
        return points

    def _multiply(self, rows: Floats) -> Floats:
        """Multiply in float32; in float64 if there are few rows, or where float32 overflows."""
        if rows.size <= _FEW_NUMBERS:
            return self._multiply_exactly(rows)
        with np.errstate(over="ignore", invalid="ignore"):
            moved = rows - self.offset.astype(np.float32)
            points = (moved @ self.matrix.T.astype(np.float32)).astype(np.float32)
        bad = np.flatnonzero(~np.isfinite(points).all(axis=1))
        bad = bad[np.isfinite(rows[bad]).all(axis=1)]
        if len(bad):
            points[bad] = self._multiply_exactly(rows[bad])
        return points

    def _multiply_exactly(self, rows: Floats) -> Floats:
        """Multiply in float64; what is too large for float32 becomes its largest number."""
        limit = float(np.finfo(np.float32).max)
        with np.errstate(invalid="ignore"):
            points = (rows.astype(np.float64) - self.offset) @ self.matrix.T
        return np.clip(points, -limit, limit).astype(np.float32)


def dims_basis(dims: ArrayLike, n_dims: int) -> Basis:
    """Return axes that are the ``dims`` of a table of ``n_dims``; others are zero, "(empty)"."""
    chosen = tuple(int(d) if 0 <= int(d) < n_dims else -1 for d in np.ravel(np.asarray(dims)))
    matrix = np.zeros((len(chosen), n_dims))
    for axis, dim in enumerate(chosen):
        if dim >= 0:
            matrix[axis, dim] = 1
    titles = tuple(f"dim {d}" if d >= 0 else EMPTY for d in chosen)
    return Basis(matrix, np.zeros(n_dims), titles, chosen)


def pca_basis(pca: Pca) -> Basis:
    """Return the principal axes of ``pca``, titled "PC 1 (22.9 %)"."""
    titles = tuple(
        f"PC {number} ({_percent(float(share))})" if variance > 0 else f"PC {number} {EMPTY}"
        for number, (share, variance) in enumerate(
            zip(pca.explained_variance_ratio, pca.explained_variance, strict=True), start=1
        )
    )
    return Basis(pca.components, pca.mean, titles)


def project_table(table: TableLike, basis: Basis, progress: Progress = SILENT) -> Floats:
    """Return the coordinates (V, k) of all rows, block by block; rows not finite are NaN."""
    source = as_rows(table)
    points = np.empty((source.shape[0], len(basis.titles)), np.float32)
    for start, block in source.blocks(progress=progress):
        points[start : start + len(block)] = basis.transform(block)
    return points


def not_drawn_sentence(points: Floats) -> str:
    """Return "3 of 6 rows are not drawn: they hold NaN or infinity." or ""."""
    n_bad = int(np.count_nonzero(~np.isfinite(points).all(axis=1)))
    if not n_bad:
        return ""
    return f"{n_bad} of {len(points)} rows are not drawn: they hold NaN or infinity."


def _percent(share: float) -> str:
    """Return "22.9 %", with one significant digit where one decimal would read 0.0."""
    per_cent = 100 * share
    return f"{per_cent:.1f} %" if per_cent >= 0.05 else f"{per_cent:.1g} %"
