"""Files are written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from embedscope.errors import FileError
from embedscope.export import with_ending, write_aside, written_aside


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a", "a.svg"),
        ("a.svg", "a.svg"),
        ("a.SVG", "a.SVG"),
        ("a.png", "a.png.svg"),
        ("a--b ü 漢", "a--b ü 漢.svg"),
        (".svg", ".svg.svg"),
        ("v1.2", "v1.2.svg"),
    ],
)
def test_X10_a_missing_ending_is_added(name: str, expected: str) -> None:
    assert with_ending(Path("folder") / name, "svg") == Path("folder") / expected


def test_the_file_appears_whole_and_alone(tmp_path: Path) -> None:
    place = tmp_path / "a--b ü 漢.bin"
    write_aside(place, b"whole")
    assert place.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [place]


def test_a_fault_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    place = tmp_path / "x"
    place.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), written_aside(place) as file:
        file.write(b"half" * (1 // 0))
    assert place.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [place]


def test_a_fault_leaves_no_empty_file(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), written_aside(tmp_path / "x"):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_faults_are_sentences_that_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"^x.png: cannot be written: there is no folder"):
        write_aside(tmp_path / "none" / "x.png", b"")
    with pytest.raises(FileError, match="this is a folder"):
        write_aside(tmp_path, b"")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError, match="is not a folder"):
        write_aside(tmp_path / "file" / "x.png", b"")
    with pytest.raises(FileError, match="cannot be written"):
        write_aside(tmp_path / "a\0b", b"")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_no_permission_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(FileError, match="no permission"):
            write_aside(tmp_path / "x", b"")
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.skipif(os.name != "posix", reason="links and permissions of POSIX")
def test_links_are_followed_and_permissions_kept(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_aside(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="/dev/null")
def test_devices_are_written_to_not_replaced() -> None:
    write_aside("/dev/null", b"gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="/dev/null")
def test_no_file_is_made_up_beside_a_device_a_pipe_or_a_folder(tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for path, words in (
        ("/dev/null", "null: is no ordinary file; give a name that ends in .png"),
        (pipe, "pipe: is no ordinary file; give a name that ends in .png"),
        (folder, "folder: this is a folder; give the name of a file in it"),
    ):
        with pytest.raises(FileError) as fault:
            with_ending(path, "png")
        assert str(fault.value) == words
    (tmp_path / "plain").write_bytes(b"there")
    assert with_ending(tmp_path / "plain", "png") == tmp_path / "plain.png"
    assert with_ending(tmp_path / ("x" * 300), "png").suffix == ".png"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder of Linux that takes no files")
def test_a_folder_that_is_there_is_not_called_missing() -> None:
    with pytest.raises(FileError, match=r"^x.png: cannot be written \("):
        write_aside(Path("/proc/self/x.png"), b"")
