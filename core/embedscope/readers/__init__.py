"""Opening of files: every format a table of embeddings is kept in."""

from collections.abc import Iterable
from pathlib import Path

from embedscope.errors import UnknownNameError
from embedscope.progress import SILENT, Progress
from embedscope.readers.base import FileInfo, TensorInfo
from embedscope.readers.candidates import Candidate
from embedscope.readers.opening import describe_file, open_file
from embedscope.readers.table_file import TableFile, look_into, title
from embedscope.tables.table import Table

__all__ = [
    "Candidate",
    "FileInfo",
    "TableFile",
    "TensorInfo",
    "describe_file",
    "existing",
    "look_into",
    "open_table",
    "title",
    "unknown_table",
]


def open_table(
    name_or_path: str | Path, tensor: str | None = None, progress: Progress = SILENT
) -> Table:
    """Return a preset's table, or that of a file: ``tensor``, or the one that looks like it."""
    from embedscope.presets import PRESETS  # presets open their files with this package

    preset = PRESETS.get(str(name_or_path))
    if preset is not None:
        table = preset.make(progress)
        if tensor not in (None, table.tensor):
            raise UnknownNameError(f"{table.name} is built in: there is no tensor {tensor} in it")
        return table
    return open_file(existing(name_or_path), tensor, progress)


def existing(name: str | Path) -> Path:
    """Return the path of a file or folder; UnknownNameError where ``name`` is no preset either."""
    from embedscope.presets import PRESETS

    path = Path(name)
    if not str(name):
        raise UnknownNameError("the name of the table is empty; give a file, a folder or a preset")
    if not _exists(path):
        raise UnknownNameError(unknown_table(name, PRESETS))
    return path


def unknown_table(name: str | Path, presets: Iterable[str]) -> str:
    """Return what to say of a table's name that is neither a file nor one of ``presets``."""
    return f'there is no file and no preset "{name}"; the presets are {", ".join(presets)}'


def _exists(path: Path) -> bool:
    """Tell whether there is such a file; a name that the system refuses is none."""
    try:
        return path.exists()
    except OSError:
        return False
