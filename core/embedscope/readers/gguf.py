"""GGUF, the format of llama.cpp, whole or split into parts."""

import math
import re
from functools import partial
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import Contents, Tensor, TensorInfo, at_once
from embedscope.readers.gguf_header import MAGIC, GgufArray, GgufHeader, GgufTensor, read_header
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.quants import QUANTS
from embedscope.tables.storage import Storage, element_storage

TOKENS_KEY = "tokenizer.ggml.tokens"
_ELEMENTS = {
    0: "f32", 1: "f16", 24: "i8", 25: "i16", 26: "i32", 27: "i64", 28: "f64", 30: "bf16",
}  # fmt: skip
_QUANTS = {
    2: "q4_0", 3: "q4_1", 6: "q5_0", 7: "q5_1", 8: "q8_0", 10: "q2_k", 11: "q3_k",
    12: "q4_k", 13: "q5_k", 14: "q6_k",
}  # fmt: skip
_OTHERS = {
    9: "Q8_1", 15: "Q8_K", 16: "IQ2_XXS", 17: "IQ2_XS", 18: "IQ3_XXS",
    19: "IQ1_S", 20: "IQ4_NL", 21: "IQ3_S", 22: "IQ2_S", 23: "IQ4_XS", 29: "IQ1_M", 34: "TQ1_0",
    35: "TQ2_0", 39: "MXFP4", 40: "NVFP4",
}  # fmt: skip
_PART = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf")


def sniff(head: bytes, path: Path) -> bool:  # noqa: ARG001 - the name says nothing
    """Tell by the magic bytes."""
    return head.startswith(MAGIC)


def read(path: Path, progress: Progress) -> Contents:
    """Return the tensors of a file, together with those of the other parts of a split one."""
    headers = [read_header(FileBytes(path))]
    others, missing = _other_parts(path)
    for i, other in enumerate(others):
        progress.step(i / len(others), f"reading {other.name}")
        headers.append(read_header(FileBytes(other)))
    tensors = tuple(_tensor(header, item) for header in headers for item in header.tensors)
    vocabulary = next((header for header in headers if _n_tokens(header)), None)
    notes = (_missing_note(missing),) if missing else ()
    if vocabulary is None:
        return Contents("GGUF", tensors, notes=notes)
    place, n_tokens = vocabulary.file.path, _n_tokens(vocabulary)
    return Contents("GGUF", tensors, place, n_tokens, notes=notes)


def _missing_note(names: list[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"Parts of the file are not beside it: {', '.join(names[:3])}{more}."


def _n_tokens(header: GgufHeader) -> int | None:
    tokens = header.metadata.get(TOKENS_KEY)
    return tokens.count if isinstance(tokens, GgufArray) else None


def _other_parts(path: Path) -> tuple[list[Path], list[str]]:
    """Return the parts of a split file beside ``path``, and the names of those missing."""
    name = _PART.fullmatch(path.name)
    if name is None:
        return [], []
    names = [
        f"{name['stem']}-{number:05d}-of-{name['count']}.gguf"
        for number in range(1, int(name["count"]) + 1)
        if number != int(name["number"])
    ]
    found = [path.with_name(other) for other in names if path.with_name(other).is_file()]
    return found, [other for other in names if not path.with_name(other).is_file()]


def _tensor(header: GgufHeader, item: GgufTensor) -> Tensor:
    storage = _storage(header, item)
    if isinstance(storage, str):
        info = TensorInfo(item.name, item.shape, _OTHERS.get(item.kind, "?"), 0, storage)
        return Tensor(info)
    n_bytes = math.prod(item.shape) // storage.block_values * storage.block_bytes
    if item.start + n_bytes > header.file.size:
        needed = f"{item.start + n_bytes:,} bytes are needed, it has {header.file.size:,}"
        raise FileError(header.file.path, f"is incomplete: {needed}; download it again")
    info = TensorInfo(item.name, item.shape, storage.name, n_bytes)
    if not info.is_table:
        return Tensor(info)
    shape = item.shape[0], item.shape[1]
    return Tensor(info, at_once(partial(FlatSource, header.file, item.start, shape, storage)))


def _storage(header: GgufHeader, item: GgufTensor) -> Storage | str:
    """Return how a tensor is stored, or a sentence why it cannot be read."""
    if item.kind in _ELEMENTS:
        return element_storage(_ELEMENTS[item.kind], big_endian=header.is_big_endian)
    if item.kind not in _QUANTS:
        name = _OTHERS.get(item.kind, f"type {item.kind}")
        return f"has {name} numbers, which are not supported; use a Q4, Q5, Q6 or Q8 file"
    storage = QUANTS[_QUANTS[item.kind]]
    if header.is_big_endian:
        return f"has big-endian {storage.name} numbers, which are not supported"
    if not item.shape or item.shape[-1] % storage.block_values:
        return f"has rows that are no multiple of {storage.block_values}; the file is damaged"
    return storage
