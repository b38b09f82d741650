"""What the text pane is handed after each edit: the tokens and what the table says of them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embedscope.tokenizers.base import NO_ID, Encoding
from embedscope.tokenizers.visible import hex_bytes, visible

Bools = NDArray[np.bool_]
LONGEST_LABEL = 200  # characters of one token; some are thousands of blanks
LONGEST_BYTES = 32


@dataclass(frozen=True, eq=False)
class TokensView:
    """The n tokens of a text; ``remark(position)`` is asked for rows in sight only.

    ``marked`` (n,): which tokens have a row that was marked elsewhere, None: no token.
    """

    encoding: Encoding
    has_row: NDArray[np.bool_]  # (n,)
    norms: NDArray[np.float64]  # (n,) NaN where there is no row
    remark: Callable[[int], str]
    marked: Bools | None = None

    def __len__(self) -> int:
        return len(self.encoding)

    def is_marked(self, position: int) -> bool:
        """Tell whether the row of a token was marked elsewhere."""
        marked = self.marked
        return marked is not None and position < len(marked) and bool(marked[position])

    def shares_character(self, position: int, other: int) -> bool:
        """Tell whether two tokens hold bytes of the same character."""
        spans = self.encoding.char_spans
        if max(position, other) >= len(self):
            return False
        return bool(spans[position, 0] < spans[other, 1] and spans[other, 0] < spans[position, 1])


def label(view: TokensView, position: int) -> str:
    """Return a token with its blanks and bytes made visible."""
    return visible(view.encoding.token_bytes[position], limit=LONGEST_LABEL)


def remark(view: TokensView, position: int) -> str:
    """Return the remark on a token; an id without a row or a word is never passed over."""
    said = view.remark(position)
    if said or view.has_row[position]:
        return said
    return "not in the vocabulary" if view.encoding.ids[position] == NO_ID else "no row"


def tip(view: TokensView, position: int) -> str:
    """Return all there is to say of a token, one thing a line."""
    data = view.encoding.token_bytes[position]
    token_id = int(view.encoding.ids[position])
    lines = [
        label(view, position),
        "no id" if token_id == NO_ID else f"id {token_id}",
        f"bytes {hex_bytes(data[:LONGEST_BYTES])}{' …' if len(data) > LONGEST_BYTES else ''}",
        remark(view, position),
    ]
    return "\n".join(filter(None, lines))
