"""From a path to a table: find the format, choose the tensor, load it."""

from dataclasses import dataclass, replace
from pathlib import Path

from embedscope.errors import EmbedscopeError, FileError, UnknownNameError
from embedscope.progress import SILENT, Progress
from embedscope.readers import sharded
from embedscope.readers.base import HEAD_BYTES, AnyTokenizer, Contents, FileInfo, Tensor, TensorInfo
from embedscope.readers.choose import TURN_MARK, Choice, Clues, choose, shape_notes
from embedscope.readers.folder import Surroundings, surroundings, table_file
from embedscope.readers.registry import READERS
from embedscope.readers.strangers import refuse
from embedscope.readers.tying import tying_note
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.table import Table
from embedscope.tables.turned import turned
from embedscope.tokenizers.registry import get_tokenizer


@dataclass(frozen=True, eq=False)
class _Opened:
    """A file with all that is known about it before a tensor is loaded."""

    path: Path
    contents: Contents
    beside: Surroundings

    @property
    def tokenizer(self) -> AnyTokenizer:
        """The file's own tokenizer, else the one beside it."""
        return self.contents.tokenizer or self.beside.tokenizer

    @property
    def infos(self) -> tuple[TensorInfo, ...]:
        """All tensors."""
        return tuple(tensor.info for tensor in self.contents.tensors)

    def clues(self) -> Clues:
        """Return what helps to choose; the tokenizer is asked only where shapes are in doubt."""
        size = self.contents.vocab_size or self.beside.vocab_size
        if size is None and any(
            info.is_table and info.shape[0] < info.shape[1] for info in self.infos
        ):
            size = _tokenizer_size(self.tokenizer)
        return Clues(size, self.contents.likely)

    def notes(self, choice: Choice) -> tuple[str, ...]:
        """Return what must be said about the file and the chosen tensor, a sentence each."""
        doubt = "" if choice.is_sure else choice.reason
        tying = tying_note(self.contents, self.tensor(choice.name), is_tied=self.beside.is_tied)
        notes = (*self.contents.notes, doubt, *choice.notes, tying)
        return tuple(note for note in notes if note)

    def tensor(self, name: str) -> Tensor:
        """Return the first tensor of that name."""
        return next(tensor for tensor in self.contents.tensors if tensor.info.name == name)


def open_file(path: str | Path, tensor: str | None = None, progress: Progress = SILENT) -> Table:
    """Return the table of a file or a model's folder.

    ``tensor`` names the one to open (``name.T``: turned); without it, the token table is found by
    names and shapes.
    """
    opened = _open(Path(path), progress)
    choice = _best(opened) if tensor is None else _named(opened, tensor)
    loaded = opened.tensor(choice.name).load(progress)
    source = turned(loaded.source) if choice.is_turned else loaded.source
    notes = (*opened.notes(choice), *loaded.notes)
    tokenizer = loaded.tokenizer or opened.tokenizer
    return Table(source, _title(Path(path)), opened.path, choice.name, tokenizer, notes)


def describe_file(path: str | Path, progress: Progress = SILENT) -> FileInfo:
    """Return what tensors a file or folder holds and which would be opened, and why."""
    opened = _open(Path(path), progress)
    choice = choose(opened.infos, opened.clues())
    known = opened.contents.format, opened.infos
    if choice is None:
        reason, notes = _no_table(opened.contents), opened.contents.notes
        return FileInfo(*known, None, reason, opened.tokenizer, notes, is_sure=False)
    name = choice.name + (TURN_MARK if choice.is_turned else "")
    notes = opened.notes(choice)
    return FileInfo(*known, name, choice.reason, opened.tokenizer, notes, choice.is_sure)


def read_contents(path: Path, progress: Progress = SILENT) -> Contents:
    """Return what a file holds, by the first format that knows its first bytes."""
    file = FileBytes(path)
    head = file.read(0, HEAD_BYTES)
    refuse(head, path, file.size)
    for reader in READERS:
        if reader.sniff(head, path):
            return reader.read(path, progress)
    raise FileError(path, f"is in no format known here ({path.suffix or 'no ending'})")


def _open(path: Path, progress: Progress) -> _Opened:
    """Read a file; a folder stands for the file with its table, a part for the whole."""
    file = table_file(path) if path.is_dir() else path
    whole = sharded.index_beside(file) or file
    contents = read_contents(whole, progress)
    if whole != file:
        note = f"{file.name} is one of several files, opened together by {whole.name}."
        contents = replace(contents, notes=(*contents.notes, note))
    return _Opened(whole, contents, surroundings(whole))


def _title(path: Path) -> str:
    return path.name or path.resolve().name


def _tokenizer_size(tokenizer: AnyTokenizer) -> int | None:
    if tokenizer is None:
        return None
    try:
        known = get_tokenizer(tokenizer) if isinstance(tokenizer, str | Path) else tokenizer
    except EmbedscopeError:
        return None
    return known.size


def _best(opened: _Opened) -> Choice:
    choice = choose(opened.infos, opened.clues())
    if choice is None:
        raise FileError(opened.path, _no_table(opened.contents))
    return choice


def _named(opened: _Opened, name: str) -> Choice:
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


def _list(opened: _Opened) -> str:
    names = [info.name for info in opened.infos if info.is_table]
    shown = ", ".join(names[:8]) + (" ..." if len(names) > 8 else "")
    return f"there are {shown}" if names else "it holds no tables"
