"""Words and facts in one file: a line of JSON that says what follows, the words, a checksum."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from embedscope.readers.text.words import PackedWords

_MAGIC = b"embedscope words\n"
_MAX_HEAD = 1 << 20

Facts = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Entry:
    """What is kept of a table besides its numbers."""

    shape: tuple[int, int]
    words: PackedWords | None
    facts: Facts  # plain values only
    checksum: int = 0  # of the numbers that belong to it


def write_entry(file: IO[bytes], key: str, entry: Entry) -> None:
    """Write ``entry``, that of the table named by ``key``, to ``file``."""
    words = entry.words
    head = {
        "key": key,
        "shape": entry.shape,
        "checksum": entry.checksum,
        "word_bytes": None if words is None else len(words.data),
        "facts": entry.facts,
    }
    body = json.dumps(head).encode() + b"\n"
    if words is not None:
        body += words.data + words.ends.astype("<i8").tobytes()
    file.write(_MAGIC + body + zlib.crc32(body).to_bytes(4, "little"))


def read_entry(path: Path, key: str) -> Entry:
    """Return what was written for ``key``; OSError or ValueError if it is gone or damaged."""
    with path.open("rb") as file:
        is_ours = file.read(len(_MAGIC)) == _MAGIC
        line = file.readline(_MAX_HEAD) if is_ours else b""
        rest = file.read() if is_ours else b""
    data, checksum = rest[:-4], rest[-4:]
    if zlib.crc32(data, zlib.crc32(line)).to_bytes(4, "little") != checksum:
        raise ValueError("damaged")
    head: dict[str, Any] = json.loads(line)
    match head:
        case {
            "key": str(found),
            "shape": [int(n), int(d)],
            "checksum": int(numbers),
            "word_bytes": n_bytes,
            "facts": dict(facts),
        } if found == key and n > 0 and d > 0:
            return Entry((n, d), _words(data, n, n_bytes), facts, numbers)
    raise ValueError("not what was asked for")


def _words(data: bytes, n_words: int, n_bytes: object) -> PackedWords | None:
    if n_bytes is None:
        return None
    if not isinstance(n_bytes, int) or n_bytes < 0 or len(data) != n_bytes + 8 * n_words:
        raise ValueError("damaged")
    ends = np.frombuffer(data, "<i8", offset=n_bytes)
    return PackedWords(data[:n_bytes], ends.astype(np.int64))
