"""Which of several paths is a table and which a tokenizer."""

from collections.abc import Sequence
from pathlib import Path

from embedscope.errors import FileError
from embedscope.readers.folder import table_file
from embedscope.tokenizers.from_file import find_tokenizer
from embedscope.tokenizers.recognise import is_tokenizer_file


def is_tokenizer(path: Path) -> bool:
    """Tell a tokenizer, or a folder with a tokenizer and no table, from what may be a table."""
    if not path.is_dir():
        return is_tokenizer_file(path)
    try:
        table_file(path)
    except FileError:
        return find_tokenizer(path) is not None
    return False


def sort_out(paths: Sequence[str]) -> tuple[str | None, str | None]:
    """Return the first of ``paths`` that may be a table and the first that is a tokenizer."""
    tokenizers = [path for path in paths if is_tokenizer(Path(path))]
    tables = [path for path in paths if path not in tokenizers]
    return (tables[0] if tables else None), (tokenizers[0] if tokenizers else None)
