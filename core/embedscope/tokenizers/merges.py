"""How a token came to be: the two tokens it was merged from, and theirs, down to bytes."""

from collections.abc import Iterator
from dataclasses import dataclass

from embedscope.errors import UnknownNameError
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.bpe import BpeTokenizer
from embedscope.tokenizers.merge_list import MergeListTokenizer
from embedscope.tokenizers.merging import RankOfPair, byte_parts, merge


@dataclass(frozen=True)
class MergeTree:
    """A token and what it was merged from; no ``parts``: a byte, or a token never merged."""

    token_id: int | None  # None where the bytes are no token (some vocabularies lack bytes)
    data: bytes
    parts: tuple["MergeTree", ...] = ()

    def walk(self) -> Iterator["MergeTree"]:
        """Give the parts from the bytes up, in the order of the text, this tree last."""
        for part in self.parts:
            yield from part.walk()
        yield self


def merge_tree(tokenizer: Tokenizer, token_id: int) -> MergeTree:
    """Return how byte-pair merges build the token ``token_id``; UnknownNameError if there is none.

    The token's bytes are merged with only those merges that were learnt before it; what is left
    are its parts: two, as a rule. Special tokens and other kinds of tokenizer give no parts.
    """
    data = tokenizer.token_bytes(token_id)
    if data is None:
        raise UnknownNameError(f"{tokenizer.name} has no token with the id {token_id}")
    if token_id in tokenizer.special_tokens.values():
        return MergeTree(token_id, data)
    if isinstance(tokenizer, BpeTokenizer):
        return _tree(data, _Ranks(tokenizer.ranks))
    if isinstance(tokenizer, MergeListTokenizer):
        return _tree(data, _Merges(tokenizer))
    return MergeTree(token_id, data)


class _Ranks:
    """tiktoken's rule: any pair may merge whose bytes are a token."""

    def __init__(self, ranks: dict[bytes, int]) -> None:
        self._ranks = ranks

    def token_id(self, data: bytes) -> int | None:
        return self._ranks.get(data)

    def before(self, data: bytes) -> RankOfPair:
        """Return the rule as it was before ``data`` became a token."""
        last = self._ranks[data]

        def rank(left: bytes, right: bytes) -> float | None:
            found = self._ranks.get(left + right)
            return found if found is not None and found < last else None

        return rank


class _Merges:
    """Listed pairs may merge, in the order of the list."""

    def __init__(self, tokenizer: MergeListTokenizer) -> None:
        self._merges = tokenizer.merges
        self._ids = tokenizer.ids

    def token_id(self, data: bytes) -> int | None:
        return self._ids.get(data)

    def before(self, data: bytes) -> RankOfPair:
        """Return all merges but those that make ``data`` itself."""

        def rank(left: bytes, right: bytes) -> float | None:
            return None if left + right == data else self._merges.get((left, right))

        return rank


def _tree(data: bytes, rule: _Ranks | _Merges) -> MergeTree:
    parts = merge(byte_parts(data), rule.before(data)) if len(data) > 1 else []
    return MergeTree(rule.token_id(data), data, tuple(_tree(part, rule) for part in parts))
