"""A file or folder with all that is known about it before a tensor is loaded."""

from dataclasses import dataclass, replace
from pathlib import Path

from embedscope.errors import EmbedscopeError, FileError
from embedscope.progress import Progress
from embedscope.readers import sharded
from embedscope.readers.base import HEAD_BYTES, AnyTokenizer, Contents, Reader, Tensor, TensorInfo
from embedscope.readers.choose import Choice, Clues
from embedscope.readers.folder import Surroundings, surroundings, table_file
from embedscope.readers.prose import PlainTextError, is_named_text
from embedscope.readers.registry import READERS
from embedscope.readers.strangers import refuse, unknown_format
from embedscope.readers.tying import tying_note
from embedscope.tables.file_bytes import FileBytes
from embedscope.tables.turned import asks_about_turning
from embedscope.tokenizers.registry import get_tokenizer


@dataclass(frozen=True, eq=False)
class Opened:
    """The contents of the file ``path`` and what the files beside it tell."""

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

    def tensor(self, name: str) -> Tensor:
        """Return the first tensor of that name."""
        return next(tensor for tensor in self.contents.tensors if tensor.info.name == name)

    def clues(self) -> Clues:
        """Return what helps to choose; the tokenizer is asked only where shapes are in doubt."""
        size = self.contents.vocab_size or self.beside.vocab_size
        if size is None and any(info.is_wide for info in self.infos):
            size = _tokenizer_size(self.tokenizer)
        return Clues(size, self.contents.likely)

    def notes(self, choice: Choice) -> tuple[str, ...]:
        """Return what must be said about the file and the chosen tensor, a sentence each.

        A table that was turned is not asked about again.
        """
        doubt = "" if choice.is_sure else choice.reason
        tensor = self.tensor(choice.name)
        tying = tying_note(self.contents, tensor, is_tied=self.beside.is_tied)
        notes = (*self.contents.notes, doubt, *choice.notes, tying, *tensor.notes)
        is_settled = choice.is_turned
        return tuple(n for n in notes if n and not (is_settled and asks_about_turning(n)))


def open_contents(path: Path, progress: Progress) -> Opened:
    """Read what is there; a folder stands for the file with its table, a part for the whole."""
    try:
        file, said = table_file(path) if path.is_dir() else (path, "")
        whole = sharded.index_beside(file) or file
    except OSError as fault:
        raise FileError(path, f"cannot be read ({fault.strerror or fault})") from fault
    contents = _read(whole, progress)
    if whole != file:
        said = f"{file.name} is one of several files, opened together by {whole.name}."
    if said:
        contents = replace(contents, notes=(*contents.notes, said))
    return Opened(whole, contents, surroundings(whole))


def _read(path: Path, progress: Progress) -> Contents:
    """Return what a file holds, by the first format that knows its first bytes."""
    head = checked_head(path)
    reader = known_reader(head, path)
    if reader is not None:
        return reader.read(path, progress)
    if is_named_text(path, head):  # with characters that are in no table
        raise PlainTextError(path, "is text, but no table of numbers")
    raise unknown_format(path)


def checked_head(path: Path) -> bytes:
    """Return the first bytes of a file; FileError for one that is known to be no table."""
    file = FileBytes(path)
    head = file.read(0, HEAD_BYTES)
    refuse(head, path, file.size)
    return head


def known_reader(head: bytes, path: Path) -> Reader | None:
    """Return the first format that knows the first bytes of a file."""
    return next((reader for reader in READERS if reader.sniff(head, path)), None)


def _tokenizer_size(tokenizer: AnyTokenizer) -> int | None:
    """Return how many rows a tokenizer needs, None if there is none or it is broken."""
    if tokenizer is None:
        return None
    try:
        known = get_tokenizer(tokenizer) if isinstance(tokenizer, str | Path) else tokenizer
    except EmbedscopeError:
        return None
    return known.size
