"""Tokenizers near a table that are not called what models call theirs, told by their size."""

from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

from embedscope.readers.token_count import token_count

_FOLDERS = (".", "tokenizer", "tokenizers", "../tokenizer", "../tokenizers")
_KINDS = (  # best first
    *("tokenizer.json", "*tokenizer*.json", "*.model", "*.tiktoken", "vocab.json"),
    *("*words*", "*vocab*", "*tokens*", "*labels*", "*index*"),
)
_ENDINGS = frozenset(
    (".json", ".model", ".tiktoken", ".txt", ".vocab", ".words", ".labels", ".lst", ".parquet")
)
_NO_VOCABULARIES = frozenset(("tokenizer_config.json", "config.json", "special_tokens_map.json"))
_MOST_BYTES, _MOST_BYTES_A_ROW = 1 << 26, 2000
_MOST_FILES = 500  # looked at in one folder
_WHOLE = ("*tokenizer*.json", "*.model", "*.tiktoken")
_SPARE = 0.1  # share of the rows that may be padding, where the file is a whole tokenizer


def tokenizer_beside(path: Path, n_rows: int) -> Path | None:
    """Return a file near the table ``path`` that names its ``n_rows`` rows, or None.

    A list must have exactly as many entries; a tokenizer in a folder of its own may leave some
    rows at the end without a token.
    """
    for place in _FOLDERS:
        folder = path.parent / place
        if folder.is_dir():
            found = next(_fitting(folder, path, n_rows), None)
            if found is not None:
                return found
    return None


def _fitting(folder: Path, path: Path, n_rows: int) -> Iterator[Path]:
    for file in _likely(folder, path, n_rows):
        if _fits(file, n_rows):
            yield file.resolve() if ".." in file.parts else file


def _fits(file: Path, n_rows: int) -> bool:
    count = token_count(file)
    if count is None:  # without the library that counts them, the user is told of it
        return file.suffix == ".parquet" and find_spec("pyarrow") is None
    is_whole = any(fnmatch(file.name.lower(), kind) for kind in _WHOLE)
    spare = _SPARE if is_whole else 0.0
    return n_rows * (1 - spare) <= count <= n_rows


def _likely(folder: Path, path: Path, n_rows: int) -> Iterator[Path]:
    """Yield the files of ``folder`` that may be vocabularies, best first."""
    files = [file for file in _files(folder, n_rows) if file != path]
    for kind in (*_KINDS, f"{path.name.lower().split('.')[0]}.*"):
        yield from (file for file in files if fnmatch(file.name.lower(), kind))


def _files(folder: Path, n_rows: int) -> list[Path]:
    """Return the files of a folder that may name so many rows, by ending and size."""
    found = []
    try:
        for number, file in enumerate(folder.iterdir()):
            if number >= _MOST_FILES:
                break
            if file.suffix.lower() in _ENDINGS and file.name.lower() not in _NO_VOCABULARIES:
                found.append(file)
        most_bytes = min(_MOST_BYTES, _MOST_BYTES_A_ROW * (n_rows + 10))
        return sorted(file for file in found if file.stat().st_size <= most_bytes)
    except OSError:
        return []
