"""How the rows of a table lie in space: around one direction, in a few dims, or evenly."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.moments import collect_moments
from embedscope.geometry.rows import RowSource, TableLike, as_rows, part_of
from embedscope.geometry.stats import RowStats, row_stats
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

LARGEST_DIMS = 2048
"""Tables wider than this get no figures that need all components."""

_SAFE_NORMS = (1e-15, 1e15)


@dataclass(frozen=True, eq=False)
class PairCosines:
    """The mean cosine of all pairs of different rows, and how much of it each dim makes.

    ``mean`` is exact, from the sum of unit rows (Ethayarajh 2019); ``by_dim`` (D,) sums to it
    (Timkey and van Schijndel 2021, arXiv 2109.04404). NaN with fewer than 2 rows of a direction.
    """

    mean: float
    by_dim: Doubles
    n_used: int

    def rogue_dims(self, least: float = 0.05) -> Ints:
        """Return the dims that make more than ``least`` of the mean, largest first."""
        if not self.mean > 0:
            return np.zeros(0, np.int64)
        order = np.argsort(-self.by_dim, kind="stable")
        return order[self.by_dim[order] > least * self.mean]


def pair_cosines(
    table: TableLike, stats: RowStats | None = None, progress: Progress = SILENT
) -> PairCosines:
    """Return the mean cosine over all n (n - 1) pairs of rows of ``table`` (V, D), in one pass.

    sum_d ((sum_i u_id)^2 - sum_i u_id^2) / (n (n - 1)) over unit rows u; rows that are zero or
    not finite have no direction and are left out.
    """
    source = as_rows(table)
    norm = (stats or row_stats(source, progress)).norm
    total, squares = np.zeros(source.shape[1]), np.zeros(source.shape[1])
    for start, block in source.blocks(progress=progress):
        units = unit_rows(block, norm[start : start + len(block)])
        total += units.sum(axis=0, dtype=np.float64)
        squares += np.einsum("ij,ij->j", units, units, dtype=np.float64)
    n = int(np.count_nonzero(norm > 0))
    n_pairs = n * (n - 1) if n > 1 else np.nan
    by_dim = (total**2 - squares) / n_pairs
    return PairCosines(float(by_dim.sum()), by_dim, n)


def mean_pair_cosine(
    table: TableLike, stats: RowStats | None = None, progress: Progress = SILENT
) -> float:
    """Return the mean cosine of all pairs of rows: what a score has to be compared with."""
    return pair_cosines(table, stats, progress).mean


def unit_rows(block: Floats, norm: Doubles) -> Floats | Doubles:
    """Return the rows of ``block`` (n, D) that have a direction, scaled to length 1."""
    good = norm > 0
    rows, sizes = (block, norm) if good.all() else (block[good], norm[good])
    low, high = _SAFE_NORMS
    if len(sizes) and low < sizes.min() and sizes.max() < high:
        return rows * (1 / sizes).astype(np.float32)[:, None]
    return rows.astype(np.float64) / sizes[:, None]


@dataclass(frozen=True, eq=False)
class TableSpread:
    """Figures of a whole table; each from a published formula, see the functions that make them.

    ``variances`` (m,) along the principal components, largest first; ``isotropy`` and
    ``iso_score`` are 1 for a table that is the same in all directions.
    """

    pairs: PairCosines
    variances: Doubles
    isotropy: float
    iso_score: float
    effective_rank: float
    participation: float

    def variance_share(self, k: int) -> float:
        """Return the share of variance of the first ``k`` components."""
        total = float(self.variances.sum())
        return float(self.variances[:k].sum()) / total if total > 0 else np.nan


def table_spread(
    table: TableLike, stats: RowStats | None = None, progress: Progress = SILENT
) -> TableSpread | None:
    """Return the figures of ``table`` (V, D) in four passes, or None if it has too many dims."""
    source = as_rows(table)
    n_dims = source.shape[1]
    if n_dims > LARGEST_DIMS:
        return None
    stats = stats or row_stats(source, part_of(progress, 0, 4))
    pairs = pair_cosines(source, stats, part_of(progress, 1, 4))
    moments = collect_moments(source, part_of(progress, 2, 4))
    variances, axes = moments.solve()
    variances = np.append(variances, np.zeros(n_dims - len(variances)))
    n = max(moments.n_used - 1, 1)
    second = (axes.T * variances[: len(axes)]) @ axes * n
    second += moments.n_used * np.outer(moments.mean, moments.mean)
    directions = np.linalg.eigh(second)[1].T
    isotropy = partition_isotropy(source, directions, part_of(progress, 3, 4))
    return TableSpread(
        pairs,
        variances,
        isotropy,
        iso_score(variances),
        effective_rank(np.sqrt(variances)),
        participation_ratio(variances),
    )


def partition_isotropy(source: RowSource, directions: Doubles, progress: Progress) -> float:
    """Return min Z(c) / max Z(c) over unit ``directions`` +-c (k, D), Z(c) = sum_i exp(c . w_i).

    Mu and Viswanath 2018; the directions are the eigenvectors of the rows' second moments.
    """
    peak, total = np.full(2 * len(directions), -np.inf), np.zeros(2 * len(directions))
    for _, block in source.blocks(progress=progress):
        rows = block[np.isfinite(block).all(axis=1)].astype(np.float64)
        if not len(rows):
            continue
        along = rows @ directions.T
        along = np.hstack([along, -along])
        new = np.maximum(peak, along.max(axis=0))
        total = total * np.exp(peak - new) + np.exp(along - new).sum(axis=0)
        peak = new
    logs = np.log(total) + peak if total.all() else np.zeros(1)
    return float(np.exp(logs.min() - logs.max()))


def iso_score(variances: Doubles) -> float:
    """Return IsoScore of ``variances`` (D,): 1 all equal, 0 one alone (arXiv 2108.07344)."""
    n_dims, length = len(variances), float(np.linalg.norm(variances))
    if n_dims < 2 or length == 0:
        return np.nan
    root = np.sqrt(n_dims)
    gap = np.linalg.norm(root * variances / length - 1) / np.sqrt(2 * (n_dims - root))
    used = (n_dims - gap**2 * (n_dims - root)) ** 2
    return float((used - n_dims) / (n_dims * (n_dims - 1)))


def effective_rank(sizes: Doubles) -> float:
    """Return exp(entropy) of ``sizes`` (m,), singular values (Roy and Vetterli 2007)."""
    share = sizes[sizes > 0] / sizes.sum() if sizes.any() else np.ones(0)
    return float(np.exp(-(share * np.log(share)).sum())) if len(share) else 0.0


def participation_ratio(variances: Doubles) -> float:
    """Return (sum v)^2 / sum v^2: how many dims carry the variance."""
    squares = float((variances**2).sum())
    return float(variances.sum()) ** 2 / squares if squares > 0 else 0.0
