"""The words of a Parquet file, row by row; needs the library pyarrow, imported only here."""

from pathlib import Path
from typing import TYPE_CHECKING

from embedscope.errors import FileError, MissingLibraryError
from embedscope.tokenizers.words import WordTokenizer, word_list

if TYPE_CHECKING:
    import pyarrow
    from pyarrow.parquet import ParquetFile

MAGIC = b"PAR1"
_MOST_WORDS = 1 << 26
_ROWS_A_TIME = 1 << 16


def open_word_column(path: Path, name: str) -> WordTokenizer:
    """Return the tokenizer of the first column of words; FileError or MissingLibraryError."""
    file = _parquet(path)
    column = _column(file)
    if column is None:
        raise FileError(path, "has no column of words")
    if not 0 < file.metadata.num_rows <= _MOST_WORDS:
        raise FileError(path, f"has {file.metadata.num_rows:,} rows, which is no vocabulary")
    from pyarrow import ArrowException

    words: list[str | None] = []
    try:
        for batch in file.iter_batches(_ROWS_A_TIME, columns=[column]):
            words += batch.column(0).to_pylist()
    except (ArrowException, OSError, UnicodeDecodeError) as fault:
        raise FileError(path, "is damaged; download it again") from fault
    return word_list(name, words)


def has_only_words(path: Path) -> bool:
    """Tell whether a Parquet file has a column of words and none of numbers or lists."""
    try:
        file = _parquet(path)
    except (FileError, MissingLibraryError):
        return False
    return _column(file) is not None and all(
        _is_text(kind) or _is_index(name)
        for name, kind in zip(file.schema_arrow.names, file.schema_arrow.types, strict=True)
    )


def _parquet(path: Path) -> "ParquetFile":
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as fault:
        raise MissingLibraryError(
            f'{path.name} needs the library pyarrow: pip install "embedscope[arrow]"'
        ) from fault
    try:
        return ParquetFile(path)
    except (ArrowException, OSError) as fault:
        raise FileError(path, "is no Parquet file that can be read; download it again") from fault


def _column(file: "ParquetFile") -> str | None:
    schema = file.schema_arrow
    texts = [n for n, kind in zip(schema.names, schema.types, strict=True) if _is_text(kind)]
    return texts[0] if texts else None


def _is_text(kind: "pyarrow.DataType") -> bool:
    plain = str(kind).removeprefix("dictionary<values=").removeprefix("large_")
    return plain.startswith(("string", "utf8"))


def _is_index(name: str) -> bool:
    """Tell a column that pandas adds: the number of the row."""
    return name.startswith("__index")
