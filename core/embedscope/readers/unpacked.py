"""Large packed arrays, unpacked to a file once: they are read piece by piece from then on.

Unpacked into memory, a table of 1 GB would stay there. The file is kept in the cache folder under
a name that a changed archive does not match, with a checksum of pieces from all over it behind
the contents.
"""

import shutil
import zlib
from hashlib import blake2b
from pathlib import Path
from typing import IO

import numpy as np

from embedscope.caching import CacheFolder, caches_are_off, file_digest
from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.zips import Member, unpacked_pieces
from embedscope.tables.file_bytes import FileBytes

LARGE = 1 << 27
"""Arrays of so many bytes are unpacked to a file; smaller ones fit into memory."""
MAX_BYTES = 8 << 30
"""Size that the unpacked files are trimmed to, those used longest ago first."""
_SUFFIX, _USED = ".unpacked", ".used"  # the second is empty: its time is that of the last use
_END = b"embedscope\n"
_N_PROBES, _PROBE_BYTES = 64, 1 << 14


class UnpackedCache(CacheFolder):
    """Contents of archives in ``folder``."""

    def __init__(self, folder: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(folder, (_SUFFIX, _USED), max_bytes)

    def place(self, member: Member) -> Path:
        """Return where the contents of ``member``, as the archive is now, are or would be."""
        named = repr((member.name, member.size, member.start, member.stop))
        digest = blake2b(named.encode(), digest_size=20)
        digest.update(file_digest(member.file.path))
        return self.path(digest.hexdigest(), _SUFFIX)

    def kept(self, member: Member) -> FileBytes | None:
        """Return the file with the contents of ``member`` if it is there and sound."""
        path = self.place(member)
        try:
            file = FileBytes(path)
            n_end = len(_END) + 4
            if file.size != member.size + n_end:
                return None
            with path.open("rb") as opened:
                sound = _checksum(opened, member.size)
            if file.read(member.size, n_end) != _END + sound:
                return None
            path.with_suffix(_USED).touch()  # a touched table would count as changed
        except (FileError, OSError):
            return None
        return file

    def make(self, member: Member, progress: Progress) -> FileBytes | None:
        """Unpack ``member`` and return its file; None where that cannot be written."""
        try:
            with self.written(self.place(member)) as file:
                for piece in unpacked_pieces(member, progress):
                    file.write(piece)
                file.write(_END + _checksum(file, member.size))
            self.trim()
        except OSError:  # a full or read-only disk
            return None
        return self.kept(member)

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


def disk_bytes(member: Member) -> int:
    """Return how much of the disk opening ``member`` will take, 0 if nothing more."""
    cache = default_cache()
    if cache is None or member.size < LARGE or not cache.has_room(member.size):
        return 0
    return 0 if cache.kept(member) is not None else member.size


def unpacked_file(member: Member, progress: Progress) -> FileBytes | None:
    """Return the contents of a large ``member`` as a file; None: unpack it into memory."""
    cache = default_cache()
    if cache is None or member.size < LARGE:
        return None
    kept = cache.kept(member)
    if kept is not None or not cache.has_room(member.size):
        return kept
    return cache.make(member, progress)


def _checksum(file: IO[bytes], size: int) -> bytes:
    """Return 4 bytes for the first ``size`` bytes of ``file``: damage shows, and it is quick."""
    checksum = 0
    for place in np.linspace(0, max(size - _PROBE_BYTES, 0), _N_PROBES).astype(int).tolist():
        file.seek(place)
        checksum = zlib.crc32(file.read(min(_PROBE_BYTES, size)), checksum)
    file.seek(0, 2)
    return checksum.to_bytes(4, "little")
