"""Which tensor of a file is the token table, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from embedscope.readers.base import TensorInfo
from embedscope.readers.names import Part, part

TURN_MARK = ".T"
"""Put behind a tensor's name to open it turned: rows for columns."""


@dataclass(frozen=True)
class Choice:
    """The tensor to open; ``is_sure`` is False where a person should be asked."""

    name: str
    reason: str
    is_turned: bool = False
    is_sure: bool = True
    notes: tuple[str, ...] = ()


def choose(tensors: Sequence[TensorInfo], vocab_size: int | None = None) -> Choice | None:
    """Return the token table among ``tensors``, or None when none has rows and columns."""
    tables = [tensor for tensor in tensors if tensor.is_table]
    if not tables:
        return None
    best = min(tables, key=lambda tensor: _rank(tensor, vocab_size))
    is_turned = _is_turned(best, vocab_size)
    reason, is_sure = _reason(best, tables, vocab_size)
    return Choice(best.name, reason, is_turned, is_sure, shape_notes(best, is_turned, vocab_size))


def _rank(tensor: TensorInfo, vocab_size: int | None) -> tuple[int, bool, bool, int]:
    """Sort key: the name first, then a side that fits the vocabulary, then tall, then large."""
    n_rows, n_dims = tensor.shape
    fits = vocab_size is not None and (n_rows >= vocab_size or n_dims == vocab_size)
    is_tall = n_rows > n_dims
    return part(tensor.name), not fits, not is_tall, -n_rows * n_dims


def _is_turned(tensor: TensorInfo, vocab_size: int | None) -> bool:
    n_rows, n_dims = tensor.shape
    return n_dims == vocab_size and n_rows != vocab_size


def _reason(
    best: TensorInfo, tables: Sequence[TensorInfo], vocab_size: int | None
) -> tuple[str, bool]:
    """Return why ``best`` was chosen, a sentence, and whether that is beyond doubt."""
    if len(tables) == 1 and part(best.name) not in (Part.OUTPUT, Part.DECOY):
        return "It is the only tensor with rows and columns.", True
    match part(best.name):
        case Part.INPUT | Part.LIKE_INPUT:
            return f"{best.name} is what models call their token table.", True
        case Part.OUTPUT:
            return f"{best.name} is the output matrix; it may be tied to the input table.", False
        case Part.DECOY:
            return "Nothing looks like a token table; this one may hold positions.", False
        case _ if vocab_size in best.shape:
            return f"One side of it is the vocabulary of {vocab_size:,} tokens.", True
        case _:
            return "A guess: the largest tensor with more rows than columns.", False


def shape_notes(tensor: TensorInfo, is_turned: bool, vocab_size: int | None) -> tuple[str, ...]:
    """Return what must be said about rows and columns, a sentence each."""
    n_rows, n_dims = tensor.shape
    size = f"{n_rows:,} rows x {n_dims:,} columns"
    if is_turned:
        return (f"Stored as {size}; turned, so that each token has a row.",)
    if n_rows < n_dims and n_rows != vocab_size:
        remedy = f"if so, open {tensor.name}{TURN_MARK}"
        return (f"{size}: fewer rows than columns. Transposed? ({remedy})",)
    return ()
