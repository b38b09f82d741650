"""The header of a GGUF file: key-value metadata and the list of tensors.

Layout (ggml docs/gguf.md): "GGUF", u32 version, u64 tensors, u64 pairs; pairs of (string key,
u32 type, value); tensors of (string name, u32 n, u64 dims[n] fastest first, u32 type, u64 offset).
Strings are a u64 length and bytes. Versions 2 and 3, which differ in the byte order allowed.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from embedscope.errors import FileError
from embedscope.readers.base import is_shape
from embedscope.readers.cursor import Cursor
from embedscope.tables.file_bytes import FileBytes

MAGIC = b"GGUF"
_NUMBERS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
_MAX_DIMS = 8
_MAX_STRING = 1 << 16  # longer values (chat templates) are passed over
_MAX_DEPTH = 4  # arrays of arrays


@dataclass(frozen=True)
class GgufArray:
    """An array in the metadata, read when asked for; a vocabulary has some 10^5 strings."""

    file: FileBytes
    element: int  # GGUF's number for the type
    count: int
    start: int
    stop: int
    order: Literal["<", ">"]

    def strings(self) -> list[bytes]:
        """Return the elements of an array of strings."""
        if self.element != _STRING:
            raise FileError(self.file.path, "has numbers where texts are expected")
        cursor = Cursor(self.file, self.start, self.stop)
        return cursor.strings(self.count, struct.Struct(self.order + "Q"))

    def numbers(self) -> NDArray[np.generic]:
        """Return the elements (n,) of an array of numbers."""
        if self.element not in _NUMBERS:
            raise FileError(self.file.path, "has texts where numbers are expected")
        raw = self.file.read(self.start, self.stop - self.start)
        return np.frombuffer(raw, np.dtype(_NUMBERS[self.element]).newbyteorder(self.order))


Value = int | float | str | GgufArray


@dataclass(frozen=True)
class GgufTensor:
    """One tensor; ``shape`` is outermost first, ``start`` counts from the start of the file."""

    name: str
    shape: tuple[int, ...]
    kind: int  # ggml's number for the storage
    start: int


@dataclass(frozen=True)
class GgufHeader:
    """All that stands before the tensors' numbers."""

    file: FileBytes
    is_big_endian: bool
    metadata: Mapping[str, Value]
    tensors: tuple[GgufTensor, ...]


def read_header(file: FileBytes) -> GgufHeader:
    """Return the header of a GGUF file, its vocabulary passed over in a fraction of a second."""
    return _Parser(file).header()


@lru_cache(maxsize=32)
def _form(code: str) -> struct.Struct:
    return struct.Struct(code)


class _Parser:
    def __init__(self, file: FileBytes) -> None:
        self.cursor = Cursor(file)
        if self.cursor.take(4) != MAGIC:
            raise FileError(file.path, "is no GGUF file, although it is named so")
        version = self.cursor.take(4)
        self.order: Literal["<", ">"] = "<" if version[0] else ">"
        number = int.from_bytes(version, "little" if self.order == "<" else "big")
        if number not in (2, 3):
            problem = f"is GGUF version {number}; convert it to version 3 with llama.cpp"
            raise FileError(file.path, problem)

    def header(self) -> GgufHeader:
        n_tensors, n_pairs = self._integer("Q"), self._integer("Q")
        if n_tensors + n_pairs > self.cursor.n_left // 12:  # the least that one can take
            raise self.cursor.cut_short()
        metadata = self._metadata(n_pairs)
        tensors = [self._tensor() for _ in range(n_tensors)]
        if len({tensor.name for tensor in tensors}) < n_tensors:
            raise FileError(
                self.cursor.path, "lists the same tensor twice; it is damaged, download it again"
            )
        base = self._aligned(metadata)
        placed = tuple(
            GgufTensor(item.name, item.shape, item.kind, item.start + base) for item in tensors
        )
        return GgufHeader(self.cursor.file, self.order == ">", metadata, placed)

    def _metadata(self, n_pairs: int) -> dict[str, Value]:
        metadata: dict[str, Value] = {}
        for _ in range(n_pairs):
            key = self._string()
            if key in metadata:
                raise FileError(
                    self.cursor.path, f"has the key {key!r} twice; it is damaged, download it again"
                )
            metadata[key] = self._value(self._integer("I"))
        return metadata

    def _aligned(self, metadata: Mapping[str, Value]) -> int:
        """Return where the numbers start: at the next multiple of the alignment."""
        alignment = metadata.get("general.alignment", 32)
        if not isinstance(alignment, int) or not 1 <= alignment <= 1 << 20:
            raise FileError(
                self.cursor.path, "has an impossible alignment; it is damaged, download it again"
            )
        return -(-self.cursor.position // alignment) * alignment

    def _integer(self, code: str) -> int:
        return int(self.cursor.number(_form(self.order + code)))

    def _string(self) -> str:
        length = self._integer("Q")
        if length > _MAX_STRING:
            self.cursor.skip(length)
            return ""
        return self.cursor.take(length).decode("utf-8", "replace")

    def _value(self, kind: int) -> Value:
        if kind == _STRING:
            return self._string()
        if kind == _ARRAY:
            return self._array()
        return self.cursor.number(self._number(kind))

    def _number(self, kind: int) -> struct.Struct:
        if kind not in _NUMBERS:
            raise FileError(self.cursor.path, f"has a value of the unknown type {kind}")
        return _form(self.order + _NUMBERS[kind])

    def _array(self, depth: int = 0) -> GgufArray:
        element, count = self._integer("I"), self._integer("Q")
        start = self.cursor.position
        if element == _STRING:
            self.cursor.skip_strings(count, _form(self.order + "Q"))
        elif element == _ARRAY:
            self._nested(count, depth)
        else:
            self.cursor.skip(count * self._number(element).size)
        return GgufArray(self.cursor.file, element, count, start, self.cursor.position, self.order)

    def _nested(self, count: int, depth: int) -> None:
        if depth == _MAX_DEPTH or count > self.cursor.n_left // 12:
            raise self.cursor.cut_short()
        for _ in range(count):
            self._array(depth + 1)

    def _tensor(self) -> GgufTensor:
        name, n_dims = self._string(), self._integer("I")
        if n_dims > _MAX_DIMS:
            raise FileError(self.cursor.path, f"gives tensor {name!r} {n_dims} dimensions")
        shape = tuple(self._integer("Q") for _ in range(n_dims))[::-1]
        if not is_shape(shape):
            raise FileError(self.cursor.path, f"gives tensor {name!r} an impossible shape")
        kind, start = self._integer("I"), self._integer("Q")
        return GgufTensor(name, shape, kind, start)
