"""What the user asked for, as one frozen value; everything shown is derived from it."""

from dataclasses import dataclass
from typing import Literal

from embedscope.heatmap.levels import Levels, Scale
from embedscope.heatmap.reduction import Reduction
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Specials, Tokenizer

Mode = Literal["whole", "looked-up"]
AxesKind = Literal["pca-table", "pca-tokens", "dims"]
Metric = Literal["cosine", "dot", "euclidean"]
ThemeName = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class AxesChoice:
    """Which three axes the points are drawn on; ``dims`` counts only for the kind "dims"."""

    kind: AxesKind = "pca-table"
    dims: tuple[int, int, int] = (0, 1, 2)


@dataclass(frozen=True, slots=True)
class Session:
    """Text, table and view as the user set them; tables and tokenizers compare by identity."""

    text: str = ""
    tokenizer: Tokenizer | None = None
    specials: Specials = "plain"
    table: Table | None = None
    selected: int | None = None  # position in the token list
    row: int | None = None  # the chosen row: the selected token's, or one found elsewhere
    query: str = ""  # what is searched for in the vocabulary
    mode: Mode = "whole"
    viewport: Viewport | None = None
    reduction: Reduction = "magnitude"
    colormap: str = "blue-red"
    levels: Levels | None = None  # None: found from the table
    scale: Scale = "linear"
    axes: AxesChoice = AxesChoice()
    metric: Metric = "cosine"
    theme: ThemeName = "light"


FEW_DIMS = 3


def suitable_axes(table: Table) -> AxesChoice:
    """Return the table's own dims where they fit on axes, else the principal components."""
    return AxesChoice("dims") if table.n_dims <= FEW_DIMS else AxesChoice()
