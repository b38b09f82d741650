"""From words to a tree: sums of products of values, by recursive descent."""

import math
from collections.abc import Callable

from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.lexer import Kind, Word, words
from embedscope.expressions.nodes import (
    Call,
    Chain,
    Negation,
    Node,
    Number,
    Pattern,
    Step,
    TokenRow,
)

FUNCTIONS = ("dim", "id", "mean", "pc", "random", "unit")
"""Names that may be called; ``evaluate`` says what they do."""

_DEEPEST = 40  # levels of brackets and signs: no expression may exhaust the stack
_MOST_WORDS = 2000


def parse(source: str) -> Node:
    """Return the tree of ``source``; ExpressionError at the first character that does not fit."""
    found = words(source)
    if len(found) > _MOST_WORDS:
        raise ExpressionError(found[_MOST_WORDS].position, "The expression is too long.")
    return _Parser(found).whole()


class _Parser:
    def __init__(self, found: list[Word]) -> None:
        self._words = found
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        if len(self._words) == 1:
            raise ExpressionError(0, 'Nothing here yet; try "king" - "man" + "woman".')
        node = self._sum()
        if self._at < len(self._words) - 1:
            self._fail("a sign such as + or the end")
        return node

    @property
    def _here(self) -> Word:
        return self._words[self._at]

    def _next(self) -> Word:
        word = self._here
        self._at += 1
        return word

    def _sees(self, signs: str) -> bool:
        return self._here.kind is Kind.SIGN and self._here.text in signs

    def _fail(self, wanted: str) -> None:
        word = self._here
        shown = f'"{word.text}"' if word.kind is Kind.SIGN else word.text
        what = "the expression ends" if word.kind is Kind.END else f"there is {shown}"
        raise ExpressionError(word.position, f"Here {what}, but {wanted} is expected.")

    def _sum(self) -> Node:
        return self._chain("+-", self._product)

    def _product(self) -> Node:
        return self._chain("*/", self._signed)

    def _chain(self, signs: str, part: Callable[[], Node]) -> Node:
        """Read parts joined by ``signs``; flat, so that a long sum does not nest deeply."""
        first, steps = part(), list[Step]()
        while self._sees(signs):
            sign = self._next()
            steps.append(Step(sign.position, sign.text, part()))
        return Chain(first, tuple(steps)) if steps else first

    def _signed(self) -> Node:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ExpressionError(self._here.position, "Too many brackets or signs in a row.")
        if self._sees("+-"):
            sign = self._next()
            operand = self._signed()
            node = Negation(sign.position, operand) if sign.text == "-" else operand
        else:
            node = self._value()
        self._depth -= 1
        return node

    def _value(self) -> Node:
        word = self._here
        if word.kind is Kind.TOKEN:
            self._next()
            return TokenRow(word.position, word.data)
        if word.kind is Kind.NUMBER:
            return self._number()
        if word.kind is Kind.NAME:
            return self._call()
        if word.kind is Kind.PATTERN:
            raise ExpressionError(word.position, f"A pattern stands in mean(/{word.text}/) only.")
        if not self._sees("("):
            self._fail('a token in quotes, a number, a function or "("')
        self._next()
        node = self._sum()
        self._close(word)
        return node

    def _number(self) -> Number:
        word = self._next()
        value = float(word.text)
        if math.isinf(value):
            raise ExpressionError(word.position, "This number is too large.")
        return Number(word.position, value)

    def _call(self) -> Call:
        name = self._next()
        if name.text not in FUNCTIONS:
            known = ", ".join(f"{f}()" for f in FUNCTIONS)
            hint = f'a token stands in quotes: "{name.text}"; functions are {known}'
            raise ExpressionError(name.position, f"There is no function {name.text}; {hint}.")
        bracket = self._here
        if not self._sees("("):
            self._fail(f'"(" after {name.text}')
        self._next()
        arguments = [self._argument(name.text)]
        while self._sees(","):
            self._next()
            arguments.append(self._argument(name.text))
        self._close(bracket)
        return Call(name.position, name.text, tuple(arguments))

    def _argument(self, name: str) -> Node:
        if name == "mean" and self._here.kind is Kind.PATTERN:
            word = self._next()
            return Pattern(word.position, word.text)
        return self._sum()

    def _close(self, bracket: Word) -> None:
        if self._here.kind is Kind.END:
            raise ExpressionError(bracket.position, "This ( has no closing ).")
        if not self._sees(")"):
            self._fail('a sign or ")"')
        self._next()
