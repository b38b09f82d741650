"""Build an Encoding from pieces: words found here and there, or tokens laid end to end."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from embedscope.tokenizers.base import NO_ID, Encoding, Ints, TokenKind
from embedscope.tokenizers.panics import first_line
from embedscope.tokenizers.spans import (
    TokenBytes,
    spans_from_lengths,
    spans_of_chars,
    text_spans,
)


class Piece(NamedTuple):
    """One token at ``text[start:stop]``."""

    token_id: int
    start: int
    stop: int
    kind: TokenKind = TokenKind.PLAIN


def encoding_of_pieces(text: str, pieces: Iterable[Piece], notes: Iterable[str] = ()) -> Encoding:
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


def encoding_of_unread(text: str, notes: Iterable[str], fault: BaseException) -> Encoding:
    """Return ``text`` as one unknown piece, with a note on why a library could not read it."""
    pieces = [Piece(NO_ID, 0, len(text), TokenKind.UNKNOWN)] if text else []
    note = f"The tokenizer could not read this text: {first_line(fault)}."
    return encoding_of_pieces(text, pieces, (*notes, note))


class Run(NamedTuple):
    """Tokens laid end to end: ids (n,), byte lengths (n,) in the text, and their kinds."""

    ids: Ints
    lengths: Ints
    kinds: NDArray[np.uint8]

    @classmethod
    def of(cls, ids: Ints, lengths: Ints, kind: TokenKind = TokenKind.PLAIN) -> "Run":
        """Return tokens of one kind."""
        return cls(ids, lengths, np.full(len(ids), kind, np.uint8))

    @classmethod
    def special(cls, token_id: int, text: str) -> "Run":
        """Return one special token: as long as its text, since two texts may share an id."""
        ids, lengths = np.array([token_id], np.int64), np.array([len(text.encode())])
        return cls.of(ids, lengths, TokenKind.SPECIAL)


_NO_TOKENS = Run.of(np.zeros(0, np.int64), np.zeros(0, np.int64))


def encoding_of_runs(
    text: str,
    runs: Iterable[Run],
    notes: Iterable[str] = (),
    token_bytes: TokenBytes | None = None,
) -> Encoding:
    """Return the Encoding of ``text`` (valid Unicode) that is made of ``runs``, end to end.

    ``token_bytes``: the tokens' bytes where they are not those of the text.
    """
    ids, lengths, kinds = map(np.concatenate, zip(_NO_TOKENS, *runs, strict=True))
    data, byte_spans = text.encode(), spans_from_lengths(lengths)
    char_spans, utf16_spans = text_spans(data, byte_spans)
    return Encoding(
        text=text,
        ids=ids,
        byte_spans=byte_spans,
        char_spans=char_spans,
        utf16_spans=utf16_spans,
        kinds=kinds,
        token_bytes=token_bytes or TokenBytes(data, byte_spans),
        notes=tuple(notes),
    )
