"""An expression cut into words: numbers, tokens in quotes, patterns, names and signs."""

import re
from dataclasses import dataclass
from enum import Enum

from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.literals import read_literal

_NUMBER = re.compile(r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_PATTERN = re.compile(r"/((?:[^/\\]|\\.)*)/", re.DOTALL)


class Kind(Enum):
    """What a word is."""

    NUMBER = "a number"
    TOKEN = "a token"
    PATTERN = "a pattern"
    NAME = "a name"
    SIGN = "a sign"
    END = "the end"


@dataclass(frozen=True, slots=True)
class Word:
    """One word: where it starts, where it ends, its text, and the bytes of a token in quotes."""

    kind: Kind
    position: int
    end: int
    text: str
    data: bytes = b""


def words(source: str) -> list[Word]:
    """Return the words of ``source``, with an END after the last; ExpressionError if it has others.

    A ``/`` opens a pattern where a value may stand, else it divides.
    """
    found: list[Word] = []
    at = 0
    while at < len(source):
        if source[at].isspace():
            at += 1
            continue
        word = _word_at(source, at, wants_value=_wants_value(found))
        found.append(word)
        at = word.end
    return [*found, Word(Kind.END, len(source), len(source), "")]


def _wants_value(before: list[Word]) -> bool:
    return not before or (before[-1].kind is Kind.SIGN and before[-1].text != ")")


def _word_at(source: str, at: int, *, wants_value: bool) -> Word:
    char = source[at]
    if char in "\"'":
        data, end = read_literal(source, at)
        return Word(Kind.TOKEN, at, end, source[at:end], data)
    if char == "/" and wants_value:
        found = _PATTERN.match(source, at)
        if found is None:
            raise ExpressionError(at, "This / has no closing /.")
        return Word(Kind.PATTERN, at, found.end(), found[1].replace("\\/", "/"))
    for kind, pattern in ((Kind.NUMBER, _NUMBER), (Kind.NAME, _NAME)):
        found = pattern.match(source, at)
        if found is not None:
            return Word(kind, at, found.end(), found[0])
    if char in "+-*/(),":
        return Word(Kind.SIGN, at, at + 1, char)
    raise ExpressionError(at, _stranger(char))


def _stranger(char: str) -> str:
    shown = f'"{char}"' if char.isprintable() else f"U+{ord(char):04X}"
    if char in "“”„«»‘’":
        return f'{shown} is no quotation mark here: tokens stand in "straight quotes".'
    return f'{shown} has no meaning here; tokens stand in quotes, as in "king" - "man".'
