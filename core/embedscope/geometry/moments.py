"""Mean and scatter of all finite rows, collected block by block in bounded memory."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from embedscope.geometry.parallel import over_slices
from embedscope.geometry.rows import RowSource, finite_rows, largest_magnitude, rows_for
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats, Ints

_BLOCK_VALUES = 1 << 23  # larger than for reading: the product of a block with itself needs depth
_SUM_VALUES = 1 << 18  # sums need none, and float64 blocks of that size would take 200 MB
_SMALL_WORK = 4e9  # multiplications below which float64 costs under a second
_SAMPLES, _SAMPLE_ROWS = 32, 128
_RUN = 64
_FEW_ROWS = 512  # up to here a singular value decomposition of the rows is quick
_SAFE_FLOAT32 = (1e-12, 1e12)  # magnitudes whose squares and sums stay exact enough in float32


@dataclass(frozen=True, eq=False)
class Moments:
    """``mean`` (D,) and ``total_variance`` of the ``n_used`` finite rows.

    With them comes the ``scatter`` (D, D) about the mean or, if the rows are fewer than the
    dims, the ``centred`` rows (n, D). ``left_out`` holds positions of rows that are not finite.
    """

    mean: Doubles
    n_used: int
    left_out: Ints
    total_variance: float
    scatter: Doubles | None = None
    centred: Doubles | None = None

    def solve(self) -> tuple[Doubles, Doubles]:
        """Return variances (m,) and unit axes (m, D), largest first; m <= min(n, D)."""
        n = max(self.n_used - 1, 1)
        if self.scatter is not None:
            values, vectors = np.linalg.eigh(self.scatter / n)
            return np.maximum(values[::-1], 0), np.ascontiguousarray(vectors.T[::-1])
        rows = np.zeros((0, len(self.mean))) if self.centred is None else self.centred
        if len(rows) > _FEW_ROWS:
            return _solve_many(rows)
        _, sizes, axes = np.linalg.svd(rows, full_matrices=False)
        return sizes**2 / n, axes


def _solve_many(rows: Doubles) -> tuple[Doubles, Doubles]:
    """Return variances and axes of centred ``rows`` (n, D) from their products with each other."""
    values, vectors = np.linalg.eigh(rows @ rows.T)
    values = np.maximum(values[::-1], 0)
    sizes = np.sqrt(values)
    kept = sizes > 1e-6 * sizes[0]  # below, the axes would be rounding
    axes = (vectors.T[::-1][kept] @ rows) / sizes[kept, None]
    return values[kept] / (len(rows) - 1), axes


def collect_moments(source: RowSource, progress: Progress = SILENT) -> Moments:
    """Return the moments of ``source`` (V, D): centred rows if V < D, else the (D, D) scatter."""
    n_rows, n_dims = source.shape
    return _few_rows(source, progress) if n_rows < n_dims else _many_rows(source, progress)


def _few_rows(source: RowSource, progress: Progress) -> Moments:
    """Keep all rows in float64, centred; no more numbers than the scatter would take."""
    left_out = LeftOut()
    kept = [block.astype(np.float64) for block in finite_blocks(source, left_out, progress)]
    rows = np.concatenate(kept) if kept else np.zeros((0, source.shape[1]))
    mean = np.zeros(rows.shape[1])
    # Twice: by a mean rounded to float32, so that equal rows give exact zeros, then by the rest.
    for precision in (np.float32, np.float64) if len(rows) else ():
        shift = rows.mean(axis=0).astype(precision)
        rows -= shift
        mean += shift
    total = float(np.vdot(rows, rows)) / max(len(rows) - 1, 1)
    return Moments(mean, len(rows), left_out.positions(), total, centred=rows)


def _many_rows(source: RowSource, progress: Progress) -> Moments:
    """Add up the scatter about a rough mean, block by block, then move it to the true mean.

    The rough mean keeps float32 products from cancelling when all rows share a large offset.
    """
    n_rows, n_dims = source.shape
    exact = float(n_rows) * n_dims * n_dims < _SMALL_WORK
    total, scatter, n_used = np.zeros(n_dims), np.zeros((n_dims, n_dims)), 0
    left_out, shift = LeftOut(), rough_mean(source)
    for moved in shifted_blocks(source, shift, left_out, progress, exact):
        total += column_sums(moved)
        scatter += moved.T @ moved  # numpy sees the symmetry and does half the work
        n_used += len(moved)
    mean = total / max(n_used, 1)
    scatter -= n_used * np.outer(mean, mean)
    variance = max(float(np.trace(scatter)), 0.0) / max(n_used - 1, 1)
    return Moments(shift + mean, n_used, left_out.positions(), variance, scatter=scatter)


def column_mean(source: RowSource, progress: Progress = SILENT) -> Doubles:
    """Return the mean (D,) of the finite rows of ``source`` (V, D)."""
    total, n_used, shift = np.zeros(source.shape[1]), 0, rough_mean(source)
    blocks = shifted_blocks(source, shift, LeftOut(), progress, exact=True, n_values=_SUM_VALUES)
    for moved in blocks:
        total += column_sums(moved)
        n_used += len(moved)
    return shift + total / max(n_used, 1)


def column_sums(block: Floats | Doubles) -> Doubles:
    """Return the sums (D,) over ``block`` (n, D): 64 rows in their own precision, then float64."""
    n_runs = len(block) // _RUN
    runs = block[: n_runs * _RUN].reshape(n_runs, _RUN, block.shape[1]).sum(axis=1)
    sums: Doubles = runs.sum(axis=0, dtype=np.float64)
    sums += block[n_runs * _RUN :].sum(axis=0, dtype=np.float64)
    return sums


def rough_mean(source: RowSource) -> Floats:
    """Return the mean (D,) of finite rows from all over the table, rounded to float32."""
    n_rows = source.shape[0]
    total, n_used = np.zeros(source.shape[1]), 0
    for start in np.unique(np.linspace(0, n_rows, _SAMPLES, endpoint=False, dtype=np.int64)):
        block = source.block(int(start), min(int(start) + _SAMPLE_ROWS, n_rows))
        good = finite_rows(block)
        total += (block if good is None else block[good]).sum(axis=0, dtype=np.float64)
        n_used += len(block) if good is None else int(np.count_nonzero(good))
    return (total / max(n_used, 1)).astype(np.float32)


class LeftOut:
    """Collects the positions of rows that hold NaN or infinity."""

    def __init__(self) -> None:
        self._parts: list[Ints] = [np.zeros(0, np.int64)]

    def add(self, positions: Ints) -> None:
        """Take in ``positions`` (n,)."""
        self._parts.append(positions)

    def positions(self) -> Ints:
        """Return all of them."""
        return np.concatenate(self._parts)


def finite_blocks(source: RowSource, left_out: LeftOut, progress: Progress) -> Iterator[Floats]:
    """Yield blocks of finite rows; the positions of the others go into ``left_out``."""
    for start, block in source.blocks(rows_for(source, _BLOCK_VALUES), progress):
        good = finite_rows(block)
        if good is not None:
            left_out.add(np.flatnonzero(~good).astype(np.int64) + start)
        yield block if good is None else block[good]


def shifted_blocks(
    source: RowSource,
    shift: Floats,
    left_out: LeftOut,
    progress: Progress,
    exact: bool = False,
    n_values: int = _BLOCK_VALUES,
) -> Iterator[Floats | Doubles]:
    """Yield finite rows minus ``shift``; in float64 if ``exact`` or where float32 would not do.

    A yielded block is overwritten by the next one.
    """
    step = rows_for(source, n_values)
    buffer = np.empty((step, source.shape[1]), np.float32)
    for start, block in source.blocks(step, progress):
        moved = buffer[: len(block)]
        if not exact and _is_safe(_shift(block, shift, moved)):
            yield moved
            continue
        good = finite_rows(block)
        if good is not None:
            left_out.add(np.flatnonzero(~good).astype(np.int64) + start)
        yield (block if good is None else block[good]).astype(np.float64) - shift


def _shift(block: Floats, shift: Floats, out: Floats) -> list[float]:
    """Put ``block`` - ``shift`` (n, D) into ``out``; return the largest magnitudes in parts of it.

    On several threads: beside the product of matrices this is what takes time.
    """

    def part(here: slice) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            return largest_magnitude(np.subtract(block[here], shift, out=out[here]))

    return over_slices(part, *block.shape)


def _is_safe(magnitudes: list[float]) -> bool:
    """Return whether sums of squares of numbers so large neither overflow nor vanish in float32."""
    largest = float(np.max(magnitudes))  # NaN if one is
    return largest == 0 or _SAFE_FLOAT32[0] < largest < _SAFE_FLOAT32[1]
