"""Where tokens lie in a text: bytes, code points and UTF-16 units, in one numpy pass."""

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from embedscope.tokenizers.base import Ints

_ASTRAL_LEAD = 0xF0  # first byte of a 4-byte character, which takes two UTF-16 units


class TokenBytes(Sequence[bytes]):
    """The bytes of n tokens, cut from one buffer when asked for."""

    def __init__(self, buffer: bytes, spans: Ints) -> None:
        self._buffer = buffer
        self._spans = spans

    def __len__(self) -> int:
        return len(self._spans)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> "TokenBytes": ...
    def __getitem__(self, index: int | slice) -> "bytes | TokenBytes":
        if isinstance(index, slice):
            return TokenBytes(self._buffer, self._spans[index])
        start, stop = self._spans[index]
        return self._buffer[start:stop]

    def __iter__(self) -> Iterator[bytes]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, (str, bytes)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # compared by value

    def __repr__(self) -> str:
        return f"TokenBytes({list(self)!r})" if len(self) <= 20 else f"TokenBytes(n={len(self)})"


def sanitise(text: str) -> tuple[str, tuple[str, ...]]:
    """Return ``text`` as valid Unicode (pairs joined, lone surrogates as U+FFFD) and notes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        lost = clean.count("\ufffd") - text.count("\ufffd")
        if not lost:
            return clean, ()
        halves = "1 half of a character was" if lost == 1 else f"{lost} halves of characters were"
        return clean, (f"{halves} replaced by U+FFFD (a lone surrogate is not text).",)
    return text, ()


def spans_from_lengths(lengths: Ints) -> Ints:
    """Return the half-open spans (n, 2) of pieces of ``lengths`` (n,) laid end to end."""
    spans = np.zeros((len(lengths), 2), np.int64)
    np.cumsum(lengths, out=spans[:, 1])
    spans[1:, 0] = spans[:-1, 1]
    return spans


def _leads(data: bytes) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return UTF-8 ``data`` as an array and where a character begins in it."""
    array = np.frombuffer(data, np.uint8)
    return array, (array & 0xC0) != 0x80


def _utf16_places(array: NDArray[np.uint8], leads: NDArray[np.bool_]) -> Ints:
    """Return the UTF-16 place of every code point and of the end of the text (chars + 1,)."""
    places = np.zeros(int(leads.sum()) + 1, np.int64)
    np.cumsum(1 + (array[leads] >= _ASTRAL_LEAD), out=places[1:])
    return places


def text_spans(data: bytes, byte_spans: Ints) -> tuple[Ints, Ints]:
    """Return the code points and UTF-16 units (n, 2) each that ``byte_spans`` touch."""
    if data.isascii():
        return byte_spans, byte_spans
    array, leads = _leads(data)
    begun = np.zeros(len(data) + 2, np.int64)  # characters begun before this byte
    np.cumsum(leads, out=begun[1:-1])
    begun[-1] = begun[-2] + 1  # an empty span at the end lies behind the last character
    chars = np.empty_like(byte_spans)
    chars[:, 0] = begun[byte_spans[:, 0] + 1] - 1
    chars[:, 1] = begun[byte_spans[:, 1]]
    return chars, _utf16_places(array, leads)[chars]


def spans_of_chars(data: bytes, char_spans: Ints) -> tuple[Ints, Ints]:
    """Return the byte and UTF-16 spans (n, 2) of ``char_spans`` in the text of UTF-8 ``data``."""
    if data.isascii():
        return char_spans, char_spans
    array, leads = _leads(data)
    starts = np.append(np.flatnonzero(leads), len(data))
    return starts[char_spans], _utf16_places(array, leads)[char_spans]
