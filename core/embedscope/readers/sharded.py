"""Checkpoints in several files, with an index that says which tensor is in which."""

import json
import re
from collections.abc import Mapping
from os.path import isfile  # unlike Path, calm about too long a name
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers import safetensors, torch_legacy, torch_zip
from embedscope.readers.base import HEAD_BYTES, Contents, Reader, Tensor, TensorInfo
from embedscope.readers.paths import is_plain_name
from embedscope.tables.file_bytes import FileBytes

INDEX_SUFFIX = ".index.json"
MAX_INDEX_BYTES = 1 << 26
_SHARD_READERS: tuple[Reader, ...] = (torch_zip, torch_legacy, safetensors)
_SHARD = re.compile(r"(?P<stem>.+)-\d{5}-of-\d{5}(?P<suffix>\.(safetensors|bin))")


def sniff(head: bytes, path: Path) -> bool:
    """Tell by the index's name or its one word."""
    return path.name.endswith(INDEX_SUFFIX) or (head[:1] == b"{" and b'"weight_map"' in head)


def read(path: Path, progress: Progress) -> Contents:
    """Return the tensors of all files; those of a missing or broken file say so."""
    places = _weight_map(path)
    by_file: dict[str, list[str]] = {}
    for tensor, name in places.items():
        by_file.setdefault(name, []).append(tensor)
    tensors: list[Tensor] = []
    for i, (name, wanted) in enumerate(by_file.items()):
        progress.step(i / len(by_file), f"reading {name}")
        tensors.extend(_shard(path.parent / name, wanted, progress))
    return Contents("sharded checkpoint", tuple(tensors))


def index_beside(path: Path) -> Path | None:
    """Return the index that a file named as one of several belongs to, if it is there."""
    name = _SHARD.fullmatch(path.name)
    if name is None:
        return None
    index = path.with_name(f"{name['stem']}{name['suffix']}{INDEX_SUFFIX}")
    return index if isfile(index) else None


def _weight_map(path: Path) -> Mapping[str, str]:
    """Return tensor name to file name; names that lead out of the folder are refused."""
    file = FileBytes(path)
    if file.size > MAX_INDEX_BYTES:
        raise FileError(path, f"is no index of a checkpoint: it has {file.size:,} bytes")
    try:
        index = json.loads(file.read(0, file.size).decode())
    except (ValueError, RecursionError) as fault:
        raise FileError(path, "is not valid JSON; download it again") from fault
    places = index.get("weight_map") if isinstance(index, dict) else None
    if not isinstance(places, dict) or not places:
        raise FileError(path, "lists no tensors (weight_map); download it again")
    for name in places.values():
        if not isinstance(name, str) or not is_plain_name(name):
            raise FileError(path, f"names {name!r}, which is not a file in its own folder")
    return places


def _shard(path: Path, wanted: list[str], progress: Progress) -> list[Tensor]:
    """Return the tensors ``wanted`` of one file, or why they cannot be opened."""
    try:
        head = FileBytes(path).read(0, HEAD_BYTES)
        reader = next((item for item in _SHARD_READERS if item.sniff(head, path)), safetensors)
        found = {item.info.name: item for item in reader.read(path, progress).tensors}
    except FileError as fault:
        # A name that the system refuses, too long a one, is told as the fault that it is.
        is_missing = isinstance(fault.__cause__, FileNotFoundError)
        told = "is missing; download it too" if is_missing else fault.problem
        problem = f"is in {path.name}, which {told}"
        return [Tensor(TensorInfo(name, (), "?", 0, problem)) for name in wanted]
    lost = f"should be in {path.name} but is not; download it again"
    return [found.get(name) or Tensor(TensorInfo(name, (), "?", 0, lost)) for name in wanted]
