"""Files kept on disk between runs, under names that a changed file does not match.

What is kept is only ever a shortcut: a file that is missing, damaged, foreign or cannot be written
changes nothing but the time it takes. ``EMBEDSCOPE_CACHE=off`` in the environment keeps nothing.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

_END_BYTES = 1 << 16
_DAY = 24 * 3600.0
_PART = ".part"


def caches_are_off() -> bool:
    """Tell whether the user wants nothing to be kept."""
    return os.environ.get("EMBEDSCOPE_CACHE", "").lower() in ("off", "0", "no")


def default_cache_folder() -> Path:
    """Return the folder for this program's caches that the platform's custom names."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        return base / "embedscope" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "embedscope"
    chosen = Path(os.environ.get("XDG_CACHE_HOME") or "")  # the standard: ignored if relative
    return (chosen if chosen.is_absolute() else home / ".cache") / "embedscope"


def file_digest(path: Path) -> bytes:
    """Return 20 bytes that stand for a file in its present state; OSError if it is gone.

    They cover its place, size, times and ends.
    """
    status = path.stat()
    facts = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
    digest = blake2b(repr((sys.byteorder, str(path.resolve()), facts)).encode(), digest_size=20)
    if path.is_file():
        digest.update(_ends(path, status.st_size))
    return digest.digest()


def _ends(path: Path, size: int) -> bytes:
    """Return the first and the last bytes of a file."""
    with path.open("rb") as file:
        head = file.read(_END_BYTES)
        file.seek(max(0, size - _END_BYTES))
        return head + file.read(_END_BYTES)


class CacheFolder:
    """Files ``KEY`` + one of ``suffixes`` in ``folder``, which is made when the first is kept.

    Files of the same key are one entry, used and deleted together.
    """

    def __init__(self, folder: Path | None, suffixes: tuple[str, ...], max_bytes: int) -> None:
        self.folder = default_cache_folder() if folder is None else folder
        self.suffixes = suffixes
        self.max_bytes = max_bytes

    def path(self, key: str, suffix: str) -> Path:
        """Return where the file of a key is or would be."""
        return self.folder / f"{key}{suffix}"

    @contextmanager
    def written(self, path: Path) -> Iterator[IO[bytes]]:
        """Give a file to write to that becomes ``path`` at the end, or nothing on any error."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=self.folder, suffix=_PART, delete=False) as part:
            try:
                yield part
                part.close()  # Windows moves no open file
                Path(part.name).replace(path)
            except BaseException:
                part.close()
                Path(part.name).unlink(missing_ok=True)
                raise

    def note_use(self, path: Path) -> None:
        """Have the entry of the file ``path`` count as used now."""
        os.utime(path)

    def trim(self) -> None:
        """Delete the entries used longest ago until the folder is small enough, and old parts."""
        for part in self.folder.glob(f"*{_PART}"):
            with suppress(OSError):
                if time.time() - part.stat().st_mtime > _DAY:
                    part.unlink(missing_ok=True)
        entries = self._entries()
        total = 0
        for key in sorted(entries, key=lambda key: entries[key], reverse=True):
            total += entries[key][1]
            if total > self.max_bytes:
                self._delete(key)

    def clear(self) -> None:
        """Delete every entry."""
        for key in self._entries():
            self._delete(key)

    @property
    def n_bytes(self) -> int:
        """Disk space that the entries take."""
        return sum(size for _, size in self._entries().values())

    def _delete(self, key: str) -> None:
        for suffix in self.suffixes:
            with suppress(OSError):  # Windows deletes no file that is open
                self.path(key, suffix).unlink(missing_ok=True)

    def _entries(self) -> dict[str, tuple[int, int]]:
        """Return key: (time of last use, size)."""
        found: dict[str, tuple[int, int]] = {}
        for suffix in self.suffixes:
            for path in self.folder.glob(f"*{suffix}"):
                try:
                    status = path.stat()
                except OSError:  # another process has deleted it meanwhile
                    continue
                used, size = found.get(path.stem, (0, 0))
                found[path.stem] = max(used, status.st_mtime_ns), size + status.st_size
        return found
