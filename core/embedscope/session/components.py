"""The principal components of each open table, found once for axes, expressions and lists."""

from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from embedscope.geometry.pca import LARGEST_EXACT, Pca, fit_pca
from embedscope.geometry.spaces import Space, fit_space
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Ints
from embedscope.tables.table import Table

MOST = 10
"""So many components are found at once where all of them are solved anyway."""

_KNOWN: WeakKeyDictionary[Table, dict[int | None, Pca]] = WeakKeyDictionary()


def components(table: Table, n_rows: int | None, k: int, progress: Progress = SILENT) -> Pca:
    """Return the first ``k`` components of the first ``n_rows`` rows of ``table`` (None: all)."""
    known = known_components(table, n_rows)
    if known is None or len(known.components) < k:
        wanted = max(k, MOST) if min(table.shape) <= LARGEST_EXACT else k
        known = fit_pca(table, min(wanted, table.n_dims), rows_to_fit(n_rows), progress)
        if known.n_axes < len(known.components) or len(known.components) < k:
            return fit_pca(table, k, rows_to_fit(n_rows), progress)  # says what is missing
        keep_components(table, n_rows, known)
    return cut(known, k)


def rows_to_fit(n_rows: int | None) -> Ints | None:
    """Return the first ``n_rows`` ids, None for all rows."""
    return None if n_rows is None else np.arange(n_rows)


def known_components(table: Table, n_rows: int | None) -> Pca | None:
    """Return the components that were found before, None if there are none."""
    return _KNOWN.get(table, {}).get(n_rows)


def keep_components(table: Table, n_rows: int | None, pca: Pca | None) -> None:
    """Keep components while their table is open, if all carry variance and more are not known."""
    known = known_components(table, n_rows)
    if pca is None or pca.n_axes < len(pca.components):
        return
    if known is None or len(known.components) < len(pca.components):
        _KNOWN.setdefault(table, {})[n_rows] = pca


def cut(pca: Pca, k: int) -> Pca:
    """Return the first ``k`` of the components of ``pca``."""
    return replace(
        pca,
        components=pca.components[:k],
        explained_variance=pca.explained_variance[:k],
        explained_variance_ratio=pca.explained_variance_ratio[:k],
    )


def space_without(
    table: Table, n_rows: int | None, removed: int, progress: Progress = SILENT
) -> Space:
    """Return the space without the mean and the first ``removed`` components of some rows."""
    if removed == 0:
        rows = rows_to_fit(n_rows)
        return fit_space(table if rows is None else table.gather(rows), 0, progress)
    pca = components(table, n_rows, min(removed, table.n_dims), progress)
    return Space(pca.mean, pca.components[: pca.n_axes])
