"""The tables of a file as a person chooses among them, each with what speaks for it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from embedscope.readers.base import Tensor, TensorInfo
from embedscope.readers.choose import TURN_MARK, Choice, Clues, rank
from embedscope.readers.names import Part, part
from embedscope.readers.opened import Opened
from embedscope.readers.tying import same_numbers
from embedscope.tables.quants import QUANTS

_DECOYS = "Positions, token types or the like."


@dataclass(frozen=True)
class Candidate:
    """One way to open a file: ``name`` is what ``open_table`` takes as its tensor."""

    name: str
    shape: tuple[int, ...]  # as it would be shown
    dtype: str
    n_bytes: int
    remark: str  # what it is taken for, "" where nothing is known
    is_guess: bool = False  # what would be opened unasked
    problem: str = ""  # why it cannot be opened

    def turned(self) -> "Candidate":
        """Return the same table with its columns as rows."""
        name = f"{self.name}{TURN_MARK}"
        return replace(
            self, name=name, shape=self.shape[::-1], remark="Turned: its columns become rows."
        )


def candidates(opened: Opened, choice: Choice | None) -> tuple[Candidate, ...]:
    """Return all tables of a file, the guess first, those that cannot be opened last."""
    clues = opened.clues()
    tables = sorted(
        (tensor for tensor in opened.contents.tensors if tensor.info.is_table),
        key=lambda tensor: rank(tensor.info, clues),
    )
    found = [shown for tensor in tables for shown in _ways(opened, tensor, choice, clues)]
    found.sort(key=lambda item: not item.is_guess)
    return (*found, *_unreadable(opened))


def _ways(
    opened: Opened, tensor: Tensor, choice: Choice | None, clues: Clues
) -> Iterator[Candidate]:
    info = tensor.info
    remark = _remark(opened, tensor, choice, clues)
    plain = Candidate(info.name, info.shape, info.dtype, info.n_bytes, remark)
    guess = choice if choice is not None and choice.name == info.name else None
    if guess is not None and guess.is_turned:
        yield replace(plain.turned(), is_guess=True, remark=_bare(guess))
        yield replace(plain, remark="As it is stored.")
        return
    yield plain if guess is None else replace(plain, is_guess=True, remark=_bare(guess))
    if info.is_wide and info.dtype not in QUANTS:
        yield plain.turned()


def _bare(guess: Choice) -> str:
    """Return why a tensor is the guess, without its name, which stands beside."""
    reason = guess.reason.removeprefix("A guess: ").removeprefix(f"{guess.name} is ")
    return f"Guess: {reason[:1].lower()}{reason[1:]}"


def _remark(opened: Opened, tensor: Tensor, choice: Choice | None, clues: Clues) -> str:
    known = part(tensor.info.name)
    if known is Part.DECOY:
        return _DECOYS
    if known is Part.OUTPUT:
        return f"Output table{_tied(opened, tensor, choice)}."
    if known in (Part.INPUT, Part.LIKE_INPUT):
        return "Named like a token table."
    return _by_shape(tensor.info, clues)


def _by_shape(info: TensorInfo, clues: Clues) -> str:
    if clues.vocab_size in info.shape:
        return f"One side is the vocabulary of {clues.vocab_size:,} tokens."
    return ""


def _tied(opened: Opened, tensor: Tensor, choice: Choice | None) -> str:
    """Return whether an output table holds the numbers of the one that is meant."""
    if choice is None or choice.name == tensor.info.name:
        return ""
    other = opened.tensor(choice.name)
    if other.info.shape != tensor.info.shape or part(other.info.name) > Part.LIKE_INPUT:
        return ""
    same = same_numbers(tensor, other)
    if same is None:
        return ""
    numbers = "the same numbers as" if same else "other numbers than"
    tied = "tied" if same else "untied"
    return f" ({tied}): {numbers} {choice.name}"


def _unreadable(opened: Opened) -> Iterator[Candidate]:
    for info in opened.infos:
        if info.problem and len(info.shape) == 2:
            yield Candidate(
                info.name, info.shape, info.dtype, info.n_bytes, info.problem, problem=info.problem
            )
