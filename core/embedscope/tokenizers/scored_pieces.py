"""SentencePiece's BPE kind from plain lists (GGUF's "llama" vocabularies), without a library."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from embedscope.tokenizers.base import NO_ID, Encoding, Ints, Specials, TokenKind
from embedscope.tokenizers.merging import byte_parts, merge
from embedscope.tokenizers.piece_types import BLANK, BLANK_NOTE, PieceType, piece_bytes
from embedscope.tokenizers.pieces import Run, encoding_of_runs
from embedscope.tokenizers.spans import TokenBytes, sanitise, spans_from_lengths
from embedscope.tokenizers.specials import SpecialFinder

_BLANK_INSIDE = re.compile(f"[^{BLANK}]{BLANK}")
_WORD = re.compile(f"{BLANK}+[^{BLANK}]*|[^{BLANK}]+")
_CACHED_WORDS = 100_000


class _Shown(NamedTuple):
    """Tokens of the text with their own bytes, which may begin with a blank put before."""

    run: Run
    data: bytes
    lengths: Ints


_Token = tuple[int, int, int]  # id, byte length in the text, kind


class ScoredPiecesTokenizer:
    """Merges neighbouring characters into the piece of the highest score until none is left.

    A space becomes ``▁``, and one is put before the text (``add_blank``). Characters without a
    piece are spelt in byte pieces, else they are unknown. User-defined pieces are never merged.
    """

    def __init__(
        self,
        name: str,
        pieces: Sequence[str],
        scores: Sequence[float],
        types: Sequence[int],
        *,
        add_blank: bool = True,
    ) -> None:
        self.name = name
        self.size = len(pieces)
        self._bytes = [piece_bytes(piece) for piece in pieces]
        self._add_blank = add_blank
        by_type = {wanted: _of_type(pieces, types, wanted) for wanted in PieceType}
        self.special_tokens: Mapping[str, int] = MappingProxyType(by_type[PieceType.CONTROL])
        self._finder = SpecialFinder(self.special_tokens)
        atoms = by_type[PieceType.USER_DEFINED].items()
        self._atoms = SpecialFinder({piece.replace(BLANK, " "): i for piece, i in atoms})
        self._ids = {_utf8(piece): i for piece, i in by_type[PieceType.NORMAL].items()}
        self._ranks = {piece: -float(scores[i]) for piece, i in self._ids.items()}
        self._byte_ids = {piece_bytes(piece): i for piece, i in by_type[PieceType.BYTE].items()}
        self._unknown_id = min(by_type[PieceType.UNKNOWN].values(), default=NO_ID)
        self._by_words = not any(map(_BLANK_INSIDE.search, by_type[PieceType.NORMAL]))
        self._known: dict[str, list[_Token]] = {}

    def __repr__(self) -> str:
        return f"ScoredPiecesTokenizer({self.name!r}, size={self.size})"

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of one token, or None where the id has no token."""
        return self._bytes[token_id] if 0 <= token_id < self.size else None

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the joined bytes of ``ids`` without the blank that was put before."""
        data = b"".join(self.token_bytes(int(token_id)) or b"" for token_id in ids)
        return data.removeprefix(b" ") if self._add_blank else data

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        """Return the tokens of ``text``; never raises for any str (faults become notes)."""
        text, notes = sanitise(text)
        if BLANK in text:
            text, notes = text.replace(BLANK, " "), (*notes, BLANK_NOTE)
        shown = list(self._shown(text, specials))
        lengths = np.concatenate([np.zeros(0, np.int64), *(item.lengths for item in shown)])
        buffer = b"".join(item.data for item in shown)
        token_bytes = TokenBytes(buffer, spans_from_lengths(lengths))
        return encoding_of_runs(text, (item.run for item in shown), notes, token_bytes)

    def _shown(self, text: str, specials: Specials) -> Iterator[_Shown]:
        for start, stop, special_id in self._finder.stretches(text, specials):
            stretch = text[start:stop]
            if special_id is None:
                yield self._plain(stretch)
            else:
                run = Run.special(special_id, stretch)
                yield _Shown(run, stretch.encode(), run.lengths)

    def _plain(self, text: str) -> _Shown:
        before = " " if self._add_blank else ""
        numbers = chain.from_iterable(self._tokens(before + text))
        ids, lengths, kinds = _with_unknown_joined(np.fromiter(numbers, np.int64).reshape(-1, 3))
        in_text = lengths.copy()
        in_text[0] -= len(before)
        run = Run(ids, in_text, kinds.astype(np.uint8))
        return _Shown(run, (before + text).encode(), lengths)

    def _tokens(self, text: str) -> Iterator[_Token]:
        """Give the tokens of ``text``, word by word where no piece goes beyond a word."""
        for start, stop, atom_id in self._atoms.stretches(text, "special"):
            stretch = text[start:stop].replace(" ", BLANK)
            if atom_id is not None:
                yield atom_id, len(text[start:stop].encode()), TokenKind.PLAIN
            elif self._by_words:
                yield from chain.from_iterable(map(self._word, _WORD.findall(stretch)))
            else:
                yield from self._word(stretch)

    def _word(self, word: str) -> list[_Token]:
        """Return the tokens of ``word``, from memory where they are known."""
        tokens = self._known.get(word)
        if tokens is None:
            parts = merge([_utf8(char) for char in word], self._rank)
            tokens = [token for part in parts for token in self._tokens_of(part)]
            if len(self._known) >= _CACHED_WORDS:
                self._known.clear()
            self._known[word] = tokens
        return tokens

    def _rank(self, left: bytes, right: bytes) -> float | None:
        return self._ranks.get(left + right)

    def _tokens_of(self, part: bytes) -> Iterator[_Token]:
        """Give the piece ``part``, or the byte pieces that spell it, or the unknown piece."""
        token_id, spelt = self._ids.get(part), byte_parts(part)
        n_bytes = len(part.replace(_utf8(BLANK), b" "))
        if token_id is not None:
            yield token_id, n_bytes, TokenKind.PLAIN
        elif n_bytes == len(part) and all(byte in self._byte_ids for byte in spelt):
            yield from ((self._byte_ids[byte], 1, TokenKind.PLAIN) for byte in spelt)
        else:
            yield self._unknown_id, n_bytes, TokenKind.UNKNOWN


def _with_unknown_joined(table: Ints) -> tuple[Ints, Ints, Ints]:
    """Return ids, lengths and kinds of tokens (n, 3), neighbouring unknown ones as one."""
    unknown = table[:, 2] == TokenKind.UNKNOWN
    first = np.flatnonzero(~unknown | ~np.roll(unknown, 1))
    first = np.union1d(0, first)  # the first token follows none
    return table[first, 0], np.add.reduceat(table[:, 1], first), table[first, 2]


def _of_type(pieces: Sequence[str], types: Sequence[int], wanted: PieceType) -> dict[str, int]:
    """Return piece to id, the first of equal pieces."""
    backwards = range(len(pieces) - 1, -1, -1)
    return {pieces[i]: i for i in backwards if types[i] == wanted}


def _utf8(piece: str) -> bytes:
    return piece.encode("utf-8", "surrogateescape")
