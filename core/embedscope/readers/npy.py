"""numpy's .npy files: a Python literal as header, then one array in C or Fortran order."""

import ast
import math
import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import Contents, Loaded, Tensor, TensorInfo
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import Storage, element_storage
from embedscope.tables.turned import TurnedSource

MAGIC = b"\x93NUMPY"
MAX_HEADER_BYTES = 10_000  # as numpy; the header of a plain array has some 118
_NAMES = {
    "f2": "f16", "f4": "f32", "f8": "f64", "i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64",
    "u1": "u8", "u2": "u16", "u4": "u32", "u8": "u64", "b1": "bool",
}  # fmt: skip
_KINDS = {"c": "complex numbers", "U": "text", "S": "text", "M": "dates", "m": "times"}


@dataclass(frozen=True)
class Header:
    """A checked header; ``offset`` counts from the start of the file."""

    dtype: str  # numpy's code, "<f4"
    is_fortran: bool
    shape: tuple[int, ...]
    offset: int


def sniff(head: bytes, path: Path) -> bool:
    """Tell by the magic bytes; a file of another kind named .npy is refused with a reason."""
    return head.startswith(MAGIC) or path.suffix == ".npy"


def read(path: Path, progress: Progress) -> Contents:  # noqa: ARG001 - reading a header is quick
    """Return the one array of the file."""
    file = FileBytes(path)
    return Contents("npy", (array_tensor(file, path.stem, 0, file.size),))


def array_tensor(file: FileBytes, name: str, start: int, stop: int) -> Tensor:
    """Return the array stored at bytes ``start..stop`` of ``file``, or what forbids opening it."""
    header = read_header(file, start, stop)
    kind = header.dtype[1:]
    if kind not in _NAMES and kind != "V2":
        return _refused(name, header, f"holds {_kind(header.dtype)}, not plain numbers")
    storage = _storage(header.dtype)
    n_bytes = math.prod(header.shape) * storage.block_bytes
    if n_bytes > stop - header.offset:
        found = f"{stop - header.offset:,} bytes of numbers"
        problem = f"is incomplete: its shape {header.shape} needs {n_bytes:,}, it has {found}"
        raise FileError(file.path, problem)
    shape = table_shape(header.shape)
    problem = "" if shape else f"has the shape {header.shape}, a table has rows and columns"
    info = TensorInfo(name, shape or header.shape, storage.name, n_bytes, problem)
    return Tensor(info, partial(_load, file, header, storage))


def read_header(file: FileBytes, start: int, stop: int) -> Header:
    """Return the header found at byte ``start``; ``stop`` is where the array must end."""
    head = file.read(start, min(12 + MAX_HEADER_BYTES, stop - start))
    if not head:
        raise FileError(file.path, "is empty; download or save it again")
    if not head.startswith(MAGIC) or len(head) < 12:
        raise FileError(file.path, "is no npy file, although it is named so")
    size = 2 if head[6] == 1 else 4
    length = int.from_bytes(head[8 : 8 + size], "little")
    if head[6] not in (1, 2, 3) or length > min(MAX_HEADER_BYTES, len(head) - 8 - size):
        raise FileError(file.path, "has a broken npy header; save the array again")
    return _parse(file.path, head[8 + size : 8 + size + length], start + 8 + size + length)


def _parse(path: Path, literal: bytes, offset: int) -> Header:
    """Read the dict by ``ast.literal_eval``, which evaluates nothing; Python 2 wrote ``3L``."""
    text = re.sub(r"(\d)L\b", r"\1", literal.decode("utf-8", "replace"))
    try:
        header = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        header = None
    match header:
        case {"descr": descr, "fortran_order": bool(is_fortran), "shape": (*shape,)}:
            pass
        case _:
            raise FileError(path, "has a broken npy header; save the array again")
    if not all(isinstance(n, int) and n >= 0 for n in shape):
        raise FileError(path, f"has the impossible shape {tuple(shape)}")
    return Header(descr if isinstance(descr, str) else "|V0", is_fortran, tuple(shape), offset)


def _kind(dtype: str) -> str:
    if "O" in dtype:
        return "Python objects (which can run code when loaded; save a plain array of numbers)"
    return _KINDS.get(dtype[1:2], "records" if dtype == "|V0" else f"{dtype} values")


def _refused(name: str, header: Header, problem: str) -> Tensor:
    info = TensorInfo(name, header.shape, header.dtype, 0, problem)
    return Tensor(info, _never)


def _never(progress: Progress) -> Loaded:
    raise AssertionError(progress)  # a tensor with a problem is never loaded


def _storage(dtype: str) -> Storage:
    name = "bf16" if dtype[1:] == "V2" else _NAMES[dtype[1:]]
    return element_storage(name, big_endian=dtype[0] == ">")


def table_shape(shape: tuple[int, ...]) -> tuple[int, int] | None:
    """Return (V, D) of an array's shape, dropping axes of length 1 in front, or None."""
    while len(shape) > 2 and shape[0] == 1:
        shape = shape[1:]
    return (shape[0], shape[1]) if len(shape) == 2 and min(shape) > 0 else None


def _load(file: FileBytes, header: Header, storage: Storage, progress: Progress) -> Loaded:  # noqa: ARG001
    shape = table_shape(header.shape)
    assert shape is not None
    form = TurnedSource if header.is_fortran else FlatSource
    return Loaded(
        form(file, header.offset, shape, storage), notes=tuple(_notes(header, storage, shape))
    )


def _notes(header: Header, storage: Storage, shape: tuple[int, int]) -> list[str]:
    notes = []
    if len(header.shape) > 2:
        sizes = " x ".join(str(n) for n in header.shape)
        notes.append(f"An array of {sizes} is shown as {shape[0]} rows x {shape[1]}.")
    if header.dtype[1:] == "V2":
        notes.append("2-byte values without a type are read as bfloat16.")
    if storage.name == "bool":
        notes.append("True and false are shown as 1 and 0.")
    return notes
