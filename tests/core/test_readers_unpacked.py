"""Large packed arrays are unpacked to a file once; a file that is not sound is made again."""

import os
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import Cancelled, FileError
from embedscope.progress import Progress
from embedscope.readers import look_into, open_table, unpacked
from embedscope.readers.unpacked import UnpackedCache
from embedscope.tables.array import ArraySource
from embedscope.tables.flat import FlatSource
from embedscope.tables.turned import TurnedSource


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> UnpackedCache:
    monkeypatch.setattr(unpacked, "LARGE", 10_000)
    made = UnpackedCache(tmp_path / "cache")
    monkeypatch.setattr(unpacked, "default_cache", lambda: made)
    return made


def packed(path: Path, n_rows: int = 3000, dtype: str = "<f2", order: str = "C") -> np.ndarray:
    values = np.random.default_rng(0).normal(size=(n_rows, 30)).astype(dtype)
    np.savez_compressed(path, wte=np.asarray(values, order=order))  # type: ignore[call-overload]
    return values


def files(cache: UnpackedCache) -> list[Path]:
    return sorted(cache.folder.glob("*.unpacked"))


@pytest.mark.parametrize(("order", "kind"), [("C", FlatSource), ("F", TurnedSource)])
def test_a_large_packed_array_is_read_from_a_file_from_then_on(
    tmp_path: Path, cache: UnpackedCache, order: str, kind: type
) -> None:
    path = tmp_path / "a.npz"
    values = packed(path, order=order)
    assert look_into(path).disk_bytes() > values.nbytes
    table = open_table(path)
    assert isinstance(table.source, kind)
    np.testing.assert_array_equal(table.block(0, 3000), values.astype(np.float32))
    assert len(files(cache)) == 1
    assert look_into(path).disk_bytes() == 0
    told: list[str] = []
    again = look_into(path).table(progress=Progress(lambda _done, what: told.append(what)))
    np.testing.assert_array_equal(again.rows([7]), values[[7]].astype(np.float32))
    assert "unpacking wte.npy" not in told
    assert again.path == path


@pytest.mark.parametrize("how", ["cut", "changed", "longer", "foreign"])
def test_a_damaged_file_is_made_again(tmp_path: Path, cache: UnpackedCache, how: str) -> None:
    path = tmp_path / "a.npz"
    values = packed(path)
    open_table(path)
    (kept,) = files(cache)
    data = kept.read_bytes()
    damaged = {
        "cut": data[:-5],
        "changed": data[:500] + bytes([data[500] ^ 1]) + data[501:],
        "longer": data + b"x",
        "foreign": b"\0" * len(data),
    }
    kept.write_bytes(damaged[how])
    table = open_table(path)
    np.testing.assert_array_equal(table.block(0, 3000), values.astype(np.float32))
    assert kept.read_bytes() == data


def test_another_state_of_the_archive_is_another_file(tmp_path: Path, cache: UnpackedCache) -> None:
    path = tmp_path / "a.npz"
    packed(path)
    open_table(path)
    values = packed(path, 2000)
    os.utime(path)
    np.testing.assert_array_equal(open_table(path).block(0, 2000), values.astype(np.float32))
    assert len(files(cache)) == 2


def test_small_arrays_and_a_full_disk_stay_in_memory(
    tmp_path: Path, cache: UnpackedCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.npz"
    values = packed(path, 100)
    assert isinstance(open_table(path).source, ArraySource)
    assert not cache.folder.exists()
    values = packed(path)
    monkeypatch.setattr(UnpackedCache, "has_room", lambda *_: False)
    table = open_table(path)
    assert isinstance(table.source, ArraySource)
    np.testing.assert_array_equal(table.block(0, 3000), values.astype(np.float32))
    monkeypatch.setattr(unpacked, "default_cache", lambda: None)
    assert isinstance(open_table(path).source, ArraySource)
    assert look_into(path).disk_bytes() == 0


def test_unpacking_stops_when_asked_and_leaves_nothing(
    tmp_path: Path, cache: UnpackedCache
) -> None:
    path = tmp_path / "a.npz"
    packed(path)
    file = look_into(path)
    with pytest.raises(Cancelled):
        file.table(progress=Progress(stopped=lambda: True))
    assert files(cache) == []


def test_a_damaged_archive_says_so(tmp_path: Path, cache: UnpackedCache) -> None:
    path = tmp_path / "a.npz"
    packed(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(FileError, match="damaged member wte"):
        open_table(path)
    assert files(cache) == []


def test_a_file_that_cannot_be_deleted_keeps_no_table_in_memory(
    tmp_path: Path, cache: UnpackedCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed(tmp_path / "a.npz")
    first = open_table(tmp_path / "a.npz")
    (kept,) = files(cache)
    cache.max_bytes = kept.stat().st_size + 100  # room for one
    unlink = Path.unlink

    def refused(path: Path, missing_ok: bool = False) -> None:
        if path == kept:
            raise PermissionError(13, "used by another process")  # as Windows has it
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    values = packed(tmp_path / "b.npz", dtype="<i2")
    second = open_table(tmp_path / "b.npz")
    assert isinstance(second.source, FlatSource)
    assert first.shape == second.shape == values.shape
