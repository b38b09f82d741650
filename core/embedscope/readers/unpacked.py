"""Large packed tables, unpacked to a file once: they are read piece by piece from then on.

Unpacked into memory, a table of 1 GB would stay there. The file is kept in the cache folder under
a name that a changed original does not match, with a checksum of pieces from all over it behind
the contents.
"""

import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import IO

import numpy as np

from embedscope.caching import CacheFolder, caches_are_off, file_digest
from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.tables.file_bytes import FileBytes

LARGE = 1 << 27
"""Tables of so many bytes are unpacked to a file; smaller ones fit into memory."""
MAX_BYTES = 8 << 30
"""Size that the unpacked files are trimmed to, those used longest ago first."""
_SUFFIX, _USED = ".unpacked", ".used"  # the second is empty: its time is that of the last use
_END = b"embedscope\n"
_N_PROBES, _PROBE_BYTES = 64, 1 << 14


@dataclass(frozen=True)
class Parcel:
    """Something packed in the file ``path``: ``name`` tells it from all else in there."""

    path: Path
    name: tuple[object, ...]
    size: int  # unpacked, in bytes
    pieces: Callable[[Progress], Iterator[bytes]]


class UnpackedCache(CacheFolder):
    """Contents of packed files in ``folder``."""

    def __init__(self, folder: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(folder, (_SUFFIX, _USED), max_bytes)

    def place(self, parcel: Parcel) -> Path:
        """Return where the contents of ``parcel``, as its file is now, are or would be."""
        digest = blake2b(repr((*parcel.name, parcel.size)).encode(), digest_size=20)
        digest.update(file_digest(parcel.path))
        return self.path(digest.hexdigest(), _SUFFIX)

    def kept(self, parcel: Parcel) -> FileBytes | None:
        """Return the file with the contents of ``parcel`` if it is there and sound."""
        path = self.place(parcel)
        try:
            file = FileBytes(path)
            n_end = len(_END) + 4
            if file.size != parcel.size + n_end:
                return None
            with path.open("rb") as opened:
                sound = _checksum(opened, parcel.size)
            if file.read(parcel.size, n_end) != _END + sound:
                return None
            path.with_suffix(_USED).touch()  # a touched table would count as changed
        except (FileError, OSError):
            return None
        return file

    def make(self, parcel: Parcel, progress: Progress) -> FileBytes | None:
        """Unpack ``parcel`` and return its file; None where that cannot be written."""
        try:
            with self.written(self.place(parcel)) as file:
                for piece in parcel.pieces(progress):
                    file.write(piece)
                file.write(_END + _checksum(file, parcel.size))
            self.trim()
        except OSError:  # a full or read-only disk
            return None
        return self.kept(parcel)

    def has_room(self, n_bytes: int) -> bool:
        """Tell whether ``n_bytes`` can be kept, with as much to spare on the disk."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            return n_bytes <= self.max_bytes and 2 * n_bytes < shutil.disk_usage(self.folder).free
        except OSError:
            return False


def default_cache() -> UnpackedCache | None:
    """Return the user's cache, None where it is switched off."""
    return None if caches_are_off() else UnpackedCache()


def disk_bytes(parcel: Parcel) -> int:
    """Return how much of the disk opening ``parcel`` will take, 0 if nothing more."""
    cache = default_cache()
    if cache is None or parcel.size < LARGE or not cache.has_room(parcel.size):
        return 0
    return 0 if cache.kept(parcel) is not None else parcel.size


def unpacked_file(parcel: Parcel, progress: Progress) -> FileBytes | None:
    """Return the contents of a large ``parcel`` as a file; None: unpack it into memory."""
    cache = default_cache()
    if cache is None or parcel.size < LARGE:
        return None
    kept = cache.kept(parcel)
    if kept is not None or not cache.has_room(parcel.size):
        return kept
    return cache.make(parcel, progress)


def _checksum(file: IO[bytes], size: int) -> bytes:
    """Return 4 bytes for the first ``size`` bytes of ``file``: damage shows, and it is quick."""
    checksum = 0
    for place in np.linspace(0, max(size - _PROBE_BYTES, 0), _N_PROBES).astype(int).tolist():
        file.seek(place)
        checksum = zlib.crc32(file.read(min(_PROBE_BYTES, size)), checksum)
    file.seek(0, 2)
    return checksum.to_bytes(4, "little")
