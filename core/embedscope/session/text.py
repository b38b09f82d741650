"""One text in one table: the result that every pane of a keystroke is fed from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.progress import SILENT, Progress
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Encoding, Specials, Tokenizer
from embedscope.tokenizers.incremental import encode_again

BLOCK_ROWS = 4096


@dataclass(frozen=True, eq=False)
class TextResult:
    """The n tokens of a text and what the table holds for them."""

    encoding: Encoding
    tokenizer: Tokenizer
    specials: Specials
    table: Table
    has_row: NDArray[np.bool_]  # (n,)
    norms: NDArray[np.float64]  # (n,) NaN where there is no row
    looked_up: Table  # (n, D), lazy: what the embedding layer returns

    @property
    def ids(self) -> NDArray[np.int64]:
        """Token ids (n,)."""
        return self.encoding.ids


def look_up_text(
    text: str,
    tokenizer: Tokenizer,
    specials: Specials,
    table: Table,
    progress: Progress = SILENT,
    before: "TextResult | None" = None,
) -> TextResult:
    """Return the tokens of ``text`` with their rows; ids beyond the table are marked, not cut.

    ``before``, the result of the text as it was, saves encoding what has not changed.
    """
    encoding = _encode(text, tokenizer, specials, before)
    progress.step(0.5, "Looking up rows")
    ids = encoding.ids
    has_row = (ids >= 0) & (ids < table.n_rows)
    known = before if before is not None and before.table is table else None
    norms = token_norms(table, ids, has_row, known, progress)
    return TextResult(encoding, tokenizer, specials, table, has_row, norms, table.gather(ids))


def _encode(
    text: str, tokenizer: Tokenizer, specials: Specials, before: TextResult | None
) -> Encoding:
    if before is None or before.tokenizer is not tokenizer or before.specials != specials:
        return tokenizer.encode(text, specials)
    return encode_again(tokenizer, text, before.encoding, specials)


def token_norms(
    table: Table,
    ids: NDArray[np.int64],
    has_row: NDArray[np.bool_],
    known: TextResult | None = None,
    progress: Progress = SILENT,
) -> NDArray[np.float64]:
    """Return the L2 norm of each token's row (n,), each distinct row read once; else NaN.

    Rows that are ``known`` from another text in this table are not read again.
    """
    norms = np.full(len(ids), np.nan)
    distinct, back = np.unique(ids[has_row], return_inverse=True)
    found = np.full(len(distinct), np.nan)
    unread = np.ones(len(distinct), bool) if known is None else _take_known(known, distinct, found)
    found[unread] = _norms_of(table, distinct[unread], progress)
    norms[has_row] = found[back]
    return norms


def _take_known(
    known: TextResult, ids: NDArray[np.int64], out: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Put the norms of those of ``ids`` (n,) that ``known`` has into ``out``; return the others."""
    there, first = np.unique(known.ids[known.has_row], return_index=True)
    if not len(there):
        return np.ones(len(ids), bool)
    place = np.minimum(np.searchsorted(there, ids), len(there) - 1)
    is_known: NDArray[np.bool_] = there[place] == ids
    out[is_known] = known.norms[known.has_row][first][place[is_known]]
    return ~is_known


def _norms_of(table: Table, ids: NDArray[np.int64], progress: Progress) -> NDArray[np.float64]:
    """Return the norms (n,) of rows ``ids``, a block at a time."""
    found = np.empty(len(ids))
    for start in range(0, len(ids), BLOCK_ROWS):
        progress.step(0.5 + 0.5 * start / len(ids), "Looking up rows")
        rows = table.rows(ids[start : start + BLOCK_ROWS]).astype(np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            found[start : start + BLOCK_ROWS] = np.sqrt(np.vecdot(rows, rows))
    return found
