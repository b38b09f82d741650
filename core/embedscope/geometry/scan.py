"""One pass over all rows: products with the queries in float32, and the norms if unknown."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.parallel import for_each_block
from embedscope.geometry.rows import RowSource, is_float32, rows_for
from embedscope.geometry.stats import row_norms
from embedscope.progress import Progress
from embedscope.tables.base import Doubles, Floats

_ROUNDING = 2.0**-24
_CACHED_BLOCK = 1 << 20
_LARGE_BLOCK = 1 << 22


@dataclass(frozen=True, eq=False)
class Scan:
    """``products`` (m, n) of unit queries with rows, ``norm`` (n,) of the rows (NaN: not finite).

    A product is off by at most ``error`` times the row's norm, if float32 holds the norm.
    """

    products: Floats
    norm: Doubles
    error: float


def scan_rows(
    source: RowSource, units: Floats, n_rows: int, norm: Doubles | None, progress: Progress
) -> Scan:
    """Return products of rows 0..n_rows of ``source`` (V, D) with unit queries (m, D)."""
    products = np.empty((len(units), n_rows), np.float32)
    norms = np.empty(n_rows) if norm is None else norm[:n_rows]

    def take(start: int, block: Floats) -> None:
        here = slice(start, start + len(block))
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            multiply(units, block, products[:, here])
        if norm is None:
            norms[here] = row_norms(block)

    step = _step(source, len(units), norm is not None)
    # A product of matrices runs on several threads by itself.
    for_each_block(source, n_rows, step, take, progress, 1 if len(units) > 1 else None)
    # Worst case of summing D products in any order, for product and norm, and of rounding both.
    return Scan(products, norms, (2 * source.shape[1] + 16) * _ROUNDING)


def _step(source: RowSource, n_queries: int, has_norms: bool) -> int:
    """Return the rows per block: few where several things are done to numbers in the cache."""
    if n_queries > 1:
        return rows_for(source, _LARGE_BLOCK)
    return rows_for(source, _LARGE_BLOCK if has_norms and is_float32(source) else _CACHED_BLOCK)


def multiply(units: Floats, block: Floats, out: Floats) -> None:
    """Put ``units`` (m, D) @ ``block`` (n, D).T into ``out`` (m, n)."""
    if len(units) == 1:
        # Row by row keeps up with the memory; BLAS's matrix-vector product is a third slower.
        np.vecdot(block, units[0], out=out[0])
    else:
        np.matmul(units, block.T, out=out)
