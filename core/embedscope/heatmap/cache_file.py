"""The file of one survey: a line of JSON that says what follows, the arrays, a checksum.

Every size is worked out from the table and compared with the file's before memory is taken.
"""

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from io import BufferedReader
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from embedscope.geometry.stats import RowStats
from embedscope.heatmap.columns import ColumnStats
from embedscope.heatmap.keys import KeyKind, key_dtype, key_kind
from embedscope.heatmap.level import Cells, Level, empty_cells, level_shape
from embedscope.heatmap.pyramid import Pyramid
from embedscope.heatmap.survey import Survey

_MAGIC = b"embedscope survey\n"
_MAX_HEADER = 1 << 16
_MAX_LEVELS = 40

Shape = tuple[int, int]
Grain = tuple[int, int, bool]


def write_survey(file: IO[bytes], key: str, survey: Survey) -> None:
    """Write ``survey``, with its pyramid, of the table named by ``key`` to ``file``."""
    levels = survey.pyramid.levels if survey.pyramid is not None else ()
    grain = [
        [level.rows_per_cell, level.dims_per_cell, level.cells.n_bad is not None]
        for level in levels
    ]
    header = json.dumps({"key": key, "levels": grain}).encode() + b"\n"
    checksum = zlib.crc32(header)
    file.write(_MAGIC + header)
    for array in (*_facts(survey), *(a for level in levels for a in _arrays(level.cells))):
        data = np.ascontiguousarray(array).data
        checksum = zlib.crc32(data, checksum)
        file.write(data)
    file.write(checksum.to_bytes(4, "little"))


def read_survey(path: Path, key: str, shape: Shape, dtype: str) -> Survey | None:
    """Return the survey kept in ``path``; None if there is none, or none sound and of ``key``."""
    if not path.exists():
        return None
    with path.open("rb") as file:
        header = file.readline(_MAX_HEADER) if file.read(len(_MAGIC)) == _MAGIC else b""
        grain = _grain(header, key)
        if grain is None:
            return None
        kind = key_kind(dtype)
        n_bytes = _facts_bytes(shape) + sum(_n_bytes(shape, step, kind) for step in grain)
        if path.stat().st_size != file.tell() + n_bytes + 4:
            return None
        survey = _blank_survey(shape)
        checksum = _fill(_facts(survey), file, zlib.crc32(header))
        levels = []
        for rows, dims, has_bad in grain:
            cells = _blank(level_shape(shape, rows, dims), kind, has_bad)
            checksum = _fill(_arrays(cells), file, checksum)
            levels.append(Level(shape, rows, dims, kind, cells))
        sound = file.read(4) == checksum.to_bytes(4, "little")
    return replace(survey, pyramid=Pyramid(shape, tuple(levels))) if sound else None


def _facts(survey: Survey) -> Iterator[NDArray[np.generic]]:
    """Yield the facts of rows and dims in the order of the file."""
    yield from (survey.rows.norm, survey.rows.flags, survey.peak, survey.first)
    for field in fields(ColumnStats):
        yield getattr(survey.columns, field.name)


def _facts_bytes(shape: Shape) -> int:
    """Return the bytes of the facts of a table of ``shape``."""
    return shape[0] * (8 + 1 + 4 + 8) + shape[1] * 6 * 8


def _blank_survey(shape: Shape) -> Survey:
    """Return facts to be filled; their sizes follow from the table that is there."""
    n_rows, n_dims = shape
    mean, spread, low, high = (np.empty(n_dims) for _ in range(4))
    peak_row, n_bad = (np.empty(n_dims, np.int64) for _ in range(2))
    rows = RowStats(np.empty(n_rows), np.empty(n_rows, np.uint8))
    columns = ColumnStats(mean, spread, low, high, peak_row, n_bad)
    peak, first = np.empty(n_rows, np.float32), np.empty(n_rows, np.int64)
    return Survey(rows, peak, first, columns, None)


def _grain(header: bytes, key: str) -> list[Grain] | None:
    """Return (rows, dims, has bad values) of every level, None unless the header is right."""
    try:
        facts = json.loads(header)
    except (ValueError, RecursionError):
        return None
    if not isinstance(facts, dict) or facts.get("key") != key:
        return None
    levels = facts.get("levels")
    if not isinstance(levels, list) or not 1 <= len(levels) <= _MAX_LEVELS:
        return None
    return [(*step,) for step in levels] if all(map(_is_grain, levels)) else None


def _is_grain(step: object) -> bool:
    """Return whether ``step`` is [rows, dims, has bad values]."""
    if not isinstance(step, list) or [type(part) for part in step] != [int, int, bool]:
        return False
    return bool(min(step[0], step[1]) >= 1)


def _arrays(cells: Cells) -> Iterator[NDArray[np.generic]]:
    """Yield the arrays of a level in the order of the file."""
    yield from (cells.low, cells.high, cells.mean, cells.rms)
    if cells.n_bad is not None:
        yield cells.n_bad


def _n_bytes(shape: Shape, grain: Grain, kind: KeyKind) -> int:
    """Return the bytes of the arrays of one level."""
    height, width = level_shape(shape, grain[0], grain[1])
    per_cell = 2 * key_dtype(kind).itemsize + 2 * 4 + (4 if grain[2] else 0)
    return height * width * per_cell


def _blank(shape: Shape, kind: KeyKind, has_bad: bool) -> Cells:
    """Return cells to be filled."""
    cells = empty_cells(shape, kind)
    return replace(cells, n_bad=np.empty(shape, np.uint32)) if has_bad else cells


def _fill(arrays: Iterable[NDArray[np.generic]], file: BufferedReader, checksum: int) -> int:
    """Read ``arrays`` and return the checksum with theirs added."""
    for array in arrays:
        file.readinto(array.data)
        checksum = zlib.crc32(array.data, checksum)
    return checksum
