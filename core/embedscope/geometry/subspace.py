"""The leading components of tables too wide for a full covariance, by subspace iteration."""

import numpy as np

from embedscope.geometry.moments import Moments, finite_blocks, float32_is_safe, rough_mean
from embedscope.geometry.rows import Doubles, RowSource, part_of
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Floats, Ints

_EXTRA = 10  # spare vectors: they make the wanted ones converge
_PASSES = 7


def subspace_components(
    source: RowSource, n_components: int, progress: Progress = SILENT
) -> tuple[Moments, Doubles, Doubles, str]:
    """Return (moments, variances (m,), axes (m, D), note) after 7 passes over ``source`` (V, D).

    Block power iteration with orthogonalisation (Halko, Martinsson, Tropp 2011, algorithm 4.4).
    """
    n_dims = source.shape[1]
    width = min(n_components + _EXTRA, n_dims)
    shift = rough_mean(source)
    start = np.random.default_rng(0).standard_normal((n_dims, width))
    axes, moments, image = np.linalg.qr(start)[0], None, start
    for number in range(_PASSES):
        share = part_of(progress, number, _PASSES)
        if number:
            axes = np.linalg.qr(image)[0]
        image, moments = _multiply(source, shift, axes, share)
    assert moments is not None
    values, turn = np.linalg.eigh(axes.T @ image)
    order = np.argsort(values)[::-1]
    values, vectors = np.maximum(values[order], 0), (axes @ turn[:, order]).T
    error = _residual(image @ turn[:, order], vectors, values, n_components)
    note = (
        f"{n_dims} dims: the components come from {_PASSES} passes of subspace iteration; "
        f"their largest relative residual is {error:.0e}."
    )
    return moments, values, vectors, note


def _multiply(
    source: RowSource, shift: Floats, axes: Doubles, progress: Progress
) -> tuple[Doubles, Moments]:
    """Return covariance @ axes (D, w) and the moments, in one pass."""
    narrow, left_out = axes.astype(np.float32), list[Ints]()
    total, image, squares, n_used = np.zeros(len(axes)), np.zeros(axes.shape), 0.0, 0
    for block in finite_blocks(source, left_out, progress):
        moved = block - shift
        if float32_is_safe(moved):
            image += moved.T @ (moved @ narrow)
        else:
            moved = block.astype(np.float64) - shift
            image += moved.T @ (moved @ axes)
        total += moved.sum(axis=0, dtype=np.float64)
        squares += float(np.vecdot(moved, moved).sum(dtype=np.float64))
        n_used += len(block)
    mean, freedom = total / max(n_used, 1), max(n_used - 1, 1)
    image = (image - n_used * np.outer(mean, mean @ axes)) / freedom
    variance = max(squares - n_used * float(mean @ mean), 0.0) / freedom
    gone = np.concatenate(left_out) if left_out else np.zeros(0, np.int64)
    return image, Moments(shift + mean, None, None, n_used, gone, variance)


def _residual(image: Doubles, vectors: Doubles, values: Doubles, n_components: int) -> float:
    """Return max over the wanted components of |C v - lambda v| / lambda_1."""
    k = min(n_components, len(values))
    gap = image[:, :k] - vectors[:k].T * values[:k]
    return float(np.linalg.norm(gap, axis=0).max() / max(values[0], np.finfo(float).tiny))
