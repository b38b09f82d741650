"""A file that was looked into: what it holds, which table is meant, and the way to each."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from embedscope.errors import FileError, UnknownNameError
from embedscope.progress import SILENT, Progress
from embedscope.readers.base import AnyTokenizer, Contents, FileInfo, TensorInfo
from embedscope.readers.beside import tokenizer_beside
from embedscope.readers.candidates import Candidate, candidates
from embedscope.readers.choose import TURN_MARK, Choice, choose, lost_table, shape_notes
from embedscope.readers.names import Part, part
from embedscope.readers.opened import Opened, open_contents
from embedscope.readers.text.words import counted
from embedscope.tables.table import Table
from embedscope.tables.turned import turned

_MOST_LISTED = 8


def look_into(path: str | Path, progress: Progress = SILENT) -> "TableFile":
    """Return what a file or a model's folder holds, with no table loaded yet."""
    return TableFile(Path(path), open_contents(Path(path), progress))


@dataclass(frozen=True, eq=False)
class TableFile:
    """The contents of the file or folder ``asked``; its tables can be opened one by one."""

    asked: Path
    opened: Opened

    @cached_property
    def choice(self) -> Choice | None:
        """The tensor that looks like the token table; None: there is no table."""
        return choose(self.opened.infos, self.opened.clues())

    @cached_property
    def info(self) -> FileInfo:
        """What it holds, which table would be opened, and why."""
        opened, choice = self.opened, self.choice
        return FileInfo(
            format=opened.contents.format,
            tensors=opened.infos,
            chosen=choice.shown if choice else None,
            reason=choice.reason if choice else _no_table(opened.contents),
            tokenizer=self._tokenizer(_rows_of(opened, choice)) if choice else opened.tokenizer,
            notes=opened.notes(choice) if choice else opened.contents.notes,
            is_sure=choice is not None and choice.is_sure,
            path=opened.path,
        )

    def candidates(self) -> tuple[Candidate, ...]:
        """Return all tables that can be opened, the likely ones first."""
        return candidates(self.opened, self.choice)

    def has(self, tensor: str) -> bool:
        """Tell whether ``tensor`` (``name.T``: turned) can be opened."""
        names = {info.name for info in self.opened.infos if info.is_table}
        return tensor in names or tensor.removesuffix(TURN_MARK) in names

    def other_way(self, tensor: str) -> str:
        """Return the name that opens ``tensor`` with rows for columns."""
        is_plain = any(info.name == tensor for info in self.opened.infos)
        is_turned = tensor.endswith(TURN_MARK) and not is_plain
        return tensor.removesuffix(TURN_MARK) if is_turned else f"{tensor}{TURN_MARK}"

    def disk_bytes(self, tensor: str | None = None) -> int:
        """Return how much of the disk opening ``tensor`` (or what is meant) will take."""
        choice = self._best() if tensor is None else _named(self.opened, tensor)
        return self.opened.tensor(choice.name).disk_bytes()

    def table(self, tensor: str | None = None, progress: Progress = SILENT) -> Table:
        """Return the table ``tensor`` (``name.T``: turned), or the one that is meant."""
        opened = self.opened
        choice = self._best() if tensor is None else _named(opened, tensor)
        loaded = opened.tensor(choice.name).load(progress)
        source = turned(loaded.source) if choice.is_turned else loaded.source
        tokenizer = loaded.tokenizer or self._tokenizer(source.shape[0])
        notes = (*opened.notes(choice), *loaded.notes)
        return Table(source, title(self.asked), opened.path, choice.shown, tokenizer, notes)

    def _best(self) -> Choice:
        if self.choice is None:
            raise FileError(self.opened.path, _no_table(self.opened.contents))
        return self.choice

    def _tokenizer(self, n_rows: int) -> AnyTokenizer:
        """Return the tokenizer of the file, or one near it that has about as many tokens."""
        return self.opened.tokenizer or tokenizer_beside(self.opened.path, n_rows)


def _rows_of(opened: Opened, choice: Choice) -> int:
    n_rows, n_dims = opened.tensor(choice.name).info.shape
    return n_dims if choice.is_turned else n_rows


def title(path: Path) -> str:
    """Return the name to show for a file or folder, also where the path is . or .. or the root."""
    name = path.name if path.name != ".." else ""
    shown = name or path.resolve().name or str(path.resolve())
    return shown.encode("utf-8", "backslashreplace").decode()  # a name need not be UTF-8


def _named(opened: Opened, name: str) -> Choice:
    """Return the choice of a person; the mark for turning may also be part of a name."""
    by_name = {info.name: info for info in reversed(opened.infos)}
    is_turned = name not in by_name and name.endswith(TURN_MARK)
    info = by_name.get(name.removesuffix(TURN_MARK) if is_turned else name)
    if info is None:
        raise UnknownNameError(f"{opened.path.name}: no tensor is called {name}; {_list(opened)}")
    if not info.is_table:
        raise FileError(opened.path, f"tensor {info.name} {_why_no_table(info)}")
    is_output = part(info.name) is Part.OUTPUT
    notes = (
        *((f"{info.name} is an output table: what the last layer is compared with.",) * is_output),
        *shape_notes(info, is_turned, opened.clues().vocab_size),
    )
    return Choice(info.name, "It was asked for.", is_turned, notes=notes)


def _no_table(contents: Contents) -> str:
    """Return why no tensor can be opened, by the first one that might have been a table."""
    infos = [tensor.info for tensor in contents.tensors]
    if not infos:
        return "holds no tensors"
    lost = lost_table(infos) if len(infos) > 1 else None
    if lost is not None:
        return f"its token table {lost.name} {lost.problem}"
    likely = next((info for info in infos if info.problem and len(info.shape) != 1), infos[0])
    if len(infos) == 1:
        return _why_no_table(likely) + _ways_to_save(likely)
    return f"holds no table: {likely.name} {_why_no_table(likely)}"


def _why_no_table(info: TensorInfo) -> str:
    return info.problem or f"has the shape {info.shape}, a table has rows and columns"


def _ways_to_save(info: TensorInfo) -> str:
    """Return how a list of numbers can be made a table: only a person knows what it holds."""
    if info.problem or len(info.shape) != 1 or not info.shape[0]:
        return ""
    n = info.shape[0]
    return f": save the numbers as {n, 1} for {counted(n, 'row')}, or as {1, n} for one row"


def _list(opened: Opened) -> str:
    names = [info.name for info in opened.infos if info.is_table]
    shown = ", ".join(names[:_MOST_LISTED]) + (" ..." if len(names) > _MOST_LISTED else "")
    return f"there are {shown}" if names else "it holds no tables"
