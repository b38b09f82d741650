"""BERT's WordPiece from a list of tokens (vocab.txt, GGUF), without a library."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

import numpy as np

from embedscope.tokenizers.base import NO_ID, Encoding, Specials, TokenKind
from embedscope.tokenizers.offsets import Found, encoding_of_found
from embedscope.tokenizers.spans import sanitise
from embedscope.tokenizers.specials import SpecialFinder

_SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_CHUNK = re.compile("[^\t\n\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_IDEOGRAPHS = (
    *((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF)),
    *((0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0x2F800, 0x2FA1F)),
)
_DROPPED = frozenset(("Cc", "Cf", "Co", "Cs"))
_LONGEST_WORD = 100  # characters; BERT takes longer ones for unknown
_CACHED_CHUNKS = 100_000

_Token = tuple[int, int, int, int]  # id, first character, character after the last, kind
_Char = tuple[str, int]  # a character as looked up, and its place in the chunk


class WordPieceTokenizer:
    """Cuts words and marks, then takes the longest token from the left, again and again.

    Where no token has a capital letter, letters are made small and accents dropped first.
    [CLS] and [SEP] are added around the text.
    """

    continuing_prefix = "##"
    blank_starts_word = False

    def __init__(self, name: str, tokens: Sequence[str]) -> None:
        self.name = name
        self.size = len(tokens)
        self._bytes = [token.encode("utf-8", "surrogateescape") for token in tokens]
        backwards = range(self.size - 1, -1, -1)
        self._ids = {tokens[i]: i for i in backwards}
        specials = {token: self._ids[token] for token in _SPECIALS if token in self._ids}
        self.special_tokens: Mapping[str, int] = MappingProxyType(specials)
        self._finder = SpecialFinder(specials)
        self._is_cased = any(token != token.lower() for token in tokens if token[:1] != "[")
        self._known: dict[str, list[_Token]] = {}

    def __repr__(self) -> str:
        return f"WordPieceTokenizer({self.name!r}, size={self.size})"

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the bytes of one token, "##" included, or None where the id has no token."""
        return self._bytes[token_id] if 0 <= token_id < self.size else None

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the tokens of ``ids`` with blanks between words."""
        words = (self.token_bytes(int(token_id)) for token_id in ids)
        return b" ".join(word for word in words if word is not None).replace(b" ##", b"")

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:
        """Return the tokens of ``text``; never raises for any str (faults become notes)."""
        text, notes = sanitise(text)
        numbers = chain.from_iterable(self._tokens(text, specials))
        table = np.fromiter(numbers, np.int64).reshape(-1, 4)
        shown = [self.token_bytes(token_id) or b"" for token_id in table[:, 0].tolist()]
        for place in np.flatnonzero(table[:, 3] == TokenKind.UNKNOWN).tolist():
            shown[place] = text[slice(*table[place, 1:3].tolist())].encode()
        found = Found(table[:, 0], table[:, 3].astype(np.uint8), table[:, 1:3].copy(), shown)
        return encoding_of_found(text, found, notes)

    def _tokens(self, text: str, specials: Specials) -> Iterator[_Token]:
        yield from self._added("[CLS]")
        for start, stop, special_id in self._finder.stretches(text, specials):
            if special_id is not None:
                yield special_id, start, stop, TokenKind.SPECIAL
                continue
            for chunk in _CHUNK.finditer(text, start, stop):
                begin = chunk.start()
                for token_id, first, last, kind in self._chunk(chunk[0]):
                    yield token_id, begin + first, begin + last, kind
        yield from self._added("[SEP]")

    def _added(self, token: str) -> Iterator[_Token]:
        if token in self._ids:
            yield self._ids[token], 0, 0, TokenKind.ADDED

    def _chunk(self, chunk: str) -> list[_Token]:
        """Return the tokens of a stretch without blanks, from memory where they are known."""
        tokens = self._known.get(chunk)
        if tokens is None:
            words = _words(chain.from_iterable(map(self._read, chunk, range(len(chunk)))))
            tokens = [token for word in words for token in self._word(word)]
            if len(self._known) >= _CACHED_CHUNKS:
                self._known.clear()
            self._known[chunk] = tokens
        return tokens

    def _read(self, char: str, place: int) -> Iterator[_Char]:
        """Give the characters that ``char`` is looked up as: none, one, or several."""
        if unicodedata.category(char) in _DROPPED or char == "\ufffd":
            return
        if self._is_cased:
            yield char, place
            return
        for part in unicodedata.normalize("NFD", char):
            if unicodedata.category(part) != "Mn":
                yield from ((small, place) for small in part.lower())

    def _word(self, word: list[_Char]) -> list[_Token]:
        """Return the longest tokens from the left, or the unknown token for the whole."""
        text = "".join(char for char, _ in word)
        tokens: list[_Token] = []
        start = 0
        while start < len(text) <= _LONGEST_WORD:
            prefix = self.continuing_prefix if start else ""
            ends = range(len(text), start, -1)
            stop = next((end for end in ends if prefix + text[start:end] in self._ids), None)
            if stop is None:
                break
            token_id = self._ids[prefix + text[start:stop]]
            tokens.append((token_id, word[start][1], word[stop - 1][1] + 1, TokenKind.PLAIN))
            start = stop
        if start == len(text):
            return tokens
        unknown = self._ids.get("[UNK]", NO_ID)
        return [(unknown, word[0][1], word[-1][1] + 1, TokenKind.UNKNOWN)]


def _words(chars: Iterable[_Char]) -> Iterator[list[_Char]]:
    """Cut ``chars`` so that each mark and each ideograph is a word of its own."""
    word: list[_Char] = []
    for char, place in chars:
        if _stands_alone(char):
            if word:
                yield word
            yield [(char, place)]
            word = []
        else:
            word.append((char, place))
    if word:
        yield word


@lru_cache(maxsize=8192)
def _stands_alone(char: str) -> bool:
    code, category = ord(char), unicodedata.category(char)
    if category[0] == "P" or (code < 0x80 and category[0] == "S"):
        return True
    return any(first <= code <= last for first, last in _IDEOGRAPHS)
