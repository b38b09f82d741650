"""The parts of a parsed expression; ``position`` is the character that an error points at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Number:
    """A plain number."""

    position: int
    value: float


@dataclass(frozen=True, slots=True)
class TokenRow:
    """The row of the token with these bytes."""

    position: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Pattern:
    """All tokens that match a regular expression; stands only in ``mean()``."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments."""

    position: int
    name: str
    arguments: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Negation:
    """The opposite of a value."""

    position: int
    operand: "Node"


@dataclass(frozen=True, slots=True)
class Step:
    """A sign, where it stands, and the value that it adds, takes away, multiplies or divides by."""

    position: int
    sign: str
    value: "Node"


@dataclass(frozen=True, slots=True)
class Chain:
    """Values joined by ``+ -`` or by ``* /``, worked from left to right."""

    first: "Node"
    steps: tuple[Step, ...]

    @property
    def position(self) -> int:
        """Where the first value is."""
        return self.first.position


Node = Number | TokenRow | Pattern | Call | Negation | Chain
