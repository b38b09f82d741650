"""ONNX models, put together field by field."""

import struct
from pathlib import Path

import numpy as np
import pytest

from embedscope.errors import FileError
from embedscope.readers import describe_file, open_table

GRID = (10 * np.arange(7)[:, None] + np.arange(3)).astype("<f4")
POSITIONS = np.zeros((9, 3), "<f4")


def number(value: int) -> bytes:
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def integer(field: int, value: int) -> bytes:
    return number(field << 3) + number(value)


def block(field: int, data: bytes | str) -> bytes:
    raw = data.encode() if isinstance(data, str) else data
    return number(field << 3 | 2) + number(len(raw)) + raw


def tensor(
    name: str,
    values: np.ndarray[tuple[int, ...], np.dtype[np.generic]],
    kind: int = 1,
    numbers: bytes | None = None,
) -> bytes:
    dims = b"".join(integer(1, n) for n in values.shape)
    raw = block(9, values.tobytes()) if numbers is None else numbers
    return block(5, dims + integer(2, kind) + block(8, name) + raw)


def node(op: str, inputs: list[str], output: str) -> bytes:
    attribute = block(5, block(1, "axis") + integer(3, 0))
    named = b"".join(block(1, name) for name in inputs)
    return block(1, named + block(2, output) + block(4, op) + attribute)


def model(path: Path, *graph: bytes) -> Path:
    version = integer(1, 8) + block(2, "test") + block(8, block(1, "") + integer(2, 17))
    path.write_bytes(version + block(7, b"".join(graph)) + struct.pack("<Bf", 15 << 3 | 5, 1.0))
    return path


LOOKUPS = (
    node("Gather", ["p", "position_ids"], "a"),
    node("Cast", ["input_ids"], "ids"),
    node("Gather", ["e", "ids"], "b"),
    node("MatMul", ["b", "w"], "c"),
)


def test_the_table_looked_up_by_token_ids_is_chosen(tmp_path: Path) -> None:
    weights = tensor("w", np.ones((30, 9), "<f4"))
    path = model(tmp_path / "a.onnx", *LOOKUPS, tensor("p", POSITIONS), tensor("e", GRID), weights)
    table = open_table(path)
    assert table.tensor == "e"
    np.testing.assert_array_equal(table.rows(range(7)), GRID)
    assert describe_file(path).reason == "The file itself uses e as its token table."
    assert describe_file(path).format == "ONNX"


def test_a_model_is_known_without_its_ending(tmp_path: Path) -> None:
    path = model(tmp_path / "model", tensor("e", GRID))
    np.testing.assert_array_equal(open_table(path).rows([6]), GRID[[6]])


def test_without_token_ids_all_lookups_are_likely(tmp_path: Path) -> None:
    lookups = node("Gather", ["p", "x"], "a"), node("Gather", ["e", "y"], "b")
    path = model(tmp_path / "a.onnx", *lookups, tensor("p", POSITIONS), tensor("e", GRID))
    info = describe_file(path)
    assert (info.chosen, info.is_sure) == ("p", False)


def test_a_known_name_is_better_than_a_lookup(tmp_path: Path) -> None:
    tensors = tensor("e", GRID), tensor("model.embed_tokens.weight", GRID[:5])
    path = model(tmp_path / "a.onnx", *LOOKUPS, *tensors)
    assert open_table(path).tensor == "model.embed_tokens.weight"


def test_packed_dims_and_float_data(tmp_path: Path) -> None:
    dims = block(1, number(7) + number(3))
    packed = block(5, dims + integer(2, 1) + block(8, "e") + block(4, GRID.tobytes()))
    np.testing.assert_array_equal(open_table(model(tmp_path / "a", packed)).rows([6]), GRID[[6]])


@pytest.mark.parametrize(
    ("kind", "code"), [(10, "<f2"), (11, "<f8"), (2, "u1"), (3, "i1"), (6, "<i4"), (7, "<i8")]
)
def test_types(kind: int, code: str, tmp_path: Path) -> None:
    values = GRID.astype(code)
    path = model(tmp_path / "a.onnx", tensor("e", values, kind))
    np.testing.assert_array_equal(open_table(path).exact_rows(range(7)), values)


def external(location: str, offset: str = "0") -> bytes:
    pairs = (("location", location), ("offset", offset), ("length", "84"))
    return b"".join(block(13, block(1, key) + block(2, value)) for key, value in pairs)


def test_numbers_in_a_file_beside(tmp_path: Path) -> None:
    (tmp_path / "e.data").write_bytes(b"12345678" + GRID.tobytes())
    numbers = external("e.data", "8")
    path = model(tmp_path / "a.onnx", tensor("e", GRID, numbers=numbers))
    np.testing.assert_array_equal(open_table(path).rows(range(7)), GRID)


@pytest.mark.parametrize(
    ("location", "offset", "words"),
    [
        ("../e.data", "0", "outside of the model's folder"),
        ("/etc/passwd", "0", "outside of the model's folder"),
        ("C:\\e.data", "0", "outside of the model's folder"),
        ("", "0", "outside of the model's folder"),
        ("gone.data", "0", "gone.data, which cannot be read"),
        ("e.data", "1", "e.data, which is incomplete"),
        ("e.data", "-1", "e.data, which is incomplete"),
        ("e.data", "9" * 30, "e.data, which is incomplete"),
        ("e.data", "x", "e.data, which is incomplete"),
    ],
)
def test_files_beside_that_do_not_fit(
    location: str, offset: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "e.data").write_bytes(GRID.tobytes())
    path = model(tmp_path / "a.onnx", tensor("e", GRID, numbers=external(location, offset)))
    with pytest.raises(FileError) as caught:
        open_table(path)
    assert words in str(caught.value)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    short = tensor("short", GRID, numbers=block(9, b"1234"))
    path = model(
        tmp_path / "a.onnx",
        short,
        tensor("words", GRID, kind=8),
        tensor("halves", GRID.astype("<f2"), kind=10, numbers=block(5, b"\1\2\3")),
        tensor("e_quantized", GRID.astype("u1"), kind=2),
    )
    problems = {item.name: item.problem for item in describe_file(path).tensors}
    assert problems["short"] == "has 4 bytes, its shape needs 84"
    assert "ONNX type 8" in problems["words"]
    assert "number by number" in problems["halves"]
    assert "without scale and zero point" in open_table(path, "e_quantized").notes[0]


@pytest.mark.parametrize(
    "damage",
    [
        block(7, b"")[:1] + number(2**40),
        block(7, block(5, block(8, "xx"))[:-1]),
        block(7, block(5, integer(1, 1) * 17)),
        block(7, b"\x2a" + b"\xff" * 11),
        b"\x3b",
        b"",
    ],
)
def test_damaged_models(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.onnx").write_bytes(integer(1, 8) + block(2, "test") + damage)
    with pytest.raises(FileError, match=r"(incomplete or damaged|no ONNX graph)"):
        open_table(tmp_path / "a.onnx")
