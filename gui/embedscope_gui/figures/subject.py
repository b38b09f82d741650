"""What all figures of one text in one table are drawn from, each part computed when needed."""

from dataclasses import dataclass, field, replace

import numpy as np

from embedscope.expressions.evaluate import Scope
from embedscope.expressions.naming import TokenNames
from embedscope.geometry.camera import Camera
from embedscope.geometry.stats import row_stats
from embedscope.heatmap.arrangement import Arrangement
from embedscope.heatmap.colormap import COLORMAPS, DEFAULT_COLORMAP, DEFAULT_SEQUENTIAL, Colormap
from embedscope.heatmap.grain import grain_levels, grain_of
from embedscope.heatmap.levels import Levels, table_levels
from embedscope.heatmap.picture import Picture
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.reduction import UNSIGNED, Reduction
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.progress import SILENT, Progress
from embedscope.session.belonging import rows_with_token
from embedscope.session.colours import Painted, row_colours
from embedscope.session.projected import Known, find_space
from embedscope.session.results import ColoursResult, SpaceResult
from embedscope.session.session import AxesChoice, AxesKind, Colouring, RowSet
from embedscope.session.text import TextResult, look_up_text
from embedscope.tables.base import Floats, Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import NO_ID, Specials, Tokenizer, TokenKind
from embedscope.tokenizers.labels import row_name
from embedscope.tokenizers.visible import visible

FEW_DIMS = 3
NO_TEXT = "The text is empty: type some text to see its tokens, rows and points."


@dataclass(frozen=True)
class View:
    """How the person has set the window, as far as figures follow it."""

    selected: int | None = None  # position in the token list
    colormap: str = DEFAULT_COLORMAP
    reduction: Reduction = "magnitude"
    axes: AxesChoice | None = None  # None: what suits the table
    levels: Levels | None = None  # None: found from the table
    camera: Camera | None = None
    colouring: Colouring = field(default_factory=Colouring)  # of the rows as points
    marked: RowSet | None = None


@dataclass(frozen=True, eq=False)
class ShownOrder:
    """The order in which rows and dims of the whole table stand, and the pyramid of that."""

    arrangement: Arrangement
    pyramid: Pyramid | None = None


@dataclass(frozen=True, eq=False)
class Subject:
    """A text, its rows, and how to draw them; ``space`` is needed by kinds that show points.

    ``colours``: what the colours of the points tell, None: they have one quiet colour.
    """

    text: TextResult
    levels: Levels
    space: SpaceResult | None = None
    view: View = field(default_factory=View)
    pyramid: Pyramid | None = None  # of the table, where there is one: large tables draw at once
    colours: ColoursResult | None = None
    order: ShownOrder | None = None  # None: the table's own
    _pictures: dict[tuple[int, int, str, bool], Picture] = field(default_factory=dict, repr=False)

    @property
    def table(self) -> Table:
        """The table looked into."""
        return self.text.table

    @property
    def tokenizer(self) -> Tokenizer:
        """What cut the text."""
        return self.text.tokenizer

    @property
    def colormap(self) -> Colormap:
        """The colours of values."""
        return COLORMAPS[self.view.colormap]

    @property
    def axes_kind(self) -> AxesKind:
        """Which kind of axes points are drawn on."""
        return (self.view.axes or suitable_axes(self.table)).kind

    @property
    def n_tokens(self) -> int:
        """How many tokens the text has."""
        return len(self.text.ids)

    @property
    def selected_row(self) -> int | None:
        """The row of the selected token, None where there is none."""
        chosen = self.view.selected
        if chosen is None or chosen >= self.n_tokens or not self.text.has_row[chosen]:
            return None
        return int(self.text.ids[chosen])

    @property
    def arrangement(self) -> Arrangement:
        """In which order rows and dims of the whole table stand."""
        return Arrangement(self.table) if self.order is None else self.order.arrangement

    def picture(
        self, width_px: int, height_px: int, reduction: Reduction, *, in_order: bool = False
    ) -> Picture:
        """Return the whole table at most one value a pixel, none left out; made once a size.

        ``in_order``: with its rows and dims in the order on view.
        """
        key = (width_px, height_px, reduction, in_order)
        if key not in self._pictures:
            table, pyramid = self._shown(in_order)
            viewport = Viewport.fit(table.shape, width_px, height_px)
            exact = pyramid is None
            self._pictures[key] = render(table, viewport, reduction, pyramid, exact=exact)
        return self._pictures[key]

    def _shown(self, in_order: bool) -> tuple[Table, Pyramid | None]:
        if in_order and self.order is not None:
            return self.order.arrangement.arranged, self.order.pyramid
        return self.table, self.pyramid

    def coloured_for(self, picture: Picture) -> "Subject":
        """Return this subject with levels and colours that suit ``picture``, in the order on view.

        Levels are found for what a cell of it stands for, unless they were set. What is never
        negative would leave half of a diverging map idle.
        """
        unsigned = picture.reduction in UNSIGNED
        levels, name = self.levels, self.view.colormap
        if self.view.levels is None or (unsigned and levels.symmetric):
            table, pyramid = self._shown(in_order=True)
            placed = self.arrangement.placed(levels)
            grain = grain_of(table.shape, Viewport.fit(table.shape, 1, 1), picture.reduction)
            levels = self.arrangement.named(grain_levels(table, grain, placed, pyramid))
        if unsigned and self.colormap.kind == "diverging":
            name = DEFAULT_SEQUENTIAL
        return replace(self, levels=levels, view=replace(self.view, colormap=name))

    def label(self, position: int) -> str:
        """Return the token at ``position`` with blanks and bytes made visible."""
        return visible(self.text.encoding.token_bytes[position])

    def row_label(self, row: int) -> str:
        """Return the token that row ``row`` belongs to, or "id 10 (no token)"."""
        return row_name(self.tokenizer, row)

    def id_text(self, position: int) -> str:
        """Return the id of a token as written in figures; words without one are "unknown"."""
        token_id = int(self.text.ids[position])
        return "unknown" if token_id == NO_ID else str(token_id)

    def kind(self, position: int) -> TokenKind:
        """Return why the token is there."""
        return TokenKind(int(self.text.encoding.kinds[position]))

    def rows(self, positions: Ints) -> Floats:
        """Return rows (n, D) of the tokens at ``positions`` (n,), NaN where there is none."""
        return self.table.rows_or_missing(self.text.ids[positions])[0]


def suitable_axes(table: Table) -> AxesChoice:
    """Return the table's own dims where they fit on axes, else the principal components."""
    return AxesChoice("dims") if table.n_dims <= FEW_DIMS else AxesChoice("pca-table")


@dataclass(frozen=True, eq=False)
class Source:
    """What a person names: a table, a tokenizer, a text."""

    table: Table
    tokenizer: Tokenizer
    text: str
    specials: Specials = "plain"


def make_subject(
    source: Source, view: View | None = None, *, points: bool = True, progress: Progress = SILENT
) -> Subject:
    """Return the subject of figures; ``points`` also computes the axes and the cloud."""
    view = view or View()
    table = source.table
    text = look_up_text(source.text, source.tokenizer, source.specials, table, progress)
    levels = view.levels or table_levels(table, progress)
    if not points:
        return Subject(text, levels, None, view)
    n_tokens = rows_with_token(table, source.tokenizer)
    scope = Scope(table, TokenNames(source.tokenizer), n_fitted=n_tokens)
    space = _space(text, view.axes or suitable_axes(table), scope, progress)
    colours = _colours(text, view.colouring, scope, progress)
    return Subject(text, levels, space, view, colours=colours)


def _colours(
    text: TextResult, colouring: Colouring, scope: Scope, progress: Progress
) -> ColoursResult | None:
    """Return what the points' colours tell; ExpressionError where that has no value."""
    stats = row_stats(text.table, progress) if colouring.kind == "norm" else None
    painted = Painted(text.table, text.tokenizer, stats, scope)
    colours = row_colours(colouring, painted, progress)
    if colours is not None and colours.fault is not None:
        raise colours.fault
    return colours


def _space(text: TextResult, axes: AxesChoice, scope: Scope, progress: Progress) -> SpaceResult:
    if axes.kind == "pca-tokens" and np.count_nonzero(text.has_row) < 1:
        axes = AxesChoice("pca-table")
    whose = text if axes.kind == "pca-tokens" else None
    space = find_space(text.table, axes, Known(whose, scope.n_fitted, scope), progress)
    fault = next((fault for fault in space.faults if fault is not None), None)
    if fault is not None:
        raise fault
    return space
