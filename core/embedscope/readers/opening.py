"""From a path to a table, or to a description of what is there."""

from pathlib import Path

from embedscope.progress import SILENT, Progress
from embedscope.readers.base import FileInfo
from embedscope.readers.table_file import look_into
from embedscope.tables.table import Table


def open_file(path: str | Path, tensor: str | None = None, progress: Progress = SILENT) -> Table:
    """Return the table of a file or a model's folder.

    ``tensor`` names the one to open (``name.T``: turned); without it, the token table is found by
    names and shapes.
    """
    return look_into(path, progress).table(tensor, progress)


def describe_file(path: str | Path, progress: Progress = SILENT) -> FileInfo:
    """Return what tensors a file or folder holds and which would be opened, and why."""
    return look_into(path, progress).info
