"""What every file format gives: its tensors, and how one of them is loaded.

A format is one module with two functions, listed in ``readers/registry.py``:

``sniff(head, path)``
    whether a file that begins with ``head`` (up to HEAD_BYTES) is of this format;
``read(path, progress)``
    its Contents, or a FileError whose sentence names the fault and the remedy.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from embedscope.errors import EmbedscopeError
from embedscope.progress import Progress
from embedscope.tables.base import Source
from embedscope.tokenizers.base import Tokenizer

HEAD_BYTES = 4096
"""How much of a file the formats are told apart by."""

MAX_VALUES = 1 << 62
"""No tensor has as many numbers; a header that says so is damaged."""

AnyTokenizer = str | Path | Tokenizer | None


def is_shape(sides: Sequence[object]) -> bool:
    """Tell whether ``sides`` are whole numbers whose product a file could hold at all."""
    numbers = [n for n in sides if isinstance(n, int)]
    in_range = all(0 <= n < MAX_VALUES for n in numbers)
    return len(numbers) == len(sides) and in_range and math.prod(numbers) < MAX_VALUES


@dataclass(frozen=True)
class TensorInfo:
    """One tensor of a file, as stored."""

    name: str
    shape: tuple[int, ...]
    dtype: str  # "f32", "bf16", "q4_k" ..., or the file's own word for a type not read here
    n_bytes: int
    problem: str = ""  # why it cannot be opened, a sentence; empty if it can

    @property
    def is_table(self) -> bool:
        """Whether it has rows and columns of readable numbers."""
        return len(self.shape) == 2 and min(self.shape) > 0 and not self.problem

    @property
    def is_wide(self) -> bool:
        """Whether it is a table of more columns than rows, perhaps one to be turned."""
        return self.is_table and self.shape[0] < self.shape[1]


@dataclass(frozen=True, eq=False)
class Loaded:
    """A tensor's numbers, with what was learnt only while loading them."""

    source: Source
    tokenizer: AnyTokenizer = None
    notes: tuple[str, ...] = ()


Load = Callable[[Progress], Loaded]


def at_once(make: Callable[[], Source], notes: tuple[str, ...] = ()) -> Load:
    """Return the ``load`` of a tensor whose source is there without reading its numbers."""
    return lambda _progress: Loaded(make(), notes=notes)


def _nothing_to_load(progress: Progress) -> Loaded:
    raise EmbedscopeError(f"a tensor that cannot be opened was asked for ({progress})")


@dataclass(frozen=True, eq=False)
class Tensor:
    """A tensor with the means to load it, which is called for tables without a problem only."""

    info: TensorInfo
    load: Load = _nothing_to_load
    disk_bytes: Callable[[], int] = int  # what loading it now would write to the cache folder
    notes: tuple[str, ...] = ()  # what must be said of it, known before it is loaded


@dataclass(frozen=True, eq=False)
class Contents:
    """All that a file holds."""

    format: str  # as shown, "safetensors"
    tensors: tuple[Tensor, ...]
    tokenizer: AnyTokenizer = None
    vocab_size: int | None = None  # tokens the file itself knows of
    likely: frozenset[str] = frozenset()  # tensors that the file itself uses as token tables
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class FileInfo:
    """What ``describe_file`` tells."""

    format: str
    tensors: tuple[TensorInfo, ...]
    chosen: str | None  # name of the tensor that would be opened
    reason: str  # why that one, a sentence
    tokenizer: AnyTokenizer
    notes: tuple[str, ...]
    is_sure: bool = True  # False: better ask which tensor is meant
    path: Path | None = None  # the file with the tensors, where a folder was named


class Reader(Protocol):
    """A format: the two functions of its module."""

    def sniff(self, head: bytes, path: Path) -> bool:
        """Tell whether a file beginning with ``head`` is of this format."""
        ...

    def read(self, path: Path, progress: Progress) -> Contents:
        """Return what the file holds, reading no more of it than needed."""
        ...
