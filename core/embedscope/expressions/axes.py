"""Expressions as axes, colours and queries."""

from collections.abc import Sequence

import numpy as np

from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.evaluate import Scope, vector
from embedscope.expressions.literals import read_literal
from embedscope.geometry.basis import Basis


def split(sources: str) -> tuple[str, ...]:
    """Return the expressions between the semicolons of ``sources``; those in quotes do not part."""
    parts, start, at = list[str](), 0, 0
    while at < len(sources):
        if sources[at] in "\"'":
            try:
                at = read_literal(sources, at)[1]
                continue
            except ExpressionError:  # the parser will point at it
                break
        if sources[at] == ";":
            parts.append(sources[start:at])
            start = at + 1
        at += 1
    return tuple(part.strip() for part in (*parts, sources[start:]))


def expression_basis(sources: Sequence[str], scope: Scope) -> Basis:
    """Return the axes (k, D) along the vectors that k expressions name, titled by them.

    The coordinate of a row is its dot product with the direction, at length 1: for ``dim(3)``
    the row's value there. ExpressionError where an expression has no direction.
    """
    directions = []
    for source in sources:
        value = vector(source, scope)
        length = np.linalg.norm(value)
        if length == 0:
            raise ExpressionError(0, "This comes to zeros: it has no direction.")
        directions.append(value / length)
    n_dims = scope.table.n_dims
    matrix = np.stack(directions) if directions else np.zeros((0, n_dims))
    return Basis(matrix, np.zeros(n_dims), tuple(" ".join(s.split()) for s in sources))
