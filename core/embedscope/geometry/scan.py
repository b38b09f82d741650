"""One pass over all rows: products with the queries in float32, and the norms if unknown."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.rows import Bools, Doubles, RowSource
from embedscope.geometry.stats import row_norms
from embedscope.progress import Progress
from embedscope.tables.base import Floats

_ROUNDING = 2.0**-24
_FLOAT32_NORMS = (1e-15, 1e15)  # norms whose products stay clear of the ends of float32


@dataclass(frozen=True, eq=False)
class Scan:
    """``products`` (m, n) of unit queries with rows, ``norm`` (n,) of the rows (NaN: not finite).

    A product of a row not in ``odd`` (n,) is off by at most ``error`` times the row's norm.
    """

    products: Floats
    norm: Doubles
    odd: Bools
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
            multiply(units, block, products[:, here])
        if norm is None:
            norms[here] = row_norms(block)
    low, high = _FLOAT32_NORMS
    odd = (norms > 0) & ~((norms > low) & (norms < high))
    # Worst case of summing D products in any order, for product and norm, and for rounding both.
    return Scan(products, norms, odd, (2 * source.shape[1] + 8) * _ROUNDING)


def multiply(units: Floats, block: Floats, out: Floats) -> None:
    """Put ``units`` (m, D) @ ``block`` (n, D).T into ``out`` (m, n)."""
    if len(units) == 1:
        out[0] = block @ units[0]  # a matrix-vector product runs at memory speed
    else:
        out[:] = units @ block.T
