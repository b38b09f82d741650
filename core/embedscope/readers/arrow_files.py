"""Parquet files, Arrow files and Arrow streams as one thing: batches of some of their columns."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from embedscope.errors import FileError, MissingLibraryError

if TYPE_CHECKING:
    import pyarrow

PARQUET, ARROW_FILE, ARROW_STREAM = b"PAR1", b"ARROW1\0\0", b"\xff\xff\xff\xff"
_BATCH_ROWS = 4096


class ArrowFile(Protocol):
    """A file of columns."""

    @property
    def format(self) -> str:
        """Name to show."""
        ...

    @property
    def schema(self) -> "pyarrow.Schema":
        """Names and types of the columns."""
        ...

    @property
    def n_rows(self) -> int:
        """Rows that the file says it has."""
        ...

    def batches(self, names: Sequence[str]) -> Iterator["pyarrow.RecordBatch"]:
        """Yield some columns of all rows; to be used within ``faults_of``."""
        ...


def open_arrow(path: Path, head: bytes) -> ArrowFile:
    """Return the file at ``path``, which begins with ``head``; MissingLibraryError, FileError."""
    try:
        import pyarrow  # noqa: F401 - to know that it is there
    except ImportError as fault:
        needed = 'needs the library pyarrow: pip install "embedscope[arrow]"'
        raise MissingLibraryError(f"{path.name} {needed}") from fault
    with faults_of(path):
        is_parquet, is_file = head.startswith(PARQUET), head.startswith(ARROW_FILE)
        file = _parquet(path) if is_parquet else _ipc(path, is_stream=not is_file)
        [str(name) for name in file.schema.names]  # ValueError if one is not UTF-8
    return file


@contextmanager
def faults_of(path: Path) -> Iterator[None]:
    """Turn the library's errors into a FileError."""
    from pyarrow import ArrowException

    try:
        yield
    except (ArrowException, OSError, ValueError, LookupError, OverflowError) as fault:
        raise FileError(path, "is damaged or cut short; download it again") from fault


@dataclass(frozen=True, eq=False)
class _Parquet:
    path: Path
    schema: "pyarrow.Schema"
    n_rows: int
    format: str = "Parquet"

    def batches(self, names: Sequence[str]) -> Iterator["pyarrow.RecordBatch"]:
        from pyarrow.parquet import ParquetFile

        with closing(ParquetFile(self.path, page_checksum_verification=True)) as file:
            batches = file.iter_batches(_BATCH_ROWS, columns=list(names), use_threads=False)
            yield from map(_sound, batches)


def _parquet(path: Path) -> _Parquet:
    from pyarrow.parquet import ParquetFile

    with closing(ParquetFile(path)) as file:
        return _Parquet(path, file.schema_arrow, int(file.metadata.num_rows))


@dataclass(frozen=True, eq=False)
class _Ipc:
    path: Path
    is_stream: bool
    schema: "pyarrow.Schema"
    n_rows: int

    @property
    def format(self) -> str:
        return "Arrow stream" if self.is_stream else "Arrow"

    def batches(self, names: Sequence[str]) -> Iterator["pyarrow.RecordBatch"]:
        fields = [self.schema.get_field_index(name) for name in names]
        yield from _ipc_batches(self.path, self.is_stream, fields)


def _ipc(path: Path, *, is_stream: bool) -> _Ipc:
    """Go through the first column once: nothing but the batches tells how many rows there are."""
    from pyarrow import OSFile, ipc

    with OSFile(str(path)) as file:
        schema = (ipc.open_stream if is_stream else ipc.open_file)(file).schema
    n_rows = sum(batch.num_rows for batch in _ipc_batches(path, is_stream, [0]))
    return _Ipc(path, is_stream, schema, n_rows)


def _ipc_batches(path: Path, is_stream: bool, fields: list[int]) -> Iterator["pyarrow.RecordBatch"]:
    from pyarrow import OSFile, ipc

    options = ipc.IpcReadOptions(included_fields=fields, use_threads=False)
    with OSFile(str(path)) as file:
        if is_stream:
            yield from map(_sound, ipc.open_stream(file, options=options))
        else:
            reader = ipc.open_file(file, options=options)
            for number in range(reader.num_record_batches):
                yield _sound(reader.get_batch(number))


def _sound(batch: "pyarrow.RecordBatch") -> "pyarrow.RecordBatch":
    """Return a batch that was checked: damaged ones would end the process when they are used."""
    batch.validate(full=True)
    return batch
