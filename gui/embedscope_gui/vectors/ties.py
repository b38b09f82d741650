"""What is drawn over the cloud besides tokens: a few coloured rows, lines to true neighbours."""

from dataclasses import dataclass

import numpy as np

from embedscope.geometry.splat import Colours
from embedscope.tables.base import Floats, Ints


@dataclass(frozen=True, eq=False)
class Spots:
    """Rows ``ids`` (n,) of the cloud that have a colour (n,) each, 0xffrrggbb."""

    ids: Ints
    argb: Colours


@dataclass(frozen=True, eq=False)
class Named:
    """Places (n, 3) that are named where there is room, the most important first."""

    points: Floats
    names: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Ties:
    """Lines from one place (3,) to its k true neighbours (k, 3), which have a name each."""

    start: Floats
    ends: Floats
    names: tuple[str, ...]

    @property
    def points(self) -> Floats:
        """Start and ends (k + 1, 3)."""
        return np.vstack([self.start[None], self.ends])
