"""PyTorch's files since 1.6: a zip with a pickle and one stored member for each storage."""

import re
from collections.abc import Iterable
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import SILENT, Progress
from embedscope.readers.base import Contents
from embedscope.readers.pickles import BadPickleError, Pickle, read_pickle
from embedscope.readers.torch_tensors import TorchTensor, find_tensors
from embedscope.readers.torch_views import Place, tensors
from embedscope.readers.zips import MAGIC, Member, members, unpack
from embedscope.tables.file_bytes import FileBytes

MAX_PICKLE_BYTES = 1 << 28
_COLUMN_SLICE = re.compile(r"consolidated\.\d\d\.pth")


def sniff(head: bytes, path: Path) -> bool:  # noqa: ARG001 - endings of such files vary
    """Tell any zip that was not taken for another format before."""
    return head.startswith(MAGIC)


def read(path: Path, progress: Progress) -> Contents:
    """Return all tensors of the file, found in its pickle without running anything."""
    file = FileBytes(path)
    progress.step(0, f"reading {path.name}")
    by_name = members(file)
    index = next((n for n in by_name if n == "data.pkl" or n.endswith("/data.pkl")), None)
    if index is None:
        raise FileError(path, _other_zip(by_name))
    root = index.removesuffix("data.pkl")

    def place_of(tensor: TorchTensor) -> Place:
        return _place(by_name.get(f"{root}data/{tensor.storage.key}"))

    found = find_tensors(_pickle(by_name[index]).value)
    big_endian = _is_big_endian(by_name.get(f"{root}byteorder"))
    made = tensors(file, found, place_of, big_endian=big_endian)
    return Contents("PyTorch", made, notes=_notes(path))


def _other_zip(names: Iterable[str]) -> str:
    """Return what a zip without a model is."""
    if any(name.startswith("xl/") for name in names):
        return "is an Excel workbook; save the sheet as CSV"
    return "is a zip archive without a PyTorch model; unpack it first"


def _pickle(member: Member) -> Pickle:
    path = member.file.path
    if member.size > MAX_PICKLE_BYTES:
        raise FileError(path, f"has an index of {member.size:,} bytes, which is too large")
    try:
        return read_pickle(unpack(member, 0, member.size, SILENT).tobytes())
    except BadPickleError as fault:
        raise FileError(path, f"is damaged ({fault}); download it again") from fault


def _is_big_endian(member: Member | None) -> bool:
    return (
        member is not None
        and unpack(member, 0, min(member.size, 9), SILENT).tobytes()[:3] == b"big"
    )


def _place(member: Member | None) -> Place:
    if member is None:
        return Place(0, 0, "has its numbers in a part that is missing from the file")
    if not member.is_stored:
        return Place(0, 0, "is packed; unpack the zip and pack it again without compression")
    return Place(member.start, member.size)


def _notes(path: Path) -> tuple[str, ...]:
    """Tell of Llama's original files, each of which holds some columns of every table."""
    if not _COLUMN_SLICE.fullmatch(path.name) or not (path.parent / "consolidated.01.pth").exists():
        return ()
    return ("This is one of several files that hold some columns each; rows are not whole.",)
