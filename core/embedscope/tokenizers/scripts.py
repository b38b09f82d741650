"""Which script a token is written in, as far as the names of its characters tell."""

import unicodedata
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from embedscope.progress import SILENT, Progress
from embedscope.tokenizers.base import Tokenizer

NO_TOKEN, FRAGMENT, NO_LETTER, OTHER = "no token", "byte fragment", "no letter", "other script"
_MOST_NAMED = 8
_NAMES = {"CJK": "Han", "FULLWIDTH": "Latin", "HALFWIDTH": "Katakana"}
_BLOCK = 20_000  # tokens between two looks at the stop flag


def script_of(data: bytes | None) -> str:
    """Return "Latin" for a token's bytes, by its first letter; other words where it has none."""
    if data is None:
        return NO_TOKEN
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return FRAGMENT
    return next((_letter_script(char) for char in text if char.isalpha()), NO_LETTER)


@lru_cache(maxsize=1 << 16)
def _letter_script(char: str) -> str:
    first = unicodedata.name(char, "").partition(" ")[0].partition("-")[0]
    return _NAMES.get(first, first.capitalize() or OTHER)


def token_scripts(
    tokenizer: Tokenizer, n_rows: int, progress: Progress = SILENT
) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Return the script of ids 0..n_rows - 1 as places in names, and the names, commonest first.

    Rare scripts are counted as "other script".
    """
    found: list[str] = []
    for token_id in range(n_rows):
        if token_id % _BLOCK == 0:
            progress.step(token_id / n_rows, "sorting tokens by script")
        found.append(script_of(tokenizer.token_bytes(token_id)))
    if not found:
        return np.zeros(0, np.int64), ()
    every, place, counts = np.unique(found, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    names = tuple(str(name) for name in every[order[:_MOST_NAMED]])
    if len(every) > len(names):
        names = (*names, OTHER) if OTHER not in names else names
    code = np.full(len(every), len(names) - 1, np.int64)
    code[order[:_MOST_NAMED]] = np.arange(min(_MOST_NAMED, len(every)))
    return code[place], names
