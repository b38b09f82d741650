"""A lookup as a JSON document: the table, the tokenizer, the text and its tokens."""

import json
from collections.abc import Iterator

from embedscope.export.tokens import ExportedToken, exported_tokens
from embedscope.numerals import json_numbers
from embedscope.progress import SILENT, Progress
from embedscope.session.text import TextResult

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def lookup_document(result: TextResult, progress: Progress = SILENT) -> dict[str, Json]:
    """Return the lookup as plain values.

    ``values`` are the shortest decimals that give back the stored numbers read as float32
    (float64 for tables stored wider); None where the table has no such row. ``id`` is None for
    text outside the vocabulary.
    """
    tokens: list[Json] = [_token(token) for token in exported_tokens(result, progress)]
    return {**_head(result), "tokens": tokens}


def lookup_json(
    result: TextResult, progress: Progress = SILENT, *, ascii_only: bool = False
) -> Iterator[str]:
    """Yield the document as JSON in parts that joined are one object, one token on a line.

    ``ascii_only`` escapes all other characters, for streams that are not UTF-8.
    """
    head = json.dumps(_head(result), ensure_ascii=ascii_only, allow_nan=False)
    yield head[:-1] + ', "tokens": ['
    between = "\n"
    for token in exported_tokens(result, progress):
        yield between + json.dumps(_token(token), ensure_ascii=ascii_only, allow_nan=False)
        between = ",\n"
    yield "\n]}\n"


def _head(result: TextResult) -> dict[str, Json]:
    table, tokenizer = result.table, result.tokenizer
    return {
        "table": {
            "name": table.name,
            "rows": table.n_rows,
            "dims": table.n_dims,
            "dtype": table.dtype,
        },
        "tokenizer": {"name": tokenizer.name, "size": tokenizer.size},
        "text": result.encoding.text,
    }


def _token(token: ExportedToken) -> dict[str, Json]:
    return {
        "position": token.position,
        "text": token.text,
        "bytes": token.data.hex(),
        "id": token.token_id,
        "row": token.row,
        "char_start": token.char_start,
        "char_end": token.char_end,
        "values": None if token.values is None else [*json_numbers(token.values)],
    }
