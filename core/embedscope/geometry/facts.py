"""Facts about every row of a table, for one sortable list over the vocabulary."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.moments import column_mean
from embedscope.geometry.rows import Bools, TableLike, as_rows, part_of, row_subset, rows_for
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Ints

_BLOCK_VALUES = 1 << 17  # 1 MB of float64, which stays in the cache over all these sums


@dataclass(frozen=True, eq=False)
class RowFacts:
    """One value for each of V rows, NaN (or -1) where a row is not finite.

    ``mean``, ``deviation``, ``least``, ``most`` of its numbers; ``top_dim`` the dim of largest
    magnitude; ``participation`` (sum x^2)^2 / sum x^4: how many dims carry it;
    ``centre_distance`` and ``centre_cosine`` to the mean of the rows that count.
    """

    norm: Doubles
    mean: Doubles
    deviation: Doubles
    least: Doubles
    most: Doubles
    top_dim: Ints
    participation: Doubles
    centre_distance: Doubles
    centre_cosine: Doubles

    def columns(self) -> Mapping[str, NDArray[np.generic]]:
        """Return the columns by name, in order."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def row_facts(
    table: TableLike, n_tokens: int | None = None, progress: Progress = SILENT
) -> RowFacts:
    """Return the facts of all rows of ``table`` (V, D), in two passes.

    The centre is the mean of rows below ``n_tokens``: padding rows without a token do not pull it.
    """
    source = as_rows(table)
    n_rows = source.shape[0]
    counted = None if n_tokens is None else np.arange(min(max(n_tokens, 0), n_rows))
    centre = column_mean(row_subset(source, counted), part_of(progress, 0, 2))
    facts = _empty(n_rows)
    for start, block in source.blocks(rows_for(source, _BLOCK_VALUES), part_of(progress, 1, 2)):
        here = slice(start, start + len(block))
        for name, values in _facts_of(block.astype(np.float64), centre).items():
            facts.columns()[name][here] = values
    return facts


def _empty(n_rows: int) -> RowFacts:
    columns = {name: np.full(n_rows, np.nan) for name in RowFacts.__dataclass_fields__}
    del columns["top_dim"]
    return RowFacts(**columns, top_dim=np.full(n_rows, -1, np.int64))


def _facts_of(rows: Doubles, centre: Doubles) -> dict[str, NDArray[np.generic]]:
    """Return the facts of ``rows`` (n, D) by name."""
    good: Bools = np.asarray(np.isfinite(rows).all(axis=1))
    rows = np.where(good[:, None], rows, np.nan)
    squares = rows * rows
    energy = squares.sum(axis=1)
    norm, gap = np.sqrt(energy), rows - centre
    with np.errstate(invalid="ignore", divide="ignore"):
        return {
            "norm": norm,
            "mean": rows.mean(axis=1),
            "deviation": rows.std(axis=1),
            "least": rows.min(axis=1),
            "most": rows.max(axis=1),
            "top_dim": np.where(good, squares.argmax(axis=1), -1),
            "participation": energy * energy / np.vecdot(squares, squares),
            "centre_distance": np.sqrt(np.vecdot(gap, gap)),
            "centre_cosine": np.vecdot(rows, centre) / (norm * np.linalg.norm(centre)),
        }


def odd_both_ways(values: Doubles, share: float = 0.02) -> tuple[Ints, Ints]:
    """Return the ids with the lowest and with the highest ``share`` of finite ``values`` (V,).

    Both most extreme first: odd tokens are nearest to the centre in some models and farthest
    from it in others.
    """
    ids = np.flatnonzero(np.isfinite(values))
    ids = ids[np.argsort(values[ids], kind="stable")]
    n = int(np.ceil(share * len(ids)))
    return ids[:n], ids[::-1][:n]
