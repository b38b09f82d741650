"""What was computed for a session, one frozen value per channel."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.evaluate import Scope
from embedscope.geometry.agreement import Agreement
from embedscope.geometry.neighbours import Neighbours
from embedscope.geometry.projection import Basis
from embedscope.geometry.spaces import Space
from embedscope.geometry.stats import RowStats
from embedscope.geometry.variants import Family
from embedscope.heatmap.arrangement import Arrangement
from embedscope.heatmap.colormap import Colormap
from embedscope.heatmap.dims import DimFacts
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.survey import Survey
from embedscope.heatmap.viewport import Viewport
from embedscope.session.session import Metric, NearestWish, ThemeName
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
    theme: ThemeName
    base: Levels  # of single values; ``levels`` suit what a pixel stands for

    def with_picture(self, picture: Picture, image: NDArray[np.uint32]) -> "PictureResult":
        """Return another picture of the same view in the same colours."""
        return replace(self, picture=picture, image=image)


@dataclass(frozen=True, eq=False)
class ArrangedPyramid:
    """The pyramid of a table in another order."""

    table: Table
    pyramid: Pyramid


@dataclass(frozen=True, eq=False)
class KeptSurvey:
    """The survey of a table that was kept from before, None if there is none."""

    table: Table
    survey: Survey | None


@dataclass(frozen=True, eq=False)
class SpaceResult:
    """The axes in use and every row of the table on them (V, 3).

    ``faults`` holds what is wrong with the expression of each axis; the axes are then those of
    before. ``rows`` names the rows that are drawn, where it is not all of them.
    """

    basis: Basis
    cloud: NDArray[np.float32]
    note: str
    faults: tuple[ExpressionError | None, ...] = ()
    rows: NDArray[np.int64] | None = None


@dataclass(frozen=True, eq=False)
class NeighboursResult:
    """Rows nearest to one row, or to a vector (``row`` None): ``of`` says to which.

    Where forms of a word are folded, ``found`` holds the best of each of the ``families``, and
    ``own`` the forms of the query's own token. ``fault``: what is wrong with the expression.
    """

    row: int | None
    found: Neighbours
    wish: NearestWish = field(default_factory=NearestWish)
    of: str = ""
    families: tuple[Family, ...] | None = None
    own: Family | None = None
    fault: ExpressionError | None = None


@dataclass(frozen=True, eq=False)
class MovedResult:
    """What is taken from the rows before neighbours are looked for, as ``removed`` was wished."""

    removed: int
    space: Space


@dataclass(frozen=True, eq=False)
class PairsResult:
    """The mean cosine of all pairs of rows, in the space that ``removed`` stands for.

    ``only_tokens``: of those rows that have a token.
    """

    removed: int | None
    only_tokens: bool
    mean_cosine: float


@dataclass(frozen=True, eq=False)
class AgreementResult:
    """How many true neighbours of the shown points are near them on two and on three axes.

    Neighbours are true by ``metric``, among rows of which ``removed`` was taken away: those of
    the space ``moved``. ``sample`` are the judged points that stand for the whole picture.
    """

    space: SpaceResult
    on_plane: Agreement
    in_space: Agreement
    metric: Metric
    moved: Space | None
    sample: NDArray[np.int64]

    @property
    def removed(self) -> int | None:
        """How many components were taken from the rows besides their mean, None: nothing."""
        return None if self.moved is None else len(self.moved.removed)


@dataclass(frozen=True, eq=False)
class ColoursResult:
    """A number for each row of the table (V,), NaN: none, and what the numbers mean.

    With ``names`` they are places in it; else ``diverging`` tells whether 0 is the middle, and
    ``span`` which numbers have the ends' colours (None: nearly the least and the largest).
    """

    title: str
    values: NDArray[np.float64]
    names: tuple[str, ...] = ()
    diverging: bool = False
    span: tuple[float, float] | None = None
    fault: ExpressionError | None = None


@dataclass(frozen=True, eq=False)
class SearchResult:
    """All rows whose token (or id) answers a query, best first; or why there are none."""

    query: str
    hits: NDArray[np.int64]
    brief: str = ""  # "no hits", "rows 0 to 5"
    why: str = ""
    is_fault: bool = False


@dataclass(frozen=True, eq=False)
class Results:
    """The newest result of every channel; None until there is one."""

    text: TextResult | None = None
    levels: Levels | None = None
    kept: KeptSurvey | None = None
    survey: Survey | None = None  # facts of all rows and dims, and the pyramid
    arrangement: Arrangement | None = None  # orders other than the table's own
    arranged: ArrangedPyramid | None = None  # of the table in those orders
    natural: ArrangedPyramid | None = None  # of the table in its own order, found once more
    dim_facts: DimFacts | None = None
    picture: PictureResult | None = None  # within a frame
    sharp: PictureResult | None = None  # the same view exactly, where that takes longer
    space: SpaceResult | None = None
    neighbours: NeighboursResult | None = None
    vocabulary: VocabularyIndex | None = None
    search: SearchResult | None = None
    moved: MovedResult | None = None
    pairs: PairsResult | None = None
    scope: Scope | None = None  # what the names of expressions mean
    agreement: AgreementResult | None = None
    colours: ColoursResult | None = None

    def having(self, channel: str, result: object) -> "Results":
        """Return these results with the one of ``channel`` replaced, None: taken out."""
        changes: dict[str, object] = {channel: result}
        if channel == "survey" and self.kept is not None:  # its pyramid is held in one place only
            changes["kept"] = replace(self.kept, survey=None)
        if channel == "arrangement":  # the pyramids of other orders are of no use any more
            changes["arranged"] = None
            if result is not None and self.survey is not None:
                changes["survey"] = self.survey.without_pyramid()
        return replace(self, **changes)  # type: ignore[arg-type]

    @property
    def stats(self) -> RowStats | None:
        """Norms and flags of all rows."""
        return self.survey.rows if self.survey is not None else None

    @property
    def pyramid(self) -> Pyramid | None:
        """The pyramid of the table in its own order."""
        if self.natural is not None:
            return self.natural.pyramid
        return self.survey.pyramid if self.survey is not None else None

    @property
    def best_picture(self) -> PictureResult | None:
        """The exact picture if it is of the newest view, else that view's quick one."""
        quick, sharp = self.picture, self.sharp
        if quick is None or sharp is None:
            return quick
        same = (sharp.viewport, sharp.table) == (quick.viewport, quick.table)
        return sharp if same and sharp.levels == quick.levels else quick
