"""What the inspector is handed: one token with its row, and the rows nearest to it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.expressions.errors import ExpressionError


@dataclass(frozen=True, eq=False)
class TokenFacts:
    """One token of the text (``position``) or one row of the table (position None)."""

    position: int | None
    label: str  # with blanks and bytes made visible
    text: str
    hex: str  # "20 77 6f"
    id: int
    row: int | None  # None: the table has no such row
    n_rows: int
    table_name: str
    values: NDArray[np.floating] | None  # (D,)
    norm: float
    mean: float
    low: float
    high: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class NeighboursView:
    """The k rows nearest to what was asked for, nearest first.

    ``forms`` (k,): the other forms of a word that an entry stands for; the first ``n_own``
    entries are forms of the token asked for and have no rank. ``short_captions``: what to say
    instead where ``caption`` does not fit, longest first. ``fault``: what is wrong with the
    expression that was asked for. ``empty``: why there are no rows, where there are none.
    """

    metric: str
    rows: Sequence[int] | NDArray[np.int64]  # (k,)
    labels: Sequence[str]  # (k,)
    scores: NDArray[np.floating]  # (k,)
    caption: str
    short_captions: tuple[str, ...] = ()
    forms: Sequence[Sequence[str]] = ()
    n_own: int = 0
    fault: ExpressionError | None = None
    empty: str = ""
