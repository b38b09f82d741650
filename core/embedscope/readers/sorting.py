"""Which of several paths is a table, which a tokenizer and which a text."""

from collections.abc import Sequence
from os.path import isdir
from pathlib import Path

from embedscope.errors import FileError
from embedscope.readers.folder import table_file
from embedscope.readers.opened import checked_head, known_reader
from embedscope.readers.prose import is_named_data, is_named_text
from embedscope.readers.registry import reader
from embedscope.readers.text.parse import begins_as_table
from embedscope.tokenizers.from_file import find_tokenizer
from embedscope.tokenizers.recognise import is_tokenizer_file

_TEXT = "text.vectors"


def is_tokenizer(path: Path) -> bool:
    """Tell a tokenizer, or a folder with a tokenizer and no table, from what may be a table."""
    if not isdir(path):  # unlike Path, calm about any name
        return is_tokenizer_file(path)
    try:
        table_file(path)
    except FileError:
        return find_tokenizer(path) is not None
    return False


def sort_out(paths: Sequence[str]) -> tuple[str | None, str | None]:
    """Return the first of ``paths`` that may be a table and the first that is a tokenizer.

    The settings of a model, config.json say, are no table where there is another one.
    """
    tokenizers = [path for path in paths if is_tokenizer(Path(path))]
    tables = sorted((path for path in paths if path not in tokenizers), key=_is_settings)
    return (tables[0] if tables else None), (tokenizers[0] if tokenizers else None)


def _is_settings(path: str) -> bool:
    name = path.lower()
    return name.endswith(".json") and not name.endswith(".index.json")


def texts_among(paths: Sequence[str]) -> list[str]:
    """Return those of ``paths`` that are texts to be read: neither tables nor tokenizers."""
    return [path for path in paths if is_prose(Path(path)) and not is_tokenizer(Path(path))]


def is_prose(path: Path) -> bool:
    """Tell a text without a table by its first lines, unless its name says that it is data."""
    if is_named_data(path):
        return False
    try:
        head = checked_head(path)
        known = known_reader(head, path)
        if known is None:
            return is_named_text(path, head)
        return known is reader(_TEXT) and not begins_as_table(path)
    except FileError:
        return False
