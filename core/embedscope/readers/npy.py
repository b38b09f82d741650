"""numpy's .npy files: a Python literal as header, then one array in C or Fortran order."""

import ast
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import Contents, Loaded, Tensor, TensorInfo, is_shape
from embedscope.tables.base import Source
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import Storage, element_storage
from embedscope.tables.turned import TurnedSource

MAGIC = b"\x93NUMPY"
MAX_HEADER_BYTES = 10_000  # as numpy; the header of a plain array has some 118
MAX_HEAD_BYTES = MAX_HEADER_BYTES + 12
_NAMES = {
    "f2": "f16", "f4": "f32", "f8": "f64", "i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64",
    "u1": "u8", "u2": "u16", "u4": "u32", "u8": "u64", "b1": "bool",
    "V2": "bf16",  # numpy writes a bfloat16 so, having no code for it
}  # fmt: skip
_KINDS = {"c": "complex numbers", "U": "text", "S": "text", "M": "dates", "m": "times"}

OpenArray = Callable[[tuple[int, int], Storage, Progress], Source]
"""Return the source of a table (V, D) whose numbers are stored so."""


@dataclass(frozen=True)
class Header:
    """A checked header; the numbers begin ``offset`` bytes behind the start of it."""

    dtype: str  # numpy's code, "<f4"
    is_fortran: bool
    shape: tuple[int, ...]
    offset: int

    @property
    def storage(self) -> Storage | None:
        """How the numbers are stored; None if they are no plain numbers."""
        name = _NAMES.get(self.dtype[1:])
        return element_storage(name, big_endian=self.dtype[0] == ">") if name else None

    @property
    def table_shape(self) -> tuple[int, int] | None:
        """(V, D), without axes of length 1 in front, or None."""
        shape = self.shape
        while len(shape) > 2 and shape[0] == 1:
            shape = shape[1:]
        return (shape[0], shape[1]) if len(shape) == 2 and min(shape) > 0 else None


def sniff(head: bytes, path: Path) -> bool:  # noqa: ARG001 - the name says nothing
    """Tell by the magic bytes."""
    return head.startswith(MAGIC)


def read(path: Path, progress: Progress) -> Contents:  # noqa: ARG001 - reading a header is quick
    """Return the one array of the file."""
    file = FileBytes(path)
    return Contents("npy", (array_tensor(file, path.stem, 0, file.size),))


def array_tensor(file: FileBytes, name: str, start: int, stop: int) -> Tensor:
    """Return the array stored at bytes ``start..stop`` of ``file``, or what forbids opening it."""
    head = file.read(start, min(MAX_HEAD_BYTES, stop - start))
    header = parse_header(file.path, head)
    n_available = max(0, stop - start - header.offset)
    return described(file.path, name, header, n_available, partial(_open, file, header, start))


def described(
    path: Path, name: str, header: Header, n_available: int, open_array: OpenArray
) -> Tensor:
    """Return the tensor of a header that has ``n_available`` bytes of numbers behind it."""
    storage = header.storage
    if storage is None:
        problem = f"holds {_kind(header.dtype)}"
        return Tensor(TensorInfo(name, header.shape, header.dtype, 0, problem))
    n_bytes = math.prod(header.shape) * storage.block_bytes
    if n_bytes > n_available:
        needed = f"its shape {header.shape} needs {n_bytes:,} bytes, it has {n_available:,}"
        raise FileError(path, f"is incomplete: {needed}; download or save it again")
    shape = header.table_shape
    if shape is None:
        return Tensor(TensorInfo(name, header.shape, storage.name, n_bytes))
    info = TensorInfo(name, shape, storage.name, n_bytes)
    return Tensor(
        info,
        lambda progress: Loaded(open_array(shape, storage, progress)),
        notes=_notes(header),
    )


def parse_header(path: Path, head: bytes) -> Header:
    """Return the header at the start of ``head``, which holds MAX_HEAD_BYTES unless cut short."""
    if not head.startswith(MAGIC) or len(head) < 12:
        raise FileError(path, "is no npy file, although it is named so")
    size = 2 if head[6] == 1 else 4
    length = int.from_bytes(head[8 : 8 + size], "little")
    if head[6] not in (1, 2, 3) or length > min(MAX_HEADER_BYTES, len(head) - 8 - size):
        raise FileError(path, "has a broken npy header; save the array again")
    return _parse(path, head[8 + size : 8 + size + length], 8 + size + length)


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
    if not is_shape(shape):
        raise FileError(path, "has an impossible shape; it is damaged, save it again")
    return Header(descr if isinstance(descr, str) else "|V0", is_fortran, tuple(shape), offset)


def _kind(dtype: str) -> str:
    if "O" in dtype:
        return "Python objects, which can run code when loaded; save the numbers as a plain array"
    if dtype[1:] in ("f12", "f16"):
        return f"numbers of {8 * int(dtype[2:])} bits; save them as float64"
    kind = _KINDS.get(dtype[1:2], "records" if dtype == "|V0" else f"{dtype} values")
    return f"{kind}, not plain numbers"


def _open(
    file: FileBytes,
    header: Header,
    start: int,
    shape: tuple[int, int],
    storage: Storage,
    progress: Progress,  # noqa: ARG001 - part of OpenArray
) -> Source:
    form = TurnedSource if header.is_fortran else FlatSource
    return form(file, start + header.offset, shape, storage)


def _notes(header: Header) -> tuple[str, ...]:
    """Return what must be said about an array that is not quite a plain table."""
    said = []
    if len(header.shape) > 2 and header.table_shape:
        sizes = " x ".join(str(n) for n in header.shape)
        said.append("An array of {} is shown as {} rows x {}.".format(sizes, *header.table_shape))
    if header.dtype[1:] == "V2":
        said.append("2-byte values without a type are read as bfloat16.")
    if header.dtype[1:] == "b1":
        said.append("True and false are shown as 1 and 0.")
    return tuple(said)
