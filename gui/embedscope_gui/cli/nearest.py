"""``embedscope neighbours``: the rows nearest to the row of one token, or to an expression."""

import argparse
import json
import math
import re
import sys
from dataclasses import dataclass

import numpy as np

from embedscope.errors import EmbedscopeError, UnknownNameError
from embedscope.expressions import Scope
from embedscope.expressions.naming import TokenNames
from embedscope.geometry.score_texts import score_texts
from embedscope.geometry.spaces import fit_space, in_space
from embedscope.geometry.spread import mean_pair_cosine
from embedscope.session.belonging import is_mismatch, remarks, rows_with_token
from embedscope.session.nearest import Place, Query, find_nearest, leaves_out, n_left_out
from embedscope.session.results import NeighboursResult
from embedscope.session.session import NearestWish
from embedscope.tables.table import Table
from embedscope.tokenizers.base import NO_ID, Encoding, Specials, Tokenizer, TokenKind
from embedscope.tokenizers.labels import row_name, rows_with_a_token
from embedscope.tokenizers.visible import visible
from embedscope_gui.cli.output import (
    aligned,
    clear_progress,
    counted,
    is_unicode,
    note,
    progress_line,
    say,
)
from embedscope_gui.cli.pick import chosen_table, chosen_tokenizer

_ROW = re.compile(r"(?:#|id:)(\d{1,18})")
_EXPRESSION = re.compile(r"""[-+(\s]*(["']|(dim|id|mean|pc|random|unit)\s*\(|[0-9.]+\s*\*)""")
PIECES_NAMED = 12


def run(given: argparse.Namespace) -> int:
    """Print rank, token, id and score of the nearest rows."""
    table = chosen_table(given)
    tokenizer = chosen_tokenizer(given, table)
    if is_mismatch(table, tokenizer):
        note(remarks(table, tokenizer)[0])
    query = _query(given, tokenizer)
    if query.row is not None:
        table.rows([query.row])  # says in one sentence that there is no such row
    listed = _find(given, query, table, tokenizer)
    if given.json:
        document = _document(table, tokenizer, listed)
        say(json.dumps(document, ensure_ascii=not is_unicode(sys.stdout), allow_nan=False))
    else:
        _print(table, tokenizer, listed)
    return 0


@dataclass(frozen=True, eq=False)
class _Listed:
    """A list and what its scores have to be compared with: the mean cosine of all pairs."""

    result: NeighboursResult
    pair_cosine: float | None
    n_left_out: int  # rows without a token


def _query(given: argparse.Namespace, tokenizer: Tokenizer) -> Query:
    """Return the row that is named, else what looks like an expression."""
    try:
        return Query(row_of(given.token, tokenizer, given.specials))
    except UnknownNameError:
        if _EXPRESSION.match(given.token):
            return Query(expression=given.token)
        raise


def _find(given: argparse.Namespace, query: Query, table: Table, tokenizer: Tokenizer) -> _Listed:
    """Return the list that is asked for; ExpressionError points at what is wrong with a query."""
    progress, n_tokens = progress_line(), rows_with_token(table, tokenizer)
    removed = given.remove if given.remove is not None else 0 if given.centred else None
    if removed is not None and removed >= table.n_dims > 0:
        problem = f"--remove {removed} takes all {table.n_dims:,} dims away"
        raise EmbedscopeError(f"{problem}; give at most {table.n_dims - 1:,}.")
    fitted = table if n_tokens is None else table.gather(np.arange(n_tokens))
    space = None if removed is None else fit_space(fitted, removed, progress)
    scope = Scope(table, TokenNames(tokenizer), n_fitted=n_tokens)
    wish = NearestWish(
        given.k, removed, given.fold, given.only_tokens, without_named=given.without_named
    )
    place = Place(table, tokenizer, space, scope=scope)
    result = find_nearest(query, place, wish, given.metric, progress)
    if result.fault is not None:
        raise result.fault
    pairs = None
    if given.metric == "cosine":
        only = leaves_out(wish, table, tokenizer)
        ids = rows_with_a_token(tokenizer, table.n_rows) if only else None
        rows = table if ids is None else table.gather(ids)
        pairs = mean_pair_cosine(in_space(rows, space), progress=progress)
    clear_progress()
    pairs = pairs if pairs is not None and math.isfinite(pairs) else None
    return _Listed(result, pairs, n_left_out(wish, table, tokenizer))


def row_of(token: str, tokenizer: Tokenizer, specials: Specials) -> int:
    """Return the row that ``token`` names: "#995", or a text that is exactly one token.

    A text as printed, "␣world", is understood as well. UnknownNameError tells the pieces of a
    text that is several tokens.
    """
    number = _ROW.fullmatch(token)
    if number:
        return int(number[1])
    if token in tokenizer.special_tokens:
        return tokenizer.special_tokens[token]
    for text in dict.fromkeys((token, token.replace("␣", " "))):
        encoding = tokenizer.encode(text, specials)
        own = _in_text(encoding)
        if len(own) == 1 and encoding.ids[own[0]] != NO_ID:
            return int(encoding.ids[own[0]])
    raise UnknownNameError(_why_not(token, tokenizer, specials))


def _in_text(encoding: Encoding) -> list[int]:
    """Return the places of the tokens that are in the text: not [CLS] and the like."""
    return [int(i) for i in np.flatnonzero(encoding.kinds != int(TokenKind.ADDED))]


def _why_not(token: str, tokenizer: Tokenizer, specials: Specials) -> str:
    encoding = tokenizer.encode(token, specials)
    own = _in_text(encoding)
    if not own:
        return "The token is empty: give a text, or a row as #995."
    shown = visible(token.encode("utf-8", "replace"))
    if len(own) == 1:
        problem = f'"{shown}" is not in the vocabulary of {tokenizer.name}'
        return f"{problem}; write another token, or a row as {_example([0])}."
    pieces = [
        f"{visible(encoding.token_bytes[i])} {_known(int(encoding.ids[i]))}"
        for i in own[:PIECES_NAMED]
    ]
    more = " ..." if len(own) > PIECES_NAMED else ""
    return (
        f'"{shown}" is {len(own)} tokens in {tokenizer.name}: {", ".join(pieces)}{more}; '
        f"choose one by its row, as in {_example(encoding.ids[own].tolist())}"
        f"{_hint(token, tokenizer, specials)}."
    )


def _known(token_id: int) -> str:
    return "(unknown)" if token_id == NO_ID else f"#{token_id}"


def _example(ids: list[int]) -> str:
    return next((f"#{token_id}" for token_id in ids if token_id != NO_ID), "#0")


def _hint(token: str, tokenizer: Tokenizer, specials: Specials) -> str:
    """Say that the text with a blank in front is one token, where it is."""
    encoding = tokenizer.encode(f" {token}", specials)
    own = _in_text(encoding)
    is_one = len(own) == 1 and encoding.ids[own[0]] != NO_ID
    if is_one and not token.startswith(" "):
        return f', or write " {token}" with a blank in front, which is one'
    return ""


def _print(table: Table, tokenizer: Tokenizer, listed: _Listed) -> None:
    result, found = listed.result, listed.result.found
    of = result.of if result.row is None else _named(tokenizer, result.row)
    space = _space(table, result)
    pair = listed.pair_cosine
    judged = "" if pair is None else f"; two random rows: {pair:.4f} on average"
    n_compared = counted(found.n_compared, "row")
    head = f"{of} in {table.name}: {found.metric}, {space}, {n_compared} compared"
    say(head + _left_out(listed.n_left_out) + judged)
    if not len(found.ids) and result.own is None:
        note(found.note or "There is no other row to compare with.")
        return
    if found.note:
        note(found.note)
    say()
    heads, own = ["#", "token", "row", found.metric], result.own
    rows = [heads if result.families is None else [*heads, "forms"]]
    if own is not None:
        label = row_name(tokenizer, own.id)
        rows.append(["=", label, str(own.id), f"{own.score:.4f}", str(len(own.members))])
    texts = score_texts(found.scores)
    for rank, (other, text) in enumerate(zip(found.ids.tolist(), texts, strict=True), start=1):
        cells = [str(rank), row_name(tokenizer, other), str(other), text]
        if result.families is not None:
            cells.append(str(len(result.families[rank - 1].members)))
        rows.append(cells)
    for line in aligned(rows, right=[0, 2, 3, 4][: len(rows[0]) - 1]):
        say(line)


def _left_out(n_rows: int) -> str:
    return f" ({n_rows:,} without a token left out)" if n_rows else ""


def _named(tokenizer: Tokenizer, row: int) -> str:
    return f"{row_name(tokenizer, row)} (row {row})"


def _space(table: Table, result: NeighboursResult) -> str:
    """Return in which space the rows were compared."""
    removed = result.wish.removed
    dims = f"in the original {table.n_dims:,} dims"
    if removed is None:
        return dims
    more = f" and first {removed} components" if removed else ""
    return f"mean{more} taken away, in {table.n_dims:,} dims"


def _document(table: Table, tokenizer: Tokenizer, listed: _Listed) -> dict[str, object]:
    result, found = listed.result, listed.result.found
    row = result.row
    return {
        "table": table.name,
        "tokenizer": tokenizer.name,
        "row": row,
        "token": None if row is None else row_name(tokenizer, row),
        "expression": result.of if row is None else None,
        "metric": found.metric,
        "removed": result.wish.removed,
        "rows_compared": found.n_compared,
        "rows_left_out": listed.n_left_out,
        "mean_pair_cosine": listed.pair_cosine,
        "note": found.note or None,
        "neighbours": [
            {
                "row": int(other),
                "token": row_name(tokenizer, int(other)),
                "score": float(score) if score == score else None,  # noqa: PLR0124 - NaN
                **_forms(result, place),
            }
            for place, (other, score) in enumerate(zip(*found, strict=True))
        ],
    }


def _forms(result: NeighboursResult, place: int) -> dict[str, object]:
    """Return the rows of all forms of a word, where they are one entry."""
    if result.families is None:
        return {}
    return {"forms": list(result.families[place].members)}
