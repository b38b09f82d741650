"""Reading a binary header from front to back, a piece of the file at a time."""

import struct
from pathlib import Path

from embedscope.errors import FileError
from embedscope.tables.file_bytes import FileBytes

PIECE_BYTES = 1 << 20
LENGTH = struct.Struct("<Q")


class Cursor:
    """A place in the bytes ``start..stop`` of a file; reading past ``stop`` gives FileError."""

    def __init__(self, file: FileBytes, start: int = 0, stop: int | None = None) -> None:
        self.file = file
        self.stop = file.size if stop is None else stop
        self._piece = b""
        self._piece_start = start
        self._at = 0  # within the piece

    @property
    def path(self) -> Path:
        """The file's path, for messages."""
        return self.file.path

    @property
    def position(self) -> int:
        """Bytes from the start of the file."""
        return self._piece_start + self._at

    @property
    def n_left(self) -> int:
        """Bytes up to ``stop``."""
        return self.stop - self.position

    def skip(self, n_bytes: int) -> None:
        """Go on by ``n_bytes``."""
        self._need(n_bytes)
        self._at += n_bytes

    def take(self, n_bytes: int) -> bytes:
        """Return the next ``n_bytes``."""
        self._fill(n_bytes)
        start = self._at
        self._at += n_bytes
        return self._piece[start : self._at]

    def number(self, form: struct.Struct) -> int | float:
        """Return one number of the given form."""
        value: int | float = form.unpack(self.take(form.size))[0]
        return value

    def skip_strings(self, count: int, length: struct.Struct = LENGTH) -> None:
        """Go past ``count`` strings, each behind its length of 8 bytes (a vocabulary: 10^5)."""
        unpack = length.unpack_from
        while count:
            self._fill(8)
            piece, at, last = self._piece, self._at, len(self._piece) - 8
            while count and at <= last:
                at += 8 + unpack(piece, at)[0]
                count -= 1
            self.skip(at - self._at)

    def strings(self, count: int, length: struct.Struct = LENGTH) -> list[bytes]:
        """Return the next ``count`` strings, each behind its length of 8 bytes."""
        if count > self.n_left // 8:
            raise self.cut_short()
        return [self.take(int(self.number(length))) for _ in range(count)]

    def cut_short(self) -> FileError:
        """Return the error for a file that ends too early."""
        return FileError(self.path, "is incomplete or damaged; download it again")

    def _need(self, n_bytes: int) -> None:
        if n_bytes > self.n_left:
            raise self.cut_short()

    def _fill(self, n_bytes: int) -> None:
        """Have at least ``n_bytes`` from here on in the piece."""
        if self._at + n_bytes <= len(self._piece):
            return
        self._need(n_bytes)
        self._piece_start, self._at = self.position, 0
        wanted = min(max(n_bytes, PIECE_BYTES), self.stop - self._piece_start)
        self._piece = self.file.read(self._piece_start, wanted)
