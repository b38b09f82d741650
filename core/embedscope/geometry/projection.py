"""Axes with titles for the pictures, and the whole table on them."""

import numpy as np
from numpy.typing import ArrayLike

from embedscope.geometry.basis import Basis
from embedscope.geometry.pca import Pca
from embedscope.geometry.rows import TableLike, as_rows
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats

__all__ = ["EMPTY", "Basis", "dims_basis", "not_drawn_sentence", "pca_basis", "project_table"]

EMPTY = "(empty)"
"""Title, or end of the title, of an axis that carries nothing."""


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
    """Return "22.9 %"."""
    return f"{100 * share:.1f} %" if share >= 0.0005 else "< 0.1 %"
