"""One sentence about a token where a reader may wonder; nothing where there is no need.

A sentence with a colon says before it what a narrow list has room for.
"""

import unicodedata

from embedscope.tokenizers.base import NO_ID, Encoding, Tokenizer, TokenKind
from embedscope.tokenizers.id_list import IdListTokenizer
from embedscope.tokenizers.visible import hex_bytes, visible

_MANY = 12  # bytes or characters shown of a long token


def remark(encoding: Encoding, position: int, tokenizer: Tokenizer | None = None) -> str:
    """Return a remark on the token at ``position`` of ``encoding``, or an empty string."""
    kind, data = TokenKind(int(encoding.kinds[position])), encoding.token_bytes[position]
    if kind is TokenKind.UNKNOWN and isinstance(tokenizer, IdListTokenizer):
        return "Not the number of a row: an id is a whole number from 0 on."
    if kind is not TokenKind.PLAIN:
        return _remark_on_kind(kind, int(encoding.ids[position]))
    start, stop = encoding.char_spans[position].tolist()
    return _remark_on_bytes(data, encoding.text[start:stop])


def brief(said: str) -> str:
    """Return the head of a remark, for where the whole does not fit: "Leading space"."""
    return said.partition(":")[0]


def _remark_on_kind(kind: TokenKind, token_id: int) -> str:
    if kind is TokenKind.SPECIAL:
        return "Special token: its text was read as one token."
    if kind is TokenKind.ADDED:
        return "Put in by the tokenizer: it is not in the text."
    if token_id == NO_ID:
        return "Not in the vocabulary: no id and no row."
    return f"Not in the vocabulary: the unknown token, id {token_id}, stands for it."


def _remark_on_bytes(data: bytes, touched: str) -> str:
    """Remark on plain ``data``, which lies in the characters ``touched``."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return _remark_on_part(data, touched)
    if not text.strip():
        return "Blanks only."
    if text[0] == " " and touched[:1] != " ":
        return "Space put in front: the tokenizer did, and it is part of the token."
    if text[0] == " ":
        return "Leading space: it is part of the token; without it, the word has another id."
    if text.strip() != touched.strip():
        return f"Stands for {visible(touched.encode(), _MANY)} in the text."
    odd = next((char for char in text if visible(char.encode()).startswith("\\")), None)
    return f"Invisible character: it holds {_name(odd)}." if odd and odd != "\\" else ""


def _remark_on_part(data: bytes, touched: str) -> str:
    shown = hex_bytes(data[:_MANY]) + (" …" if len(data) > _MANY else "")
    noun = "byte" if len(data) == 1 else "bytes"
    if len(touched) == 1:
        char = f"{visible(touched.encode())} ({_name(touched)})"
        return f"Part of a character: {noun} {shown} of {char}."
    return f"Cuts a character: {noun} {shown} end or begin inside one."


def _name(char: str) -> str:
    """Return "U+200D ZERO WIDTH JOINER"."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()
