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
    norms = token_norms(table, ids, has_row, progress)
    return TextResult(encoding, tokenizer, specials, table, has_row, norms, table.gather(ids))


def _encode(
    text: str, tokenizer: Tokenizer, specials: Specials, before: TextResult | None
) -> Encoding:
    if before is None or before.tokenizer is not tokenizer or before.specials != specials:
        return tokenizer.encode(text, specials)
    return encode_again(tokenizer, text, before.encoding, specials)


def token_norms(
    table: Table, ids: NDArray[np.int64], has_row: NDArray[np.bool_], progress: Progress = SILENT
) -> NDArray[np.float64]:
    """Return the L2 norm of each token's row (n,), each distinct row read once; else NaN."""
    norms = np.full(len(ids), np.nan)
    distinct, back = np.unique(ids[has_row], return_inverse=True)
    found = np.empty(len(distinct))
    for start in range(0, len(distinct), BLOCK_ROWS):
        progress.step(0.5 + 0.5 * start / max(len(distinct), 1), "Looking up rows")
        rows = table.rows(distinct[start : start + BLOCK_ROWS]).astype(np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            found[start : start + BLOCK_ROWS] = np.sqrt(np.vecdot(rows, rows))
    norms[has_row] = found[back]
    return norms
