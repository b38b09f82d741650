"""What every tokenizer gives: ids with their bytes and their place in the text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Specials = Literal["plain", "special"]

NO_ID = -1
"""Stands in ``Encoding.ids`` for a piece of text that the vocabulary does not know."""


class TokenKind(IntEnum):
    """Why a token is there."""

    PLAIN = 0
    SPECIAL = 1  # special-token text that was read as one token
    UNKNOWN = 2  # text outside the vocabulary: id is the tokenizer's unknown id, or NO_ID
    ADDED = 3  # put in by the tokenizer, has no place in the text (empty span)


@dataclass(frozen=True, eq=False)
class Encoding:
    """The n tokens of one text; spans are half open and refer to ``text`` as given here.

    ``text`` is what was encoded: lone surrogates are replaced by U+FFFD and ``notes`` says so.
    Several tokens may share one character (their char and utf16 spans then overlap), while
    byte spans of byte-level tokenizers partition ``text.encode()``. Starts never fall. A token
    that is not in the text (kind ADDED, or a blank put before the text) has an empty span.
    """

    text: str
    ids: Ints  # (n,)
    byte_spans: Ints  # (n, 2)
    char_spans: Ints  # (n, 2) code points touched by the token
    utf16_spans: Ints  # (n, 2) UTF-16 units touched by the token
    kinds: NDArray[np.uint8]  # (n,) of TokenKind
    token_bytes: Sequence[bytes]  # (n,) what each token stands for; unknown: its text
    notes: tuple[str, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.ids)


@runtime_checkable
class Tokenizer(Protocol):
    """Text to ids and back; instances are immutable and may be used from several threads."""

    @property
    def name(self) -> str:
        """Name to show and to pass to ``get_tokenizer`` again (a preset name or a path)."""
        ...

    @property
    def size(self) -> int:
        """One more than the largest id: the rows a table needs; 0 where any id will do."""
        ...

    @property
    def special_tokens(self) -> Mapping[str, int]:
        """Special-token text to id; empty where there is none."""
        ...

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        """Return the tokens of ``text``; never raises for any str (faults become notes)."""
        ...

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of one token, or None where the id has no token."""
        ...

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the joined bytes of ``ids``; ids without a token give nothing."""
        ...
