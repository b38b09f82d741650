"""Labels that show every byte of a token: blanks, line ends, controls, halves of characters."""

import unicodedata
from functools import lru_cache

EMPTY = "∅"
_NAMED = {" ": "␣", "\n": "⏎", "\t": "⇥", "\r": "␍"}
_ESCAPED_CATEGORIES = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"))
_INVISIBLE = frozenset(  # counted as letters or marks, yet nothing is drawn
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)


@lru_cache(maxsize=8192)
def _mark(char: str) -> str:
    """Return ``char`` as it is, or a mark or an escape where it would not be seen."""
    code = ord(char)
    if char in _NAMED:
        return _NAMED[char]
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8, as surrogateescape hands it over
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(char) in _ESCAPED_CATEGORIES or char in _INVISIBLE:
        return _escape(code)
    return char


def _escape(code: int) -> str:
    r"""Return \x00 for ASCII, \u00a0 for the rest; so \x80 and up always is a bare byte."""
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def visible(data: bytes, limit: int | None = None) -> str:
    r"""Return a label of a token, e.g. "␣world": one line of visible, XML-valid text.

    ``limit``: cut after so many characters of the token, ending in "…". A label can be
    ambiguous (the text ``\x00`` looks like the byte 0); ``hex_bytes`` never is.
    """
    if not data:
        return EMPTY
    text = data.decode("utf-8", "surrogateescape") if limit is None else _beginning(data, limit)
    shown = "".join(map(_mark, text[:limit]))
    if unicodedata.category(shown[0]) in ("Mn", "Me"):
        shown = "◌" + shown  # a mark needs something to sit on
    return shown if limit is None or len(text) <= limit else shown + "…"


def _beginning(data: bytes, limit: int) -> str:
    """Return at least the first ``limit`` characters, and one more where there is more."""
    return data[: 4 * (limit + 2)].decode("utf-8", "surrogateescape")


def hex_bytes(data: bytes) -> str:
    """Return the bytes of a token as "20 77 6f"."""
    return data.hex(" ")
