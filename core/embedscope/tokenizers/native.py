"""tiktoken's encoder behind a call that never raises, whatever the text."""

from functools import cached_property

import numpy as np
import tiktoken
from numpy.typing import NDArray

from embedscope.tokenizers.base import Ints
from embedscope.tokenizers.long_blanks import Part, has_long_blanks, split_long_blanks
from embedscope.tokenizers.panics import is_panic
from embedscope.tokenizers.rank_files import Ranks
from embedscope.tokenizers.splittings import Splitting

_ANYTHING = r"[\s\S]+"  # a pattern that never cuts


class NativeBpe:
    """Plain text to ids by ``ranks`` and the pattern of ``splitting``."""

    def __init__(self, ranks: Ranks, splitting: Splitting) -> None:
        self._ranks = ranks
        self._splitting = splitting

    @cached_property
    def _cutting(self) -> tiktoken.Encoding:
        return self._build(self._splitting.pattern)

    @cached_property
    def _uncut(self) -> tiktoken.Encoding:
        """Made only when a text has a run of blanks that the pattern cannot take."""
        return self._build(_ANYTHING)

    def _build(self, pattern: str) -> tiktoken.Encoding:
        # With no special at all tiktoken looks for the empty text at every place (slow).
        specials = {"<|never|>": 1 + max(self._ranks.values())}
        return tiktoken.Encoding(
            "embedscope", pat_str=pattern, mergeable_ranks=self._ranks, special_tokens=specials
        )

    def ids(self, text: str, offset: int, notes: list[str]) -> Ints:
        """Return the ids of ``text``; faults are added to ``notes``.

        ``offset``: where ``text`` begins (code points) in what the user sees.
        """
        rule = self._splitting.blanks
        if rule is None or not has_long_blanks(text):
            return _encode(self._cutting, text, offset, notes).astype(np.int64)
        parts = split_long_blanks(text, rule)
        ids = [self._part(text, part, offset, notes) for part in parts]
        return np.concatenate(ids).astype(np.int64)

    def _part(self, text: str, part: Part, offset: int, notes: list[str]) -> NDArray[np.uint32]:
        native = self._uncut if part.whole else self._cutting
        return _encode(native, text[part.start : part.stop], offset + part.start, notes)


def _encode(
    native: tiktoken.Encoding, text: str, offset: int, notes: list[str]
) -> NDArray[np.uint32]:
    """Return the ids of ``text``; where the splitting pattern gives up, halve it and note where."""
    try:
        return native.encode_to_numpy(text, disallowed_special=())
    except ValueError:  # "Max stack size exceeded for backtracking"
        if len(text) < 2:
            raise
    except BaseException as fault:
        if len(text) < 2 or not is_panic(fault):
            raise
    middle = len(text) // 2
    notes.append(
        f"The splitting pattern gave up on {len(text):,} characters; they were cut at character "
        f"{offset + middle:,}, and the tokens beside the cut may differ."
    )
    left = _encode(native, text[:middle], offset, notes)
    return np.concatenate([left, _encode(native, text[middle:], offset + middle, notes)])
