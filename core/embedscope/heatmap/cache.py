"""Pyramids kept on disk between runs, under names that a changed file does not match.

A cache file holds no more than numbers and is only ever a shortcut: one that is missing, damaged,
foreign or cannot be written changes nothing but the time it takes.
"""

from hashlib import blake2b
from pathlib import Path

from embedscope.caching import CacheFolder, default_cache_folder, file_digest
from embedscope.errors import FileError
from embedscope.heatmap.cache_file import read_pyramid, write_pyramid
from embedscope.heatmap.grid import spread_rows
from embedscope.heatmap.pyramid import GROWTH, Pyramid, build_pyramid
from embedscope.progress import SILENT, Progress
from embedscope.tables.gathered import GatheredSource
from embedscope.tables.table import Table

__all__ = ["PyramidCache", "default_cache_folder", "load_or_build", "table_key"]

MAX_BYTES = 2 << 30
"""Size that the folder is trimmed to, the pyramids used longest ago first."""
WORTHWHILE = 1 << 26
"""Smaller tables (in values) are faster to pool again than to keep track of."""
_FORMAT = 2
_SUFFIX = ".pyramid"
_PROBE_ROWS = 32


def table_key(table: Table) -> str | None:
    """Return a name for exactly this table of this state of its file; None if it has no file.

    It covers the file's place, size, times and ends, and some rows as they are read.
    """
    path = table.path
    if path is None or isinstance(table.source, GatheredSource):
        return None
    try:
        state = file_digest(path)
        probe = table.rows(spread_rows(table.n_rows, _PROBE_ROWS))
    except (OSError, FileError):  # it changed or went away, which reading it will tell
        return None
    offset = getattr(table.source, "offset", 0)
    named = (_FORMAT, GROWTH, table.tensor, offset, table.dtype, table.shape)
    digest = blake2b(repr(named).encode(), digest_size=20)
    digest.update(state)
    digest.update(probe.tobytes())
    return digest.hexdigest()


class PyramidCache(CacheFolder):
    """Pyramids in ``folder``."""

    def __init__(self, folder: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(folder, (_SUFFIX,), max_bytes)

    def load(self, table: Table) -> Pyramid | None:
        """Return the pyramid of ``table`` if a sound one is kept, and note that it was used."""
        key = table_key(table)
        if key is None:
            return None
        path = self.path(key, _SUFFIX)
        try:
            pyramid = read_pyramid(path, key, table.shape, table.dtype)
            if pyramid is not None:
                self.note_use(path)
        except OSError:
            return None
        return pyramid

    def save(self, table: Table, pyramid: Pyramid) -> bool:
        """Keep ``pyramid``; return whether that worked. Never leaves half a file behind."""
        key = table_key(table)
        if key is None or pyramid.n_bytes > self.max_bytes:
            return False
        try:
            with self.written(self.path(key, _SUFFIX)) as file:
                write_pyramid(file, key, pyramid)
            self.trim()
        except OSError:  # a full or read-only disk: there is no cache, then
            return False
        return True


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
