"""The words of a table, kept as their bytes: a tenth of the memory of a list of texts."""

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np

from embedscope.tables.base import Ints


class PackedWords(Sequence[str]):
    """Word i is ``data[ends[i - 1]:ends[i]]``; bytes that are not UTF-8 become lone surrogates.

    They are told apart that way, and ``visible`` shows them as escapes.
    """

    def __init__(self, data: bytes, ends: Ints) -> None:
        self.data = data
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        start = int(self.ends[place - 1]) if place else 0
        return _decode(self.data[start : int(self.ends[place])])

    def __iter__(self) -> Iterator[str]:
        start = 0
        for end in self.ends.tolist():
            yield _decode(self.data[start:end])
            start = end

    def __reversed__(self) -> Iterator[str]:
        ends = self.ends.tolist()
        starts = [0, *ends[:-1]]
        for start, end in zip(reversed(starts), reversed(ends), strict=True):
            yield _decode(self.data[start:end])

    @property
    def has_capitals(self) -> bool:
        """Whether any word would be another in small letters."""
        text = _decode(self.data)
        return text != text.lower()


def _decode(word: bytes) -> str:
    return word.decode("utf-8", "surrogateescape")


class WordCollector:
    """Takes the words of a file, block by block."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._lengths: list[np.ndarray[tuple[int], np.dtype[np.uint32]]] = []
        self._hashes: list[Ints] = []
        self.n_undecodable = 0

    def add(self, words: Sequence[bytes]) -> None:
        """Put ``words`` behind those that are there."""
        self._data += b"".join(words)
        self._lengths.append(np.fromiter(map(len, words), np.uint32, len(words)))
        self._hashes.append(np.fromiter(map(hash, words), np.int64, len(words)))
        if not _is_utf8(b"\n".join(words)):  # side by side, halves could make a character
            self.n_undecodable += sum(not _is_utf8(word) for word in words)

    def finish(self) -> PackedWords:
        """Return all words."""
        lengths = np.concatenate(self._lengths) if self._lengths else np.zeros(0, np.uint32)
        return PackedWords(bytes(self._data), np.cumsum(lengths, dtype=np.int64))

    def notes(self) -> Iterator[str]:
        """Yield what must be said about the words, a sentence each."""
        if self.n_undecodable:
            words = counted(self.n_undecodable, "word")
            yield f"{words} not in UTF-8: the bytes that are not are shown as escapes."
        n_repeated = self._count_repeated()
        if n_repeated:
            rows = counted(n_repeated, "row")
            yield f"{rows} with a word that an earlier row has too: texts take the earlier one."

    def _count_repeated(self) -> int:
        hashes = np.concatenate(self._hashes) if self._hashes else np.zeros(0, np.int64)
        hashes.sort()
        return int(np.count_nonzero(hashes[1:] == hashes[:-1]))


def counted(number: int, what: str) -> str:
    """Return "1 row", "2,000 rows"."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
