"""Files taken for tables by mistake are named for what they are."""

from pathlib import Path

import pytest

from embedscope.errors import FileError
from embedscope.readers import open_table

STRANGERS = {
    b"": "is empty",
    b"version https://git-lfs.github.com/spec/v1\nsize x\n": "LFS pointer, not the data;",
    b"\xef\xbb\xbf\n <!DOCTYPE HTML><html>": "web page",
    b"<html lang='en'>": "web page",
    b"\xba\x16\x4f\x2f\x0c\0\0\0": "fastText model",
    b"\x80\x04\x95\x10": "Python pickle",
    b"\x80\x02}q\0.": "Python pickle",
    b"lmgg\1\0\0\0": "old GGML format",
    b"\x89HDF\r\n\x1a\n": "HDF5",
    b"%PDF-1.7": "PDF",
    b"\x89PNG\r\n": "picture",
    b"Rar!\x1a": "RAR",
    b"\x28\xb5\x2f\xfd\x04": "packed with zstd; unpack it first",
}


@pytest.mark.parametrize("head", STRANGERS)
@pytest.mark.parametrize("name", ["model.safetensors", "table.npy", "weights.bin"])
def test_a_stranger_is_refused_by_its_first_bytes(head: bytes, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(head)
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / name)
    assert STRANGERS[head] in str(caught.value)
