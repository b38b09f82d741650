"""Surveys on disk: a shortcut that is never wrong and never in the way."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from embedscope.heatmap import cache as cache_module
from embedscope.heatmap import cache_file
from embedscope.heatmap.cache import (
    SurveyCache,
    default_cache_folder,
    load_or_survey,
    table_key,
)
from embedscope.heatmap.survey import Survey, survey_table
from embedscope.progress import Progress
from embedscope.readers import open_table
from embedscope.tables.table import Table


def write_table(path: Path, seed: int = 0, dtype: str = "<f4", bad: bool = False) -> Table:
    values = np.random.default_rng(seed).normal(size=(5000, 30))
    if bad:
        values[1234, 5] = np.nan
    np.save(path, values.astype(dtype))
    return open_table(path)


def assert_same(found: Survey | None, expected: Survey) -> None:
    assert found is not None
    assert found.shape == expected.shape
    for x, y in zip(cache_file._facts(found), cache_file._facts(expected), strict=True):
        assert x.dtype == y.dtype
        np.testing.assert_array_equal(x, y)
    assert (found.pyramid is None) == (expected.pyramid is None)
    if found.pyramid is None or expected.pyramid is None:
        return
    for a, b in zip(found.pyramid.levels, expected.pyramid.levels, strict=True):
        assert (a.shape, a.kind) == (b.shape, b.kind)
        assert (a.rows_per_cell, a.dims_per_cell) == (b.rows_per_cell, b.dims_per_cell)
        for x, y in zip(cache_file._arrays(a.cells), cache_file._arrays(b.cells), strict=True):
            assert x.dtype == y.dtype
            np.testing.assert_array_equal(x, y)


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


@pytest.mark.parametrize("dtype", ["<f4", "<f2"])
@pytest.mark.parametrize("bad", [False, True])
def test_a_survey_comes_back_whole(tmp_path: Path, dtype: str, bad: bool) -> None:
    table = write_table(tmp_path / "a.npy", dtype=dtype, bad=bad)
    cache = SurveyCache(tmp_path / "made" / "when needed")
    survey = survey_table(table)
    assert cache.load(table) is None
    assert cache.save(table, survey)
    assert_same(cache.load(table), survey)
    assert_same(cache.load(open_table(tmp_path / "a.npy")), survey)
    assert cache.n_bytes == only_file(cache.folder).stat().st_size
    cache.clear()
    assert cache.load(table) is None


def test_a_changed_file_does_not_match(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    table = write_table(path)
    key = table_key(table)
    assert key == table_key(open_table(path))
    status = path.stat()
    write_table(path, seed=1)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # same size, same time
    assert path.stat().st_size == status.st_size
    assert table_key(open_table(path)) != key


def test_other_tables_of_the_same_file_do_not_match(tmp_path: Path) -> None:
    table = write_table(tmp_path / "a.npy")
    array = Table.from_array(table.block(0, 5000))
    assert table_key(array) is None  # no file, no key
    assert table_key(table.gather(np.arange(5000)[::-1])) is None
    copy = write_table(tmp_path / "b.npy")
    assert table_key(copy) != table_key(table)
    half = write_table(tmp_path / "c.npy", dtype="<f2")
    assert len({table_key(table), table_key(copy), table_key(half)}) == 3
    (tmp_path / "b.npy").unlink()
    assert table_key(copy) is None


def flip_one_bit(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


MAGIC = b"embedscope survey\n"
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "short": lambda data: data[:-9],
    "long": lambda data: data + b"\0",
    "header": lambda data: data.replace(b"levels", b"levers", 1),
    "grain": lambda data: data.replace(b'"levels": [[', b'"levels": [[0', 1),
    "negative": lambda data: data.replace(b'"levels": [[', b'"levels": [[-', 1),
    "text": lambda data: data.replace(b'"levels": [[8', b'"levels": [["8"', 1),
    "not json": lambda data: data.replace(b'{"key', b'["key', 1),
    "huge": lambda _: MAGIC + b'{"key": "KEY", "levels": [[1, 1, false]]}\n',
    "deep": lambda _: MAGIC + b"[" * 60_000 + b"\n",
    "endless": lambda _: MAGIC + b"1" * 60_000 + b"\n",
    "foreign": lambda data: b"PK\3\4" + data[4:],
    "one bit": flip_one_bit,
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_or_foreign_file_is_ignored_and_replaced(tmp_path: Path, how: str) -> None:
    table = write_table(tmp_path / "a.npy")
    cache = SurveyCache(tmp_path / "cache")
    survey = survey_table(table)
    cache.save(table, survey)
    path = only_file(cache.folder)
    path.write_bytes(DAMAGE[how](path.read_bytes()).replace(b"KEY", path.stem.encode()))
    assert cache.load(table) is None
    assert cache.save(table, survey)
    assert_same(cache.load(table), survey)


def test_the_survey_of_another_table_is_not_taken(tmp_path: Path) -> None:
    table, other = write_table(tmp_path / "a.npy"), write_table(tmp_path / "b.npy", seed=1)
    cache = SurveyCache(tmp_path / "cache")
    cache.save(table, survey_table(table))
    only_file(cache.folder).rename(cache.folder / f"{table_key(other)}.survey")
    assert cache.load(other) is None


def test_the_folder_is_kept_small_and_the_last_used_stay(tmp_path: Path) -> None:
    tables = [write_table(tmp_path / f"{i}.npy", seed=i) for i in range(4)]
    surveys = [survey_table(table) for table in tables]
    cache = SurveyCache(tmp_path / "cache")
    for age, (table, survey) in enumerate(zip(tables[:3], surveys, strict=False)):
        cache.save(table, survey)
        os.utime(cache.path(str(table_key(table)), ".survey"), (1000 + age, 1000 + age))
    one = cache.n_bytes // 3
    small = SurveyCache(cache.folder, max_bytes=3 * one + 10)
    assert small.load(tables[0]) is not None  # used again: no longer the oldest
    small.save(tables[3], surveys[3])
    kept = [small.load(table) is not None for table in tables]
    assert kept == [True, False, True, True]
    assert small.n_bytes <= small.max_bytes
    assert not SurveyCache(cache.folder, max_bytes=one // 2).save(tables[1], surveys[1])


def test_half_written_files_are_swept_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = write_table(tmp_path / "a.npy")
    cache = SurveyCache(tmp_path / "cache")
    survey = survey_table(table)

    def fail(*_: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(cache_module, "write_survey", fail)
        assert not cache.save(table, survey)
    assert list(cache.folder.iterdir()) == []
    old, new = cache.folder / "old.part", cache.folder / "new.part"
    old.write_bytes(b"x")
    new.write_bytes(b"x")
    os.utime(old, (time.time() - 200_000,) * 2)
    assert cache.save(table, survey)
    assert not old.exists()
    assert new.exists()  # another window may be writing it


def test_a_folder_that_cannot_be_made_is_no_fault(tmp_path: Path) -> None:
    table = write_table(tmp_path / "a.npy")
    (tmp_path / "file").write_text("in the way")
    cache = SurveyCache(tmp_path / "file" / "cache")
    assert not cache.save(table, survey_table(table))
    assert cache.load(table) is None


def test_large_tables_are_kept_and_small_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = write_table(tmp_path / "a.npy")
    cache = SurveyCache(tmp_path / "cache")
    load_or_survey(table, cache)
    assert not cache.folder.exists()
    monkeypatch.setattr(cache_module, "WORTHWHILE", 1000)
    reports: list[float] = []
    progress = Progress(lambda done, _: reports.append(done))
    built = load_or_survey(table, cache, progress)
    assert reports
    reports.clear()
    assert_same(load_or_survey(table, cache, progress), built)
    assert not reports  # nothing was built
    only_file(cache.folder).unlink()
    assert_same(load_or_survey(table, None), built)  # switched off
    assert list(cache.folder.iterdir()) == []


def test_the_default_folder_is_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path.home()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere/cache")
    assert default_cache_folder() == Path("/elsewhere/cache/embedscope")
    for unusable in ("", "relative/cache"):
        monkeypatch.setenv("XDG_CACHE_HOME", unusable)
        assert default_cache_folder() == home / ".cache" / "embedscope"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_cache_folder() == home / "Library" / "Caches" / "embedscope"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert default_cache_folder() == home / "AppData" / "Local" / "embedscope" / "Cache"
    assert SurveyCache().folder == default_cache_folder()
