"""Pyramids kept on disk between runs, under names that a changed file does not match.

A cache file holds no more than numbers and is only ever a shortcut: one that is missing, damaged,
foreign or cannot be written changes nothing but the time it takes.
"""

import os
import sys
import time
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile

from embedscope.errors import FileError
from embedscope.heatmap.cache_file import read_pyramid, write_pyramid
from embedscope.heatmap.grid import spread_rows
from embedscope.heatmap.pyramid import GROWTH, Pyramid, build_pyramid
from embedscope.progress import SILENT, Progress
from embedscope.tables.gathered import GatheredSource
from embedscope.tables.table import Table

MAX_BYTES = 2 << 30
"""Size that the folder is trimmed to, the pyramids used longest ago first."""
WORTHWHILE = 1 << 26
"""Smaller tables (in values) are faster to pool again than to keep track of."""
_FORMAT = 1
_SUFFIX = ".pyramid"
_END_BYTES = 1 << 16
_PROBE_ROWS = 32
_DAY = 24 * 3600.0


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


def table_key(table: Table) -> str | None:
    """Return a name for exactly this table of this state of its file; None if it has no file.

    It covers the file's place, size, times and ends, and some rows as they are read.
    """
    path = table.path
    if path is None or isinstance(table.source, GatheredSource):
        return None
    try:
        status = path.stat()
        facts = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
        ends = _ends(path, status.st_size) if path.is_file() else b""
        probe = table.rows(spread_rows(table.n_rows, _PROBE_ROWS))
    except (OSError, FileError):  # it changed or went away, which reading it will tell
        return None
    offset = getattr(table.source, "offset", 0)
    named = (_FORMAT, GROWTH, sys.byteorder, str(path.resolve()), facts, table.tensor, offset)
    digest = blake2b(repr((named, table.dtype, table.shape)).encode(), digest_size=20)
    digest.update(ends)
    digest.update(probe.tobytes())
    return digest.hexdigest()


def _ends(path: Path, size: int) -> bytes:
    """Return the first and the last bytes of a file."""
    with path.open("rb") as file:
        head = file.read(_END_BYTES)
        file.seek(max(0, size - _END_BYTES))
        return head + file.read(_END_BYTES)


class PyramidCache:
    """Pyramids in ``folder``, which is made when the first one is kept."""

    def __init__(self, folder: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        self.folder = default_cache_folder() if folder is None else folder
        self.max_bytes = max_bytes

    def load(self, table: Table) -> Pyramid | None:
        """Return the pyramid of ``table`` if a sound one is kept, and note that it was used."""
        key = table_key(table)
        if key is None:
            return None
        path = self._path(key)
        try:
            pyramid = read_pyramid(path, key, table.shape, table.dtype)
            if pyramid is not None:
                os.utime(path)
        except OSError:
            return None
        return pyramid

    def save(self, table: Table, pyramid: Pyramid) -> bool:
        """Keep ``pyramid``; return whether that worked. Never leaves half a file behind."""
        key = table_key(table)
        if key is None or pyramid.n_bytes > self.max_bytes:
            return False
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._write(key, pyramid)
            self.trim()
        except OSError:  # a full or read-only disk: there is no cache, then
            return False
        return True

    def _write(self, key: str, pyramid: Pyramid) -> None:
        """Write aside and move into place, so that a reader never sees a part."""
        with NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as part:
            try:
                write_pyramid(part, key, pyramid)
                part.close()  # Windows moves no open file
                Path(part.name).replace(self._path(key))
            except BaseException:
                part.close()
                Path(part.name).unlink(missing_ok=True)
                raise

    def trim(self) -> None:
        """Delete the pyramids used longest ago until the folder is small enough, and old parts."""
        for part in self.folder.glob("*.part"):
            if time.time() - part.stat().st_mtime > _DAY:
                part.unlink(missing_ok=True)
        newest_first = sorted(self._kept(), reverse=True)
        total = 0
        for _, size, path in newest_first:
            total += size
            if total > self.max_bytes:
                path.unlink(missing_ok=True)

    def clear(self) -> None:
        """Delete every pyramid that is kept."""
        for _, _, path in self._kept():
            path.unlink(missing_ok=True)

    @property
    def n_bytes(self) -> int:
        """Disk space that the kept pyramids take."""
        return sum(size for _, size, _ in self._kept())

    def _kept(self) -> list[tuple[int, int, Path]]:
        """Return (time of last use, size, path) of every pyramid."""
        found = []
        for path in self.folder.glob(f"*{_SUFFIX}"):
            status = path.stat()
            found.append((status.st_mtime_ns, status.st_size, path))
        return found

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}{_SUFFIX}"


def load_or_build(
    table: Table, cache: PyramidCache | None = None, progress: Progress = SILENT
) -> Pyramid:
    """Return the pyramid of ``table``, from ``cache`` (None: switched off) where it can be.

    Only tables that take long to pool, from files, are kept.
    """
    if cache is None or table.n_rows * table.n_dims < WORTHWHILE:
        return build_pyramid(table, progress)
    pyramid = cache.load(table)
    if pyramid is None:
        pyramid = build_pyramid(table, progress)
        cache.save(table, pyramid)
    return pyramid
