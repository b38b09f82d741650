"""The bytes of a file from front to back, unpacked and as UTF-8, in pieces."""

import bz2
import codecs
import gzip
import lzma
import re
import zlib
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Protocol

from embedscope.errors import FileError
from embedscope.progress import SILENT, Progress
from embedscope.tables.file_bytes import FileBytes, OpenFile

PIECE_BYTES = 1 << 18
"""Read at a time: small enough for the processor's cache once it is cut into numbers."""
MAGIC_BYTES = 16
"""What a packed file is known by."""
MAX_RATIO = 100
"""Text packs to a third, a table of zeros to a fiftieth; what unpacks to more is a trap."""
MAX_SMALL_BYTES = 1 << 26
"""Any file may unpack to this much."""

MAX_XZ_MEMORY = 1 << 27
"""Twice what the strongest preset of xz needs."""

_UTF8_MARK = codecs.BOM_UTF8
_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class _Readable(Protocol):
    def read(self, n_bytes: int, /) -> bytes: ...


class _Xz:
    """An xz file read without the memory that its header may ask for."""

    def __init__(self, source: _Readable) -> None:
        self._source = source
        self._unpacker = _xz_unpacker()

    def read(self, n_bytes: int, /) -> bytes:
        """Return the next bytes, none at the end; several packed streams are read as one."""
        piece = b""
        while not piece:
            packed = b""
            if self._unpacker.eof:
                packed = self._unpacker.unused_data or self._source.read(PIECE_BYTES)
                packed = packed.lstrip(b"\0")  # streams may be padded
                if not packed:
                    return b""
                self._unpacker = _xz_unpacker()
            elif self._unpacker.needs_input:
                packed = self._source.read(PIECE_BYTES)
                if not packed:
                    raise EOFError
            piece = self._unpacker.decompress(packed, n_bytes)
        return piece


def _xz_unpacker() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_XZ_MEMORY)


_UNPACKERS: dict[str, tuple[re.Pattern[bytes], Callable[[OpenFile], _Readable]]] = {
    "gzip": (re.compile(rb"\x1f\x8b"), lambda file: gzip.GzipFile(fileobj=file.handle)),
    "xz": (re.compile(rb"\xfd7zXZ\x00"), lambda file: _Xz(file.handle)),
    "bzip2": (re.compile(rb"BZh[1-9]1AY&SY"), lambda file: bz2.BZ2File(file.handle)),
}
_FAULTS = (EOFError, zlib.error, lzma.LZMAError, ValueError, OSError)


def packing(head: bytes) -> str:
    """Return "gzip", "xz" or "bzip2" for the first bytes of a packed file, else nothing."""
    return next((name for name, (magic, _) in _UNPACKERS.items() if magic.match(head)), "")


def is_utf16(head: bytes) -> bool:
    """Tell whether a file begins as text in two-byte units does."""
    return head.startswith(_UTF16_MARKS)


def first_bytes(path: Path, n_bytes: int) -> bytes:
    """Return the beginning of a file, unpacked."""
    head = b""
    for piece in raw_pieces(path, SILENT):
        head += piece
        if len(head) >= n_bytes:
            break
    return head[:n_bytes]


def pieces(path: Path, progress: Progress) -> Generator[bytes]:
    """Yield the file's bytes, unpacked, as UTF-8 and without a byte order mark.

    Lines may end as on old Macintoshes: where there is no other line end, they do.
    """
    text = _in_utf8(raw_pieces(path, progress))
    first = next(text, b"")
    if b"\r" not in first or b"\n" in first:
        yield first
        yield from text
        return
    yield first.replace(b"\r", b"\n")
    yield from (piece.replace(b"\r", b"\n") for piece in text)


def _in_utf8(raw: Generator[bytes]) -> Generator[bytes]:
    first = next(raw, b"")
    if is_utf16(first):
        yield from _from_utf16(first, raw)
        return
    yield first.removeprefix(_UTF8_MARK)
    yield from raw


def raw_pieces(path: Path, progress: Progress) -> Generator[bytes]:
    """Yield the file's bytes, unpacked."""
    file = FileBytes(path)
    kind = packing(file.read(0, MAGIC_BYTES))
    with file.opened() as opened:
        if not kind:
            yield from _read(opened.handle, opened, file, progress)
            return
        try:
            unpacked = _UNPACKERS[kind][1](opened)
            yield from _within_limit(_read(unpacked, opened, file, progress), file)
        except _FAULTS as fault:
            if isinstance(fault, OSError) and fault.errno is not None:
                raise  # the disk's fault, not the packing's
            raise FileError(path, _packing_problem(kind, fault)) from fault


def _packing_problem(kind: str, fault: Exception) -> str:
    if isinstance(fault, lzma.LZMAError) and "memory" in str(fault).lower():
        return f"needs more than {MAX_XZ_MEMORY >> 20} MB to be unpacked; unpack it yourself first"
    return f"is damaged or cut short inside its {kind} packing; download it again"


def _read(
    source: _Readable, opened: OpenFile, file: FileBytes, progress: Progress
) -> Generator[bytes]:
    """Yield what ``source`` gives; progress is told by the place in the file below it."""
    while True:
        progress.step(min(1.0, opened.handle.tell() / file.size), f"reading {file.path.name}")
        piece = source.read(PIECE_BYTES)
        if not piece:
            return
        yield piece


def _within_limit(unpacked: Generator[bytes], file: FileBytes) -> Generator[bytes]:
    limit = max(MAX_SMALL_BYTES, MAX_RATIO * file.size)
    n_bytes = 0
    for piece in unpacked:
        n_bytes += len(piece)
        if n_bytes > limit:
            problem = f"unpacks to more than {MAX_RATIO} times its size; unpack it yourself first"
            raise FileError(file.path, problem)
        yield piece


def _from_utf16(first: bytes, rest: Generator[bytes]) -> Generator[bytes]:
    decoder = codecs.getincrementaldecoder("utf-16")(errors="replace")
    yield decoder.decode(first).encode()
    for piece in rest:
        yield decoder.decode(piece).encode()
    yield decoder.decode(b"", final=True).encode()
