"""What was computed for a session, one frozen value per channel."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.neighbours import Neighbours
from embedscope.geometry.projection import Basis
from embedscope.geometry.stats import RowStats
from embedscope.heatmap.colormap import Colormap
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.viewport import Viewport
from embedscope.session.text import TextResult
from embedscope.tables.table import Table
from embedscope.tokenizers.search import VocabularyIndex


@dataclass(frozen=True, eq=False)
class PictureResult:
    """A finished heatmap window: pooled values and their colours (h, w) uint32 ARGB."""

    picture: Picture
    image: NDArray[np.uint32]
    levels: Levels
    colormap: Colormap
    table: Table  # the table drawn: the whole one or the looked-up rows
    viewport: Viewport


@dataclass(frozen=True, eq=False)
class SpaceResult:
    """The axes in use and every row of the table on them (V, 3)."""

    basis: Basis
    cloud: NDArray[np.float32]
    note: str


@dataclass(frozen=True, eq=False)
class NeighboursResult:
    """Rows nearest to one row, in the original space."""

    row: int
    found: Neighbours


@dataclass(frozen=True, eq=False)
class SearchResult:
    """All rows whose token (or id) answers a query, best first."""

    query: str
    hits: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Results:
    """The newest result of every channel; None until there is one."""

    text: TextResult | None = None
    levels: Levels | None = None
    pyramid: Pyramid | None = None
    stats: RowStats | None = None
    picture: PictureResult | None = None  # within a frame
    sharp: PictureResult | None = None  # the same view exactly, where that takes longer
    space: SpaceResult | None = None
    neighbours: NeighboursResult | None = None
    vocabulary: VocabularyIndex | None = None
    search: SearchResult | None = None

    @property
    def best_picture(self) -> PictureResult | None:
        """The exact picture if it is of the newest view, else that view's quick one."""
        quick, sharp = self.picture, self.sharp
        if quick is None or sharp is None:
            return quick
        same = (sharp.viewport, sharp.table) == (quick.viewport, quick.table)
        return sharp if same and sharp.levels == quick.levels else quick
