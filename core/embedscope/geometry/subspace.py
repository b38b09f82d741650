"""The leading components of tables too wide for a full covariance, from a few passes."""

import numpy as np

from embedscope.geometry.moments import LeftOut, Moments, column_sums, rough_mean, shifted_blocks
from embedscope.geometry.rows import RowSource, part_of
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Floats

_EXTRA = 10  # spare vectors a pass: they separate the wanted components from the next ones
_MOST_PASSES = 12
_GOOD_ANGLE = 2e-5  # radians between the found subspace and the true one
_BLOCK_VALUES = 1 << 20  # products with few vectors need no deep blocks, and these take memory


def subspace_components(
    source: RowSource, n_components: int, progress: Progress = SILENT
) -> tuple[Moments, Doubles, Doubles, str]:
    """Return (moments, variances (m,), axes (m, D), note) of ``source`` (V, D).

    Block Krylov iteration (Musco and Musco 2015, arXiv 1504.05477): every pass multiplies the
    newest block of vectors by the covariance, and the components are sought in the span of all
    blocks so far, which takes about half the passes of plain subspace iteration.
    """
    n_dims, width = source.shape[1], n_components + _EXTRA
    shift = rough_mean(source)
    start = np.random.default_rng(0).standard_normal((n_dims, width))
    basis, images, number, angle = np.zeros((n_dims, 0)), np.zeros((n_dims, 0)), 0, np.pi
    image = start
    while True:
        block = _orthogonal_to(basis, image)
        image, moments = _multiply(source, shift, block, part_of(progress, number, _MOST_PASSES))
        basis, images, number = np.hstack([basis, block]), np.hstack([images, image]), number + 1
        values, vectors, angle = _ritz(basis, images, n_components)
        if angle < _GOOD_ANGLE or number == _MOST_PASSES:
            break
    note = (
        f"{n_dims} dims are too many for an exact PCA: {number} passes of Krylov iteration "
        f"found the components to within {angle:.0e} radians."
    )
    return moments, values, vectors, note


def _ritz(basis: Doubles, images: Doubles, k: int) -> tuple[Doubles, Doubles, float]:
    """Return the best ``k`` (values (k,), vectors (k, D)) in the span of ``basis``, and an angle.

    ``images`` (D, m) is covariance @ ``basis`` (D, m). The angle bounds how far the span of the
    vectors is from the true one: residual over gap (Davis and Kahan 1970).
    """
    quotient = basis.T @ images
    values, turn = np.linalg.eigh((quotient + quotient.T) / 2)
    values, turn = values[::-1], turn[:, ::-1][:, :k]
    vectors = basis @ turn
    residual = float(np.linalg.norm(images @ turn - vectors * values[:k], 2))
    gap = float(values[k - 1] - values[k])
    angle = min(residual / gap, np.pi / 2) if gap > 0 else 0.0  # no gap: any choice is right
    return np.maximum(values[:k], 0), vectors.T, angle


def _orthogonal_to(basis: Doubles, block: Doubles) -> Doubles:
    """Return an orthonormal basis of ``block`` (D, w) less what ``basis`` (D, m) spans."""
    for _ in range(2):  # once leaves rounding behind
        block = np.linalg.qr(block - basis @ (basis.T @ block))[0]
    return block


def _multiply(
    source: RowSource, shift: Floats, axes: Doubles, progress: Progress
) -> tuple[Doubles, Moments]:
    """Return covariance @ axes (D, w) and the moments, in one pass."""
    left_out, narrow = LeftOut(), axes.astype(np.float32)
    total, image, squares, n_used = np.zeros(len(axes)), np.zeros(axes.shape), 0.0, 0
    for moved in shifted_blocks(source, shift, left_out, progress, n_values=_BLOCK_VALUES):
        image += moved.T @ (moved @ (narrow if moved.dtype == np.float32 else axes))
        total += column_sums(moved)
        squares += float(np.vecdot(moved, moved).sum(dtype=np.float64))
        n_used += len(moved)
    mean, freedom = total / max(n_used, 1), max(n_used - 1, 1)
    image = (image - n_used * np.outer(mean, mean @ axes)) / freedom
    variance = max(squares - n_used * float(mean @ mean), 0.0) / freedom
    return image, Moments(shift + mean, n_used, left_out.positions(), variance)
