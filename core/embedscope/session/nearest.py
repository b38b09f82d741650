"""The rows nearest to what was asked for: a row, a mean of rows, or an expression."""

from dataclasses import dataclass, replace

import numpy as np

from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.evaluate import Scope, vector
from embedscope.expressions.named import named_rows
from embedscope.geometry.moments import column_mean
from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.geometry.rows import RowSource
from embedscope.geometry.spaces import MovedRows, Space
from embedscope.geometry.stats import RowStats
from embedscope.geometry.variants import FoldedNeighbours, fold, fold_key
from embedscope.progress import SILENT, Progress
from embedscope.session.belonging import rows_with_token
from embedscope.session.components import keep_components, known_components
from embedscope.session.results import NeighboursResult
from embedscope.session.session import Metric, NearestWish
from embedscope.tables.base import Doubles, Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.labels import rows_without_token

_FIRST_HELPING, _NEXT_HELPING = 6, 4  # times as many rows are asked for, as tokens have forms


@dataclass(frozen=True, eq=False)
class Query:
    """What neighbours are wanted of: one ``row``, the mean of ``rows``, or an ``expression``."""

    row: int | None = None
    rows: Ints | None = None
    whose: str = ""  # what ``rows`` are, for the caption: "the text"
    expression: str = ""

    @property
    def name(self) -> str:
        """How a sentence about it begins."""
        if self.row is not None:
            return f"Row {self.row}"
        return "The expression" if self.rows is None else f"The mean of {self.whose}"


@dataclass(frozen=True, eq=False)
class Place:
    """Where neighbours are looked for: a table, its tokens, and what is taken from its rows."""

    table: Table
    tokenizer: Tokenizer
    space: Space | None = None
    stats: RowStats | None = None
    scope: Scope | None = None

    @property
    def source(self) -> RowSource:
        """The rows as they are compared."""
        return self.table if self.space is None else MovedRows(self.table, self.space)


def has_forms(tokenizer: Tokenizer) -> bool:
    """Tell whether words have several tokens: with and without the blank before, say."""
    return tokenizer.size > 0 and bool(getattr(tokenizer, "blank_starts_word", True))


def folds(wish: NearestWish, tokenizer: Tokenizer) -> bool:
    """Tell whether forms of a word are one entry of the list."""
    return has_forms(tokenizer) if wish.folded is None else wish.folded


def leaves_out(wish: NearestWish, table: Table, tokenizer: Tokenizer) -> bool:
    """Tell whether rows without a token are left out of the list."""
    is_known = rows_with_token(table, tokenizer) is not None
    return is_known if wish.only_tokens is None else wish.only_tokens


def n_left_out(wish: NearestWish, table: Table, tokenizer: Tokenizer) -> int:
    """Return how many rows are left out of the list for having no token."""
    if not leaves_out(wish, table, tokenizer):
        return 0
    return len(rows_without_token(tokenizer, table.n_rows))


def find_nearest(
    query: Query, place: Place, wish: NearestWish, metric: Metric, progress: Progress = SILENT
) -> NeighboursResult:
    """Return the rows, or words, nearest to ``query``; what is wrong with it is a result too."""
    try:
        asked, of = _vector(query, place, progress)
    except ExpressionError as fault:
        nothing = Neighbours(np.zeros(0, np.int64), np.zeros(0), metric, 0)
        return NeighboursResult(None, nothing, wish, query.expression, fault=fault)
    left_out = _left_out(query, place, wish)
    search = _Search(place, asked, query.row, query.name, metric, left_out, progress)
    if not folds(wish, place.tokenizer):
        return NeighboursResult(query.row, search.best(wish.k), wish, of)
    found, folded = search.families(wish.k)
    families = folded.families[: wish.k]
    best = replace(
        found,
        ids=np.array([family.id for family in families], np.int64),
        scores=np.array([family.score for family in families]),
    )
    return NeighboursResult(query.row, best, wish, of, families, folded.own)


@dataclass(frozen=True, eq=False)
class _Search:
    place: Place
    asked: Doubles
    row: int | None
    name: str
    metric: Metric
    left_out: Ints
    progress: Progress

    def best(self, k: int) -> Neighbours:
        place = self.place
        stats = place.stats if place.space is None else None  # of the rows as they are
        found = neighbours(
            place.source,
            self.asked,
            k,
            self.metric,
            exclude=self.left_out,
            stats=stats,
            progress=self.progress,
        )
        return replace(found, note=found.note.replace("The query", self.name))

    def families(self, k: int) -> tuple[Neighbours, FoldedNeighbours]:
        """Return rows and the families they make, at least ``k`` of them if there are so many."""
        tokenizer = self.place.tokenizer
        own = None if self.row is None else tokenizer.token_bytes(self.row)
        own_key = None if own is None else fold_key(own)
        wanted = k * _FIRST_HELPING
        while True:
            found = self.best(wanted)
            folded = fold(found, tokenizer, own_key)
            if len(folded.families) >= k or len(found) < wanted:
                return found, folded
            wanted *= _NEXT_HELPING


def _vector(query: Query, place: Place, progress: Progress) -> tuple[Doubles, str]:
    """Return what is asked for as a vector (D,) of the place's space, and its name."""
    source = place.source
    if query.row is not None:
        return source.exact_rows([query.row])[0].astype(np.float64), f"row {query.row}"
    if query.rows is not None:
        name = f"the mean of {len(query.rows):,} rows of {query.whose}"
        mean = column_mean(place.table.gather(query.rows), progress)
        return (mean if place.space is None else place.space.apply(mean)), name
    if place.scope is None:
        raise ExpressionError(0, "There is no tokenizer to name tokens by.")
    scope = within(place.scope, place.space, progress)
    value = vector(query.expression, scope)
    keep_components(scope.table, scope.n_fitted, scope.pca)  # found once, used by all
    return value, " ".join(query.expression.split())


def within(scope: Scope, space: Space | None, progress: Progress) -> Scope:
    """Return ``scope`` with rows as they are in ``space``, reporting to ``progress``."""
    pca = known_components(scope.table, scope.n_fitted) or scope.pca
    if space is None:
        return replace(scope, pca=pca, progress=progress)
    moved = (scope.table, scope.names, pca, progress, scope.n_fitted)
    return _MovedScope(*moved, space=space)


@dataclass(eq=False)
class _MovedScope(Scope):
    """Rows are moved; what is a direction already, as ``dim(3)``, has no mean to be taken away."""

    space: Space | None = None

    def row(self, row_id: int, position: int) -> Doubles:
        row = super().row(row_id, position)
        return row if self.space is None else self.space.apply(row)

    def rows_sum(self, ids: Ints) -> tuple[Doubles, int]:
        total, n_used = super().rows_sum(ids)
        if self.space is None or not n_used:
            return total, n_used
        return self.space.apply(total / n_used) * n_used, n_used


def _left_out(query: Query, place: Place, wish: NearestWish) -> Ints:
    """Return the ids not to list: the query itself, what it names, rows without a token."""
    own = np.array([] if query.row is None else [query.row], np.int64)
    if wish.without_named and query.expression and place.scope is not None:
        own = named_rows(query.expression, place.scope.names)
    if not leaves_out(wish, place.table, place.tokenizer):
        return own
    return np.concatenate([own, rows_without_token(place.tokenizer, place.table.n_rows)])
