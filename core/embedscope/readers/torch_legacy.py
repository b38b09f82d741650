"""PyTorch's files before 1.6: five pickles one after the other, then the storages.

The pickles are a magic number, a protocol number, the writer's number sizes, the object and the
list of storage keys; every storage is an i64 count and its numbers.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import Contents
from embedscope.readers.pickles import BadPickleError, Made, Persistent, Pickle, read_pickle
from embedscope.readers.torch_tensors import TorchTensor, as_storage, find_tensors
from embedscope.readers.torch_views import Place, tensors
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.storage import ELEMENT_NAMES, element_storage

MAGIC = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."
_FIRST_TRY_BYTES = 1 << 20
_MAX_PICKLE_BYTES = 1 << 28
_N_PICKLES = 5
_OTHER_BYTES = {  # of one number that is not read here, to find what lies behind
    "ComplexFloatStorage": 8, "ComplexDoubleStorage": 16, "QInt8Storage": 1, "QUInt8Storage": 1,
    "QInt32Storage": 4, "QUInt4x2Storage": 1, "QUInt2x4Storage": 1,
}  # fmt: skip


@dataclass(frozen=True)
class _Parts:
    """What the five pickles say."""

    system: object
    model: Pickle
    keys: object
    stop: int


def sniff(head: bytes, path: Path) -> bool:  # noqa: ARG001 - endings of such files vary
    """Tell by the magic number, itself a pickle."""
    return head.startswith(MAGIC)


def read(path: Path, progress: Progress) -> Contents:
    """Return all tensors of the file, found in its pickles without running anything."""
    file = FileBytes(path)
    progress.step(0, f"reading {path.name}")
    parts = _parts(file)
    places = _places(file, parts)

    def place_of(tensor: TorchTensor) -> Place:
        missing = Place(0, 0, "is incomplete: its numbers are missing; download it again")
        return places.get(tensor.storage.key, missing)

    found = find_tensors(parts.model.value)
    made = tensors(file, found, place_of, big_endian=_is_big_endian(parts.system))
    return Contents("PyTorch (before 1.6)", made)


def _parts(file: FileBytes) -> _Parts:
    """Read the pickles from the start of the file, from ever more of it until they are whole."""
    n_bytes = _FIRST_TRY_BYTES
    while True:
        try:
            return _read_parts(file.read(0, n_bytes))
        except BadPickleError as fault:
            if n_bytes >= min(file.size, _MAX_PICKLE_BYTES):
                problem = f"is incomplete or damaged ({fault}); download it again"
                raise FileError(file.path, problem) from fault
        n_bytes *= 8


def _read_parts(data: bytes) -> _Parts:
    pickles: list[Pickle] = []
    for _ in range(_N_PICKLES):
        pickles.append(read_pickle(data, pickles[-1].stop if pickles else 0))
    _, _, system, model, keys = pickles
    return _Parts(system.value, model, keys.value, keys.stop)


def _is_big_endian(system: object) -> bool:
    return isinstance(system, Made) and ("little_endian", False) in system.items


def _places(file: FileBytes, parts: _Parts) -> dict[str, Place]:
    """Return where each storage lies, as far as their sizes are known and the file goes."""
    sizes = _sizes(parts.model.persistent)
    count_form = struct.Struct(">q" if _is_big_endian(parts.system) else "<q")
    places: dict[str, Place] = {}
    place = parts.stop
    keys = parts.keys if isinstance(parts.keys, list) else []
    for key in keys:
        size = sizes.get(str(key))
        if size is None or place + 8 + size.n_bytes > file.size:
            break
        if count_form.unpack(file.read(place, 8))[0] != size.count:
            raise FileError(file.path, f"is damaged at byte {place:,}; download it again")
        places[str(key)] = Place(place + 8, size.n_bytes)
        place += 8 + size.n_bytes
    return places


@dataclass(frozen=True)
class _Size:
    """How large a storage is, as the pickle says."""

    count: int
    n_bytes: int


def _sizes(persistents: Iterable[Persistent]) -> dict[str, _Size]:
    """Return the sizes of all storages in the pickle whose type of number is known."""
    sizes: dict[str, _Size] = {}
    for storage in map(as_storage, persistents):
        if storage is None:
            continue
        if storage.dtype in ELEMENT_NAMES:
            n_bytes = element_storage(storage.dtype).block_bytes
        else:
            n_bytes = _OTHER_BYTES.get(storage.dtype, 0)
        if n_bytes:
            sizes[storage.key] = _Size(storage.n_values, n_bytes * storage.n_values)
    return sizes
