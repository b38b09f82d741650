"""From a path to a table: find the format, choose the tensor, load it."""

from pathlib import Path

from embedscope.errors import FileError, UnknownNameError
from embedscope.progress import SILENT, Progress
from embedscope.readers.base import Contents, FileInfo, TensorInfo
from embedscope.readers.choose import TURN_MARK, Choice, choose, shape_notes
from embedscope.readers.opened import Opened, open_contents
from embedscope.tables.table import Table
from embedscope.tables.turned import turned

_MOST_LISTED = 8


def open_file(path: str | Path, tensor: str | None = None, progress: Progress = SILENT) -> Table:
    """Return the table of a file or a model's folder.

    ``tensor`` names the one to open (``name.T``: turned); without it, the token table is found by
    names and shapes.
    """
    opened = open_contents(Path(path), progress)
    choice = _best(opened) if tensor is None else _named(opened, tensor)
    loaded = opened.tensor(choice.name).load(progress)
    source = turned(loaded.source) if choice.is_turned else loaded.source
    notes = (*opened.notes(choice), *loaded.notes)
    tokenizer = loaded.tokenizer or opened.tokenizer
    return Table(source, _title(Path(path)), opened.path, choice.shown, tokenizer, notes)


def describe_file(path: str | Path, progress: Progress = SILENT) -> FileInfo:
    """Return what tensors a file or folder holds and which would be opened, and why."""
    opened = open_contents(Path(path), progress)
    choice = choose(opened.infos, opened.clues())
    return FileInfo(
        format=opened.contents.format,
        tensors=opened.infos,
        chosen=choice.shown if choice else None,
        reason=choice.reason if choice else _no_table(opened.contents),
        tokenizer=opened.tokenizer,
        notes=opened.notes(choice) if choice else opened.contents.notes,
        is_sure=choice is not None and choice.is_sure,
        path=opened.path,
    )


def _title(path: Path) -> str:
    return path.name or path.resolve().name


def _best(opened: Opened) -> Choice:
    choice = choose(opened.infos, opened.clues())
    if choice is None:
        raise FileError(opened.path, _no_table(opened.contents))
    return choice


def _named(opened: Opened, name: str) -> Choice:
    """Return the choice of a person; the mark for turning may also be part of a name."""
    by_name = {info.name: info for info in reversed(opened.infos)}
    is_turned = name not in by_name and name.endswith(TURN_MARK)
    info = by_name.get(name.removesuffix(TURN_MARK) if is_turned else name)
    if info is None:
        raise UnknownNameError(f"{opened.path.name}: no tensor is called {name}; {_list(opened)}")
    if not info.is_table:
        raise FileError(opened.path, f"tensor {info.name} {_why_no_table(info)}")
    notes = shape_notes(info, is_turned, opened.clues().vocab_size)
    return Choice(info.name, "It was asked for.", is_turned, notes=notes)


def _no_table(contents: Contents) -> str:
    """Return why no tensor can be opened, by the first one that might have been a table."""
    infos = [tensor.info for tensor in contents.tensors]
    if not infos:
        return "holds no tensors"
    likely = next((info for info in infos if info.problem and len(info.shape) != 1), infos[0])
    if len(infos) == 1:
        return _why_no_table(likely)
    return f"holds no table: {likely.name} {_why_no_table(likely)}"


def _why_no_table(info: TensorInfo) -> str:
    return info.problem or f"has the shape {info.shape}, a table has rows and columns"


def _list(opened: Opened) -> str:
    names = [info.name for info in opened.infos if info.is_table]
    shown = ", ".join(names[:_MOST_LISTED]) + (" ..." if len(names) > _MOST_LISTED else "")
    return f"there are {shown}" if names else "it holds no tables"
