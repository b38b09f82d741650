"""How SentencePiece writes pieces: ``▁`` for a space, ``<0x0A>`` for a bare byte."""

import re
from enum import IntEnum

BLANK = "▁"  # U+2581
BLANK_NOTE = f"{BLANK} (U+2581) means a space to this tokenizer and was read as one."
_BYTE_PIECE = re.compile(r"<0x([0-9A-Fa-f]{2})>")


class PieceType(IntEnum):
    """What a piece is for, as SentencePiece and GGUF number it."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


def piece_bytes(piece: str) -> bytes:
    """Return the bytes that ``piece`` stands for: "▁the" is b" the", "<0x41>" is b"A"."""
    byte = _BYTE_PIECE.fullmatch(piece)
    if byte:
        return bytes((int(byte[1], 16),))
    return piece.replace(BLANK, " ").encode("utf-8", "surrogateescape")
