r"""Long runs of blanks, which tiktoken's splitting patterns cannot take.

``\s+(?!\S)`` puts one backtracking step on a stack for each blank, and the stack ends at
1,000,000. Such runs are taken out beforehand, at the very places where the pattern would cut:

- before the last blank of a run that text follows: that blank belongs to the next piece;
- after the last line end of a run (not in gpt2's pattern): ``\s*[\r\n]`` ends there;
- ``\s++$`` takes a run at the end of the text in one step (not in o200k's pattern).

A run cut out so is one piece for the pattern too, hence the ids stay the same.
"""

from typing import NamedTuple

import numpy as np

from embedscope.tokenizers.base import Ints
from embedscope.tokenizers.splittings import BlankRule

LONG = 200_000  # blanks; a run of twice this is always found, and the stack ends at 5 times this
_BLANKS = (9, 10, 11, 12, 13, 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B))
_MORE_BLANKS = (0x2028, 0x2029, 0x202F, 0x205F, 0x3000)  # with these: Unicode's White_Space
_IS_BLANK = np.zeros(0x3002, bool)
_IS_BLANK[[*_BLANKS, *_MORE_BLANKS]] = True


class Part(NamedTuple):
    """``text[start:stop]``; ``whole``: one run of blanks that the pattern does not cut."""

    start: int
    stop: int
    whole: bool


def has_long_blanks(text: str) -> bool:
    """Tell quickly whether ``text`` may hold a run of blanks that is too long."""
    return any(text[at : at + LONG].isspace() for at in range(0, len(text) - LONG + 1, LONG))


def _blank_runs(text: str) -> Ints:
    """Return the spans (n, 2) of all runs of LONG or more blanks in ``text``."""
    codes = np.frombuffer(text.encode("utf-32-le"), "<u4")
    blank = _IS_BLANK[np.minimum(codes, len(_IS_BLANK) - 1)].astype(np.int8)
    runs = np.flatnonzero(np.diff(blank, prepend=0, append=0)).reshape(-1, 2)
    return runs[runs[:, 1] - runs[:, 0] >= LONG]


def _piece(text: str, start: int, stop: int, rule: BlankRule) -> tuple[int, int]:
    """Return the part of the run of blanks ``start..stop`` that the pattern takes at once."""
    at_end = stop == len(text)
    if at_end and rule != "o200k":
        return stop, stop
    if rule != "gpt2":
        start = max(start, 1 + text.rfind("\n", start, stop), 1 + text.rfind("\r", start, stop))
    return start, stop if at_end else max(start, stop - 1)


def split_long_blanks(text: str, rule: BlankRule) -> list[Part]:
    """Return parts that, encoded one by one, give the ids of the whole ``text``."""
    parts, done = [], 0
    for run_start, run_stop in _blank_runs(text).tolist():
        start, stop = _piece(text, run_start, run_stop, rule)
        if stop - start >= LONG // 2:
            parts += [Part(done, start, False), Part(start, stop, True)]
            done = stop
    return [part for part in [*parts, Part(done, len(text), False)] if part.start < part.stop]
