"""The text is a list of ids: ``2 3 5 1`` or ``[2, 3, 5, 1]``."""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from embedscope.tokenizers.base import NO_ID, Encoding, Specials, TokenKind
from embedscope.tokenizers.pieces import Piece, encoding_of_pieces
from embedscope.tokenizers.spans import sanitise

_ITEM = re.compile(r"[^\s,;()\[\]]+")
_ID = re.compile(r"\+?[0-9]{1,18}")  # 18 digits always fit into 64 bits


class IdListTokenizer:
    """Reads ids from the text; any id from 0 on is allowed, so ``size`` is 0 (no vocabulary)."""

    name = "ids"
    size = 0
    special_tokens: Mapping[str, int] = MappingProxyType({})

    def __repr__(self) -> str:
        return "IdListTokenizer()"

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:  # noqa: ARG002
        """Return one token for each number of ``text``; what is no id is UNKNOWN and noted."""
        text, notes = sanitise(text)
        pieces = list(_pieces(text))
        bad = [piece for piece in pieces if piece.kind is TokenKind.UNKNOWN]
        return encoding_of_pieces(text, pieces, (*notes, *_notes(text, bad)))

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the digits of ``token_id``, None below 0."""
        return b"%d" % token_id if token_id >= 0 else None

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the list of ``ids`` with blanks between."""
        return b" ".join(b"%d" % token_id for token_id in ids if token_id >= 0)


def _pieces(text: str) -> Iterator[Piece]:
    for item in _ITEM.finditer(text):
        if _ID.fullmatch(item[0]):
            yield Piece(int(item[0]), item.start(), item.end())
        else:
            yield Piece(NO_ID, item.start(), item.end(), TokenKind.UNKNOWN)


def _notes(text: str, bad: list[Piece]) -> list[str]:
    """Name the first piece that is no id."""
    if not bad:
        return []
    shown = text[bad[0].start : bad[0].stop][:20]
    more = f" (and {len(bad) - 1:,} more)" if len(bad) > 1 else ""
    where = f'"{shown}" at character {bad[0].start:,}'
    return [f"{where} is not the number of a row{more}; write e.g. 2 3 5 1."]
