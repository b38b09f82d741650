"""One pass over all rows: products with the queries in float32, and the norms if unknown."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.rows import RowSource
from embedscope.geometry.stats import row_norms
from embedscope.progress import Progress
from embedscope.tables.base import Doubles, Floats

_ROUNDING = 2.0**-24


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
    for start, whole in source.blocks(progress=progress):
        block = whole[: max(n_rows - start, 0)]
        if not len(block):
            break
        here = slice(start, start + len(block))
        with np.errstate(over="ignore", invalid="ignore", under="ignore"):
            products[:, here] = multiply(units, block)
        if norm is None:
            norms[here] = row_norms(block)
    # Worst case of summing D products in any order, for product and norm, and of rounding both.
    return Scan(products, norms, (2 * source.shape[1] + 16) * _ROUNDING)


def multiply(units: Floats, block: Floats) -> Floats:
    """Return ``units`` (m, D) @ ``block`` (n, D).T (m, n)."""
    if len(units) == 1:
        return np.atleast_2d(block @ units[0])  # a matrix-vector product runs at memory speed
    products: Floats = units @ block.T
    return products
