"""Expressions as axes, colours and queries."""

from collections.abc import Sequence

import numpy as np

from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.evaluate import Scope, vector
from embedscope.geometry.basis import Basis


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
