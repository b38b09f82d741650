"""Whole words as tokens: the small teaching vocabularies and the words of a vector file."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from embedscope.tokenizers.base import NO_ID, Encoding, Specials, TokenKind
from embedscope.tokenizers.pieces import Piece, encoding_of_pieces
from embedscope.tokenizers.spans import sanitise

_CHUNK = re.compile(r"[^ \t\n\v\f\r]+")  # words may hold other blanks, such as U+00A0
_HOLDS_BLANK = re.compile(r"\S[ \t]+\S")
_WORD = re.compile(r"\w+(?:['’\-]\w+)*|[^\w\s]+")

WordList = Sequence[str | None]


class WordTokenizer:
    """Word n of ``words`` has id n (None: the id has no word).

    The rule: the text is cut at blanks; a stretch that is no word of the list is cut further
    into words and marks; what is not in the list then is UNKNOWN, keeps its text and has the
    id NO_ID. Words of the list that hold blanks themselves are looked for first, the longest
    first. The first of equal words gives the id. Blanks belong to no token.
    """

    blank_starts_word = False  # every token is a word

    def __init__(
        self, name: str, words: WordList, *, fold_case: bool = False, notes: tuple[str, ...] = ()
    ) -> None:
        """``fold_case``: look a word up in small letters where it is not there as written."""
        self.name = name
        self.notes = notes
        self.words = words
        self.size = len(words)
        self.special_tokens: Mapping[str, int] = MappingProxyType({})
        self._fold_case = fold_case

    def __repr__(self) -> str:
        return f"WordTokenizer({self.name!r}, size={self.size})"

    @cached_property
    def _ids(self) -> dict[str, int]:
        backwards = zip(reversed(self.words), range(self.size - 1, -1, -1), strict=True)
        return {word: token_id for word, token_id in backwards if word is not None}

    def token_bytes(self, token_id: int) -> bytes | None:
        """Return the word with this id in UTF-8, or None where there is none."""
        word = self.words[token_id] if 0 <= token_id < self.size else None
        return None if word is None else word.encode("utf-8", "surrogateescape")

    def decode(self, ids: Iterable[int]) -> bytes:
        """Return the words of ``ids`` with blanks between."""
        words = (self.token_bytes(int(token_id)) for token_id in ids)
        return b" ".join(word for word in words if word is not None)

    def encode(self, text: str, specials: Specials = "plain") -> Encoding:  # noqa: ARG002
        """Return the words of ``text``; never raises for any str."""
        text, notes = sanitise(text)
        return encoding_of_pieces(text, self._pieces(text), notes)

    @cached_property
    def _phrases(self) -> Mapping[str, list[str]]:
        """Words with blanks inside by their first stretch, the longest first."""
        phrases: dict[str, list[str]] = {}
        for word in filter(_HOLDS_BLANK.search, self._ids):
            first = _CHUNK.match(word)
            if first:
                phrases.setdefault(first[0], []).append(word)
        return {first: sorted(words, key=len, reverse=True) for first, words in phrases.items()}

    def _pieces(self, text: str) -> Iterator[Piece]:
        done = 0
        for chunk in _CHUNK.finditer(text):
            start, stop = chunk.span()
            if start < done:
                continue
            phrase = self._phrase(text, start, chunk[0]) if self._phrases else ""
            token_id = self._look_up(phrase or chunk[0])
            done = start + len(phrase) if phrase else stop
            if token_id != NO_ID:
                yield Piece(token_id, start, done)
            else:
                yield from self._parts(text, start, stop)

    def _phrase(self, text: str, start: int, chunk: str) -> str:
        """Return the longest word with blanks that stands at ``start``, or nothing."""
        for phrase in self._phrases.get(chunk, ()):
            stop = start + len(phrase)
            if text.startswith(phrase, start) and not text[stop : stop + 1].strip():
                return phrase
        return ""

    def _parts(self, text: str, start: int, stop: int) -> Iterator[Piece]:
        for found in _WORD.finditer(text, start, stop):
            token_id = self._look_up(found[0])
            kind = TokenKind.UNKNOWN if token_id == NO_ID else TokenKind.PLAIN
            yield Piece(token_id, found.start(), found.end(), kind)

    def _look_up(self, word: str) -> int:
        token_id = self._ids.get(word, NO_ID)
        if token_id == NO_ID and self._fold_case:
            token_id = self._ids.get(word.lower(), NO_ID)
        return token_id


def word_list(
    name: str, words: WordList, *, folds: bool | None = None, said: tuple[str, ...] = ()
) -> WordTokenizer:
    """Return a tokenizer of the words of a file, row by row, with its rule in ``notes``.

    ``said``: what its notes tell before the rule.

    Where no word has a capital letter (``folds``, if that is known), words are also looked up in
    small letters.
    """
    if folds is None:
        folds = not any(word is not None and word != word.lower() for word in words)
    rule = "Whole words: a text is cut at blanks, and around marks where need be"
    case = "; capital letters are taken as small ones" if folds else ""
    return WordTokenizer(name, words, fold_case=folds, notes=(*said, f"{rule}{case}."))


BOOK_WORDS = WordTokenizer("book-words", ("brown", "dog", "fox", "jumps", "lazy", "over"))
CAT_WORDS = WordTokenizer("cat-words", ("the", None, "cat", None))
