"""The safetensors format: a JSON header, then the tensors' bytes close together.

Layout: u64 little-endian header length, header {name: {dtype, shape, data_offsets}}, data.
"""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import Contents, Tensor, TensorInfo, at_once, is_shape
from embedscope.readers.prose import is_plain_text
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import element_storage

MAX_HEADER_BYTES = 100_000_000
_DTYPES = {
    "BOOL": "bool", "U8": "u8", "I8": "i8", "U16": "u16", "I16": "i16", "U32": "u32",
    "I32": "i32", "U64": "u64", "I64": "i64", "F64": "f64", "F32": "f32", "F16": "f16",
    "BF16": "bf16", "F8_E4M3": "f8_e4m3", "F8_E5M2": "f8_e5m2", "F8_E8M0": "f8_e8m0",
}  # fmt: skip
_OTHER_BITS = {"F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "C64": 64}  # known, but not shown here


@dataclass(frozen=True)
class Entry:
    """One tensor of a header, checked: its bytes are ``start..stop`` of the file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    start: int
    stop: int


def sniff(head: bytes, path: Path) -> bool:
    """Tell by the brace that opens the header; a broken file still counts by its name.

    A text does not: where a model is not given away, it says so.
    """
    is_named = path.suffix == ".safetensors" and (len(head) < 8 or not is_plain_text(head))
    is_length = head[7:8] == b"\0"  # in a text there may be a brace too
    return is_named or (is_length and head[8:9] == b"{" and head[9:10] in b'"} ')


def read(path: Path, progress: Progress) -> Contents:  # noqa: ARG001 - reading a header is quick
    """Return all tensors of one file."""
    file = FileBytes(path)
    entries = read_header(file)
    packed = _packed(entries)
    return Contents("safetensors", tuple(_tensor(file, entry, packed) for entry in entries))


def read_header(file: FileBytes) -> list[Entry]:
    """Return the checked entries of a file's header in the order of their bytes."""
    if file.size < 8:
        raise FileError(file.path, f"is no safetensors file: it has only {file.size} bytes")
    length = int.from_bytes(file.read(0, 8), "little")
    if length > min(MAX_HEADER_BYTES, file.size - 8):
        problem = f"is broken or incomplete: a header of {length:,} bytes does not fit in it"
        raise FileError(file.path, f"{problem}; download it again")
    header = _parse(file.path, file.read(8, length))
    base = 8 + length
    entries = [_entry(file.path, name, record, base) for name, record in header.items()]
    entries.sort(key=lambda entry: (entry.start, entry.stop))
    _check_cover(file, base, entries)
    return entries


def _parse(path: Path, text: bytes) -> dict[str, object]:
    """Return the header's tensors; RecursionError comes from brackets nested without end."""
    try:
        header = json.loads(text.decode())
    except (ValueError, RecursionError) as fault:
        raise FileError(path, "has a header that is not valid JSON; download it again") from fault
    if not isinstance(header, dict):
        raise FileError(path, "has a header that lists no tensors; download it again")
    header.pop("__metadata__", None)
    return header


def _entry(path: Path, name: str, record: object, base: int) -> Entry:
    match record:
        case {"dtype": str(dtype), "shape": [*shape], "data_offsets": [int(start), int(stop)]}:
            pass
        case _:
            raise FileError(path, f"describes tensor {name!r} wrongly; download it again")
    if not is_shape(shape):
        raise FileError(
            path, f"gives tensor {name!r} an impossible shape; it is damaged, download it again"
        )
    n_bytes = math.prod(shape) * _bits(path, name, dtype) // 8
    if start < 0 or stop - start != n_bytes or math.prod(shape) * _bits(path, name, dtype) % 8:
        problem = f"has {stop - start:,} bytes for tensor {name!r}, its shape {shape} needs"
        raise FileError(path, f"{problem} {n_bytes:,}; it is damaged, download it again")
    return Entry(name, dtype, tuple(shape), base + start, base + stop)


def _bits(path: Path, name: str, dtype: str) -> int:
    if dtype in _DTYPES:
        return 8 * element_storage(_DTYPES[dtype]).block_bytes
    if dtype not in _OTHER_BITS:
        raise FileError(path, f"tensor {name!r} has the unknown number type {dtype}")
    return _OTHER_BITS[dtype]


def _check_cover(file: FileBytes, base: int, entries: Iterable[Entry]) -> None:
    """Every byte behind the header belongs to exactly one tensor."""
    place = base
    for entry in entries:
        if entry.start != place:
            fault = "overlaps another" if entry.start < place else "leaves a gap before it"
            raise FileError(
                file.path, f"tensor {entry.name!r} {fault}; it is damaged, download it again"
            )
        place = entry.stop
    if place > file.size:
        missing = f"{place - file.size:,} of {place:,} bytes are missing"
        raise FileError(file.path, f"is incomplete: {missing}; download it again")
    if place < file.size:
        raise FileError(
            file.path, f"has {file.size - place:,} bytes too many; it is damaged, download it again"
        )


def _tensor(file: FileBytes, entry: Entry, packed: frozenset[str]) -> Tensor:
    dtype = _DTYPES.get(entry.dtype, entry.dtype)
    problem = "" if entry.dtype in _DTYPES else f"has {dtype} numbers, which are not supported"
    if entry.name in packed:
        problem = "is packed in groups of few bits (MLX); use the model before quantisation"
    info = TensorInfo(entry.name, entry.shape, dtype, entry.stop - entry.start, problem)
    if not info.is_table:
        return Tensor(info)
    shape, storage = (entry.shape[0], entry.shape[1]), element_storage(dtype)
    return Tensor(info, at_once(partial(FlatSource, file, entry.start, shape, storage)))


def _packed(entries: Iterable[Entry]) -> frozenset[str]:
    """Return the tensors whose u32 numbers are not values but bits, told by their scales."""
    names = {entry.name for entry in entries}
    stems = {name.removesuffix(".scales") for name in names if name.endswith(".scales")}
    return frozenset(f"{stem}.weight" for stem in stems if f"{stem}.biases" in names)
