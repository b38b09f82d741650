"""``embedscope lookup``: the tokens of a text, their ids, rows and values."""

import argparse
import sys
from collections.abc import Iterator

from embedscope.export.document import lookup_json
from embedscope.numerals import format_value
from embedscope.session.belonging import is_mismatch, remarks
from embedscope.session.text import TextResult, look_up_text
from embedscope.tables.base import Floats
from embedscope.tokenizers.base import NO_ID, TokenKind
from embedscope.tokenizers.visible import hex_bytes, visible
from embedscope_gui.cli.output import aligned, counted, is_unicode, note, say
from embedscope_gui.cli.pick import chosen_table, chosen_tokenizer

FEW_DIMS, SHOWN_DIMS = 8, 5
TOKENS_A_TIME = 5000  # whose columns are aligned together
_REMARKS = {
    int(TokenKind.SPECIAL): "special",
    int(TokenKind.UNKNOWN): "not in the vocabulary",
    int(TokenKind.ADDED): "added, not in the text",
}


def run(given: argparse.Namespace) -> int:
    """Print the lookup as a table for people, or as JSON."""
    table = chosen_table(given)
    tokenizer = chosen_tokenizer(given, table)
    result = look_up_text(given.text, tokenizer, given.specials, table)
    for sentence in result.encoding.notes:
        note(sentence)
    if is_mismatch(table, tokenizer):
        note(remarks(table, tokenizer)[0])
    if given.json:
        for part in lookup_json(result, ascii_only=not is_unicode(sys.stdout)):
            sys.stdout.write(part)
    else:
        _print(result)
    return 0


def _print(result: TextResult) -> None:
    table, text = result.table, result.encoding.text
    rows, dims = table.shape
    say(
        f"{table.name}: {counted(rows, 'row')} x {counted(dims, 'dim')}, {table.dtype}; "
        f"tokenizer {result.tokenizer.name}"
    )
    counts = (len(result.ids), "token"), (len(text), "character"), (len(text.encode()), "byte")
    say(", ".join(counted(*count) for count in counts))
    for start in range(0, len(result.ids), TOKENS_A_TIME):
        stop = min(start + TOKENS_A_TIME, len(result.ids))
        say()
        for line in _lines(result, start, stop):
            say(line)


def _lines(result: TextResult, start: int, stop: int) -> Iterator[str]:
    """Yield the head and one aligned line for each token from ``start`` to ``stop``."""
    dims = result.table.n_dims
    shown = dims if dims <= FEW_DIMS else SHOWN_DIMS
    heads = [f"dim {dim}" for dim in range(shown)]
    more = [f"... to dim {dims - 1}"] if shown < dims else []
    said = [_remark(result, index) for index in range(start, stop)]
    last = ["remark"] if any(said) else []
    cells = [["#", "token", "bytes", "id", "row", *heads, *more, *last]]
    values, missing = result.table.rows_or_missing(result.ids[start:stop])
    for index in range(stop - start):
        numbers = _numbers(values[index, :shown], missing=bool(missing[index]))
        rest = ["" for _ in more] + [said[index] for _ in last]
        cells.append([*_token(result, start + index), *numbers, *rest])
    return aligned(cells, right=[0, 3, 4, *range(5, 5 + shown)])


def _remark(result: TextResult, position: int) -> str:
    """Return what a token is, where it is no plain part of the text; "unknown" says it already."""
    is_told = int(result.ids[position]) == NO_ID
    return "" if is_told else _REMARKS.get(int(result.encoding.kinds[position]), "")


def _token(result: TextResult, position: int) -> list[str]:
    data = bytes(result.encoding.token_bytes[position])
    token_id = int(result.ids[position])
    row = str(token_id) if result.has_row[position] else "no row"
    known = "unknown" if token_id == NO_ID else str(token_id)
    return [str(position), visible(data), hex_bytes(data), known, row]


def _numbers(values: Floats, *, missing: bool) -> list[str]:
    return ["-"] * len(values) if missing else [format_value(float(value)) for value in values]
