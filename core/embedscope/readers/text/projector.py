"""TensorFlow's embedding projector: a config that names files of vectors and of labels.

JSON as the standalone projector reads it, or the text form (.pbtxt) that TensorBoard and PyTorch's
SummaryWriter leave in a log folder. Vectors are TSV or raw little-endian float32.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import (
    HEAD_BYTES,
    AnyTokenizer,
    Contents,
    Loaded,
    Tensor,
    TensorInfo,
    is_shape,
)
from embedscope.readers.paths import is_plain_name
from embedscope.readers.text import vectors
from embedscope.readers.text.kept import GetCache, default_cache
from embedscope.readers.text.labels import labels_or_remark
from embedscope.readers.text.layout import Reading
from embedscope.tables.base import Source
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import element_storage

MAX_BYTES = 1 << 20
MAX_TABLES = 200

_KEYS = {
    "tensorName": "tensor_name",
    "tensorPath": "tensor_path",
    "metadataPath": "metadata_path",
    "tensorShape": "tensor_shape",
}
_BLOCK = re.compile(r"\bembeddings\s*(?::\s*)?\{([^{}]*)\}")
_SPRITE = re.compile(r"\bsprite\s*(?::\s*)?\{[^{}]*\}")
_TEXT_FIELD = re.compile(r'\b(\w{1,40})\s{0,40}:\s{0,40}(?:"((?:[^"\\]|\\.){0,4096})"|(\d{1,18}))')


@dataclass(frozen=True)
class Entry:
    """One table of a config; the paths are as written in it."""

    name: str
    path: str
    labels: str
    shape: tuple[int, int] | None


def sniff(head: bytes, path: Path) -> bool:
    """Tell JSON that names embeddings by path, and the text form by its name."""
    if path.suffix == ".pbtxt":
        return b"embeddings" in head
    is_json = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    return is_json and b'"embeddings"' in head and b'"tensorPath"' in head


def read(path: Path, progress: Progress, get_cache: GetCache = default_cache) -> Contents:
    """Return the tables that a config names; those whose files are missing or broken say so."""
    tensors = tuple(entry_tensor(path, entry, get_cache, progress) for entry in entries(path))
    if not tensors:
        raise FileError(path, "names no embeddings")
    return Contents("projector config", tensors)


def entries(path: Path) -> list[Entry]:
    """Return the tables that a config names; FileError if it is none."""
    file = FileBytes(path)
    if file.size > MAX_BYTES:
        raise FileError(path, f"is no config of a projector: it has {file.size:,} bytes")
    text = file.read(0, file.size).decode("utf-8-sig", "replace")
    blocks = _text_blocks(text) if path.suffix == ".pbtxt" else _json_blocks(path, text)
    if len(blocks) > MAX_TABLES:
        raise FileError(path, f"names {len(blocks):,} tables, more than {MAX_TABLES}")
    return [_entry(number, block) for number, block in enumerate(blocks, 1)]


def _json_blocks(path: Path, text: str) -> list[Mapping[str, Any]]:
    try:
        root = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise FileError(path, "is not valid JSON; download it again") from fault
    blocks = root.get("embeddings") if isinstance(root, dict) else None
    if not isinstance(blocks, list):
        return []
    return [
        {_KEYS.get(str(key), str(key)): value for key, value in block.items()}
        for block in blocks
        if isinstance(block, dict)
    ]


def _text_blocks(text: str) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    for block in _BLOCK.findall(_SPRITE.sub("", text)):
        texts: dict[str, str] = {}
        numbers: dict[str, list[int]] = {}
        for key, value, number in _TEXT_FIELD.findall(block):
            if number:
                numbers.setdefault(key, []).append(int(number))
            else:
                texts[key] = value
        found.append({**numbers, **texts})
    return found


def _entry(number: int, block: Mapping[str, Any]) -> Entry:
    name, path, labels = (
        str(block.get(key) or "") for key in ("tensor_name", "tensor_path", "metadata_path")
    )
    shape: tuple[int, int] | None = None
    match block.get("tensor_shape"):
        case [int(n_rows), int(n_dims)] if min(n_rows, n_dims) > 0 and is_shape((n_rows, n_dims)):
            shape = n_rows, n_dims
    return Entry(name or path or f"embedding {number}", path, labels, shape)


def entry_tensor(config: Path, entry: Entry, get_cache: GetCache, progress: Progress) -> Tensor:
    """Return the table of an entry, or what forbids opening it.

    A text is read at once only where the config does not say its shape.
    """
    try:
        path = _beside(config, entry.path)
        is_text = not _is_raw(path, entry)
        known = None if is_text and entry.shape else _source(path, entry, get_cache, progress)
    except FileError as fault:
        where = "" if fault.path == config else f"is in {fault.path.name}, which "
        problem = f"{where}{fault.problem}"
        return Tensor(TensorInfo(entry.name, entry.shape or (), "?", 0, problem))

    def load(progress: Progress) -> Loaded:
        source = known or _source(path, entry, get_cache, progress)
        labels, notes = _labels(config, entry, source.shape[0])
        return Loaded(source, labels, (*_mismatch(entry, source), *notes))

    shape = known.shape if known else entry.shape or (0, 0)
    return Tensor(TensorInfo(entry.name, shape, "f32", 4 * shape[0] * shape[1]), load)


def _source(path: Path, entry: Entry, get_cache: GetCache, progress: Progress) -> Source:
    if entry.shape and _is_raw(path, entry):
        return raw_source(path, entry.shape[1])
    return vectors.table_of(path, Reading.LIKELY, get_cache(), progress).source


def raw_source(path: Path, n_dims: int) -> FlatSource:
    """Return the rows of a file that is nothing but float32, of which only the dims are known."""
    file = FileBytes(path)
    row_bytes = 4 * n_dims
    if not file.size or file.size % row_bytes:
        raise FileError(path, f"has {file.size:,} bytes, not whole rows of {n_dims:,} numbers")
    return FlatSource(file, 0, (file.size // row_bytes, n_dims), element_storage("f32"))


def _is_raw(path: Path, entry: Entry) -> bool:
    """Tell raw numbers, which need a shape, from text."""
    file = FileBytes(path)
    fits = entry.shape is not None and file.size == 4 * entry.shape[0] * entry.shape[1]
    return (fits and path.suffix != ".tsv") or b"\0" in file.read(0, HEAD_BYTES)


def _beside(config: Path, written: str) -> Path:
    """Return the file that a config names; FileError unless it is in its folder or below."""
    if not written:
        raise FileError(config, "names no file for it: TensorFlow checkpoints are not read")
    if "://" in written:
        raise FileError(config, f"names {written}, which is on the web; download it first")
    parts = PurePosixPath(written.replace("\\", "/")).parts
    if not parts or not all(map(is_plain_name, parts)):
        raise FileError(config, f"names {written!r}, which is not in its own folder")
    return config.parent.joinpath(*parts)


def _labels(config: Path, entry: Entry, n_rows: int) -> tuple[AnyTokenizer, tuple[str, ...]]:
    if not entry.labels:
        return None, ()
    try:
        path = _beside(config, entry.labels)
    except FileError as fault:
        return None, (f"The labels cannot be used: {fault}.",)
    return labels_or_remark(path, n_rows)


def _mismatch(entry: Entry, source: Source) -> tuple[str, ...]:
    if entry.shape in (None, source.shape):
        return ()
    found, said = (f"{n_rows:,} x {n_dims:,}" for n_rows, n_dims in (source.shape, entry.shape))
    return (f"{found} numbers found, the config says {said}.",)
