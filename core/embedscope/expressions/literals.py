r"""Tokens in quotes: ``" world"``, ``"\n"``, ``"\xf0"`` (one byte), ``"\u00a0"``, ``"\""``."""

import re

from embedscope.expressions.errors import ExpressionError

_SHORT = {"n": b"\n", "t": b"\t", "r": b"\r", "0": b"\0", "\\": b"\\", '"': b'"', "'": b"'"}
_ESCAPE = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}")
_SHOWN = {ord(data): f"\\{name}" for name, data in _SHORT.items() if name != "'"}


def quote(data: bytes) -> str:
    r"""Return the literal of a token's bytes, on one line: b' a\n' gives ``" a\n"``."""
    text = data.decode("utf-8", "surrogateescape")
    return '"' + "".join(map(_shown, text)) + '"'


def _shown(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code in _SHOWN:
        return _SHOWN[code]
    return char if char == " " or char.isprintable() else f"\\u{{{code:x}}}"


def read_literal(source: str, start: int) -> tuple[bytes, int]:
    """Return the bytes of the literal that opens at ``start``, and where it ends."""
    mark, at, parts = source[start], start + 1, list[bytes]()
    while at < len(source):
        char = source[at]
        if char == mark:
            return b"".join(parts), at + 1
        if char == "\\":
            data, at = _read_escape(source, at)
            parts.append(data)
            continue
        parts.append(_encoded(char, at))
        at += 1
    raise ExpressionError(start, f"This {mark} has no closing {mark}.")


def _read_escape(source: str, at: int) -> tuple[bytes, int]:
    r"""Return the bytes of the escape whose backslash is at ``at``, and where it ends."""
    name = source[at + 1 : at + 2]
    if name in _SHORT:
        return _SHORT[name], at + 2
    found = _ESCAPE.match(source, at + 1)
    if found is None:
        hint = r"use \n \t \r \0 \\ \" \x41 \u00e9 or \u{1f600}"
        raise ExpressionError(at, f"No such escape; {hint}.")
    if found[1]:
        return bytes.fromhex(found[1]), found.end()
    code = int(found[2] or found[3], 16)
    if code > 0x10FFFF:
        raise ExpressionError(at, "There is no character with this number.")
    return _encoded(chr(code), at), found.end()


def _encoded(char: str, at: int) -> bytes:
    try:
        return char.encode()
    except UnicodeEncodeError:
        raise ExpressionError(at, "Half a surrogate pair is no character.") from None
