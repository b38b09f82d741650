"""Opening of files: every format a table of embeddings is kept in."""

from os.path import islink
from pathlib import Path

from embedscope.errors import FileError, UnknownNameError
from embedscope.progress import SILENT, Progress
from embedscope.readers.base import FileInfo, TensorInfo
from embedscope.readers.candidates import Candidate
from embedscope.readers.opening import describe_file, open_file
from embedscope.readers.table_file import TableFile, look_into, title
from embedscope.tables.file_bytes import NOT_PERMITTED
from embedscope.tables.table import Table

__all__ = [
    "Candidate",
    "FileInfo",
    "TableFile",
    "TensorInfo",
    "describe_file",
    "existing",
    "exists",
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
    path = Path(name)
    if not str(name):
        raise UnknownNameError("the name of the table is empty; give a file, a folder or a preset")
    if not exists(path):
        raise UnknownNameError(unknown_table(name))
    return path


def unknown_table(name: str | Path) -> str:
    """Return what to say of a table's name that is neither a file nor a preset."""
    from embedscope.presets import PRESETS

    return f'there is no file and no preset "{name}"; the presets are {", ".join(PRESETS)}'


def exists(path: Path) -> bool:
    """Tell whether there is such a file or folder; one that may not be looked at is a FileError.

    So is a link that leads nowhere: it stands in its folder as if it were a file.
    """
    try:
        there = path.exists()
    except PermissionError as fault:
        raise FileError(path, NOT_PERMITTED) from fault
    except OSError:  # too long a name
        return False
    if not there and islink(path):  # unlike Path, calm about any name
        problem = "is a link to a file that is not there, or to itself; open the file itself"
        raise FileError(path, problem)
    return there
