"""A small language for directions: ``"king" - "man" + "woman"``, ``mean(/^ [A-Z]/)``, ``pc(3)``."""

from embedscope.expressions.axes import expression_basis, split
from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.evaluate import Scope, evaluate
from embedscope.expressions.literals import quote
from embedscope.expressions.parser import parse

__all__ = ["ExpressionError", "Scope", "evaluate", "expression_basis", "parse", "quote", "split"]
