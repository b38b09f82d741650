"""The gradient descent of exact t-SNE, a band of rows at a time so that it stays in the cache."""

import numpy as np

from embedscope.tables.base import Doubles, Floats

_EARLY_STEPS = 250  # groups form while attraction is exaggerated
_EXAGGERATION = 12.0
_BAND_VALUES = 1 << 16
_LEAST = 1e-12


class Descent:
    """Moves ``points`` (n, k) until they are near each other as ``joint`` (n, n) says.

    Momentum, gains and exaggeration as in van der Maaten and Hinton 2008. The learning rate
    follows the number of points (Belkina et al. 2019): n / 12, but no more than 50 or n / 48,
    beyond which some points were seen to fly off.
    """

    def __init__(self, joint: Doubles, points: Floats) -> None:
        n = len(points)
        self.points = points
        self._joint = joint.astype(np.float32)
        self._rate = np.float32(min(n / 12, max(50.0, n / 48)))
        self._speed, self._gains = np.zeros_like(points), np.ones_like(points)
        self._band = max(1, _BAND_VALUES // n)
        self._near, self._work = np.empty((2, self._band, n), np.float32)

    def move(self, step: int) -> None:
        """Take one step; ``step`` counts from 0."""
        early = step < _EARLY_STEPS
        gradient = self._gradient(_EXAGGERATION if early else 1.0)
        same_way = (gradient > 0) == (self._speed > 0)
        self._gains = np.where(same_way, self._gains * 0.8, self._gains + 0.2)
        np.maximum(self._gains, 0.01, out=self._gains)
        self._speed *= 0.5 if early else 0.8
        self._speed -= self._rate * self._gains * gradient
        self.points = self.points + self._speed
        self.points -= self.points.mean(axis=0)

    def _gradient(self, exaggeration: float) -> Floats:
        """Return 4 sum_j (e p_ij - q_ij) near_ij (y_i - y_j) for every point (n, k).

        As q is near / sum(near), the pull (of p) and the push (of near) are summed apart and
        the sum of near is known at the end.
        """
        n, k = self.points.shape
        # A column of ones makes the same product give the sums of the weights.
        others = np.hstack([self.points, np.ones((n, 1), np.float32)])
        total, (pull, push) = 0.0, np.empty((2, n, k), np.float32)
        for start in range(0, n, self._band):
            here = slice(start, min(start + self._band, n))
            near = self._fill_near(here)
            total += float(near.sum(dtype=np.float64))
            weights = np.multiply(self._joint[here], near, out=self._work[: len(near)])
            pull[here] = self._moment(weights, others, here)
            np.multiply(near, near, out=near)
            push[here] = self._moment(near, others, here)
        gradient: Floats = 4 * (np.float32(exaggeration) * pull - push / np.float32(total))
        return gradient

    def _moment(self, weights: Floats, others: Floats, here: slice) -> Floats:
        """Return sum_j w_ij (y_i - y_j) for the points ``here``."""
        sums = weights @ others
        moment: Floats = sums[:, -1:] * self.points[here] - sums[:, :-1]
        return moment

    def _fill_near(self, here: slice) -> Floats:
        """Return 1 / (1 + |y_i - y_j|^2) for the points ``here`` and all others, 0 for i = j."""
        size = here.stop - here.start
        near, work = self._near[:size], self._work[:size]
        near.fill(1)
        for column in self.points.T:
            np.subtract(column[here, None], column[None], out=work)
            np.multiply(work, work, out=work)
            near += work
        np.reciprocal(near, out=near)
        near[np.arange(size), np.arange(here.start, here.stop)] = 0
        return near

    def divergence(self) -> float:
        """Return the Kullback-Leibler divergence of the picture from the rows, in nats."""
        n = len(self.points)
        bands = [slice(at, min(at + self._band, n)) for at in range(0, n, self._band)]
        total = sum(float(self._fill_near(here).sum(dtype=np.float64)) for here in bands)
        parts = 0.0
        for here in bands:
            true = self._joint[here].astype(np.float64)
            seen = np.maximum(self._fill_near(here) / total, _LEAST)
            parts += float((true * np.log(np.maximum(true, _LEAST) / seen)).sum())
        return parts
