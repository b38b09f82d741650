"""Principal components of a table: exact, in bounded memory, the same on every run."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embedscope.geometry.moments import Moments, collect_moments
from embedscope.geometry.rows import Doubles, RowSource, TableLike, row_subset
from embedscope.geometry.stats import left_out_sentence
from embedscope.geometry.subspace import subspace_components
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats, Ints

LARGEST_EXACT_DIMS = 2048
"""Up to here the full covariance is solved; beyond, eigh alone would take minutes."""

_RANK_TOLERANCE = 1e-12  # a component with less of the largest variance than this is rounding


@dataclass(frozen=True, eq=False)
class Pca:
    """Axes of largest variance of ``n_used`` rows.

    ``components`` (k, D) unit rows, or zero rows where no variance is left; ``mean`` (D,);
    ``explained_variance`` (k,) with n - 1 in the denominator; ``left_out`` ids of rows that
    are not finite; ``note`` one or more sentences on anything out of the ordinary, or "".
    """

    components: Doubles
    mean: Doubles
    explained_variance: Doubles
    explained_variance_ratio: Doubles
    n_used: int
    left_out: Ints
    note: str = ""

    @property
    def n_left_out(self) -> int:
        """Rows that hold NaN or infinity."""
        return len(self.left_out)

    @property
    def n_axes(self) -> int:
        """Components that carry variance; the others are zero rows."""
        return int(np.count_nonzero(self.explained_variance))

    def transform(self, rows: ArrayLike) -> Floats:
        """Return the coordinates (n, k) of ``rows`` (n, D); NaN for rows not finite."""
        # Imported late: projection builds on this module.
        from embedscope.geometry.projection import pca_basis

        return pca_basis(self).transform(rows)


def fit_pca(
    table: TableLike,
    n_components: int = 3,
    rows: ArrayLike | None = None,
    progress: Progress = SILENT,
) -> Pca:
    """Return the exact PCA of ``table`` (V, D), or of its rows ``rows`` (n,) only.

    Never fails for lack of rows, dims or variance: missing axes are zero and ``note`` says so.
    Each component's entry of largest magnitude is positive, so pictures never flip.
    """
    ids = None if rows is None else np.asarray(rows, np.int64).ravel()
    source = row_subset(table, ids)
    n_rows, n_dims = source.shape
    if n_dims <= LARGEST_EXACT_DIMS or n_rows <= LARGEST_EXACT_DIMS:
        moments = collect_moments(source, progress)
        return _assemble(source, n_components, moments, *moments.solve())
    moments, values, vectors, note = subspace_components(source, n_components, progress)
    return _assemble(source, n_components, moments, values, vectors, note)


def _assemble(
    source: RowSource,
    n_components: int,
    moments: Moments,
    values: Doubles,
    vectors: Doubles,
    note: str = "",
) -> Pca:
    """Cut, sign and describe eigenvalues (m,) and eigenvectors (m, D), largest first."""
    n_dims = source.shape[1]
    keep = min(n_components, len(values))
    kept = values[:keep] > max(values[0] * _RANK_TOLERANCE, 0.0) if keep else np.zeros(0, bool)
    variance = np.zeros(n_components)
    components = np.zeros((n_components, n_dims))
    variance[:keep] = np.where(kept, values[:keep], 0)
    components[:keep] = np.where(kept[:, None], with_fixed_signs(vectors[:keep]), 0)
    total = moments.total_variance
    ratio = variance / total if total > 0 else np.zeros(n_components)
    left_out = moments.left_out
    sentences = [left_out_sentence(left_out, source.shape[0]), note]
    sentences.append(_shortage(moments.n_used, int(np.count_nonzero(variance)), n_components))
    text = " ".join(s for s in sentences if s)
    return Pca(components, moments.mean, variance, ratio, moments.n_used, left_out, text)


def with_fixed_signs(vectors: NDArray[np.float64]) -> Doubles:
    """Return ``vectors`` (k, D) with each row's entry of largest magnitude made positive."""
    if vectors.size == 0:
        return vectors
    # Rounded, so that two entries equal but for rounding do not decide by chance.
    size = np.round(np.abs(vectors), 9)
    first = vectors[np.arange(len(vectors)), size.argmax(axis=1)]
    return vectors * np.where(first < 0, -1.0, 1.0)[:, None]


def _shortage(n_used: int, n_axes: int, n_components: int) -> str:
    """Return why some axes are empty, or ""."""
    if n_used == 0:
        return "PCA needs 2 rows and there is none."
    if n_used == 1:
        return "PCA needs 2 rows and there is only 1: it lies at the origin."
    if n_axes == 0:
        return "No variance: all rows are equal and lie at the origin."
    if n_axes < n_components:
        return f"Only {n_axes} of {n_components} axes carry variance; the others are empty."
    return ""
