"""Files that change, vanish or are no files at all."""

import os
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import open_table
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.table import Table


@pytest.fixture
def big_table(tmp_path: Path) -> Table:
    """20 MB of ones, opened."""
    path = tmp_path / "big.npy"
    np.save(path, np.ones((50_000, 100), "f4"))
    return open_table(path)


def where(table: Table) -> Path:
    assert table.path is not None
    return table.path


def test_F39_a_file_cut_short_while_open_is_told(big_table: Table) -> None:
    assert big_table.rows([49_999]).sum() == 100
    os.truncate(where(big_table), 1024)
    with pytest.raises(FileError, match=r"^big\.npy: changed on disk .*; open it again$"):
        big_table.rows([49_999])
    with pytest.raises(FileError, match="changed on disk"):
        list(big_table.blocks())


def test_F39_a_file_replaced_while_open_is_told(big_table: Table, tmp_path: Path) -> None:
    other = tmp_path / "other.npy"
    np.save(other, np.zeros((50_000, 100), "f4"))
    os.replace(other, where(big_table))
    with pytest.raises(FileError, match="changed on disk"):
        big_table.rows([0])


def test_F39_a_file_written_over_while_open_is_told(big_table: Table) -> None:
    with open(where(big_table), "r+b") as file:
        file.seek(1000)
        file.write(b"new")
    os.utime(where(big_table), ns=(0, 0))
    with pytest.raises(FileError, match="changed on disk"):
        big_table.block(0, 10)


def test_F39_a_file_deleted_while_open_is_told(big_table: Table) -> None:
    where(big_table).unlink()
    with pytest.raises(FileError, match="moved or deleted; open it again"):
        big_table.rows([0])


def test_F39_nothing_stays_open_between_reads(big_table: Table) -> None:
    big_table.rows([0])
    handles = os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []
    targets = [os.path.realpath(f"/proc/self/fd/{handle}") for handle in handles]
    assert str(where(big_table)) not in targets


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is a folder"):
        FileBytes(tmp_path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"nothing\.bin: cannot be read \(No such file"):
        FileBytes(tmp_path / "nothing.bin")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileError, match="not a regular file"):
        FileBytes(tmp_path / "pipe")


def test_bytes_are_cut_at_the_end_only(tmp_path: Path) -> None:
    path = tmp_path / "ten"
    path.write_bytes(b"0123456789")
    file = FileBytes(path)
    assert file.read(2, 3) == b"234"
    assert file.read(8, 1 << 40) == b"89"
    assert file.read(10, 5) == file.read(99, 5) == b""
