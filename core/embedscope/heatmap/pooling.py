"""Pool k x k groups of cells into one; the last group of an axis may be smaller.

Reshape + reduce and strided ufuncs run at memory speed, 12-16 times faster than ``reduceat``.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats

Scalar = TypeVar("Scalar", bound=np.generic)


def pool_rows(cells: NDArray[Scalar], k: int, op: np.ufunc) -> NDArray[Scalar]:
    """Return ``cells`` (n, m) with every ``k`` rows joined by ``op``: (ceil(n / k), m)."""
    if k == 1:
        return cells
    n, m = cells.shape
    whole = n // k * k
    pooled = np.empty((-(-n // k), m), cells.dtype)
    op.reduce(cells[:whole].reshape(-1, k, m), axis=1, out=pooled[: whole // k])
    if whole < n:
        op.reduce(cells[whole:], axis=0, out=pooled[-1])
    return pooled


def pool_cols(cells: NDArray[Scalar], k: int, op: np.ufunc) -> NDArray[Scalar]:
    """Return ``cells`` (n, m) with every ``k`` columns joined by ``op``: (n, ceil(m / k))."""
    if k == 1:
        return cells
    n, m = cells.shape
    whole = m // k * k
    pooled = np.empty((n, -(-m // k)), cells.dtype)
    body = pooled[:, : whole // k]
    body[...] = cells[:, 0:whole:k]
    for offset in range(1, min(k, m)):
        op(body, cells[:, offset:whole:k], out=body)
    if whole < m:
        op.reduce(cells[:, whole:], axis=1, out=pooled[:, -1])
    return pooled


def pool_squares(cells: Floats, k: int) -> Floats:
    """Return the sum of the squares of every ``k`` rows of ``cells`` (n, m): (ceil(n / k), m)."""
    n, m = cells.shape
    whole = n // k * k
    pooled = np.empty((-(-n // k), m), np.float32)
    groups = cells[:whole].reshape(-1, k, m)
    np.einsum("gkm,gkm->gm", groups, groups, out=pooled[: whole // k])
    if whole < n:
        np.einsum("km,km->m", cells[whole:], cells[whole:], out=pooled[-1])
    return pooled


def pool(cells: NDArray[Scalar], k_rows: int, k_cols: int, op: np.ufunc) -> NDArray[Scalar]:
    """Return ``cells`` pooled by ``op`` in groups of ``k_rows`` x ``k_cols``."""
    return pool_cols(pool_rows(cells, k_rows, op), k_cols, op)


def group_sizes(n: int, k: int) -> NDArray[np.int64]:
    """Return how many of ``n`` items each group of ``k`` holds: all k but maybe the last."""
    sizes = np.full(-(-n // k), k, np.int64)
    if n % k:
        sizes[-1] = n % k
    return sizes
