"""A file that is no table but a text to be read: prose, code, notes."""

import codecs
from dataclasses import dataclass
from pathlib import Path

from embedscope.errors import FileError
from embedscope.tables.file_bytes import FileBytes

LONGEST = 1_000_000  # characters
_BYTES_PER_CHARACTER = 4  # at most, in UTF-8
_OF_DATA = frozenset(
    (
        *(".csv", ".tsv", ".vec", ".json", ".jsonl", ".pbtxt", ".index", ".model", ".vocab"),
        *(".npy", ".npz", ".bin", ".pt", ".pth", ".gguf", ".safetensors", ".onnx", ".tiktoken"),
        *(".gz", ".xz", ".bz2", ".parquet", ".arrow", ".feather"),
    )
)


class PlainTextError(FileError):
    """A text in which no table of numbers was found."""


def is_named_text(path: Path, head: bytes) -> bool:
    """Tell whether a file that begins with ``head`` is called a text and is one, in UTF-8."""
    return path.suffix.lower() in (".txt", ".md") and is_utf8(head)


def is_utf8(head: bytes) -> bool:
    """Tell whether a file that begins with ``head`` may be UTF-8."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def is_plain_text(head: bytes) -> bool:
    """Tell whether a file that begins with ``head`` is a text without zeros."""
    return b"\0" not in head and is_utf8(head)


@dataclass(frozen=True)
class Prose:
    """The text of a file of ``n_bytes``; ``is_cut``: only its beginning."""

    text: str
    n_bytes: int
    is_cut: bool = False
    had_mark: bool = False  # a byte order mark, U+FEFF, stood in front and is not in ``text``


def is_named_data(path: Path) -> bool:
    """Tell whether a file is called a table or a tokenizer, so that a text in it is a fault."""
    return path.suffix.lower() in _OF_DATA


def read_prose(path: Path) -> Prose:
    """Return the text of a file that is no table, its first ``LONGEST`` characters at most.

    FileError if it is not UTF-8, nor marked as UTF-16.
    """
    file = FileBytes(path)
    data = file.read(0, min(file.size, _BYTES_PER_CHARACTER * (LONGEST + 1)))
    is_utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    decoder = codecs.getincrementaldecoder("utf-16" if is_utf16 else "utf-8-sig")()
    try:
        text = decoder.decode(data, final=len(data) == file.size)
    except UnicodeDecodeError as wrong:
        problem = "is text, but neither a table of numbers nor UTF-8; save it in UTF-8 to read it"
        raise FileError(path, problem) from wrong
    is_cut = len(text) > LONGEST or len(data) < file.size
    return Prose(text[:LONGEST], file.size, is_cut, data.startswith(codecs.BOM_UTF8))
