"""What may come next where the cursor is: tokens inside quotes, functions outside."""

import re
from dataclasses import dataclass

from embedscope.expressions.errors import ExpressionError
from embedscope.expressions.literals import quote, read_literal
from embedscope.expressions.parser import FUNCTIONS
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.search import VocabularyIndex

_NAME = re.compile(r"[A-Za-z_]*$")


@dataclass(frozen=True, slots=True)
class Completions:
    """Texts that may replace ``start..cursor``; ``n_all`` tells how many there are in all."""

    start: int
    texts: tuple[str, ...]
    n_all: int


def complete(
    source: str, cursor: int, tokenizer: Tokenizer, index: VocabularyIndex, most: int = 50
) -> Completions:
    """Return what may stand at ``cursor`` (code points): the shortest tokens that begin like it."""
    before = source[:cursor]
    start = _open_quote(before)
    if start is None:
        name = _NAME.search(before)
        begun = name[0] if name else ""
        texts = tuple(f"{f}(" for f in FUNCTIONS if f.startswith(begun))
        return Completions(cursor - len(begun), texts, len(texts))
    try:
        begun_bytes, _ = read_literal(before + before[start], start)
    except ExpressionError:  # in the middle of an escape
        return Completions(start, (), 0)
    tokens = _beginning(begun_bytes, tokenizer, index)
    return Completions(start, tuple(quote(t) for t in tokens[:most]), len(tokens))


def _open_quote(before: str) -> int | None:
    """Return where a quote opens that is not closed, or None."""
    at = 0
    while at < len(before):
        if before[at] in "\"'":
            try:
                at = read_literal(before, at)[1]
            except ExpressionError:
                return at
        else:
            at += 1
    return None


def _beginning(data: bytes, tokenizer: Tokenizer, index: VocabularyIndex) -> list[bytes]:
    """Return the tokens that begin with ``data``, shortest first, then by id."""
    if not data:
        return []
    hits = index.find("0x" + data.hex()).tolist()
    found = [tokenizer.token_bytes(hit) or b"" for hit in hits]
    return sorted((t for t in found if t.startswith(data)), key=len)
