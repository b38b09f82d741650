"""Text cut into blocks of whole lines, as bytes and as codes for numpy."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from embedscope.readers.text.decimals import PAD_BYTES
from embedscope.tables.base import Bytes, Ints

MAX_LINE_BYTES = 1 << 22
"""Some hundred thousand numbers; a longer line is no row of a table."""

_PAD = b" " * PAD_BYTES
_LINE_END, _RETURN = ord("\n"), ord("\r")


class LineError(Exception):
    """A line that cannot be read: its number in the file, the field if it is one, and why."""

    def __init__(self, line: int, problem: str, field: str = "") -> None:
        self.line = line
        place = f"line {line}, {field}:" if field else f"line {line}"
        super().__init__(f"{place} {problem}")


class LongLineError(LineError):
    """A line too long for a row; prose may be written so, without a line end."""


@dataclass(frozen=True, eq=False)
class Block:
    """Whole lines of a text; the last one ends in a line end too, whatever the file does.

    All places are counted in ``padded``.
    """

    data: bytes
    first_line: int  # its number in the file, from 1 on
    is_cut: bool = False  # the file has no line end behind the last line
    inner_ends: Ints | None = None  # line ends that are part of a field

    @cached_property
    def padded(self) -> bytes:
        """The text between PAD_BYTES of blanks."""
        return b"".join((_PAD, self.data, _PAD))

    @cached_property
    def codes(self) -> Bytes:
        """The bytes of ``padded``, to be changed at will."""
        return np.frombuffer(bytearray(self.padded), np.uint8)

    @cached_property
    def line_ends(self) -> Ints:
        """Places of the line ends (n,)."""
        ends = np.flatnonzero(self.codes == _LINE_END)
        if self.inner_ends is None:
            return ends
        return np.setdiff1d(ends, self.inner_ends, assume_unique=True)

    @cached_property
    def line_starts(self) -> Ints:
        """Places of the first bytes of the lines (n,)."""
        return np.concatenate(([PAD_BYTES], self.line_ends[:-1] + 1))

    @cached_property
    def text_ends(self) -> Ints:
        """Places behind the last bytes of the lines (n,), without a carriage return."""
        ends: Ints = self.line_ends - (np.take(self.codes, self.line_ends - 1) == _RETURN)
        return ends

    def line(self, index: int) -> bytes:
        """Return the text of a line."""
        return self.padded[self.line_starts[index] : self.text_ends[index]]

    def line_number(self, place: int) -> int:
        """Return the number in the file of the line that ``place`` is in."""
        return self.first_line + self.padded.count(b"\n", 0, place)


def blocks(pieces: Iterable[bytes]) -> Iterator[Block]:
    """Yield the text of ``pieces`` in blocks of about their size, or of one line if that is longer.

    LineError for a line that cannot be a row.
    """
    waiting: list[bytes] = []
    n_waiting, line = 0, 1
    for piece in pieces:
        n_whole = piece.rfind(b"\n") + 1
        if n_whole:
            block = Block(b"".join((*waiting, piece[:n_whole])), line)
            yield block
            line += block.data.count(b"\n")
            waiting, n_waiting = [], 0
        waiting.append(piece[n_whole:])
        n_waiting += len(waiting[-1])
        if n_waiting > MAX_LINE_BYTES:
            problem = f"is longer than {MAX_LINE_BYTES >> 20} MB, no row of a table"
            raise LongLineError(line, problem)
    rest = b"".join(waiting)
    if rest:
        yield Block(rest + b"\n", line, is_cut=True)
