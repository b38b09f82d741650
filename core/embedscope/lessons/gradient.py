"""Which rows a training step changes: the gradient of a toy loss with respect to the table."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from embedscope.tables.base import Doubles, Ints
from embedscope.tables.onehot import one_hot
from embedscope.tables.table import Table, as_ids

ToyLoss = Literal["sum", "squares"]


@dataclass(frozen=True, eq=False)
class TableGradient:
    """dL/dE of a table E (V, D): ``values`` (m, D) in ``rows`` (m,), exact zeros elsewhere.

    ``counts`` (m,): how often each row was looked up.
    """

    rows: Ints
    values: Doubles
    counts: Ints
    n_rows: int

    @property
    def n_zero_rows(self) -> int:
        """How many rows get a gradient of zero because nothing looked them up."""
        return self.n_rows - len(self.rows)

    def row(self, number: int) -> Doubles:
        """Return the gradient (D,) of one row of the table."""
        place = np.flatnonzero(self.rows == number)
        return self.values[place[0]] if len(place) else np.zeros(self.values.shape[1])


def toy_gradient(table: Table, ids: ArrayLike, loss: ToyLoss = "sum") -> TableGradient:
    """Return the gradient of a toy loss of the looked-up rows X = table[ids] (n, D).

    "sum": L = sum of all numbers of X, so that dL/dX is 1 everywhere; "squares": L = half the sum
    of their squares, so that dL/dX = X. Ids without a row are left out.
    """
    wanted = as_ids(ids)
    wanted = wanted[(wanted >= 0) & (wanted < table.n_rows)]
    rows = table.exact_rows(wanted).astype(np.float64)
    return looked_up_gradient(wanted, np.ones_like(rows) if loss == "sum" else rows, table.n_rows)


def looked_up_gradient(ids: Ints, upstream: Doubles, n_rows: int) -> TableGradient:
    """Return ``matrix_rule`` without the zero rows: only columns of the rows looked up."""
    rows, back, counts = np.unique(ids, return_inverse=True, return_counts=True)
    values = matrix_rule(back, upstream, len(rows))
    return TableGradient(rows, values, counts.astype(np.int64), n_rows)


def matrix_rule(ids: ArrayLike, upstream: ArrayLike, n_rows: int) -> Doubles:
    """Return dL/dE (V, D) = one_hot(ids).T (V, n) @ dL/dX (n, D), as X = one_hot(ids) @ E.

    The rule for a product of matrices (Petersen and Pedersen, The Matrix Cookbook, 2012, eq. 70
    and 71). EmbedscopeError when the one-hot matrix would be too large.
    """
    given: NDArray[np.float64] = np.asarray(upstream, np.float64)
    found: Doubles = one_hot(ids, n_rows).T.astype(np.float64) @ given
    return found
