"""From a path to a table: find the format, choose the tensor, load it."""

from pathlib import Path

from embedscope.errors import FileError, UnknownNameError
from embedscope.progress import SILENT, Progress
from embedscope.readers.base import HEAD_BYTES, Contents, FileInfo, Tensor
from embedscope.readers.choose import TURN_MARK, Choice, choose, shape_notes
from embedscope.readers.registry import READERS
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.table import Table
from embedscope.tables.turned import turned


def open_file(path: str | Path, tensor: str | None = None, progress: Progress = SILENT) -> Table:
    """Return the table of a file: tensor ``tensor`` (``name.T``: turned), or the one found best."""
    path = Path(path)
    contents = read_contents(path, progress)
    choice = _chosen(path, contents) if tensor is None else _named(path, contents, tensor)
    wanted = next(item for item in contents.tensors if item.info.name == choice.name)
    loaded = wanted.load(progress)
    source = turned(loaded.source) if choice.is_turned else loaded.source
    notes = (*contents.notes, *choice.notes, *loaded.notes)
    tokenizer = loaded.tokenizer or contents.tokenizer
    return Table(source, path.name, path, choice.name, tokenizer, notes)


def describe_file(path: str | Path, progress: Progress = SILENT) -> FileInfo:
    """Return what tensors a file holds and which would be opened, reading as little as needed."""
    contents = read_contents(Path(path), progress)
    infos = tuple(tensor.info for tensor in contents.tensors)
    choice = choose(infos, contents.vocab_size)
    if choice is None:
        reason = _no_table(contents)
        return FileInfo(
            contents.format, infos, None, reason, contents.tokenizer, contents.notes, False
        )
    notes = (*contents.notes, *choice.notes)
    return FileInfo(
        contents.format,
        infos,
        choice.name,
        choice.reason,
        contents.tokenizer,
        notes,
        choice.is_sure,
    )


def read_contents(path: Path, progress: Progress = SILENT) -> Contents:
    """Return what the file holds, by the first format that knows its first bytes."""
    head = FileBytes(path).read(0, HEAD_BYTES)
    for reader in READERS:
        if reader.sniff(head, path):
            return reader.read(path, progress)
    raise FileError(path, "is of no known format")


def _chosen(path: Path, contents: Contents) -> Choice:
    choice = choose([tensor.info for tensor in contents.tensors], contents.vocab_size)
    if choice is None:
        raise FileError(path, _no_table(contents))
    return choice


def _named(path: Path, contents: Contents, name: str) -> Choice:
    """Return the choice of a person; the mark for turning may be part of a name."""
    by_name = {tensor.info.name: tensor for tensor in contents.tensors}
    is_turned = name not in by_name and name.endswith(TURN_MARK)
    wanted = by_name.get(name.removesuffix(TURN_MARK) if is_turned else name)
    if wanted is None:
        raise UnknownNameError(f"{path.name}: no tensor is called {name}; {_list(contents)}")
    info = wanted.info
    if not info.is_table:
        problem = info.problem or f"has the shape {info.shape}, a table has rows and columns"
        raise FileError(path, f"tensor {info.name} {problem}")
    notes = shape_notes(info, is_turned, contents.vocab_size)
    return Choice(info.name, "It was asked for.", is_turned, True, notes)


def _no_table(contents: Contents) -> str:
    if len(contents.tensors) == 1:
        only: Tensor = contents.tensors[0]
        return only.info.problem or f"has the shape {only.info.shape}, not rows and columns"
    return "holds no tensor with rows and columns of numbers"


def _list(contents: Contents) -> str:
    names = [tensor.info.name for tensor in contents.tensors if tensor.info.is_table]
    shown = ", ".join(names[:8]) + (" ..." if len(names) > 8 else "")
    return f"there are {shown}" if names else "it holds no tables"
