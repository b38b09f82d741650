"""ONNX models: their constant tensors, inside the file or in one beside it."""

import math
from functools import partial
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import Contents, Tensor, TensorInfo, at_once
from embedscope.readers.onnx_model import Initializer, read_graph, token_tables
from embedscope.readers.paths import is_plain_name
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import Storage, element_storage

_DTYPES = {
    1: "f32", 2: "u8", 3: "i8", 4: "u16", 5: "i16", 6: "i32", 7: "i64", 9: "bool", 10: "f16",
    11: "f64", 12: "u32", 13: "u64", 16: "bf16", 17: "f8_e4m3", 19: "f8_e5m2",
}  # fmt: skip
_PACKED_ALIKE = frozenset({"f32", "f64"})  # float_data and double_data look like raw_data
_FIRST_TAGS = frozenset(b"\x12\x1a\x22\x28\x32\x3a\x42\x72")  # fields 2 to 8 and 14 of a model


def sniff(head: bytes, path: Path) -> bool:
    """Tell by the fields a model begins with: its version, then who wrote it or the graph."""
    is_like = len(head) > 2 and head[0] == 8 and 1 <= head[1] <= 32 and head[2] in _FIRST_TAGS
    return is_like or path.suffix == ".onnx"


def read(path: Path, progress: Progress) -> Contents:
    """Return the initializers of the model's graph; lookups in the graph tell the token table."""
    file = FileBytes(path)
    progress.step(0, f"reading {path.name}")
    graph = read_graph(file)
    if graph is None:
        raise FileError(path, "holds no ONNX graph; download it again")
    tensors = tuple(_tensor(file, item) for item in graph.initializers.values())
    return Contents("ONNX", tensors, notes=_notes(tensors), likely=token_tables(graph))


def _notes(tensors: tuple[Tensor, ...]) -> tuple[str, ...]:
    if not any(tensor.info.name.endswith("_quantized") for tensor in tensors):
        return ()
    return ("Quantised tensors (..._quantized) are shown as stored, without scale and zero point.",)


def _tensor(file: FileBytes, item: Initializer) -> Tensor:
    shape = tuple(item.shape)
    dtype = _DTYPES.get(item.kind)
    if dtype is None:
        problem = f"has numbers of ONNX type {item.kind}, which are not supported"
        return Tensor(TensorInfo(item.name, shape, f"type {item.kind}", 0, problem))
    storage = element_storage(dtype)
    n_bytes = math.prod(shape) * storage.block_bytes
    place = _place(file, item, storage, n_bytes)
    if isinstance(place, str):
        return Tensor(TensorInfo(item.name, shape, dtype, n_bytes, place))
    info = TensorInfo(item.name, shape, dtype, n_bytes)
    if not info.is_table:
        return Tensor(info)
    return Tensor(info, at_once(partial(FlatSource, *place, (shape[0], shape[1]), storage)))


def _place(
    file: FileBytes, item: Initializer, storage: Storage, n_bytes: int
) -> tuple[FileBytes, int] | str:
    """Return where the numbers begin, or a sentence why they cannot be read."""
    if item.external:
        return _external_place(file.path, item.external, n_bytes)
    if not item.is_raw and storage.name not in _PACKED_ALIKE:
        return "" if n_bytes == 0 else "is stored number by number; save the model with raw data"
    if item.stop - item.start != n_bytes:
        return f"has {item.stop - item.start:,} bytes, its shape needs {n_bytes:,}"
    return file, item.start


def _external_place(path: Path, entry: dict[str, str], n_bytes: int) -> tuple[FileBytes, int] | str:
    """Return the place in a file beside the model; other folders are out of bounds."""
    name = entry.get("location", "")
    if not is_plain_name(name.removeprefix("./")):
        return f"lies outside of the model's folder ({name}), which is not allowed"
    try:
        file = FileBytes(path.parent / name)
    except FileError as fault:
        return f"is in {name}, which {fault.problem}"
    offset = entry.get("offset", "0")
    start = int(offset) if offset.isascii() and offset.isdigit() and len(offset) < 20 else -1
    if start < 0 or start + n_bytes > file.size:
        return f"is in {name}, which is incomplete; download it again"
    return file, start
