"""Which tokens no text gives: reading back what they stand for gives something else."""

import numpy as np
from numpy.typing import NDArray

from embedscope.progress import SILENT, Progress
from embedscope.tokenizers.base import Tokenizer, TokenKind

_BLOCK = 500  # tokens between two looks at the stop flag


def unreachable(
    tokenizer: Tokenizer, n_rows: int, progress: Progress = SILENT
) -> NDArray[np.bool_]:
    """Return for ids 0..n_rows - 1 (n_rows,) whether encode(decode(id)) gives something else.

    Left out, so False: special tokens, ids without a token, parts of characters, and tokens
    that only continue a word ("##ing"), none of which a text of its own can be made of.
    """
    found = np.zeros(n_rows, bool)
    special = set(tokenizer.special_tokens.values())
    prefix = str(getattr(tokenizer, "continuing_prefix", ""))
    for token_id in range(min(n_rows, tokenizer.size)):
        if token_id % _BLOCK == 0:
            progress.step(token_id / n_rows, "reading every token back")
        text = _text_of(tokenizer.token_bytes(token_id))
        if text is None or token_id in special or (prefix and text.startswith(prefix)):
            continue
        found[token_id] = not _gives(tokenizer, text, token_id)
    return found


def _text_of(data: bytes | None) -> str | None:
    """Return the text of a token, None where its bytes alone are none."""
    if not data:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _gives(tokenizer: Tokenizer, text: str, token_id: int) -> bool:
    """Tell whether ``text``, or it without a blank that tokenizers put before, is this token."""
    for written in dict.fromkeys((text, text.removeprefix(" "))):
        encoding = tokenizer.encode(written)
        ids = encoding.ids[encoding.kinds != TokenKind.ADDED]
        if len(ids) == 1 and ids[0] == token_id:
            return True
    return False
