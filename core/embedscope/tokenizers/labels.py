"""How rows are named by their tokens, and which rows have none."""

from functools import lru_cache

import numpy as np

from embedscope.tokenizers.base import Ints, Tokenizer
from embedscope.tokenizers.visible import visible


def row_name(tokenizer: Tokenizer, row: int, limit: int | None = None) -> str:
    """Return the token of a row made visible, "␣world", or "id 10 (no token)".

    ``limit``: cut after so many characters.
    """
    data = tokenizer.token_bytes(row)
    return f"id {row} (no token)" if data is None else visible(data, limit)


def rows_without_token(tokenizer: Tokenizer, n_rows: int) -> Ints:
    """Return the rows among 0..n_rows - 1 (n,) that no token of ``tokenizer`` has as its id."""
    return _without_token(tokenizer, n_rows)  # type: ignore[arg-type] # compares by identity


def rows_with_a_token(tokenizer: Tokenizer, n_rows: int) -> Ints | None:
    """Return the other rows among 0..n_rows - 1 (n,), None where they are all."""
    without = rows_without_token(tokenizer, n_rows)
    return np.delete(np.arange(n_rows), without) if len(without) else None


@lru_cache(maxsize=4)
def _without_token(tokenizer: Tokenizer, n_rows: int) -> Ints:
    rows = [row for row in range(n_rows) if tokenizer.token_bytes(row) is None]
    found = np.array(rows, np.int64)
    found.flags.writeable = False  # shared by all who ask
    return found
