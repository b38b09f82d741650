"""The safetensors format, beside the library that defines it."""

import json
from pathlib import Path

import numpy as np
import pytest
from safetensors import SafetensorError, safe_open
from safetensors.numpy import load_file, save_file

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table

EIGHT = b"\0" * 8
Header = dict[str, object]


def entry(
    dtype: str = "F32", shape: object = (2, 1), start: object = 0, stop: object = 8
) -> Header:
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, stop]}


def write(path: Path, header: Header | bytes, data: bytes = EIGHT) -> Path:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)
    return path


REJECTED: dict[str, tuple[Header | bytes, bytes]] = {
    "overlap": ({"a": entry(), "b": entry(start=4, stop=12)}, EIGHT + b"\0" * 4),
    "hole": ({"a": entry(), "b": entry(start=12, stop=20)}, EIGHT * 3),
    "hole at the start": ({"a": entry(start=4, stop=12)}, EIGHT + b"\0" * 4),
    "bytes behind the last": ({"a": entry()}, EIGHT * 2),
    "bytes missing": ({"a": entry()}, b"\0" * 4),
    "shape too large": ({"a": entry(shape=[3, 1])}, EIGHT),
    "negative side": ({"a": entry(shape=[-2, -1])}, EIGHT),
    "sides without end": ({"a": entry(shape=[10**600, 1])}, EIGHT),
    "sides that overflow": ({"a": entry(shape=[2**63, 2])}, EIGHT),
    "unknown type": ({"a": entry(dtype="F31")}, EIGHT),
    "offsets backwards": ({"a": entry(start=8, stop=0)}, EIGHT),
    "no offsets": ({"a": {"dtype": "F32", "shape": [2, 1]}}, EIGHT),
    "a shape of words": ({"a": entry(shape=["2", 1])}, EIGHT),
    "a list for a header": (b"[1, 2]", EIGHT),
    "no text": (b"\xff\xfe\xfd", EIGHT),
    "brackets without end": (b"[" * 100_000, EIGHT),
}


@pytest.mark.parametrize("name", REJECTED)
def test_what_the_library_rejects_is_rejected_in_one_sentence(name: str, tmp_path: Path) -> None:
    header, data = REJECTED[name]
    path = write(tmp_path / "bad.safetensors", header, data)
    with pytest.raises(SafetensorError):
        load_file(path)
    with pytest.raises(FileError, match=r"^bad\.safetensors: [^\n]{10,200}$"):
        open_table(path)


def test_a_header_length_beyond_the_file_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "bad.safetensors"
    for length in (2**40, 2**64 - 1, 100_000_001):
        path.write_bytes(length.to_bytes(8, "little") + b'{"a"')
        with pytest.raises(FileError, match=f"a header of {length:,} bytes does not fit"):
            open_table(path)


def test_a_file_of_seven_bytes_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "bad.safetensors").write_bytes(b"1234567")
    with pytest.raises(FileError, match="only 7 bytes"):
        open_table(tmp_path / "bad.safetensors")


@pytest.mark.parametrize(
    "code", ["?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8"]
)
def test_every_type_the_library_writes_is_read(code: str, tmp_path: Path) -> None:
    values = np.random.default_rng(0).integers(0, 2 if code == "?" else 120, (7, 5)).astype(code)
    path = tmp_path / "a.safetensors"
    save_file({"wte.weight": values, "other": np.zeros(3, code)}, path)
    np.testing.assert_array_equal(open_table(path).exact_rows(range(7)), values)


def test_types_that_are_not_shown_are_named(tmp_path: Path) -> None:
    header: Header = {
        "wte.weight": entry("F4", [4, 4]),
        "x.weight": entry("F32", [2, 1], 8, 16),
        "__metadata__": {"format": "pt"},
    }
    path = write(tmp_path / "a.safetensors", header, EIGHT * 2)
    info = describe_file(path)
    assert [item.problem for item in info.tensors] == [
        "has F4 numbers, which are not supported",
        "",
    ]
    assert info.chosen == "x.weight"
    with pytest.raises(FileError, match=r"tensor wte\.weight has F4 numbers"):
        open_table(path, "wte.weight")


def test_bits_packed_in_whole_numbers_are_not_taken_for_values(tmp_path: Path) -> None:
    header: Header = {
        "model.embed_tokens.weight": entry("U32", [2, 1], 0, 8),
        "model.embed_tokens.scales": entry("F16", [2, 2], 8, 16),
        "model.embed_tokens.biases": entry("F16", [2, 2], 16, 24),
    }
    path = write(tmp_path / "a.safetensors", header, EIGHT * 3)
    with pytest.raises(FileError, match=r"is packed in groups of few bits \(MLX\)"):
        open_table(path, "model.embed_tokens.weight")


def test_a_name_that_is_there_twice_counts_once_as_in_the_library(tmp_path: Path) -> None:
    text = b'{"a": {"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},'
    text += b'"a": {"dtype":"F32","shape":[2,1],"data_offsets":[0,8]}}'
    path = write(tmp_path / "a.safetensors", text)
    with safe_open(path, "np") as library:
        assert list(library.keys()) == ["a"]
    assert open_table(path).shape == (2, 1)


def test_an_empty_tensor_is_listed_and_not_chosen(tmp_path: Path) -> None:
    header: Header = {"empty": entry("F32", [0, 4], 0, 0), "a": entry()}
    info = describe_file(write(tmp_path / "a.safetensors", header))
    assert (info.chosen, len(info.tensors)) == ("a", 2)


def test_a_file_is_known_without_its_ending(tmp_path: Path) -> None:
    path = write(tmp_path / "model", {"a": entry()})
    assert describe_file(path).format == "safetensors"
