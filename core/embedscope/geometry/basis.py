"""Axes through the space of the rows, and the coordinates of rows on them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from embedscope.tables.base import Doubles, Floats

_FEW_NUMBERS = 1_000_000


@dataclass(frozen=True, eq=False)
class Basis:
    """k axes: coordinate = (row - offset) @ matrix.T, or chosen dims taken as they are.

    ``matrix`` (k, D), ``offset`` (D,), ``titles`` (k,). Where ``dims`` (k,) is given the values
    of those dims are copied (-1: an empty axis), so an infinity elsewhere in a row does no harm.
    """

    matrix: Doubles
    offset: Doubles
    titles: tuple[str, ...]
    dims: tuple[int, ...] | None = None

    def transform(self, rows: ArrayLike) -> Floats:
        """Return coordinates (n, k) of ``rows`` (n, D); rows that cannot be placed are NaN."""
        table = np.atleast_2d(np.asarray(rows))
        points = self._pick(table) if self.dims is not None else self._multiply(table)
        points[~np.isfinite(points).all(axis=1)] = np.nan
        return points

    def _pick(self, rows: Floats) -> Floats:
        points = np.zeros((len(rows), len(self.titles)), np.float32)
        for axis, dim in enumerate(self.dims or ()):
            if dim >= 0:
                points[:, axis] = rows[:, dim]
        return points

    def _multiply(self, rows: Floats) -> Floats:
        """Multiply in float32; in float64 if there are few rows, or where float32 overflows."""
        if rows.size <= _FEW_NUMBERS:
            return self._multiply_exactly(rows)
        with np.errstate(over="ignore", invalid="ignore"):
            moved = rows - self.offset.astype(np.float32)
            points = (moved @ self.matrix.T.astype(np.float32)).astype(np.float32)
        bad = np.flatnonzero(~np.isfinite(points).all(axis=1))
        bad = bad[np.isfinite(rows[bad]).all(axis=1)]
        if len(bad):
            points[bad] = self._multiply_exactly(rows[bad])
        return points

    def _multiply_exactly(self, rows: Floats) -> Floats:
        """Multiply in float64; what is too large for float32 becomes its largest number."""
        limit = float(np.finfo(np.float32).max)
        with np.errstate(invalid="ignore"):
            points = (rows.astype(np.float64) - self.offset) @ self.matrix.T
            points[~np.isfinite(rows).all(axis=1)] = np.nan
        return np.clip(points, -limit, limit).astype(np.float32)
