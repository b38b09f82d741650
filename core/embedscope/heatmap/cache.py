"""Surveys kept on disk between runs, under names that a changed file does not match.

A cache file holds no more than numbers and is only ever a shortcut: one that is missing, damaged,
foreign or cannot be written changes nothing but the time it takes.
"""

from hashlib import blake2b
from pathlib import Path

from embedscope.caching import CacheFolder, default_cache_folder, file_digest
from embedscope.errors import FileError
from embedscope.heatmap.cache_file import read_survey, write_survey
from embedscope.heatmap.grid import spread_rows
from embedscope.heatmap.pyramid import GROWTH
from embedscope.heatmap.survey import Survey, survey_table
from embedscope.progress import SILENT, Progress
from embedscope.tables.gathered import GatheredSource
from embedscope.tables.table import Table

__all__ = ["SurveyCache", "default_cache_folder", "load_or_survey", "table_key"]

MAX_BYTES = 2 << 30
"""Size that the folder is trimmed to, the surveys used longest ago first."""
WORTHWHILE = 1 << 26
"""Smaller tables (in values) are faster to read again than to keep track of."""
DIRECT_VALUES = 8_000_000
"""Tables of so many values are drawn without a pyramid."""
_FORMAT = 3
_SUFFIX = ".survey"
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


class SurveyCache(CacheFolder):
    """Surveys in ``folder``."""

    def __init__(self, folder: Path | None = None, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(folder, (_SUFFIX,), max_bytes)

    def load(self, table: Table) -> Survey | None:
        """Return the survey of ``table`` if a sound one is kept, and note that it was used."""
        key = table_key(table)
        if key is None:
            return None
        path = self.path(key, _SUFFIX)
        try:
            survey = read_survey(path, key, table.shape, table.dtype)
            if survey is not None:
                self.note_use(path)
        except OSError:
            return None
        return survey.with_oddities() if survey is not None else None

    def save(self, table: Table, survey: Survey) -> bool:
        """Keep ``survey``; return whether that worked. Never leaves half a file behind."""
        key = table_key(table)
        if key is None or (survey.pyramid and survey.pyramid.n_bytes > self.max_bytes):
            return False
        try:
            with self.written(self.path(key, _SUFFIX)) as file:
                write_survey(file, key, survey)
            self.trim()
        except OSError:  # a full or read-only disk: there is no cache, then
            return False
        return True


def is_kept(table: Table) -> bool:
    """Tell whether the survey of ``table`` takes long enough to be kept."""
    return table.n_rows * table.n_dims >= WORTHWHILE and table.path is not None


def survey_and_keep(
    table: Table, cache: SurveyCache | None = None, progress: Progress = SILENT
) -> Survey:
    """Return the survey of ``table``, and keep it in ``cache`` (None: switched off) if worthwhile.

    Tables that are drawn quickly as they are get no pyramid.
    """
    worthwhile = is_kept(table)
    with_pyramid = worthwhile or table.n_rows * table.n_dims > DIRECT_VALUES
    survey = survey_table(table, progress, with_pyramid=with_pyramid)
    if cache is not None and worthwhile:
        cache.save(table, survey)
    return survey


def load_or_survey(
    table: Table, cache: SurveyCache | None = None, progress: Progress = SILENT
) -> Survey:
    """Return the survey of ``table`` that is kept in ``cache``, else find it and keep it."""
    found = cache.load(table) if cache is not None and is_kept(table) else None
    return survey_and_keep(table, cache, progress) if found is None else found
