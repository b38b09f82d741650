"""Which id a token in quotes has, and which tokens match a pattern."""

from embedscope.errors import EmbedscopeError
from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.literals import quote
from embedscope.progress import SILENT, Progress
from embedscope.tables.base import Ints
from embedscope.tokenizers.base import NO_ID, Tokenizer
from embedscope.tokenizers.search import VocabularyIndex


class TokenNames:
    """The tokens of ``tokenizer`` by their bytes; ``index`` searches them."""

    def __init__(self, tokenizer: Tokenizer, index: VocabularyIndex | None = None) -> None:
        self._tokenizer = tokenizer
        self._index = index or VocabularyIndex(tokenizer, tokenizer.size)

    def id_of(self, data: bytes, position: int) -> int:
        """Return the id of the one token with these bytes; ExpressionError tells what there is."""
        found = self._encoded(data)
        if len(found) == 1 and self._tokenizer.token_bytes(found[0]) == data:
            return found[0]
        exact = self._exact(data)
        if exact is not None:
            return exact
        raise ExpressionError(position, self._no_token(data, found))

    def matching(self, pattern: str, position: int, progress: Progress = SILENT) -> Ints:
        """Return the ids of all tokens that match; ExpressionError if the pattern is wrong."""
        try:
            return self._index.find(f"/{pattern}/", progress)
        except EmbedscopeError as error:
            raise ExpressionError(position, str(error)) from None

    def _encoded(self, data: bytes) -> list[int]:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return []
        if text in self._tokenizer.special_tokens:
            return [self._tokenizer.special_tokens[text]]
        return [int(i) for i in self._tokenizer.encode(text).ids]

    def _exact(self, data: bytes) -> int | None:
        """Return the id with exactly these bytes, for tokens that encoding does not give."""
        if not data:
            return None
        for hit in self._index.find("0x" + data.hex()).tolist():
            if self._tokenizer.token_bytes(hit) == data:
                return int(hit)
        return None

    def _no_token(self, data: bytes, found: list[int]) -> str:
        name = self._tokenizer.name
        parts = [self._tokenizer.token_bytes(i) for i in found if i != NO_ID]
        known = [quote(part) for part in parts if part]
        if len(known) < 2 or len(known) != len(found):
            return f"{quote(data)} is no token of {name}."
        shown = ", ".join(known[:6]) + (", ..." if len(known) > 6 else "")
        return f"{quote(data)} is {len(known)} tokens of {name}: write mean({shown})."
