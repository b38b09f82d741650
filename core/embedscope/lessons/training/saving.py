"""A table as a file that every other program reads: .npy or .safetensors, with a list of words."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.lib.format import write_array_header_1_0

from embedscope.errors import EmbedscopeError
from embedscope.progress import SILENT, Progress
from embedscope.saving import with_ending, written_aside
from embedscope.tables.table import Table
from embedscope.tokenizers.words import WordTokenizer

TENSOR = "embedding.weight"
"""The name of the tensor in a .safetensors file."""
WORDS_ENDING = "words.txt"


def save_table(
    table: Table, path: str | Path, kind: str | None = None, progress: Progress = SILENT
) -> Path:
    """Write ``table`` (V, D) as float32 and return where: ``path`` with the ending of ``kind``.

    ``kind`` is one of TABLE_FORMATS, or None to go by the ending of ``path``. EmbedscopeError for
    another kind, FileError where it cannot be written.
    """
    kind = kind or Path(path).suffix[1:].lower()
    if kind not in TABLE_FORMATS:
        choices = " or ".join(TABLE_FORMATS)
        raise EmbedscopeError(f"{Path(path).name}: end the name of a table in {choices}.")
    place = with_ending(path, kind)
    with written_aside(place) as file:
        TABLE_FORMATS[kind](table, file, progress)
    return place


def save_words(table: Table, path: str | Path) -> Path | None:
    """Write the words of ``table`` one a line, to be opened as its tokenizer; None without words.

    The file is called like the table's file at ``path``, ending in .words.txt.
    """
    tokenizer = table.tokenizer
    if not isinstance(tokenizer, WordTokenizer):
        return None
    place = Path(path).with_suffix(f".{WORDS_ENDING}")
    with written_aside(place) as file:
        file.write("".join(f"{word or ''}\n" for word in tokenizer.words).encode())
    return place


def _write_npy(table: Table, file: BinaryIO, progress: Progress) -> None:
    header = {"descr": "<f4", "fortran_order": False, "shape": table.shape}
    write_array_header_1_0(file, header)
    _write_rows(table, file, progress)


def _write_safetensors(table: Table, file: BinaryIO, progress: Progress) -> None:
    """Write the length of the header (u64), the JSON header padded to 8 bytes, the numbers."""
    n_bytes = 4 * table.n_rows * table.n_dims
    tensor = {"dtype": "F32", "shape": list(table.shape), "data_offsets": [0, n_bytes]}
    header = json.dumps({"__metadata__": {"format": "np"}, TENSOR: tensor}).encode()
    header += b" " * (-len(header) % 8)
    file.write(len(header).to_bytes(8, "little"))
    file.write(header)
    _write_rows(table, file, progress)


def _write_rows(table: Table, file: BinaryIO, progress: Progress) -> None:
    for _, block in table.blocks(progress=progress):
        file.write(np.ascontiguousarray(block, "<f4").data)


TABLE_FORMATS: Mapping[str, Callable[[Table, BinaryIO, Progress], None]] = {
    "safetensors": _write_safetensors,
    "npy": _write_npy,
}
