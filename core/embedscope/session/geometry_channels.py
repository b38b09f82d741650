"""Requests for geometry: axes, neighbours, colours, and how far the picture can be believed."""

from embedscope.expressions.evaluate import Scope
from embedscope.expressions.naming import TokenNames
from embedscope.geometry.spaces import Space, in_space
from embedscope.geometry.spread import mean_pair_cosine
from embedscope.geometry.stats import RowStats
from embedscope.progress import Progress
from embedscope.session.belonging import rows_with_token
from embedscope.session.colours import Painted, row_colours
from embedscope.session.components import space_without
from embedscope.session.judging import TRUE_NEIGHBOURS, Picture, judge, rows_to_judge
from embedscope.session.nearest import Place, Query, find_nearest, leaves_out
from embedscope.session.projected import Known, find_space
from embedscope.session.request import Builders, Request
from embedscope.session.results import MovedResult, PairsResult, Results
from embedscope.session.session import Session
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.labels import rows_with_a_token

QUICK_CELLS = 200_000
TYPING_PAUSE_MS = 150  # a search through all rows waits for a pause in the typing
UNASKED_CELLS = 100_000_000  # of larger tables a picture is judged only when asked for
SETTLED_MS = 400  # what only adds a number to a caption waits for a longer one


def _scope(session: Session, _results: Results) -> Request | None:
    table, tokenizer = session.table, session.tokenizer
    if table is None or tokenizer is None or not uses_names(session):
        return None
    n_fitted = _n_fitted(table, rows_with_token(table, tokenizer))
    return Request(
        "scope",
        (table, tokenizer),
        lambda _progress: Scope(table, TokenNames(tokenizer), n_fitted=n_fitted),
        quick=True,
    )


def uses_names(session: Session) -> bool:
    """Tell whether any expression is in use."""
    return (
        session.axes.kind == "expressions"
        or session.nearest.query == "expression"
        or session.colouring.kind == "expression"
    )


def _space(session: Session, results: Results) -> Request | None:
    table, tokenizer, axes = session.table, session.tokenizer, session.axes
    if table is None or tokenizer is None:
        return None
    text = results.text if axes.kind == "pca-tokens" else None
    if axes.kind == "pca-tokens" and (text is None or text.table is not table):
        return None
    scope = results.scope if axes.kind == "expressions" else None
    if axes.kind == "expressions" and scope is None:
        return None
    known = Known(text, rows_with_token(table, tokenizer), scope, results.space)
    return Request(
        "space",
        (table, axes, text, known.n_tokens, scope),
        lambda progress: find_space(table, axes, known, progress),
        quick=table.n_rows * table.n_dims <= QUICK_CELLS,
        lane="slow",
    )


def _moved(session: Session, _results: Results) -> Request | None:
    """Ask for what is taken from the rows, once for all lists that are asked for in that space."""
    table, tokenizer, removed = session.table, session.tokenizer, session.nearest.removed
    if table is None or tokenizer is None or removed is None:
        return None
    n_tokens = rows_with_token(table, tokenizer)
    return Request(
        "moved",
        (table, n_tokens, removed),
        lambda progress: MovedResult(
            removed, space_without(table, _n_fitted(table, n_tokens), removed, progress)
        ),
        quick=table.n_rows * table.n_dims <= QUICK_CELLS,
    )


def _space_of_lists(session: Session, results: Results) -> tuple[bool, Space | None]:
    """Return whether it is known what is taken from the rows, and that (None: nothing)."""
    wanted, moved = session.nearest.removed, results.moved
    if wanted is None:
        return True, None
    return (False, None) if moved is None or moved.removed != wanted else (True, moved.space)


def _n_fitted(table: Table, n_tokens: int | None) -> int | None:
    """Return how many rows have a token: padding must not turn what is true of the others."""
    return n_tokens if n_tokens is not None and 1 < n_tokens < table.n_rows else None


def _neighbours(session: Session, results: Results) -> Request | None:
    table, tokenizer, wish, metric = (
        session.table,
        session.tokenizer,
        session.nearest,
        session.metric,
    )
    if table is None or tokenizer is None:
        return None
    query, (is_known, moved) = _query(session, results), _space_of_lists(session, results)
    if query is None or not is_known:
        return None
    scope = results.scope if wish.query == "expression" else None
    if wish.query == "expression" and scope is None:
        return None
    stats = results.stats if _fits(results.stats, table) else None
    place = Place(table, tokenizer, moved, stats, scope)
    asked = (query.row, query.expression, _identity(session, results))
    return Request(
        "neighbours",
        (table, tokenizer, wish, metric, moved, scope, *asked),  # not stats: they only save time
        lambda progress: find_nearest(query, place, wish, metric, progress),
        quick=table.n_rows * table.n_dims <= QUICK_CELLS,
        patience_ms=TYPING_PAUSE_MS,
    )


def _query(session: Session, results: Results) -> Query | None:
    """Return what rows are looked for near of, None where it is not there."""
    table, wish, text = session.table, session.nearest, results.text
    if table is None:
        return None
    match wish.query:
        case "expression":
            return Query(expression=wish.expression) if wish.expression.strip() else None
        case "text":
            if text is None or text.table is not table or not text.has_row.any():
                return None
            return Query(rows=text.ids[text.has_row], whose="the text")
        case "marked":
            marked = session.marked
            return None if marked is None else Query(rows=marked.rows, whose="the marked ones")
        case _:
            row = session.row
            return Query(row) if row is not None and 0 <= row < table.n_rows else None


def _identity(session: Session, results: Results) -> object:
    """Return what tells one mean of rows from another."""
    if session.nearest.query == "text":
        return results.text
    return session.marked if session.nearest.query == "marked" else None


def _pairs(session: Session, results: Results) -> Request | None:
    table, tokenizer, removed = session.table, session.tokenizer, session.nearest.removed
    is_known, moved = _space_of_lists(session, results)
    if table is None or tokenizer is None or results.neighbours is None or not is_known:
        return None
    stats = results.stats if moved is None else None
    if session.metric != "cosine" or (moved is None and not _fits(stats, table)):
        return None
    only = leaves_out(session.nearest, table, tokenizer)
    return Request(
        "pairs",
        (table, tokenizer if only else None, moved),
        lambda progress: PairsResult(
            removed,
            only,
            _mean_of_pairs(table, tokenizer if only else None, moved, stats, progress),
        ),
        quick=table.n_rows * table.n_dims <= QUICK_CELLS,
        lane="slow",
    )


def _mean_of_pairs(
    table: Table,
    tokenizer: Tokenizer | None,
    moved: Space | None,
    stats: RowStats | None,
    progress: Progress,
) -> float:
    """Return the mean cosine of all pairs of the rows that have a token, None: of all rows."""
    ids = None if tokenizer is None else rows_with_a_token(tokenizer, table.n_rows)
    rows = table if ids is None else table.gather(ids)
    known = stats if stats is None or ids is None else stats.only(ids)
    return mean_pair_cosine(in_space(rows, moved), known, progress)


def _fits(stats: RowStats | None, table: Table) -> bool:
    """Tell whether norms are there and those of ``table``."""
    return stats is not None and len(stats.norm) == table.n_rows


def _agreement(session: Session, results: Results) -> Request | None:
    """Ask how far the picture can be believed, for the rows of the text and for a sample."""
    table, space, text = session.table, results.space, results.text
    is_known, moved = _space_of_lists(session, results)
    if table is None or space is None or len(space.cloud) != table.n_rows or not is_known:
        return None
    if table.n_rows <= TRUE_NEIGHBOURS + 1:  # each is near all others
        return None
    if session.colouring.kind != "agreement" and table.n_rows * table.n_dims > UNASKED_CELLS:
        return None  # a pass over gigabytes after every pause in typing: only when asked for
    used = text if text is not None and text.table is table else None
    coloured, metric = session.colouring.kind == "agreement", session.metric
    stats = results.stats if _fits(results.stats, table) else None
    rows, before = None if used is None else used.ids[used.has_row], results.agreement
    return Request(
        "agreement",
        (table, space, used, coloured, metric, moved),
        lambda progress: judge(
            Picture(table, space, moved, stats),
            rows_to_judge(space, rows, coloured=coloured),
            metric,
            before,
            progress,
        ),
        patience_ms=SETTLED_MS,
        lane="slow",
    )


def _colours(session: Session, results: Results) -> Request | None:
    table, tokenizer, colouring = session.table, session.tokenizer, session.colouring
    if table is None or tokenizer is None or colouring.kind == "plain":
        return None
    painted = _painted(results, table, tokenizer)
    needed = {
        "norm": painted.stats,
        "expression": painted.scope,
        "agreement": painted.agreement,
    }
    if needed.get(colouring.kind, table) is None:
        return None
    return Request(
        "colours",
        (table, tokenizer, colouring, needed.get(colouring.kind)),
        lambda progress: row_colours(colouring, painted, progress),
        quick=colouring.kind in {"id", "norm", "agreement"},
    )


def _painted(results: Results, table: Table, tokenizer: Tokenizer) -> Painted:
    """Return what colours may be made from, without what belongs to another table or picture."""
    stats, agreement = results.stats if _fits(results.stats, table) else None, results.agreement
    if agreement is not None and agreement.space is not results.space:
        agreement = None
    return Painted(table, tokenizer, stats, results.scope, agreement)


CHANNELS: Builders = {
    "scope": _scope,
    "space": _space,
    "moved": _moved,
    "neighbours": _neighbours,
    "pairs": _pairs,
    "agreement": _agreement,
    "colours": _colours,
}
