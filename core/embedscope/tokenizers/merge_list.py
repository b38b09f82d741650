"""Byte-pair encodings given as tokens and a list of merges (GPT-2's vocab.json, GGUF)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np
import regex

from embedscope.tokenizers.base import NO_ID, Encoding, Specials, TokenKind
from embedscope.tokenizers.merging import byte_parts, merge
from embedscope.tokenizers.pieces import Run, encoding_of_runs
from embedscope.tokenizers.spans import sanitise
from embedscope.tokenizers.specials import SpecialFinder
from embedscope.tokenizers.splittings import Splitting

_CACHED_PIECES = 100_000
Pair = tuple[bytes, bytes]


@dataclass(frozen=True)
class MergeList:
    """What makes such an encoding: tokens by id, and how a text is turned into them.

    ``atoms``: texts that are one token in any text, before it is cut. ``whole_first``: a piece
    that is a token is taken as it is, whether merges lead to it or not.
    """

    tokens: Sequence[bytes | None]
    merges: Sequence[Pair]
    splitting: Splitting
    specials: Mapping[str, int] = field(default_factory=dict)
    atoms: Mapping[str, int] = field(default_factory=dict)
    whole_first: bool = False


class MergeListTokenizer:
    """Cuts a text by a pattern, then merges neighbours in the order of a list.

    tiktoken merges whatever pair forms the token of lowest rank; a list of merges says which
    pairs, so that the ids of tokens and the order of merges may differ.
    """

    def __init__(self, name: str, about: MergeList, notes: tuple[str, ...] = ()) -> None:
        self.name = name
        self.notes = notes
        self.size = len(about.tokens)
        self.special_tokens: Mapping[str, int] = MappingProxyType(dict(about.specials))
        self.merges: Mapping[Pair, int] = {pair: rank for rank, pair in enumerate(about.merges)}
        self._about = about
        self._finder = SpecialFinder(self.special_tokens)
        self._atoms = SpecialFinder(about.atoms)
        self._known: dict[str, list[tuple[int, int]]] = {}

    def __repr__(self) -> str:
        return f"MergeListTokenizer({self.name!r}, size={self.size})"

    @cached_property
    def _pattern(self) -> regex.Pattern[str]:
        r"""The splitting for ``regex``, whose \s also takes U+001C..U+001F."""
        blanks = self._about.splitting.pattern.replace(r"\s", r"\p{White_Space}")
        return regex.compile(blanks.replace(r"\S", r"\P{White_Space}"))

    @cached_property
    def ids(self) -> Mapping[bytes, int]:
        """Token bytes to id, without the special tokens; the first of equal tokens."""
        special = set(self.special_tokens.values())
        pairs = zip(self._about.tokens, range(self.size), strict=True)
        ids = [(data, token_id) for data, token_id in pairs if data is not None]
        return {data: token_id for data, token_id in reversed(ids) if token_id not in special}

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of one token, or None where the id has no token."""
        return self._about.tokens[token_id] if 0 <= token_id < self.size else None

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the joined bytes of ``ids``; ids without a token give nothing."""
        return b"".join(self.token_bytes(int(token_id)) or b"" for token_id in ids)

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        """Return the tokens of ``text``; never raises for any str (faults become notes)."""
        text, notes = sanitise(text)
        return encoding_of_runs(text, self._runs(text, specials), notes)

    def _runs(self, text: str, specials: Specials) -> Iterator[Run]:
        for start, stop, special_id in self._finder.stretches(text, specials):
            if special_id is not None:
                yield Run.special(special_id, text[start:stop])
            else:
                yield from self._between_specials(text[start:stop])

    def _between_specials(self, text: str) -> Iterator[Run]:
        for start, stop, atom_id in self._atoms.stretches(text, "special"):
            if atom_id is None:
                yield self._plain(text[start:stop])
            else:
                length = len(text[start:stop].encode())
                yield Run.of(np.array([atom_id], np.int64), np.array([length], np.int64))

    def _plain(self, text: str) -> Run:
        numbers = (
            number
            for piece in self._pattern.finditer(text)
            for token in self._piece(piece[0])
            for number in token
        )
        table = np.fromiter(numbers, np.int64).reshape(-1, 2)
        kinds = np.where(table[:, 0] == NO_ID, TokenKind.UNKNOWN, TokenKind.PLAIN)
        return Run(table[:, 0], table[:, 1], kinds.astype(np.uint8))

    def _piece(self, piece: str) -> list[tuple[int, int]]:
        """Return id and byte length of each token of ``piece``, from memory where it is known."""
        tokens = self._known.get(piece)
        if tokens is None:
            tokens = [(self.ids.get(part, NO_ID), len(part)) for part in self._merged(piece)]
            if len(self._known) >= _CACHED_PIECES:
                self._known.clear()
            self._known[piece] = tokens
        return tokens

    def _merged(self, piece: str) -> list[bytes]:
        data = piece.encode()
        if self._about.whole_first and data in self.ids:
            return [data]
        return merge(byte_parts(data), lambda left, right: self.merges.get((left, right)))
