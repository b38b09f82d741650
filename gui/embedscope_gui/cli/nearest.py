"""``embedscope neighbours``: the rows nearest to the row of one token."""

import argparse
import json
import re
import sys

from embedscope.errors import UnknownNameError
from embedscope.geometry.neighbours import Neighbours, neighbours
from embedscope.session.belonging import is_mismatch, remarks
from embedscope.tables.table import Table
from embedscope.tokenizers.base import NO_ID, Specials, Tokenizer
from embedscope.tokenizers.labels import row_name
from embedscope.tokenizers.visible import visible
from embedscope_gui.cli.output import (
    aligned,
    clear_progress,
    is_unicode,
    note,
    progress_line,
    say,
)
from embedscope_gui.cli.pick import chosen_table, chosen_tokenizer

_ROW = re.compile(r"(?:#|id:)(\d{1,18})")
PIECES_NAMED = 12


def run(given: argparse.Namespace) -> int:
    """Print rank, token, id and score of the nearest rows."""
    table = chosen_table(given)
    tokenizer = chosen_tokenizer(given, table)
    if is_mismatch(table, tokenizer):
        note(remarks(table, tokenizer)[0])
    row = row_of(given.token, tokenizer, given.specials)
    table.rows([row])  # says in one sentence that there is no such row
    found = neighbours(table, row, given.k, given.metric, progress=progress_line())
    clear_progress()
    if given.json:
        document = _document(table, tokenizer, row, found)
        say(json.dumps(document, ensure_ascii=not is_unicode(sys.stdout), allow_nan=False))
    else:
        _print(table, tokenizer, row, found)
    return 0


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
        if len(encoding) == 1 and encoding.ids[0] != NO_ID:
            return int(encoding.ids[0])
    raise UnknownNameError(_why_not(token, tokenizer, specials))


def _why_not(token: str, tokenizer: Tokenizer, specials: Specials) -> str:
    encoding = tokenizer.encode(token, specials)
    if not len(encoding):
        return "The token is empty: give a text, or a row as #995."
    shown = visible(token.encode("utf-8", "replace"))
    if len(encoding) == 1:
        return f'"{shown}" is not in the vocabulary of {tokenizer.name}.'
    pieces = [
        f"{visible(encoding.token_bytes[i])} {_known(int(encoding.ids[i]))}"
        for i in range(min(len(encoding), PIECES_NAMED))
    ]
    more = " ..." if len(encoding) > PIECES_NAMED else ""
    return (
        f'"{shown}" is {len(encoding)} tokens in {tokenizer.name}: {", ".join(pieces)}{more}; '
        f"choose one by its row, as in {_example(encoding.ids.tolist())}"
        f"{_hint(token, tokenizer, specials)}."
    )


def _known(token_id: int) -> str:
    return "(unknown)" if token_id == NO_ID else f"#{token_id}"


def _example(ids: list[int]) -> str:
    return next((f"#{token_id}" for token_id in ids if token_id != NO_ID), "#0")


def _hint(token: str, tokenizer: Tokenizer, specials: Specials) -> str:
    """Say that the text with a blank in front is one token, where it is."""
    encoding = tokenizer.encode(f" {token}", specials)
    if len(encoding) == 1 and encoding.ids[0] != NO_ID and not token.startswith(" "):
        return f', or write " {token}" with a blank in front, which is one'
    return ""


def _print(table: Table, tokenizer: Tokenizer, row: int, found: Neighbours) -> None:
    say(
        f"{row_name(tokenizer, row)} (row {row}) in {table.name}: {found.metric}, "
        f"in the original {table.n_dims:,} dims, {found.n_compared:,} rows compared"
    )
    if found.note:
        note(found.note)
    say()
    rows = [["#", "token", "row", found.metric]]
    for rank, (other, score) in enumerate(zip(*found, strict=True), start=1):
        rows.append([str(rank), row_name(tokenizer, int(other)), str(other), f"{score:.4f}"])
    for line in aligned(rows, right=[0, 2, 3]):
        say(line)


def _document(table: Table, tokenizer: Tokenizer, row: int, found: Neighbours) -> dict[str, object]:
    return {
        "table": table.name,
        "tokenizer": tokenizer.name,
        "row": row,
        "token": row_name(tokenizer, row),
        "metric": found.metric,
        "rows_compared": found.n_compared,
        "note": found.note or None,
        "neighbours": [
            {
                "row": int(other),
                "token": row_name(tokenizer, int(other)),
                "score": float(score) if score == score else None,  # noqa: PLR0124 - NaN
            }
            for other, score in zip(*found, strict=True)
        ],
    }
