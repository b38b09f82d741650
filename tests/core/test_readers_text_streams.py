"""Packed and two-byte texts, and packings that are damaged or meant as traps."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from embedscope.errors import Cancelled, FileError
from embedscope.progress import SILENT, Progress
from embedscope.readers import describe_file, open_table
from embedscope.readers.text import streams
from embedscope.tokenizers.words import WordTokenizer

TEXT = b"".join(b"w%d %d 0.5\n" % (i, i) for i in range(500))
PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "xz": lzma.compress,
    "bzip2": bz2.compress,
}


def write(folder: Path, data: bytes) -> Path:
    path = folder / "table"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("kind", PACKINGS)
@pytest.mark.parametrize("n_parts", [1, 3])
def test_packed_texts_open(kind: str, n_parts: int, tmp_path: Path) -> None:
    cuts = [TEXT[i * len(TEXT) // n_parts : (i + 1) * len(TEXT) // n_parts] for i in range(n_parts)]
    path = write(tmp_path, b"".join(PACKINGS[kind](cut) for cut in cuts))
    table = open_table(path)
    assert table.rows(range(500)).tolist() == [[i, 0.5] for i in range(500)]
    assert isinstance(table.tokenizer, WordTokenizer)
    assert list(table.tokenizer.words) == [f"w{i}" for i in range(500)]
    assert describe_file(path).format == f"GloVe text ({kind})"


@pytest.mark.parametrize("kind", PACKINGS)
@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_damaged_packings_are_named(kind: str, damage: str, tmp_path: Path) -> None:
    packed = bytearray(PACKINGS[kind](TEXT))
    if damage == "cut":
        del packed[len(packed) // 2 :]
    else:
        packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(FileError, match=f"damaged or cut short inside its {kind} packing"):
        open_table(write(tmp_path, bytes(packed)))


def test_padding_between_xz_streams_is_passed_over(tmp_path: Path) -> None:
    path = write(tmp_path, lzma.compress(TEXT[:8]) + bytes(8) + lzma.compress(TEXT[8:]) + bytes(4))
    assert b"".join(streams.pieces(path, SILENT)) == TEXT


@pytest.mark.parametrize("kind", PACKINGS)
def test_a_text_that_unpacks_to_far_too_much_is_refused(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_SMALL_BYTES", 1 << 20)
    path = write(tmp_path, PACKINGS[kind](b"word 0 0 0\n" * 300_000))
    with pytest.raises(FileError, match="unpacks to more than 100 times its size"):
        open_table(path)


def test_an_xz_file_that_wants_much_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_XZ_MEMORY", 1 << 20)
    with pytest.raises(FileError, match="needs more than 1 MB to be unpacked; unpack it yourself"):
        open_table(write(tmp_path, lzma.compress(TEXT)))


@pytest.mark.parametrize("inside", [b"\x93NUMPY\x01\0", b"\0\1\2\3"])
def test_packed_files_of_other_kinds_are_to_be_unpacked(inside: bytes, tmp_path: Path) -> None:
    with pytest.raises(FileError, match="what is inside is no text; unpack it first"):
        open_table(write(tmp_path, gzip.compress(inside + bytes(100))))


def test_packed_strangers_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is a web page"):
        open_table(write(tmp_path, gzip.compress(b"<!doctype html><p>log in</p>")))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("size", [3, 1 << 18])
def test_two_byte_text(
    encoding: str, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PIECE_BYTES", size)
    text = "日本 1 2\n😀 3 4\n"
    mark = "" if encoding == "utf-16" else "\ufeff"
    path = write(tmp_path, (mark + text).encode(encoding))
    assert b"".join(streams.pieces(path, SILENT)).decode() == text


def test_progress_goes_from_0_to_1_and_can_stop_the_work(tmp_path: Path) -> None:
    path = write(tmp_path, b"word 1 2 3\n" * 100_000)
    shares: list[float] = []
    open_table(path, progress=Progress(lambda done, _: shares.append(done)))
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert len(shares) > 3
    with pytest.raises(Cancelled):
        open_table(path, progress=Progress(stopped=lambda: True))


def test_a_file_that_changes_while_it_is_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "PIECE_BYTES", 1000)
    path = write(tmp_path, TEXT)
    steps = iter(range(10_000))

    def grow(_done: float, _what: str) -> None:
        if next(steps) == 3:
            path.write_bytes(TEXT + TEXT)

    with pytest.raises(FileError, match="changed on disk"):
        open_table(path, progress=Progress(grow))
