"""Scores as people read them, with as many digits as it takes to tell them apart."""

import numpy as np

from embedscope.numerals import format_value
from embedscope.tables.base import Doubles

_USUAL, _MOST = 4, 9  # decimals


def score_texts(scores: Doubles) -> list[str]:
    """Return the texts of ``scores`` (n,): 4 decimals, more where different ones would look alike.

    "0.999983" and "0.999980" where all are close to 1; NaN is "–".
    """
    texts = ["–" if np.isnan(score) else format_value(float(score)) for score in scores]
    finite = scores[np.isfinite(scores)]
    if not len(finite) or np.abs(finite).max() >= 10:
        return texts
    n_distinct = len(np.unique(np.round(finite, _MOST)))
    for decimals in range(_USUAL, _MOST + 1):
        longer = [f"{score:.{decimals}f}" for score in finite]
        if len(set(longer)) == n_distinct:
            break
    if decimals == _USUAL:
        return texts
    return ["–" if np.isnan(score) else f"{score:.{decimals}f}" for score in scores]
