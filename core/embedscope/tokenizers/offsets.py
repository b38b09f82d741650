"""Spans for tokens of which a library tells the characters, exact to the byte where it can be."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from embedscope.tokenizers.base import Encoding, Ints, TokenKind
from embedscope.tokenizers.spans import (
    TokenBytes,
    spans_from_lengths,
    spans_of_chars,
    text_spans,
)


class Found(NamedTuple):
    """n tokens as a library gives them; ``token_bytes``: what each token itself stands for."""

    ids: Ints  # (n,)
    kinds: NDArray[np.uint8]  # (n,)
    char_spans: Ints  # (n, 2) in the original text
    token_bytes: Sequence[bytes]


def pairs(offsets: Iterable[tuple[int, int]]) -> Ints:
    """Return ``offsets`` as an array (n, 2)."""
    return np.fromiter(chain.from_iterable(offsets), np.int64).reshape(-1, 2)


def encoding_of_found(text: str, found: Found, notes: Iterable[str] = ()) -> Encoding:
    """Return the Encoding of ``text`` (valid Unicode).

    Where the tokens' bytes laid end to end are the text, or a blank and the text, byte spans
    come from them: a library says of all pieces of one character only that they lie in it.
    """
    data = text.encode()
    own = np.array([len(token) for token in found.token_bytes], np.int64)
    in_text = np.where(found.kinds == TokenKind.ADDED, 0, own)
    lengths = _fitted(found, in_text, data)
    if lengths is None:
        char_spans = _placed(np.clip(found.char_spans, 0, len(text)), found.kinds)
        byte_spans, utf16_spans = spans_of_chars(data, char_spans)
    else:
        byte_spans = spans_from_lengths(lengths)
        char_spans, utf16_spans = text_spans(data, byte_spans)
    return Encoding(
        text=text,
        ids=found.ids,
        byte_spans=byte_spans,
        char_spans=char_spans,
        utf16_spans=utf16_spans,
        kinds=found.kinds,
        token_bytes=TokenBytes(b"".join(found.token_bytes), spans_from_lengths(own)),
        notes=tuple(notes),
    )


def _fitted(found: Found, in_text: Ints, data: bytes) -> Ints | None:
    """Return the byte length in the text of each token, or None where they do not fit."""
    places = np.flatnonzero(in_text)
    joined = b"".join(found.token_bytes[place] for place in places.tolist())
    if joined == data:
        return in_text
    if joined == b" " + data:
        in_text[places[0]] -= 1
        return in_text
    return None


def _placed(char_spans: Ints, kinds: NDArray[np.uint8]) -> Ints:
    """Put added tokens, which are empty, behind the token before, so that places only rise."""
    for place in np.flatnonzero(kinds == TokenKind.ADDED).tolist():
        char_spans[place] = char_spans[place - 1, 1] if place else 0
    return char_spans
