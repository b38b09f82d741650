"""The value of an expression: a vector of the table's space, or a plain number."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.naming import TokenNames
from embedscope.expressions.nodes import Call, Chain, Negation, Node, Number, Pattern, TokenRow
from embedscope.expressions.parser import parse
from embedscope.geometry.pca import Pca, fit_pca
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Doubles, Ints
from embedscope.tables.table import Table
from embedscope.tokenizers.base import Tokenizer

Value = float | Doubles

_CHUNK_VALUES = 1 << 20


@dataclass(eq=False)
class Scope:
    """What names mean: rows of ``table``, tokens of ``names``, components of ``pca``.

    ``pca`` is fitted to the first ``n_fitted`` rows (all if None) when ``pc()`` first asks for
    it, unless given.
    """

    table: Table
    names: TokenNames
    pca: Pca | None = None
    progress: Progress = SILENT
    n_fitted: int | None = None

    @classmethod
    def of(cls, table: Table, tokenizer: Tokenizer) -> "Scope":
        """Return the scope of ``table`` with its tokens named by ``tokenizer``."""
        return cls(table, TokenNames(tokenizer))

    def component(self, number: int, position: int) -> Doubles:
        """Return the unit vector (D,) of component ``number``, counted from 1."""
        most = min(self.table.n_dims, self.table.n_rows)
        if not 1 <= number <= most:
            raise ExpressionError(position, f"This table has the components 1 to {most}.")
        if self.pca is None or len(self.pca.components) < number:
            rows = None if self.n_fitted is None else np.arange(self.n_fitted)
            self.pca = fit_pca(self.table, max(number, 3), rows, self.progress)
        axis: Doubles = self.pca.components[number - 1]
        if not axis.any():
            raise ExpressionError(position, f"Component {number} carries no variance.")
        return axis

    def row(self, row_id: int, position: int) -> Doubles:
        """Return row ``row_id`` (D,), which must exist and be finite."""
        last = self.table.n_rows - 1
        if not 0 <= row_id <= last:
            raise ExpressionError(position, f"id {row_id} has no row: there are rows 0 to {last}.")
        row: Doubles = self.table.exact_rows([row_id])[0].astype(np.float64)
        if not np.isfinite(row).all():
            raise ExpressionError(position, f"Row {row_id} holds NaN or infinity.")
        return row

    def rows_sum(self, ids: Ints) -> tuple[Doubles, int]:
        """Return the sum (D,) and the number of those rows among ``ids`` (n,) that are finite."""
        total, n_used = np.zeros(self.table.n_dims), 0
        step = max(1, _CHUNK_VALUES // self.table.n_dims)
        for at in range(0, len(ids), step):
            self.progress.step(at / len(ids), "adding up rows")
            rows = self.table.exact_rows(ids[at : at + step]).astype(np.float64)
            rows = rows[np.isfinite(rows).all(axis=1)]
            total += rows.sum(axis=0)
            n_used += len(rows)
        return total, n_used


def evaluate(source: str, scope: Scope) -> Value:
    """Return the value of ``source``: a float, or a vector (D,) in float64.

    ``"token"`` and ``id(7)`` are rows; ``mean(a, b, /pattern/)`` averages rows, those of all
    matching tokens included; ``pc(3)``, ``dim(192)`` and ``random(7)`` are directions of length
    1; ``unit(a)`` scales to length 1. ExpressionError for anything that has no value.
    """
    node = parse(source)
    with np.errstate(over="ignore", invalid="ignore"):
        value = _value(node, scope)
    if not np.isfinite(value).all():
        raise ExpressionError(node.position, "The result is too large.")
    return value


def vector(source: str, scope: Scope) -> Doubles:
    """Return the value of ``source`` as a vector (D,); ExpressionError if it is a number."""
    value = evaluate(source, scope)
    if isinstance(value, float):
        raise ExpressionError(0, f"This is the number {value:g}, not a vector of the table.")
    return value


def _value(node: Node, scope: Scope) -> Value:
    match node:
        case Number():
            return node.value
        case TokenRow():
            return scope.row(scope.names.id_of(node.data, node.position), node.position)
        case Negation():
            return -_value(node.operand, scope)
        case Chain():
            value = _value(node.first, scope)
            for step in node.steps:
                value = _joined(step.position, step.sign, value, _value(step.value, scope))
            return value
        case Call():
            return _CALLS[node.name](node, scope)
        case Pattern():
            raise ExpressionError(node.position, "A pattern stands in mean() only.")


def _joined(position: int, sign: str, left: Value, right: Value) -> Value:
    """Return ``left`` sign ``right``; numbers and vectors are not added, vectors not multiplied."""
    numbers = isinstance(left, float), isinstance(right, float)
    if sign in "+-":
        if numbers[0] != numbers[1]:
            raise ExpressionError(position, "A number and a vector cannot be added.")
        return left + right if sign == "+" else left - right
    if sign == "*":
        if numbers == (False, False):
            raise ExpressionError(position, "Two vectors cannot be multiplied.")
        return left * right
    if not numbers[1]:
        raise ExpressionError(position, "Only a number can divide.")
    if right == 0:
        raise ExpressionError(position, "Division by zero.")
    return left / right


def _mean(call: Call, scope: Scope) -> Value:
    total, n_used = np.zeros(scope.table.n_dims), 0
    for part in call.arguments:
        if isinstance(part, Pattern):
            ids = scope.names.matching(part.text, part.position, scope.progress)
            rows, n_rows = scope.rows_sum(ids[ids < scope.table.n_rows])
            if not n_rows:
                raise ExpressionError(part.position, f"No token with a row matches /{part.text}/.")
            total, n_used = total + rows, n_used + n_rows
        else:
            total, n_used = total + _vector_of(part, scope), n_used + 1
    return total / n_used


def _unit(call: Call, scope: Scope) -> Value:
    value = _vector_of(_only(call), scope)
    length = np.linalg.norm(value)
    if length == 0:
        raise ExpressionError(call.position, "A vector of zeros has no direction.")
    unit: Doubles = value / length
    return unit


def _dim(call: Call, scope: Scope) -> Value:
    dim, last = _whole(call, scope), scope.table.n_dims - 1
    if not 0 <= dim <= last:
        raise ExpressionError(call.position, f"This table has the dims 0 to {last}.")
    axis = np.zeros(scope.table.n_dims)
    axis[dim] = 1
    return axis


def _random(call: Call, scope: Scope) -> Value:
    seed = _whole(call, scope)
    if seed < 0:
        raise ExpressionError(call.position, "A seed is 0 or more.")
    axis = np.random.default_rng(seed).normal(size=scope.table.n_dims)
    unit: Doubles = axis / np.linalg.norm(axis)
    return unit


def _id(call: Call, scope: Scope) -> Value:
    return scope.row(_whole(call, scope), call.position)


def _pc(call: Call, scope: Scope) -> Value:
    return scope.component(_whole(call, scope), call.position)


_CALLS: dict[str, Callable[[Call, Scope], Value]] = {
    "dim": _dim,
    "id": _id,
    "mean": _mean,
    "pc": _pc,
    "random": _random,
    "unit": _unit,
}


def _only(call: Call) -> Node:
    if len(call.arguments) > 1:
        raise ExpressionError(call.arguments[1].position, f"{call.name}() takes one value.")
    return call.arguments[0]


def _vector_of(node: Node, scope: Scope) -> Doubles:
    value = _value(node, scope)
    if isinstance(value, float):
        raise ExpressionError(node.position, "A vector is expected here, not a number.")
    return value


def _whole(call: Call, scope: Scope) -> int:
    node = _only(call)
    value = _value(node, scope)
    if not isinstance(value, float) or not value.is_integer() or abs(value) > 2**53:
        raise ExpressionError(node.position, f"{call.name}() takes a whole number.")
    return int(value)
