"""Principal components of a table: exact, in bounded memory, the same on every run."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from embedscope.errors import EmbedscopeError
from embedscope.geometry.basis import Basis
from embedscope.geometry.moments import Moments, collect_moments
from embedscope.geometry.rows import TableLike, as_rows, row_subset
from embedscope.geometry.stats import left_out_sentence
from embedscope.geometry.subspace import subspace_components
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

LARGEST_EXACT = 2048
"""Up to so many dims, or rows, all components are solved; beyond, that would take minutes."""

_RANK_TOLERANCE = 1e-12  # a component with less of the largest variance than this is rounding


@dataclass(frozen=True, eq=False)
class Pca:
    """Axes of largest variance of ``n_used`` rows.

    ``components`` (k, D) unit rows, or zero rows where no variance is left; ``mean`` (D,);
    ``explained_variance`` (k,) with n - 1 in the denominator; ``left_out`` ids of rows that
    are not finite; ``note`` sentences on anything out of the ordinary, or "".
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
        titles = tuple(f"PC {i + 1}" for i in range(len(self.components)))
        return Basis(self.components, self.mean, titles).transform(rows)


def fit_pca(
    table: TableLike,
    n_components: int = 3,
    rows: ArrayLike | None = None,
    progress: Progress = SILENT,
) -> Pca:
    """Return the PCA of ``table`` (V, D), or of its rows ``rows`` (n,) only; repeated ones count.

    Exact up to 2048 dims or rows; wider tables are iterated until the error, which ``note``
    tells, is small. Never fails for lack of rows, dims or variance: missing axes are zero and
    ``note`` says so. Each component's entry of largest magnitude is positive.
    """
    if n_components < 1:
        raise EmbedscopeError(f"PCA gives 1 component or more, not {n_components}.")
    whole = as_rows(table)
    ids, absent = _present(rows, whole.shape[0])
    source = row_subset(whole, ids)
    n_rows, n_dims = source.shape
    if min(n_rows, n_dims) <= LARGEST_EXACT:
        moments = collect_moments(source, progress)
        values, vectors, note = *moments.solve(), ""
    else:
        moments, values, vectors, note = subspace_components(source, n_components, progress)
    left_out = moments.left_out if ids is None else np.unique(ids[moments.left_out])
    notes = (absent, left_out_sentence(left_out, whole.shape[0]), note)
    return _assemble(n_components, moments, values, vectors, left_out, notes)


def _present(rows: ArrayLike | None, n_rows: int) -> tuple[Ints | None, str]:
    """Return the ids among ``rows`` that have a row, and a sentence on the others."""
    if rows is None:
        return None, ""
    ids = np.asarray(rows, np.int64).ravel()
    there = ids[(ids >= 0) & (ids < n_rows)]
    n_absent = len(ids) - len(there)
    return there, f"{n_absent} of {len(ids)} ids have no row in this table." * bool(n_absent)


def _assemble(
    n_components: int,
    moments: Moments,
    values: Doubles,
    vectors: Doubles,
    left_out: Ints,
    notes: tuple[str, ...],
) -> Pca:
    """Cut, sign and describe eigenvalues (m,) and eigenvectors (m, D), largest first."""
    keep = int(np.count_nonzero(values[:n_components] > _RANK_TOLERANCE * values[:1]))
    variance, components = np.zeros(n_components), np.zeros((n_components, len(moments.mean)))
    variance[:keep], components[:keep] = values[:keep], with_fixed_signs(vectors[:keep])
    ratio = variance / (moments.total_variance or 1.0)
    sentences = (*notes, _shortage(moments.n_used, keep, n_components))
    text = " ".join(s for s in sentences if s)
    return Pca(components, moments.mean, variance, ratio, moments.n_used, left_out, text)


def with_fixed_signs(vectors: Doubles) -> Doubles:
    """Return ``vectors`` (k, D) with each row's entry of largest magnitude made positive."""
    # Rounded, so that rounding does not choose between entries of the same size.
    biggest = np.round(np.abs(vectors), 9).argmax(axis=1)
    return vectors * np.where(vectors[np.arange(len(vectors)), biggest] < 0, -1.0, 1.0)[:, None]


def _shortage(n_used: int, n_axes: int, n_components: int) -> str:
    """Return why some axes are empty, or ""."""
    if n_used == 0:
        return "PCA needs 2 rows and there is none."
    if n_used == 1:
        return "PCA needs 2 rows and there is only 1: it lies at the origin."
    if n_axes == 0:
        return "No variance: all rows are equal and lie at the origin."
    if n_axes < n_components:
        verb = "carries" if n_axes == 1 else "carry"
        return f"Only {n_axes} of {n_components} axes {verb} variance; the others are empty."
    return ""
