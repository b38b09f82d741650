"""The long way round a lookup: a row of zeros with a single one, times the table."""

import numpy as np
from numpy.typing import ArrayLike

from embedscope.errors import EmbedscopeError, MissingRowError
from embedscope.tables.base import Floats
from embedscope.tables.table import as_ids

MAX_VALUES = 1 << 26
"""256 MB of float32; more is no demonstration any more."""


def one_hot(ids: ArrayLike, n_rows: int) -> Floats:
    """Return ``ids`` (n,) as rows of zeros with a 1 in column ``id``, float32 (n, V).

    MissingRowError for ids outside 0..V-1, EmbedscopeError when n x V passes MAX_VALUES.
    """
    wanted = as_ids(ids)
    outside = wanted[(wanted < 0) | (wanted >= n_rows)]
    if len(outside):
        raise MissingRowError(f"id {outside[0]} has no column: there are {n_rows} rows")
    if len(wanted) * n_rows > MAX_VALUES:
        size = f"{len(wanted):,} tokens x {n_rows:,} rows"
        raise EmbedscopeError(f"one-hot of {size} is too large; use fewer tokens")
    out = np.zeros((len(wanted), n_rows), np.float32)
    out[np.arange(len(wanted)), wanted] = 1
    return out
