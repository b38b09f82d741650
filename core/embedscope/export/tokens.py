"""The tokens of a text with the rows they look up, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.progress import SILENT, Progress
from embedscope.session.text import TextResult

BLOCK_TOKENS = 1024


@dataclass(frozen=True, eq=False)
class ExportedToken:
    """One token as other programs get it."""

    position: int
    text: str
    data: bytes
    token_id: int | None  # None: outside the vocabulary
    row: int | None  # None: no such row in the table
    char_start: int
    char_end: int
    values: NDArray[np.float32] | NDArray[np.float64] | None  # (D,)


def token_text(data: bytes) -> str:
    r"""Return a token's bytes as text; bytes that are no whole characters become ``\xf0``."""
    return data.decode("utf-8", errors="backslashreplace")


def exported_tokens(result: TextResult, progress: Progress = SILENT) -> Iterator[ExportedToken]:
    """Yield every token with its exact row; a block of rows is in memory at a time."""
    count = len(result.ids)
    for start in range(0, count, BLOCK_TOKENS):
        progress.step(start / count, "Writing rows")
        yield from _block(result, start, min(start + BLOCK_TOKENS, count))


def _block(result: TextResult, start: int, stop: int) -> Iterator[ExportedToken]:
    has_row = result.has_row[start:stop]
    rows = iter(result.table.exact_rows(result.ids[start:stop][has_row]))
    for position, found in enumerate(has_row.tolist(), start):
        token_id = int(result.ids[position])
        data = bytes(result.encoding.token_bytes[position])
        char_start, char_end = result.encoding.char_spans[position].tolist()
        yield ExportedToken(
            position,
            token_text(data),
            data,
            token_id if token_id >= 0 else None,
            token_id if found else None,
            char_start,
            char_end,
            next(rows) if found else None,
        )
