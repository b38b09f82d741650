"""What the user asked for, as one frozen value; everything shown is derived from it."""

from dataclasses import dataclass
from typing import Literal

from embedscope.geometry.coordinates import Coordinates
from embedscope.heatmap.levels import Levels, Scale
from embedscope.heatmap.reduction import Reduction, Scaled, scaled
from embedscope.heatmap.viewport import Viewport
from embedscope.tables.base import Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Specials, Tokenizer

Mode = Literal["whole", "looked-up"]
AxesKind = Literal["pca-table", "pca-tokens", "dims", "expressions", "map"]
QueryKind = Literal["row", "text", "marked", "expression"]
ColourKind = Literal["plain", "norm", "id", "class", "script", "expression", "agreement"]
RowOrderKind = Literal["id", "norm", "token", "similarity", "likeness"]
DimOrderKind = Literal["index", "variance", "likeness"]
Metric = Literal["cosine", "dot", "euclidean"]
ThemeName = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class AxesChoice:
    """Which three axes the points are drawn on; ``dims`` counts only for the kind "dims".

    Likewise ``expressions`` ("": an empty axis) for "expressions", and ``map``, points that were
    computed or loaded, for "map".
    """

    kind: AxesKind = "pca-table"
    dims: tuple[int, int, int] = (0, 1, 2)
    expressions: tuple[str, str, str] = ("", "", "")
    map: Coordinates | None = None


@dataclass(frozen=True, slots=True)
class NearestWish:
    """Near what rows are looked for, and how.

    ``removed``: None takes the rows as they are, 0 subtracts their mean, k removes their first k
    principal components too. ``folded`` None: where the tokenizer has several forms of a word.
    ``only_tokens`` None: where the tokenizer is known to be the table's. ``without_named`` leaves
    out the rows that the expression names.
    """

    k: int = 10
    removed: int | None = None
    folded: bool | None = None
    only_tokens: bool | None = None
    query: QueryKind = "row"  # the chosen row, or the mean of the text's or of the marked rows
    expression: str = ""
    without_named: bool = False


@dataclass(frozen=True, slots=True)
class Colouring:
    """What the points' colours tell; ``expression`` counts only for the kind "expression"."""

    kind: ColourKind = "plain"
    expression: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class RowSet:
    """Rows (n,) of the table, ascending, that were marked together; compared by identity."""

    rows: Ints


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """In which order rows and dims stand in the heatmap; ``like``: the row of "similarity"."""

    rows: RowOrderKind = "id"
    dims: DimOrderKind = "index"
    like: int | None = None


NATURAL = OrderChoice()


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
    order: OrderChoice = NATURAL
    dim: int | None = None  # the dim looked at in the inspector instead of the row
    colormap: str = "blue-red"
    levels: Levels | None = None  # set by hand for ``levels_of``; None: found from the table
    levels_of: Scaled = "values"
    scale: Scale = "linear"
    axes: AxesChoice = AxesChoice()
    metric: Metric = "cosine"
    nearest: NearestWish = NearestWish()
    colouring: Colouring = Colouring()
    marked: RowSet | None = None
    theme: ThemeName = "light"

    @property
    def chosen_levels(self) -> Levels | None:
        """The levels set by hand for what the heatmap shows, None where they are found."""
        return self.levels if self.levels_of == scaled(self.reduction) else None


FEW_DIMS = 3


def suitable_axes(table: Table) -> AxesChoice:
    """Return the table's own dims where they fit on axes, else the principal components."""
    return AxesChoice("dims") if table.n_dims <= FEW_DIMS else AxesChoice()
