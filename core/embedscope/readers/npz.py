"""numpy's .npz archives: a zip of .npy arrays, stored or packed."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from embedscope.progress import SILENT, Progress
from embedscope.readers import npy
from embedscope.readers.base import Contents, Tensor
from embedscope.readers.unpacked import Parcel, disk_bytes, unpacked_file
from embedscope.readers.zips import MAGIC, Member, members, unpack, unpacked_pieces
from embedscope.tables.array import ArraySource
from embedscope.tables.base import Source
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.storage import Storage

_SUFFIX = ".npy"
_NAME_START = 30  # of the first member's name, behind the first local header


def sniff(head: bytes, path: Path) -> bool:
    """Tell a zip whose first member is an array; other zips are PyTorch's."""
    n_name = int.from_bytes(head[26:28], "little")
    first = head[_NAME_START : _NAME_START + n_name]
    is_named = path.suffix == ".npz" and not first.endswith(b".pkl")
    return head.startswith(MAGIC) and (first.endswith(_SUFFIX.encode()) or is_named)


def read(path: Path, progress: Progress) -> Contents:
    """Return all arrays of the archive; stored ones are read in place, packed ones when chosen."""
    arrays = [item for item in members(FileBytes(path)).values() if item.name.endswith(_SUFFIX)]
    tensors = []
    for i, member in enumerate(arrays):
        progress.step(i / len(arrays), f"reading {member.name}")
        tensors.append(_tensor(member))
    return Contents("npz", tuple(tensors))


def _tensor(member: Member) -> Tensor:
    name = member.name.removesuffix(_SUFFIX)
    if member.is_stored:
        return npy.array_tensor(member.file, name, member.start, member.stop)
    n_head = min(member.size, npy.MAX_HEAD_BYTES)
    header = npy.parse_header(member.file.path, unpack(member, 0, n_head, SILENT).tobytes())
    open_array = partial(_unpacked, member, header)
    n_available = member.size - header.offset
    made = npy.described(member.file.path, name, header, n_available, open_array)
    return replace(made, disk_bytes=partial(disk_bytes, _parcel(member)))


def _parcel(member: Member) -> Parcel:
    named = (member.name, member.start, member.stop)
    return Parcel(member.file.path, named, member.size, partial(unpacked_pieces, member))


def _unpacked(
    member: Member,
    header: npy.Header,
    shape: tuple[int, int],
    storage: Storage,
    progress: Progress,
) -> Source:
    """Unpack one array, a large one to a file; a small one then stays in memory."""
    file = unpacked_file(_parcel(member), progress)
    if file is not None:
        tensor = npy.array_tensor(file, member.name, 0, member.size)
        return tensor.load(progress).source
    n_bytes = shape[0] * shape[1] * storage.block_bytes
    raw = unpack(member, header.offset, n_bytes, progress)
    n_rows, n_dims = shape[::-1] if header.is_fortran else shape
    values = storage.exact(raw.reshape(n_rows, -1), n_dims)
    return ArraySource(values.T if header.is_fortran else values, storage.name)
