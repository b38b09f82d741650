"""What sort of token an id is: where a word begins, digits, half a character, nothing."""

import unicodedata
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from embedscope.progress import SILENT, Progress
from embedscope.tokenizers.base import Tokenizer

_BLOCK = 20_000  # tokens between two looks at the stop flag


class TokenClass(StrEnum):
    """The value is the name to show."""

    WORD_START = "word start"
    CONTINUATION = "continuation"  # letters with no blank before: inside a word, first in a text
    DIGITS = "digits"
    PUNCTUATION = "punctuation"
    BLANK = "blank"
    FRAGMENT = "byte fragment"  # not UTF-8 by itself
    SPECIAL = "special"
    NO_TOKEN = "no token"


TOKEN_CLASSES: tuple[TokenClass, ...] = tuple(TokenClass)


class _Style(NamedTuple):
    """How a tokenizer tells the first token of a word from the others."""

    blank_starts_word: bool  # the blank before a word belongs to its first token
    continuing_prefix: str  # "##" before the other tokens

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> "_Style":
        blank = bool(getattr(tokenizer, "blank_starts_word", True))
        return cls(blank, str(getattr(tokenizer, "continuing_prefix", "")))


def _class_of(data: bytes, style: _Style) -> TokenClass:
    """Return the class of a token's bytes."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return TokenClass.FRAGMENT
    continues = bool(style.continuing_prefix) and text.startswith(style.continuing_prefix)
    body = (text[len(style.continuing_prefix) :] if continues else text).strip()
    if not body:
        return TokenClass.PUNCTUATION if continues else TokenClass.BLANK
    if all(map(str.isnumeric, body)):
        return TokenClass.DIGITS
    if unicodedata.category(body[0])[0] not in "LMN":
        return TokenClass.PUNCTUATION
    starts = not continues and (text[0].isspace() or not style.blank_starts_word)
    return TokenClass.WORD_START if starts else TokenClass.CONTINUATION


def token_class(tokenizer: Tokenizer, token_id: int) -> TokenClass:
    """Return the class of one id, any integer."""
    if token_id in tokenizer.special_tokens.values():
        return TokenClass.SPECIAL
    data = tokenizer.token_bytes(token_id)
    if data is None:
        return TokenClass.NO_TOKEN
    return _class_of(data, _Style.of(tokenizer))


def token_classes(
    tokenizer: Tokenizer, n_rows: int, progress: Progress = SILENT
) -> NDArray[np.uint8]:
    """Return the class of ids 0..n_rows - 1 as places in TOKEN_CLASSES (n_rows,)."""
    codes = {name: code for code, name in enumerate(TOKEN_CLASSES)}
    classes = np.full(n_rows, codes[TokenClass.NO_TOKEN], np.uint8)
    style = _Style.of(tokenizer)
    for token_id in range(min(n_rows, tokenizer.size or n_rows)):  # 0: any id is a token
        if token_id % _BLOCK == 0:
            progress.step(token_id / n_rows, "sorting tokens into classes")
        data = tokenizer.token_bytes(token_id)
        if data is not None:
            classes[token_id] = codes[_class_of(data, style)]
    special = [i for i in tokenizer.special_tokens.values() if i < n_rows]
    classes[special] = codes[TokenClass.SPECIAL]
    return classes
