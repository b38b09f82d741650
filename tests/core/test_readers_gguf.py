"""GGUF files as the gguf library writes them, and its dequantisation as the oracle of values."""

import struct
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.errors import FileError
from embedscope.readers import describe_file, gguf_header, open_table
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.quants import QUANTS

LETTERS = {"f32": np.float32, "f16": np.float16, "f64": np.float64, "i8": np.int8}


def write(
    path: Path, tensors: dict[str, Any], *, n_tokens: int = 0, big_endian: bool = False
) -> Path:
    """Write a file with plain arrays, or (raw bytes, type) pairs, and a vocabulary."""
    order = gguf.GGUFEndian.BIG if big_endian else gguf.GGUFEndian.LITTLE
    writer = gguf.GGUFWriter(path, "llama", endianess=order)
    if n_tokens:
        writer.add_token_list([f"tok{i}é" for i in range(n_tokens)])
        writer.add_token_scores([0.5] * n_tokens)
        writer.add_token_types([1] * n_tokens)
        writer.add_token_merges([f"a{i} b" for i in range(n_tokens)])
    writer.add_chat_template("{{ x }}" * 20_000)
    for name, value in tensors.items():
        if isinstance(value, tuple):
            writer.add_tensor(name, value[0], raw_dtype=value[1])
        else:
            writer.add_tensor(name, value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def raw_rows(
    name: str, n_rows: int, n_dims: int, seed: int = 0
) -> np.ndarray[Any, np.dtype[np.uint8]]:
    shape = n_rows, QUANTS[name].row_bytes(n_dims)
    return np.random.default_rng(seed).integers(0, 256, shape, np.uint8)


@pytest.mark.parametrize("name", QUANTS)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_block_decodes_to_the_library_s_bits(name: str, seed: int) -> None:
    raw = raw_rows(name, 3, 512, seed)
    found = np.empty((3, 512), np.float32)
    QUANTS[name].decode(raw, found)
    with np.errstate(all="ignore"):
        expected = gguf.dequantize(raw, gguf.GGMLQuantizationType[name.upper()])
    is_nan = np.isnan(found) & np.isnan(expected)  # NaN has many patterns
    assert ((found.view(np.uint32) == expected.view(np.uint32)) | is_nan).all()


@pytest.mark.parametrize("name", QUANTS)
def test_quantised_rows_in_any_order(name: str, tmp_path: Path) -> None:
    raw = raw_rows(name, 50, 256) & 0x3B  # no infinite scales
    kind = gguf.GGMLQuantizationType[name.upper()]
    path = write(tmp_path / "a.gguf", {"token_embd.weight": (raw, kind)})
    expected = gguf.dequantize(raw, kind)
    table = open_table(path)
    assert (table.shape, table.dtype, table.n_bytes) == ((50, 256), name, raw.nbytes)
    ids = [49, 0, 7, 7, 8]
    np.testing.assert_array_equal(table.rows(ids), expected[ids])
    np.testing.assert_array_equal(table.block(3, 50), expected[3:])
    np.testing.assert_array_equal(table.exact_rows(ids), expected[ids])


@pytest.mark.parametrize("big_endian", [False, True])
@pytest.mark.parametrize("name", LETTERS)
def test_plain_numbers_in_both_byte_orders(name: str, big_endian: bool, tmp_path: Path) -> None:
    values = np.arange(-30, 30).reshape(12, 5).astype(LETTERS[name])
    path = write(tmp_path / "a.gguf", {"token_embd.weight": values}, big_endian=big_endian)
    table = open_table(path)
    assert (table.shape, table.dtype) == ((12, 5), name)
    np.testing.assert_array_equal(table.rows(range(12)), values.astype(np.float32))


def test_bfloat16(tmp_path: Path) -> None:
    raw = np.array([[0x3F80, 0xC020]], "<u2").view(np.uint8)
    kind = gguf.GGMLQuantizationType.BF16
    path = write(tmp_path / "a.gguf", {"token_embd.weight": (raw, kind)})
    assert open_table(path).rows([0]).tolist() == [[1, -2.5]]


def test_other_types_are_named_with_a_remedy(tmp_path: Path) -> None:
    kind = gguf.GGMLQuantizationType.IQ4_XS
    raw = np.zeros((4, 136), np.uint8)
    tensors = {"token_embd.weight": (raw, kind), "output.weight": np.zeros((4, 256), np.float32)}
    path = write(tmp_path / "a.gguf", tensors)
    with pytest.raises(FileError, match=r"token_embd\.weight has IQ4_XS numbers.*use a Q4"):
        open_table(path, "token_embd.weight")
    assert describe_file(path).chosen == "output.weight"


def test_big_endian_blocks_are_named(tmp_path: Path) -> None:
    raw = raw_rows("q8_0", 2, 32)
    kind = gguf.GGMLQuantizationType.Q8_0
    path = write(tmp_path / "a.gguf", {"token_embd.weight": (raw, kind)}, big_endian=True)
    with pytest.raises(FileError, match="big-endian q8_0 numbers"):
        open_table(path)


def test_a_vocabulary_is_passed_over_and_can_be_read(tmp_path: Path) -> None:
    values = np.zeros((1000, 4), np.float32)
    path = write(tmp_path / "a.gguf", {"token_embd.weight": values}, n_tokens=1000)
    table = open_table(path)
    assert table.tokenizer == path
    header = gguf_header.read_header(FileBytes(path))
    tokens = header.metadata["tokenizer.ggml.tokens"]
    scores = header.metadata["tokenizer.ggml.scores"]
    assert isinstance(tokens, gguf_header.GgufArray)
    assert isinstance(scores, gguf_header.GgufArray)
    assert tokens.strings()[999] == "tok999é".encode()
    assert scores.numbers().tolist() == [0.5] * 1000
    assert header.metadata["general.architecture"] == "llama"


def test_a_vocabulary_larger_than_a_piece_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = np.arange(6, dtype=np.float32).reshape(3, 2)
    path = write(tmp_path / "a.gguf", {"token_embd.weight": values}, n_tokens=500)
    monkeypatch.setattr("embedscope.readers.cursor.PIECE_BYTES", 64)
    np.testing.assert_array_equal(open_table(path).rows(range(3)), values)


def test_a_missing_part_of_a_split_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "m-00002-of-00003.gguf"
    write(path, {"token_embd.weight": np.zeros((4, 2), np.float32)})
    notes = open_table(path).notes
    assert "m-00001-of-00003.gguf, m-00003-of-00003.gguf" in notes[0]


def header(*parts: bytes, version: int = 3, tensors: int = 0, pairs: int = 0) -> bytes:
    start = b"GGUF" + struct.pack("<IQQ", version, tensors, pairs)
    return start + b"".join(parts) + b"\0" * 64


def text(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value


PAIR = text(b"general.alignment") + struct.pack("<II", 4, 32)
TENSOR = text(b"w") + struct.pack("<IQQIQ", 2, 2, 2, 0, 0)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (header(version=1), "GGUF version 1"),
        (header(version=99), "GGUF version 99"),
        (header(tensors=2**60), "incomplete or damaged"),
        (header(pairs=2**63), "incomplete or damaged"),
        (header(struct.pack("<Q", 2**63), pairs=1), "incomplete or damaged"),
        (header(text(b"k"), struct.pack("<IIQ", 9, 8, 2**62), pairs=1), "incomplete or damaged"),
        (header(text(b"k"), struct.pack("<IIQ", 9, 0, 2**62), pairs=1), "incomplete or damaged"),
        (header(text(b"k"), struct.pack("<IIQ", 9, 9, 1) * 9, pairs=1), "incomplete or damaged"),
        (header(text(b"k"), struct.pack("<I", 77), pairs=1), "unknown type 77"),
        (header(PAIR, PAIR, pairs=2), "'general.alignment' twice"),
        (header(PAIR[:-4], b"\0\0\0\0", pairs=1), "impossible alignment"),
        (header(TENSOR, TENSOR, tensors=2), "same tensor twice"),
        (header(text(b"w"), struct.pack("<I", 4_000_000), tensors=1), "4000000 dimensions"),
        (header(TENSOR.replace(b"\2\0\0\0\0\0\0\0", b"\2\0\0\0\0\0\0\2"), tensors=1), "impossible"),
        (header(TENSOR[:-8], struct.pack("<Q", 2**50), tensors=1), "is incomplete: 1,125,"),
        (b"GGUF\3", "incomplete or damaged"),
    ],
)
def test_headers_that_lie(data: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "bad.gguf").write_bytes(data)
    with pytest.raises(FileError) as caught:
        open_table(tmp_path / "bad.gguf")
    assert words in str(caught.value)


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.gguf", {"token_embd.weight": np.ones((4, 2), np.float32)}, n_tokens=4
    )
    whole = path.read_bytes()
    for length in range(len(whole) - 1, 5, -501):
        (tmp_path / "cut.gguf").write_bytes(whole[:length])
        with pytest.raises(FileError, match="incomplete"):
            open_table(tmp_path / "cut.gguf")
