"""Zip archives: where their members lie, without unpacking them."""

import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.tables.base import Bytes
from embedscope.tables.file_bytes import FileBytes, OpenFile

MAGIC = b"PK\x03\x04"
_LOCAL_HEADER_BYTES = 30
_MAX_RATIO = 1032  # of deflate
_PIECE_BYTES = 1 << 20
_FAULTS = (
    zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError,
    OverflowError, LookupError,
)  # fmt: skip


@dataclass(frozen=True)
class Member:
    """A file in the archive; a stored one lies as it is at bytes ``start..stop`` of the zip."""

    file: FileBytes
    name: str
    is_stored: bool
    size: int  # unpacked
    start: int
    stop: int


def members(file: FileBytes) -> dict[str, Member]:
    """Return the members of an archive by name; FileError if it is broken or encrypted."""
    try:
        with file.opened() as opened, zipfile.ZipFile(opened.handle) as archive:
            infos = archive.infolist()
            return {info.filename: _member(file, opened, info) for info in infos}
    except _FAULTS as fault:
        problem = "is incomplete or no zip archive; download it again"
        raise FileError(file.path, problem) from fault


def _member(file: FileBytes, opened: OpenFile, info: zipfile.ZipInfo) -> Member:
    """Return where a member lies: behind a local header, whose lengths alone are right."""
    if info.flag_bits & 1:
        raise FileError(file.path, "is encrypted; unpack it first")
    if not 0 <= info.header_offset <= file.size - _LOCAL_HEADER_BYTES:
        raise zipfile.BadZipFile
    header = np.empty(_LOCAL_HEADER_BYTES, np.uint8)
    opened.read_into(info.header_offset, header)
    local = header.tobytes()
    if not local.startswith(MAGIC):
        raise zipfile.BadZipFile
    names = int.from_bytes(local[26:28], "little") + int.from_bytes(local[28:30], "little")
    start = info.header_offset + _LOCAL_HEADER_BYTES + names
    stop = start + info.compress_size
    if stop > file.size:
        raise zipfile.BadZipFile
    if info.file_size > info.compress_size * _MAX_RATIO + _PIECE_BYTES:
        raise zipfile.BadZipFile
    is_stored = info.compress_type == zipfile.ZIP_STORED
    if is_stored and info.file_size != info.compress_size:
        raise zipfile.BadZipFile
    return Member(file, info.filename, is_stored, info.file_size, start, stop)


def unpack(member: Member, first: int, n_bytes: int, progress: Progress) -> Bytes:
    """Return ``n_bytes`` of a member from byte ``first`` of its contents on."""
    out = np.empty(n_bytes, np.uint8)
    if member.is_stored:
        member.file.read_into(member.start + first, out)
        return out
    place = 0
    for piece in _pieces(member, first, n_bytes, progress):
        out[place : place + len(piece)] = np.frombuffer(piece, np.uint8)
        place += len(piece)
    return out


def unpacked_pieces(member: Member, progress: Progress) -> Iterator[bytes]:
    """Yield all contents of a packed member, piece by piece."""
    return _pieces(member, 0, member.size, progress)


def _pieces(member: Member, first: int, n_bytes: int, progress: Progress) -> Iterator[bytes]:
    try:
        with (
            member.file.opened() as opened,
            zipfile.ZipFile(opened.handle) as archive,
            archive.open(member.name) as packed,
        ):
            packed.seek(first)
            for place in range(0, n_bytes, _PIECE_BYTES):
                progress.step(place / n_bytes, f"unpacking {member.name}")
                piece = packed.read(min(_PIECE_BYTES, n_bytes - place))
                yield piece
                if len(piece) < min(_PIECE_BYTES, n_bytes - place):
                    raise EOFError
    except _FAULTS as fault:
        problem = f"has a damaged member {member.name}; download it again"
        raise FileError(member.file.path, problem) from fault
