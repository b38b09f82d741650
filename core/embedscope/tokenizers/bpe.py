"""Byte-pair encodings through tiktoken, with exact spans and without its crashes."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from embedscope.tokenizers.base import Encoding, Ints, Specials, TokenKind
from embedscope.tokenizers.encodings import BlankRule
from embedscope.tokenizers.native import NativeBpe
from embedscope.tokenizers.rank_files import Ranks
from embedscope.tokenizers.spans import TokenBytes, sanitise, spans_from_lengths, text_spans


class _Stretch(NamedTuple):
    """Ids (n,) of a stretch of text with the byte length of each."""

    ids: Ints
    lengths: Ints
    kind: TokenKind


class BpeTokenizer:
    """One tiktoken encoding; its ranks are read when they are first needed."""

    def __init__(
        self,
        name: str,
        load_ranks: Callable[[], Ranks],
        rule: BlankRule,
        specials: Mapping[str, int],
        size: int | None = None,
    ) -> None:
        self.name = name
        self._load_ranks = load_ranks
        self._rule: BlankRule = rule
        self.special_tokens: Mapping[str, int] = MappingProxyType(dict(specials))
        self._known_size = size

    def __repr__(self) -> str:
        return f"BpeTokenizer({self.name!r})"

    @property
    def size(self) -> int:
        """Largest id + 1."""
        return self._known_size or 1 + max(self._bytes_by_id)

    @cached_property
    def ranks(self) -> Ranks:
        """Token bytes to id; shared, not to be changed."""
        return self._load_ranks()

    @cached_property
    def _bytes_by_id(self) -> dict[int, bytes]:
        by_id = dict(zip(self.ranks.values(), self.ranks, strict=True))
        for text, token_id in self.special_tokens.items():
            by_id.setdefault(token_id, text.encode())
        return by_id

    @cached_property
    def _lengths(self) -> Ints:
        """Return the number of bytes of each id (size,), 0 where there is no token."""
        lengths = np.zeros(self.size, np.int64)
        lengths[list(self._bytes_by_id)] = list(map(len, self._bytes_by_id.values()))
        return lengths

    @cached_property
    def _native(self) -> NativeBpe:
        return NativeBpe(self.ranks, self._rule)

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of one token, or None where the id has no token."""
        return self._bytes_by_id.get(token_id)

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the joined bytes of ``ids``; ids without a token give nothing."""
        return b"".join(self._bytes_by_id.get(int(token_id), b"") for token_id in ids)

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        """Return the tokens of ``text``; never raises for any str (faults become notes)."""
        text, notes = sanitise(text)
        faults: list[str] = []
        parts = list(self._stretches(text, specials, faults))
        data = text.encode()
        byte_spans = spans_from_lengths(np.concatenate([part.lengths for part in parts]))
        char_spans, utf16_spans = text_spans(data, byte_spans)
        return Encoding(
            text=text,
            ids=np.concatenate([part.ids for part in parts]),
            byte_spans=byte_spans,
            char_spans=char_spans,
            utf16_spans=utf16_spans,
            kinds=np.concatenate([np.full(len(part.ids), part.kind, np.uint8) for part in parts]),
            token_bytes=TokenBytes(data, byte_spans),
            notes=(*notes, *faults),
        )

    def cuts_before_blanks(self, specials: Specials) -> bool:
        """Tell whether a text may be cut before the first of some blanks with the ids unchanged."""
        return specials == "plain" or not any(" " in text for text in self.special_tokens)

    @cached_property
    def _special_pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self.special_tokens, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest_first)))

    def _stretches(self, text: str, specials: Specials, faults: list[str]) -> Iterator[_Stretch]:
        """Give plain stretches of ``text`` and special tokens in turn."""
        done = 0
        if specials == "special" and self.special_tokens:
            for found in self._special_pattern.finditer(text):
                if done < found.start():
                    yield self._plain(text[done : found.start()], done, faults)
                yield self._special(found[0])
                done = found.end()
        yield self._plain(text[done:], done, faults)

    def _plain(self, text: str, offset: int, faults: list[str]) -> _Stretch:
        ids = self._native.ids(text, offset, faults)
        return _Stretch(ids, self._lengths[ids], TokenKind.PLAIN)

    def _special(self, text: str) -> _Stretch:
        """Return one special token: as long as its text, since two texts may share an id."""
        ids, lengths = np.array([self.special_tokens[text]]), np.array([len(text.encode())])
        return _Stretch(ids, lengths, TokenKind.SPECIAL)
