"""How strongly t-SNE ties each point to each other one (van der Maaten and Hinton 2008)."""

import numpy as np

from embedscope.tables.base import Doubles

_STEPS = 64


def squared_distances(rows: Doubles) -> Doubles:
    """Return squared Euclidean distances (n, n) of ``rows`` (n, D); exact zeros for equal rows."""
    centred = rows - rows.mean(axis=0)
    squares = np.vecdot(centred, centred)
    distances: Doubles = squares[:, None] + squares[None] - 2 * (centred @ centred.T)
    # The difference of large numbers: what is below their rounding is worked out from the rows.
    close = distances <= 1e-9 * (squares[:, None] + squares[None])
    for i, j in np.argwhere(np.triu(close, 1)).tolist():
        gap = centred[i] - centred[j]
        distances[i, j] = distances[j, i] = gap @ gap
    np.fill_diagonal(distances, 0)
    np.maximum(distances, 0, out=distances)
    return distances


def joint_probabilities(distances: Doubles, perplexity: float) -> Doubles:
    """Return the joint probabilities (n, n), sum 1, of points with squared ``distances`` (n, n).

    Each point's Gaussian is as wide as gives its neighbourhood the ``perplexity`` (2^entropy),
    found by bisection for all points at once.
    """
    n = len(distances)
    others = distances[~np.eye(n, dtype=bool)].reshape(n, n - 1)
    others = others - others.min(axis=1, keepdims=True)
    scale = others.mean(axis=1)
    scale[scale == 0] = 1
    low, high = np.zeros(n), np.full(n, np.inf)
    narrow = 1 / scale  # 1 / (2 sigma^2)
    for _ in range(_STEPS):
        too_wide = _entropy(others, narrow) > np.log(perplexity)
        low, high = np.where(too_wide, narrow, low), np.where(too_wide, high, narrow)
        narrow = np.where(np.isinf(high), narrow * 2, (low + high) / 2)
    weights = _conditional(others, narrow)
    joint = np.zeros((n, n))
    joint[~np.eye(n, dtype=bool)] = weights.ravel()
    joint = joint + joint.T
    joint /= joint.sum()
    return joint


def _conditional(others: Doubles, narrow: Doubles) -> Doubles:
    weights: Doubles = np.exp(-others * narrow[:, None])
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def _entropy(others: Doubles, narrow: Doubles) -> Doubles:
    """Return the entropy (n,) in nats of each point's neighbourhood."""
    weights = np.exp(-others * narrow[:, None])
    total = weights.sum(axis=1)
    entropy: Doubles = np.log(total) + narrow * np.vecdot(others, weights) / total
    return entropy
