"""What is wrong with an expression, and at which character."""

from embedscope.errors import EmbedscopeError


class ExpressionError(EmbedscopeError):
    """``sentence`` tells the fault, ``position`` (code points from 0) where it is."""

    def __init__(self, position: int, sentence: str) -> None:
        self.position = position
        self.sentence = sentence
        super().__init__(f"At character {position + 1}: {sentence}")
