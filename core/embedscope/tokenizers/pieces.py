"""Build an Encoding from pieces found one by one (words, digits): spans need not partition."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np

from embedscope.tokenizers.base import Encoding, TokenKind
from embedscope.tokenizers.spans import TokenBytes, spans_of_chars


class Piece(NamedTuple):
    """One token at ``text[start:stop]``."""

    token_id: int
    start: int
    stop: int
    kind: TokenKind = TokenKind.PLAIN


def encoding_of(text: str, pieces: Iterable[Piece], notes: Iterable[str] = ()) -> Encoding:
    """Return the Encoding of ``text`` (valid Unicode) whose tokens are ``pieces``."""
    table = np.fromiter(chain.from_iterable(pieces), np.int64).reshape(-1, 4)
    data, char_spans = text.encode(), np.ascontiguousarray(table[:, 1:3])
    byte_spans, utf16_spans = spans_of_chars(data, char_spans)
    return Encoding(
        text=text,
        ids=np.ascontiguousarray(table[:, 0]),
        byte_spans=byte_spans,
        char_spans=char_spans,
        utf16_spans=utf16_spans,
        kinds=table[:, 3].astype(np.uint8),
        token_bytes=TokenBytes(data, byte_spans),
        notes=tuple(notes),
    )
