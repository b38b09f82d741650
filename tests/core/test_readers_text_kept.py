"""Parsed tables that are kept: a shortcut that is never wrong and never in the way."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import Cancelled
from embedscope.progress import SILENT, Progress
from embedscope.readers import open_table
from embedscope.readers.text import kept, parse, streams, vectors, word2vec
from embedscope.readers.text.kept import TableCache
from embedscope.readers.text.rows import FileRows
from embedscope.readers.text.word2vec_scan import Scan
from embedscope.tables.array import ArraySource
from embedscope.tables.flat import FlatSource
from embedscope.tables.table import Table
from embedscope.tokenizers.words import WordTokenizer

NUMBERS = np.random.default_rng(5).normal(size=(300, 7)).astype(np.float32)
LINES = [f"wört{i} " + " ".join(map(str, row)) for i, row in enumerate(NUMBERS)]
TEXT = "301 7\n" + "\n".join(LINES) + "\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TableCache:
    """Return the cache that files opened in this test are kept in, whatever their size."""
    monkeypatch.setattr(kept, "WORTHWHILE", 1)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("EMBEDSCOPE_CACHE", raising=False)
    return TableCache()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file of words and numbers."""
    path = tmp_path / "table.vec"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def no_parsing(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what makes parsing fail from then on."""

    def fail(*_: object) -> None:
        raise AssertionError("was parsed again")

    return lambda: monkeypatch.setattr(vectors, "parse", fail)


def assert_whole(table: Table) -> None:
    np.testing.assert_array_equal(table.rows(range(300)), NUMBERS)
    assert isinstance(table.tokenizer, WordTokenizer)
    assert list(table.tokenizer.words) == [f"wört{i}" for i in range(300)]
    assert next(reversed(table.tokenizer.words)) == "wört299"
    assert table.tokenizer.encode("WÖRT7").ids.tolist() == [7]  # no word has capitals
    assert table.notes == ("300 rows found, header says 301.",)
    assert (table.name, table.tensor) == ("table.vec", "vectors")


def test_the_second_opening_reads_what_the_first_kept(
    path: Path, cache: TableCache, no_parsing: Callable[[], None]
) -> None:
    assert_whole(open_table(path))
    names = sorted(item.suffix for item in cache.folder.iterdir())
    assert names == [".npy", ".words"]
    no_parsing()
    table = open_table(path)
    assert isinstance(table.source, FlatSource)
    assert_whole(table)
    numbers = next(cache.folder.glob("*.npy"))
    np.testing.assert_array_equal(np.load(numbers), NUMBERS)


def test_small_files_are_not_kept(
    path: Path, cache: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "WORTHWHILE", 1 << 22)
    assert isinstance(open_table(path).source, ArraySource)
    assert not cache.folder.exists()


def test_it_can_be_switched_off(
    path: Path, cache: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMBEDSCOPE_CACHE", "off")
    assert_whole(open_table(path))
    monkeypatch.delenv("EMBEDSCOPE_CACHE")
    vectors.read(path, SILENT, lambda: None)
    assert not cache.folder.exists()


def test_a_changed_file_is_read_anew(path: Path, cache: TableCache) -> None:
    open_table(path)
    state = path.stat()
    path.write_text(TEXT.replace("wört7 ", "wörtX "), encoding="utf-8")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    table = open_table(path)
    assert isinstance(table.tokenizer, WordTokenizer)
    assert table.tokenizer.words[7] == "wörtX"
    assert len(list(cache.folder.glob("*.words"))) == 2


def test_readings_of_one_file_are_kept_apart(tmp_path: Path, cache: TableCache) -> None:
    path = tmp_path / "table"
    path.write_text("2 1\n7 5\n8 6\n")
    for _ in range(2):
        assert open_table(path).rows([0, 1]).tolist() == [[5], [6]]
        other = open_table(path, "vectors, line 1 as a row")
        assert other.rows([0, 1, 2]).tolist() == [[2, 1], [7, 5], [8, 6]]
    assert len(list(cache.folder.glob("*.npy"))) == 2


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "short": lambda data: data[:-9],
    "long": lambda data: data + b"\0",
    "one bit": flipped,
    "foreign": lambda data: b"PK\3\4" + data[4:],
    "deep": lambda _: b"embedscope words\n" + b"[" * 60_000 + b"\n",
}


@pytest.mark.parametrize("how", DAMAGE)
@pytest.mark.parametrize("suffix", [".npy", ".words"])
def test_damaged_files_are_ignored_and_replaced(
    how: str, suffix: str, path: Path, cache: TableCache, no_parsing: Callable[[], None]
) -> None:
    open_table(path)
    file = next(cache.folder.glob(f"*{suffix}"))
    file.write_bytes(DAMAGE[how](file.read_bytes()))
    assert_whole(open_table(path))
    no_parsing()
    assert_whole(open_table(path))


def test_what_another_table_left_is_not_taken(
    path: Path, cache: TableCache, tmp_path: Path
) -> None:
    other = tmp_path / "other.vec"
    other.write_text(TEXT.replace("wört", "word"), encoding="utf-8")
    open_table(other)
    foreign = {suffix: next(cache.folder.glob(f"*{suffix}")) for suffix in (".npy", ".words")}
    key = cache.key(path, "")
    for suffix, file in foreign.items():
        file.rename(cache.path(key, suffix))
    assert_whole(open_table(path))


def test_a_full_disk_is_no_fault(
    path: Path, cache: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage:
        free = 10

    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage)
    assert isinstance(open_table(path).source, ArraySource)
    assert list(cache.folder.iterdir()) == []


def test_a_disk_that_fails_while_rows_are_written_is_no_fault(
    path: Path, cache: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(FileRows, "add", fail)
    assert_whole(open_table(path))
    assert list(cache.folder.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_no_fault(
    path: Path, cache: TableCache, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("in the way")
    assert_whole(open_table(path))


def test_nothing_is_left_of_work_that_was_stopped(
    path: Path, cache: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PIECE_BYTES", 1000)
    monkeypatch.setattr(parse, "_SAMPLE_LINES", 5)
    stops = iter([False] * 5 + [True] * 5)
    with pytest.raises(Cancelled):
        open_table(path, progress=Progress(stopped=lambda: next(stops)))
    assert list(cache.folder.iterdir()) == []


def test_the_folder_is_kept_small(tmp_path: Path, cache: TableCache) -> None:
    small = TableCache(cache.folder, max_bytes=30_000)  # two of the tables below
    paths = [tmp_path / f"{i}.vec" for i in range(4)]
    for age, path in enumerate(paths):
        path.write_text(TEXT, encoding="utf-8")
        vectors.read(path, SILENT, lambda: small)
        key = small.key(path, "")
        for file in cache.folder.glob(f"{key}*"):
            os.utime(file, (1000 + age, 1000 + age))
    found = [small.load(small.key(path, "")) is not None for path in paths]
    assert found == [False, False, True, True]
    assert small.n_bytes <= small.max_bytes


def test_places_of_a_large_word2vec_binary_are_kept_not_its_numbers(
    tmp_path: Path, cache: TableCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word2vec, "_LARGE", 1)
    path = tmp_path / "table.bin"
    for end in (b"", b"\n"):
        rows = [b"w%d " % i + row.tobytes() + end for i, row in enumerate(NUMBERS)]
        path.write_bytes(b"300 7\n" + b"".join(rows))
        first = open_table(path)
        with monkeypatch.context() as patch:
            patch.setattr(Scan, "batches", lambda *_: 1 / 0)
            second = open_table(path)
        for table in (first, second):
            np.testing.assert_array_equal(table.rows(range(300)), NUMBERS)
            np.testing.assert_array_equal(table.block(17, 290), NUMBERS[17:290])
    assert [file.suffix for file in cache.folder.iterdir()] == [".words", ".words"]
