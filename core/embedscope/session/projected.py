"""Every row of the table on the axes that were asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from embedscope.expressions.axes import expression_basis
from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.evaluate import Scope
from embedscope.geometry.basis import Basis
from embedscope.geometry.coordinates import Coordinates
from embedscope.geometry.pca import Pca, fit_pca
from embedscope.geometry.projection import EMPTY, dims_basis, pca_basis, project_table
from embedscope.heatmap.picture import counted
from embedscope.progress import SILENT, Progress
from embedscope.session.components import components, keep_components
from embedscope.session.nearest import within
from embedscope.session.results import SpaceResult
from embedscope.session.session import AxesChoice
from embedscope.session.text import TextResult
from embedscope.tables.table import Table

N_AXES = 3


@dataclass(frozen=True, eq=False)
class Known:
    """What axes may be made from besides the table; ``before`` is what a wrong expression leaves.

    ``n_tokens`` rows have a token, None: not known.
    """

    text: TextResult | None = None
    n_tokens: int | None = None
    scope: Scope | None = None
    before: SpaceResult | None = None


def find_space(
    table: Table, axes: AxesChoice, known: Known | None = None, progress: Progress = SILENT
) -> SpaceResult:
    """Return the chosen axes of ``table`` (V, D) and all its rows on them (V, 3).

    The table's PCA is that of the rows that have a token: rows of padding, which training never
    moved, are drawn but do not turn the axes.
    """
    known = known or Known()
    if axes.kind == "map" and axes.map is not None:
        return _mapped(table, axes.map)
    if axes.kind == "expressions" and known.scope is not None:
        return _expressed(table, axes.expressions, known.scope, known.before, progress)
    if axes.kind == "dims":
        basis, note = dims_basis(axes.dims, table.n_dims), ""
    else:
        pca, whose = _fitted(table, known, progress)
        basis, note = pca_basis(pca), " ".join(part for part in (whose, pca.note) if part)
    return SpaceResult(basis, project_table(table, basis, progress), note)


def _fitted(table: Table, known: Known, progress: Progress) -> tuple[Pca, str]:
    """Return the principal components and a sentence that says of which rows they are."""
    text, n_tokens = known.text, known.n_tokens
    if text is not None:
        rows = np.unique(text.ids[text.has_row])
        whose = f"PCA of the {counted(len(rows), 'different row')} of this text."
        return fit_pca(table, N_AXES, rows, progress), whose
    if n_tokens is None or not 1 < n_tokens < table.n_rows:
        whose = f"PCA of all {counted(table.n_rows, 'row')}."
        return components(table, None, N_AXES, progress), whose
    whose = f"PCA of the {n_tokens:,} rows that have a token."
    return components(table, n_tokens, N_AXES, progress), whose


def _expressed(
    table: Table,
    sources: Sequence[str],
    scope: Scope,
    before: SpaceResult | None,
    progress: Progress,
) -> SpaceResult:
    """Return the rows along expressions; if one is wrong, what was shown before and the faults."""
    used = within(scope, None, progress)
    made = [_axis(source, used) for source in sources]
    keep_components(table, scope.n_fitted, used.pca)
    faults = tuple(axis if isinstance(axis, ExpressionError) else None for axis in made)
    if any(faults) and before is not None and len(before.cloud) == table.n_rows:
        return replace(before, faults=faults)
    good = [axis if isinstance(axis, Basis) else _empty(table) for axis in made]
    basis = Basis(
        np.vstack([axis.matrix for axis in good]),
        np.zeros(table.n_dims),
        tuple(axis.titles[0] for axis in good),
    )
    note = "Each axis is the dot product with an expression's direction."
    return SpaceResult(basis, project_table(table, basis, progress), note, faults)


def _axis(source: str, scope: Scope) -> Basis | ExpressionError:
    if not source.strip():
        return _empty(scope.table)
    try:
        return expression_basis([source], scope)
    except ExpressionError as fault:
        return fault


def _empty(table: Table) -> Basis:
    return Basis(np.zeros((1, table.n_dims)), np.zeros(table.n_dims), (EMPTY,))


def _mapped(table: Table, points: Coordinates) -> SpaceResult:
    """Return points that were computed or loaded; the other rows are not drawn."""
    there = (points.ids >= 0) & (points.ids < table.n_rows)
    ids, n_axes = points.ids[there], min(points.points.shape[1], N_AXES)
    cloud = np.full((table.n_rows, N_AXES), np.nan, np.float32)
    cloud[ids] = 0
    cloud[ids, :n_axes] = points.points[there, :n_axes]
    cloud[~np.isfinite(cloud).all(axis=1)] = np.nan
    titles = (*points.titles[:n_axes], *(EMPTY,) * N_AXES)[:N_AXES]
    basis = Basis(np.zeros((N_AXES, table.n_dims)), np.zeros(table.n_dims), titles)
    shown = np.unique(ids)
    return SpaceResult(basis, cloud, _about_map(points, len(shown), table.n_rows), rows=shown)


def _about_map(points: Coordinates, n_shown: int, n_rows: int) -> str:
    parts = [points.caption.strip()]
    if n_shown < n_rows:
        parts.append(f"{counted(n_shown, 'row')}; the other {n_rows - n_shown:,} are not drawn.")
    n_absent = int(np.count_nonzero((points.ids < 0) | (points.ids >= n_rows)))
    if n_absent:
        parts.append(f"{counted(n_absent, 'row')} of the map not in this table.")
    return " ".join(part for part in parts if part)
