"""Labels in a file of their own, as TensorFlow's projector keeps them: one line a row.

A file of one column should have no header and one of several columns must have one, says the
projector; the number of lines tells which is true. Labels whose number does not fit are not used:
nobody can say which rows they are of.
"""

import re
from collections.abc import Iterator
from os.path import isfile  # unlike Path, calm about too long a name
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import SILENT
from embedscope.readers.text.streams import pieces
from embedscope.readers.text.words import WordCollector
from embedscope.tokenizers.headed import label_column
from embedscope.tokenizers.words import WordTokenizer, word_list

MAX_BYTES = 1 << 28

_VECTORS = re.compile(r"(vectors?|tensors?|embeddings?|vecs?)$", re.IGNORECASE)
_KINDS = ("metadata", "labels", "meta")
_ENDINGS = (".tsv", ".txt")

Labels = tuple[WordTokenizer | None, tuple[str, ...]]


def labels_beside(path: Path, n_rows: int) -> Labels:
    """Return the labels that a file beside ``path`` gives its ``n_rows`` rows, and a remark."""
    for beside in likely_labels(path):
        if beside != path and isfile(beside):
            return labels_or_remark(beside, n_rows)
    return None, ()


def labels_or_remark(path: Path, n_rows: int) -> Labels:
    """Return the labels in ``path``, or a remark on why they cannot be read."""
    try:
        return read_labels(path, n_rows)
    except FileError as fault:
        return None, (f"The labels cannot be used: {fault}.",)


def likely_labels(path: Path) -> Iterator[Path]:
    """Yield where the labels of the vectors in ``path`` may be."""
    stem = path.name.split(".")[0]
    stems = [_VECTORS.sub(kind, stem) for kind in _KINDS if _VECTORS.search(stem)]
    stems += [f"{stem}_{kind}" for kind in _KINDS]
    stems += ["metadata"]
    yield from (path.with_name(name + ending) for name in stems for ending in _ENDINGS)


def read_labels(path: Path, n_rows: int) -> Labels:
    """Return the labels in ``path`` for ``n_rows`` rows, None if they do not fit, and a remark."""
    lines = _lines(path)
    n_head = len(lines) - n_rows
    if n_head not in (0, 1):
        n_labels = len(lines) - (b"\t" in lines[0] if lines else 0)
        return None, (f"{path.name} has {n_labels:,} labels for {n_rows:,} vectors: not used.",)
    column, notes = 0, []
    if n_head:
        names = lines[0].decode("utf-8", "replace").split("\t")
        column = label_column(names)
        said = f'Line 1 of {path.name} is a header; the labels are those of "{names[column]}".'
        notes.append(said)
    words = WordCollector()
    words.add([_field(line, column) for line in lines[n_head:]])
    return word_list(str(path), words.finish()), tuple(notes)


def likely_counts(path: Path) -> tuple[int, int]:
    """Return how many rows the labels in ``path`` are for, the likelier number first."""
    lines = _lines(path)
    n_lines = len(lines)
    is_headed = n_lines > 0 and b"\t" in lines[0]
    return (n_lines - 1, n_lines) if is_headed else (n_lines, n_lines - 1)


def _field(line: bytes, column: int) -> bytes:
    fields = line.split(b"\t")
    return fields[column] if column < len(fields) else b""


def _lines(path: Path) -> list[bytes]:
    parts: list[bytes] = []
    n_left = MAX_BYTES
    for piece in pieces(path, SILENT):
        parts.append(piece)
        n_left -= len(piece)
        if n_left < 0:
            raise FileError(path, "is too large for a list of labels")
    lines = b"".join(parts).split(b"\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix(b"\r") for line in lines]
