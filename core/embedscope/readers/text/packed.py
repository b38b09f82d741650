"""gzip, xz and bzip2 around tables that are read from front to back."""

from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import HEAD_BYTES, Contents, Reader
from embedscope.readers.strangers import refuse
from embedscope.readers.text import vectors, word2vec
from embedscope.readers.text.streams import first_bytes, packing

_INSIDE: tuple[Reader, ...] = (word2vec, vectors)


def sniff(head: bytes, path: Path) -> bool:  # noqa: ARG001 - the name says nothing
    """Tell by the magic bytes."""
    return packing(head) != ""


def read(path: Path, progress: Progress) -> Contents:
    """Return what is inside, if that is one of the text kinds or a word2vec binary."""
    head = first_bytes(path, HEAD_BYTES)
    refuse(head, path, len(head))
    for reader in _INSIDE:
        if reader.sniff(head, path):
            return reader.read(path, progress)
    raise FileError(path, "is packed, and what is inside is no text; unpack it first")
