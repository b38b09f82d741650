"""Which rows an expression names one by one: the inputs of an analogy, say."""

import numpy as np

from embedscope.expressions.naming import TokenNames
from embedscope.expressions.nodes import Call, Chain, Negation, Node, Number, TokenRow
from embedscope.expressions.parser import parse
from embedscope.tables.base import Ints


def named_rows(source: str, names: TokenNames) -> Ints:
    """Return the ids (n,), ascending, of tokens in quotes and of ``id(7)`` in ``source``.

    Rows that only match a pattern are not named. ExpressionError as for the value.
    """
    found = set[int]()
    _collect(parse(source), names, found)
    return np.array(sorted(found), np.int64)


def _collect(node: Node, names: TokenNames, found: set[int]) -> None:
    match node:
        case TokenRow():
            found.add(names.id_of(node.data, node.position))
        case Negation():
            _collect(node.operand, names, found)
        case Chain():
            for part in (node.first, *(step.value for step in node.steps)):
                _collect(part, names, found)
        case Call(name="id", arguments=(Number(value=value),)):
            found.add(int(value))
        case Call():
            for part in node.arguments:
                _collect(part, names, found)
        case _:
            return
