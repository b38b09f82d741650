"""Mean and scatter of all finite rows, collected block by block in bounded memory."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from embedscope.geometry.rows import Doubles, RowSource, finite_rows, largest_magnitude
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats, Ints

_BLOCK_ROWS = 4096
_SMALL_WORK = 4e9  # multiplications below which float64 throughout costs under a second
_SAFE_FLOAT32 = (1e-12, 1e12)  # magnitudes whose squares and sums stay exact enough in float32


@dataclass(frozen=True, eq=False)
class Moments:
    """``mean`` (D,), ``scatter`` of the n used rows about it: (D, D), or rows (n, D) if fewer.

    ``left_out`` holds the positions of rows that are not finite.
    """

    mean: Doubles
    scatter: Doubles | None
    centred: Doubles | None
    n_used: int
    left_out: Ints
    total_variance: float

    def solve(self) -> tuple[Doubles, Doubles]:
        """Return variances (m,) and unit axes (m, D), largest first; m <= min(n, D)."""
        n = max(self.n_used - 1, 1)
        if self.scatter is not None:
            values, vectors = np.linalg.eigh(self.scatter / n)
            return np.maximum(values[::-1], 0), np.ascontiguousarray(vectors.T[::-1])
        assert self.centred is not None
        _, sizes, axes = np.linalg.svd(self.centred, full_matrices=False)
        return sizes**2 / n, axes


def collect_moments(source: RowSource, progress: Progress = SILENT) -> Moments:
    """Return the moments of ``source`` (V, D): centred rows if V < D, else the (D, D) scatter."""
    n_rows, n_dims = source.shape
    return _few_rows(source, progress) if n_rows < n_dims else _many_rows(source, progress)


def _few_rows(source: RowSource, progress: Progress) -> Moments:
    """Keep all rows in float64, centred; no more numbers than the scatter would take."""
    left_out: list[Ints] = []
    kept = [block.astype(np.float64) for block in finite_blocks(source, left_out, progress)]
    rows = np.concatenate(kept) if kept else np.zeros((0, source.shape[1]))
    shift = rows.mean(axis=0).astype(np.float32) if len(rows) else np.zeros(rows.shape[1])
    rows -= shift  # first by a rounded mean: equal rows then give exact zeros
    rest = rows.mean(axis=0) if len(rows) else shift
    rows -= rest
    total = float(np.vdot(rows, rows)) / max(len(rows) - 1, 1)
    return Moments(shift + rest, None, rows, len(rows), _joined(left_out), total)


def _many_rows(source: RowSource, progress: Progress) -> Moments:
    """Add up the scatter about a rough mean, block by block, then move it to the true mean.

    The rough mean keeps float32 products from cancelling when all rows share a large offset.
    """
    n_rows, n_dims = source.shape
    small = float(n_rows) * n_dims * n_dims < _SMALL_WORK
    shift = rough_mean(source)
    total, scatter, n_used = np.zeros(n_dims), np.zeros((n_dims, n_dims)), 0
    left_out: list[Ints] = []
    for block in finite_blocks(source, left_out, progress):
        moved = block - shift
        if small or not float32_is_safe(moved):
            moved = block.astype(np.float64) - shift
        total += moved.sum(axis=0, dtype=np.float64)
        scatter += moved.T @ moved
        n_used += len(block)
    mean = total / max(n_used, 1)
    scatter -= n_used * np.outer(mean, mean)
    variance = max(float(np.trace(scatter)), 0.0) / max(n_used - 1, 1)
    return Moments(shift + mean, scatter, None, n_used, _joined(left_out), variance)


def rough_mean(source: RowSource) -> Floats:
    """Return the mean (D,) of the first finite rows, rounded to float32."""
    for block in finite_blocks(source, [], SILENT):
        if len(block):
            mean: Floats = block.mean(axis=0, dtype=np.float64).astype(np.float32)
            return mean
    return np.zeros(source.shape[1], np.float32)


def float32_is_safe(block: Floats) -> bool:
    """Return whether sums of squares of ``block`` neither overflow nor vanish in float32."""
    size = largest_magnitude(block)
    return size == 0 or _SAFE_FLOAT32[0] < size < _SAFE_FLOAT32[1]


def finite_blocks(source: RowSource, left_out: list[Ints], progress: Progress) -> Iterator[Floats]:
    """Yield blocks of finite rows; the positions of the other rows are put into ``left_out``."""
    for start, block in source.blocks(_BLOCK_ROWS, progress):
        good = finite_rows(block)
        if good is None:
            yield block
            continue
        left_out.append(np.flatnonzero(~good).astype(np.int64) + start)
        yield block[good]


def _joined(parts: list[Ints]) -> Ints:
    return np.concatenate(parts) if parts else np.zeros(0, np.int64)
