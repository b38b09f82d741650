"""Which tensor of a file is the token table, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from embedscope.readers.base import TensorInfo
from embedscope.readers.names import Part, part
from embedscope.tables.turned import TRANSPOSED

TURN_MARK = ".T"
"""Put behind a tensor's name to open it turned: rows for columns."""


_STANDINGS = {
    Part.INPUT: 0,
    Part.LIKE_INPUT: 1,
    Part.OUTPUT: 3,  # where it stands alone, input and output share it
    Part.UNKNOWN: 4,
    Part.DECOY: 5,
}
_FITTING_UNKNOWN = 2


@dataclass(frozen=True)
class Choice:
    """The tensor to open; ``is_sure`` is False where a person should be asked."""

    name: str
    reason: str
    is_turned: bool = False
    is_sure: bool = True
    notes: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The name by which the same choice is made again."""
        return self.name + TURN_MARK * self.is_turned


@dataclass(frozen=True)
class Clues:
    """What is known beside the tensors' names and shapes."""

    vocab_size: int | None = None
    likely: frozenset[str] = frozenset()  # names that the file itself uses as token tables


def choose(tensors: Sequence[TensorInfo], clues: Clues = Clues()) -> Choice | None:
    """Return the token table among ``tensors``, or None when none has rows and columns.

    None too where the token table is in a file that is missing or broken: another table is no
    stand-in for it. One of numbers that are not read here is passed over, with a note.
    """
    tables = [tensor for tensor in tensors if tensor.is_table]
    if not tables:
        return None
    best = min(tables, key=lambda tensor: rank(tensor, clues))
    lost = lost_table(tensors) if part(best.name) is not Part.INPUT else None
    if lost is not None and not lost.shape:
        return None
    is_turned = _is_turned(best, clues.vocab_size)
    reason, is_sure = _reason(best, tables, clues)
    passed_over = (f"The token table {lost.name} {lost.problem}.",) if lost is not None else ()
    notes = (*passed_over, *shape_notes(best, is_turned, clues.vocab_size))
    return Choice(best.name, reason, is_turned, is_sure and lost is None, notes)


def lost_table(tensors: Sequence[TensorInfo]) -> TensorInfo | None:
    """Return what models call their token table where it cannot be opened, else None."""
    return next((t for t in tensors if t.problem and part(t.name) is Part.INPUT), None)


def rank(tensor: TensorInfo, clues: Clues) -> tuple[int, bool, bool, int]:
    """Return a sort key: the name, then a side that fits the vocabulary, then tall, then large."""
    n_rows, n_dims = tensor.shape
    size = clues.vocab_size
    fits = size is not None and (n_rows >= size or n_dims == size)
    return _standing(tensor, clues), not fits, n_rows <= n_dims, -n_rows * n_dims


def _standing(tensor: TensorInfo, clues: Clues) -> int:
    """Return how good the name is, less is better; one without meaning may still fit exactly."""
    known = _part(tensor, clues)
    if known is Part.UNKNOWN and clues.vocab_size in tensor.shape:
        return _FITTING_UNKNOWN
    return _STANDINGS[known]


def _part(tensor: TensorInfo, clues: Clues) -> Part:
    """Return what the name says, unless the file itself says better."""
    by_name = part(tensor.name)
    is_likely = tensor.name in clues.likely and by_name is not Part.DECOY
    return min(by_name, Part.LIKE_INPUT) if is_likely else by_name


def _is_turned(tensor: TensorInfo, vocab_size: int | None) -> bool:
    n_rows, n_dims = tensor.shape
    return n_dims == vocab_size and n_rows != vocab_size


def _reason(best: TensorInfo, tables: Sequence[TensorInfo], clues: Clues) -> tuple[str, bool]:
    """Return why ``best`` was chosen, a sentence, and whether that is beyond doubt."""
    match part(best.name):
        case Part.OUTPUT:
            return f"{best.name} is the output matrix; it may be tied to the input table.", False
        case Part.DECOY:
            return f"Nothing looks like a token table; {best.name} may hold positions.", False
        case Part.INPUT | Part.LIKE_INPUT:
            return f"{best.name} is what models call their token table.", True
        case Part.UNKNOWN:
            return _reason_without_name(best, tables, clues)


def _reason_without_name(
    best: TensorInfo, tables: Sequence[TensorInfo], clues: Clues
) -> tuple[str, bool]:
    if len(tables) == 1:
        return "It is the only tensor with rows and columns.", True
    if best.name in clues.likely:
        return f"The file itself uses {best.name} as its token table.", len(clues.likely) == 1
    if clues.vocab_size in best.shape:
        return f"One side of {best.name} is the vocabulary of {clues.vocab_size:,} tokens.", True
    return f"A guess: {best.name} is the largest tensor with more rows than columns.", False


def shape_notes(tensor: TensorInfo, is_turned: bool, vocab_size: int | None) -> tuple[str, ...]:
    """Return what must be said about rows and columns, a sentence each."""
    n_rows, n_dims = tensor.shape
    size = f"{_counted(n_rows, 'row')} x {_counted(n_dims, 'column')}"
    if is_turned:
        return (f"Stored as {size}; turned, so that each token has a row.",)
    if n_rows < n_dims and n_rows != vocab_size:
        return (f"{size}: fewer rows than columns. {TRANSPOSED}",)
    return ()


def one_number_note(n_rows: int, unit: str) -> str:
    """Return what must be said where each ``unit`` (a line, say) of a list became a row."""
    as_rows = f"{_counted(n_rows, 'row')} of 1 dim"
    other = "" if n_rows == 1 else f", not as 1 row of {n_rows:,} dims. {TRANSPOSED}"
    return f"One number a {unit}: read as {as_rows}{other or '.'}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
