"""The words and the places of the rows of a word2vec binary, found from front to back.

Behind a header line "V D" each row is its word, a blank and D float32. Some writers end rows with a
line end, some do not; the first two rows tell.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embedscope.errors import FileError
from embedscope.readers.text.words import counted
from embedscope.tables.base import Ints

MAX_DIMS = 1 << 20
MAX_WORD_BYTES = 1 << 12

_HEADER = re.compile(rb"[ \t]*([0-9]{1,18})[ \t]+([0-9]{1,18})[ \t]*\r?\n")
_LINE_END = b"\n"
_LINE_END_CODE = ord(_LINE_END)


@dataclass(frozen=True)
class Header:
    """The first line: what it promises, and where it ends."""

    n_rows: int
    n_dims: int
    stop: int

    @property
    def row_bytes(self) -> int:
        """Bytes of one row's numbers."""
        return 4 * self.n_dims


def parse_header(head: bytes) -> Header | None:
    """Return the header at the start of a file, None if there is none."""
    found = _HEADER.match(head)
    if found is None or not 0 < int(found[2]) <= MAX_DIMS:
        return None
    return Header(int(found[1]), int(found[2]), found.end())


@dataclass(frozen=True, eq=False)
class Batch:
    """Some rows: the numbers of row i begin at ``starts[i]`` of ``data``."""

    data: bytes
    offset: int  # of ``data`` in the file
    words: list[bytes]
    starts: Ints  # (n,)


class Scan:
    """One pass over the file, after which the rest is known as well."""

    def __init__(self, path: Path, header: Header) -> None:
        self._path = path
        self._header = header
        self._n_line_ends = 0
        self._is_lost = False  # what follows has no blank for long
        self.n_rows = 0
        self.ends_rows = False  # rows end in line ends

    @property
    def is_regular(self) -> bool:
        """Whether all rows, or none, end in line ends."""
        return self._n_line_ends == (self.n_rows - 1) * self.ends_rows

    def batches(self, pieces: Iterator[bytes]) -> Iterator[Batch]:
        """Yield all rows; FileError if one is cut short."""
        data = self._beginning(pieces)
        self.ends_rows = self._has_line_ends(data)
        offset, at = 0, self._header.stop
        while not self._is_lost:
            words, starts, at = self._rows(data, at)
            self.n_rows += len(words)
            if words:
                yield Batch(data, offset, words, np.array(starts))
            piece = next(pieces, b"")
            if not piece:
                break
            data, offset, at = data[at:] + piece, offset + at, 0
        self._check_rest(data[at:])

    def notes(self) -> Iterator[str]:
        """Yield what must be said after the pass, a sentence each."""
        promised = self._header.n_rows
        if self.n_rows != promised:
            yield f"{counted(self.n_rows, 'row')} found, header says {promised:,}."

    def _beginning(self, pieces: Iterator[bytes]) -> bytes:
        """Return at least the first two rows, if there are as many."""
        wanted = self._header.stop + 2 * (MAX_WORD_BYTES + self._header.row_bytes + 2)
        parts: list[bytes] = []
        while sum(map(len, parts)) < wanted:
            parts.append(next(pieces, b""))
            if not parts[-1]:
                break
        return b"".join(parts)

    def _has_line_ends(self, data: bytes) -> bool:
        """Tell whether rows end in line ends: the first and the second do."""
        at = self._header.stop
        for _ in range(2):
            at = data.find(b" ", at) + 1 + self._header.row_bytes
            if data[at : at + 1] not in (_LINE_END, b""):
                return False
            at += 1
        return True

    def _rows(self, data: bytes, at: int) -> tuple[list[bytes], list[int], int]:
        """Return the words and the places of the numbers of whole rows, and where they end."""
        words: list[bytes] = []
        starts: list[int] = []
        while at < len(data):
            is_behind_row = self.ends_rows and (words or self.n_rows)
            word = at + (1 if is_behind_row and data[at] == _LINE_END_CODE else 0)
            blank = data.find(b" ", word, word + MAX_WORD_BYTES)
            stop = blank + 1 + self._header.row_bytes
            if blank < 0 or stop > len(data):
                self._is_lost = blank < 0 and len(data) - word >= MAX_WORD_BYTES
                break
            self._n_line_ends += word - at
            words.append(data[word:blank])
            starts.append(blank + 1)
            at = stop
        return words, starts, at

    def _check_rest(self, rest: bytes) -> None:
        """Raise FileError where ``rest`` is part of a row; what follows the last does no harm."""
        if not rest.strip(b"\r\n \t\0") or 0 < self._header.n_rows <= self.n_rows:
            if not self.n_rows:
                raise FileError(self._path, "has a header, but no rows behind it")
            return
        row = f"row {self.n_rows + 1:,} of {self._header.n_rows:,}"
        if self._is_lost:
            problem = f"{row} has no word: it is damaged, or no word2vec file; download it again"
            raise FileError(self._path, problem)
        n_bytes = max(0, len(rest) - 1 - rest.find(b" ")) if b" " in rest else 0
        sizes = f"{n_bytes:,} of {self._header.row_bytes:,} bytes"
        raise FileError(self._path, f"{row} is cut short ({sizes}); download it again")
