"""How many tokens a vocabulary holds, without the library that reads texts with it."""

import json
from pathlib import Path

from embedscope.errors import FileError
from embedscope.readers import protobuf
from embedscope.readers.cursor import Cursor
from embedscope.tables.file_bytes import FileBytes
from embedscope.tokenizers.recognise import is_word_list

_PIECES = 1  # field of a SentencePiece model that holds one piece
_PARQUET = b"PAR1"


def token_count(path: Path) -> int | None:
    """Return the largest id + 1 of the vocabulary in a file, None where that cannot be told.

    Any other text counts as one token a line, unless numbers or sentences are in it.
    """
    try:
        if not path.is_file():  # opening a pipe would wait for ever
            return None
        with path.open("rb") as file:
            head = file.read(1 << 14)
        if head.startswith(_PARQUET):
            return _parquet_rows(path)
        if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            return _json_tokens(path)
        if path.suffix == ".model":
            return _pieces(path)
        return _lines(path) if is_word_list(head) else None
    except (OSError, ValueError, RecursionError, FileError):
        return None


def _json_tokens(path: Path) -> int | None:
    """Count the tokens of a tokenizer.json, or of a vocab.json (token to id)."""
    root = json.loads(path.read_text("utf-8-sig"))
    model = root.get("model")
    vocabulary = model.get("vocab") if isinstance(model, dict) else root
    if isinstance(vocabulary, list):
        ids = [len(vocabulary) - 1]
    elif isinstance(vocabulary, dict):
        ids = [i for i in vocabulary.values() if isinstance(i, int)]
    else:
        return None
    if isinstance(model, dict) and isinstance(added := root.get("added_tokens"), list):
        numbers = [item.get("id") for item in added if isinstance(item, dict)]
        ids += [i for i in numbers if isinstance(i, int)]
    return max(ids) + 1 if ids and max(ids) >= 0 else None


def _pieces(path: Path) -> int | None:
    cursor = Cursor(FileBytes(path))
    fields = protobuf.fields(cursor, cursor.file.size)
    return sum(field.number == _PIECES for field in fields) or None


def _lines(path: Path) -> int:
    data = path.read_bytes()
    return data.count(b"\n") + (not data.endswith(b"\n"))


def _parquet_rows(path: Path) -> int | None:
    """Return the number of rows, None without the library that reads such files."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import read_metadata
    except ImportError:
        return None
    try:
        return int(read_metadata(path).num_rows)
    except ArrowException:
        return None
