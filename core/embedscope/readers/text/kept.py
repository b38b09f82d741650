"""Tables that took long to read, kept as npy and words, so that opening them again does not.

``KEY.npy`` holds the numbers and can be opened by anything that knows numpy's format. ``KEY.words``
holds the words and what else was found, and comes last: without it the numbers are not used.
"""

import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np

from embedscope.caching import CacheFolder, caches_are_off, file_digest
from embedscope.errors import FileError
from embedscope.readers.text.rows import HEADER_BYTES, FileRows, MemoryRows, Rows, npy_header
from embedscope.readers.text.words import PackedWords
from embedscope.readers.text.words_file import Entry, Facts, read_entry, write_entry
from embedscope.tables.base import Source
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import element_storage

MAX_BYTES = 4 << 30
"""Size that the kept tables are trimmed to, those used longest ago first."""
WORTHWHILE = 1 << 22
"""Smaller tables (in bytes) are read anew faster than anybody notices."""

_FORMAT = 2
_NUMBERS, _WORDS = ".npy", ".words"
_N_PROBES = 64
_PROBE_BYTES = 1 << 14


class TableCache(CacheFolder):
    """Tables in ``folder``."""

    def __init__(self, folder: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(folder, (_NUMBERS, _WORDS), max_bytes)

    def key(self, path: Path, reading: str) -> str:
        """Return the name for what ``reading`` makes of a file in its present state."""
        digest = blake2b(repr((_FORMAT, reading)).encode(), digest_size=20)
        digest.update(file_digest(path))
        return digest.hexdigest()

    def has_room(self, n_bytes: int) -> bool:
        """Tell whether ``n_bytes`` can be kept, with as much to spare on the disk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return n_bytes <= self.max_bytes and 2 * n_bytes < shutil.disk_usage(self.folder).free

    @contextmanager
    def rows(self, key: str) -> Iterator[FileRows]:
        """Give the place for the rows of a table, kept at the end unless there is an error."""
        with self.written(self.path(key, _NUMBERS)) as file:
            rows = FileRows(file)
            yield rows
            rows.finish()

    def save_rest(self, key: str, shape: tuple[int, int], made: "Made") -> None:
        """Keep what belongs to the rows that were written before."""
        checksum = _checksum(FileBytes(self.path(key, _NUMBERS)))
        self.save(key, Entry(shape, *made, checksum))

    def save(self, key: str, entry: Entry) -> None:
        """Keep words and facts."""
        with self.written(self.path(key, _WORDS)) as file:
            write_entry(file, key, entry)
        self.trim()

    def load(self, key: str) -> Entry | None:
        """Return the words and facts of ``key`` if they are kept and sound, and note the use."""
        path = self.path(key, _WORDS)
        try:
            entry = read_entry(path, key)
            self.note_use(path)
        except (OSError, ValueError, LookupError, RecursionError):
            return None
        return entry

    def load_rows(self, key: str, entry: Entry) -> FlatSource | None:
        """Return the rows that belong to ``entry`` if they are kept and sound."""
        try:
            file = FileBytes(self.path(key, _NUMBERS))
            if file.size != HEADER_BYTES + 4 * entry.shape[0] * entry.shape[1]:
                return None
            is_ours = file.read(0, HEADER_BYTES) == npy_header(entry.shape)
            if not is_ours or _checksum(file) != entry.checksum:
                return None
        except FileError:
            return None
        return FlatSource(file, HEADER_BYTES, entry.shape, element_storage("f32"))


def _checksum(file: FileBytes) -> int:
    """Return a checksum of pieces from all over a file: damage shows, and opening stays quick."""
    checksum = 0
    piece = np.empty(min(_PROBE_BYTES, file.size), np.uint8)
    with file.opened() as opened:
        for place in np.linspace(0, file.size - len(piece), _N_PROBES).astype(int):
            opened.read_into(int(place), piece)
            checksum = zlib.crc32(piece.data, checksum)
    return checksum


def default_cache() -> TableCache | None:
    """Return the user's cache, None where it is switched off."""
    return None if caches_are_off() else TableCache()


GetCache = Callable[[], TableCache | None]
Made = tuple[PackedWords | None, Facts]
Make = Callable[[Rows], Made]
"""Reads a file, puts its rows where it is told to, and returns the rest."""


@dataclass(frozen=True, eq=False)
class Found:
    """A table, and what was found besides its numbers."""

    source: Source
    words: PackedWords | None
    facts: Facts


def kept_or_made(
    path: Path, reading: str, n_bytes: int, make: Make, cache: TableCache | None
) -> Found:
    """Return the table that ``make`` reads from ``path``, from the cache where it is kept there.

    ``n_bytes``: about how large its numbers are; small tables are not kept.
    """
    if cache is not None and n_bytes >= WORTHWHILE:
        try:
            key = cache.key(path, reading)
            found = _kept(key, cache) or _made_and_kept(key, n_bytes, make, cache)
        except OSError:  # a full or read-only disk: there is no cache, then
            found = None
        if found is not None:
            return found
    rows = MemoryRows()
    words, facts = make(rows)
    return Found(rows.source(), words, facts)


def _made_and_kept(key: str, n_bytes: int, make: Make, cache: TableCache) -> Found | None:
    if not cache.has_room(n_bytes):
        return None
    with cache.rows(key) as rows:
        made = make(rows)
    cache.save_rest(key, rows.shape, made)
    return _kept(key, cache)


def _kept(key: str, cache: TableCache) -> Found | None:
    entry = cache.load(key)
    source = None if entry is None else cache.load_rows(key, entry)
    return None if entry is None or source is None else Found(source, entry.words, entry.facts)
