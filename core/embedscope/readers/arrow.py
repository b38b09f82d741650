"""Parquet and Arrow files: a column of whole vectors, or a column for each dim, with words.

They are read by the library pyarrow, which is imported when such a file is opened.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers import arrow_columns
from embedscope.readers.arrow_columns import Numbers, RaggedError
from embedscope.readers.arrow_files import (
    ARROW_FILE,
    ARROW_STREAM,
    PARQUET,
    ArrowFile,
    faults_of,
    open_arrow,
)
from embedscope.readers.base import HEAD_BYTES, Contents, Loaded, Tensor, TensorInfo
from embedscope.readers.choose import one_number_note
from embedscope.readers.text.rows import MemoryRows
from embedscope.readers.text.words import counted
from embedscope.readers.unpacked import Parcel, disk_bytes, unpacked_file
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.flat import FlatSource
from embedscope.tables.storage import element_storage
from embedscope.tokenizers.words import WordTokenizer, word_list

if TYPE_CHECKING:
    import pyarrow

COLUMNS = "columns"
"""What the table is called that has a column for each dim."""
MAX_RATIO = 100
"""Of the numbers to the file: columns of equal values pack well, but a file may be a trap."""
MAX_SMALL_BYTES = 1 << 26

_OLD_FEATHER, _ENCRYPTED = b"FEA1", b"PARE"

Block = Callable[["pyarrow.RecordBatch"], Numbers]


def sniff(head: bytes, path: Path) -> bool:  # noqa: ARG001 - the name says nothing
    """Tell by the magic bytes."""
    return head.startswith((PARQUET, ARROW_FILE, ARROW_STREAM, _OLD_FEATHER, _ENCRYPTED))


def read(path: Path, progress: Progress) -> Contents:
    """Return the tables of the file; a column of words belongs to each of them."""
    head = FileBytes(path).read(0, HEAD_BYTES)
    if head.startswith(_OLD_FEATHER):
        raise FileError(path, "is of Feather's first version; save it as Parquet instead")
    if head.startswith(_ENCRYPTED):
        raise FileError(path, "is encrypted; decrypt it first")
    progress.step(0, f"reading {path.name}")
    file = open_arrow(path, head)
    names = arrow_columns.vector_columns(file.schema)
    tensors = [_vectors(path, file, name) for name in names]
    numbers = arrow_columns.number_columns(file.schema)
    if not names and not numbers:
        raise FileError(path, "has no columns of numbers or of vectors")
    words = _words(path, file, progress)
    if len(numbers) > 1 or (numbers and not names):
        is_list = len(numbers) == 1 and words is None
        notes = (one_number_note(file.n_rows, "row"),) * is_list
        tensors.append(replace(_columns(path, file, numbers), notes=notes))
    return Contents(
        format=file.format,
        tensors=tuple(tensors),
        tokenizer=words,
        vocab_size=words.size if words else None,
        likely=frozenset(names[:1] or [COLUMNS]),
    )


def _words(path: Path, file: ArrowFile, progress: Progress) -> WordTokenizer | None:
    """Return the words in the column of labels, None if there is none."""
    name = arrow_columns.label_column(file.schema)
    if name is None:
        return None
    words: list[str | None] = []
    n_left = _limit(path)
    with faults_of(path):
        for batch in file.batches([name]):
            progress.step(_share(len(words), file), f"reading words of {path.name}")
            words += batch.column(0).to_pylist()
            n_left -= sum(len(word or "") for word in words[-batch.num_rows :])
            if n_left < 0:
                raise FileError(path, f"holds words of more than {MAX_RATIO} times its size")
    return word_list(str(path), words)


def _limit(path: Path) -> int:
    """Return how many bytes a file may unpack to."""
    return max(MAX_SMALL_BYTES, MAX_RATIO * FileBytes(path).size)


def _share(n_rows: int, file: ArrowFile) -> float:
    return min(1.0, n_rows / max(1, file.n_rows))


def _vectors(path: Path, file: ArrowFile, name: str) -> Tensor:
    """Return the table of a column of lists."""
    with faults_of(path):
        n_dims = arrow_columns.list_size(file.schema.field(name).type)
        if n_dims is None:
            n_dims = _first_length(file, name)
    block = partial(_vector_block, name, n_dims)
    return _tensor(path, file, name, [name], n_dims, block)


def _first_length(file: ArrowFile, name: str) -> int:
    """Return the length of the first list that is not missing, 0 if all are."""
    for batch in file.batches([name]):
        there = batch.column(name).drop_null()
        if len(there):
            return len(there[0])
    return 0


def _vector_block(name: str, n_dims: int, batch: "pyarrow.RecordBatch") -> Numbers:
    return arrow_columns.vectors(batch.column(name), n_dims)


def _columns(path: Path, file: ArrowFile, names: list[str]) -> Tensor:
    """Return the table of columns of single numbers."""
    block = partial(arrow_columns.numbers, names=names)
    return _tensor(path, file, COLUMNS, names, len(names), block)


def _tensor(
    path: Path, file: ArrowFile, name: str, columns: list[str], n_dims: int, block: Block
) -> Tensor:
    dtype = arrow_columns.float_type(file.schema, columns)
    n_bytes = file.n_rows * n_dims * dtype.itemsize
    problem = ""
    if n_bytes > _limit(path):
        problem = f"would take {n_bytes:,} bytes, more than {MAX_RATIO} times the file"
    info = TensorInfo(name, (file.n_rows, n_dims), f"f{8 * dtype.itemsize}", n_bytes, problem)
    table = _Packed(path, file, info, tuple(columns), block, dtype)
    return Tensor(info, partial(_load, table), partial(disk_bytes, table.parcel))


@dataclass(frozen=True, eq=False)
class _Packed:
    """The rows of some columns of a file, made by ``block`` of each batch."""

    path: Path
    file: ArrowFile
    info: TensorInfo
    columns: tuple[str, ...]
    block: Block
    dtype: np.dtype[np.floating]

    @property
    def parcel(self) -> Parcel:
        """The rows as bytes, one after the other."""
        named = ("arrow", self.info.name, self.info.shape, self.info.dtype)
        return Parcel(self.path, named, self.info.n_bytes, self._pieces)

    def _pieces(self, progress: Progress) -> Iterator[bytes]:
        little = self.dtype.newbyteorder("<")
        for block in self.blocks(progress):
            yield np.ascontiguousarray(block, little).tobytes()

    def blocks(self, progress: Progress) -> Iterator[Numbers]:
        """Yield the rows from top to bottom; FileError unless all of them are there."""
        n_rows = 0
        with faults_of(self.path):
            for batch in self.file.batches(list(self.columns)):
                progress.step(_share(n_rows, self.file), f"reading {self.path.name}")
                yield self._checked(batch, n_rows)
                n_rows += batch.num_rows
        if n_rows != self.file.n_rows:
            problem = f"has {n_rows:,} of {self.file.n_rows:,} rows; download it again"
            raise FileError(self.path, problem)

    def _checked(self, batch: "pyarrow.RecordBatch", n_before: int) -> Numbers:
        try:
            return self.block(batch)
        except RaggedError as fault:
            place = f"row {n_before + fault.row + 1:,} of {self.info.name}"
            problem = f"has {counted(fault.length, 'value')}, expected {self.info.shape[1]:,}"
            raise FileError(self.path, f"{place} {problem}") from fault


def _load(table: _Packed, progress: Progress) -> Loaded:
    """Read all rows, a small table into memory, a large one into a file."""
    info = table.info
    file = unpacked_file(table.parcel, progress)
    if file is not None:
        shape = info.shape[0], info.shape[1]
        return Loaded(FlatSource(file, 0, shape, element_storage(info.dtype)))
    rows = MemoryRows(table.dtype)
    for block in table.blocks(progress):
        rows.add(block)
    return Loaded(rows.source())
