"""Characters that several tokens share: an emoji of four bytes in two tokens, say."""

from typing import NamedTuple

from embedscope.tokenizers.base import Encoding


class SplitCharacter(NamedTuple):
    """One code point whose bytes lie in the tokens ``first`` to ``last``."""

    first: int
    last: int
    text: str


def split_characters(encoding: Encoding, stop: int) -> list[SplitCharacter]:
    """Return the characters cut by token borders among the first ``stop`` tokens, in order."""
    spans = encoding.char_spans[: stop + 1].tolist()
    found: list[SplitCharacter] = []
    for position in range(1, len(spans)):
        start, before_end = spans[position][0], spans[position - 1][1]
        if start >= before_end or spans[position][1] <= start:
            continue
        char = start
        if found and found[-1].last == position - 1 and char in range(*spans[found[-1].first]):
            found[-1] = found[-1]._replace(last=position)
        else:
            found.append(SplitCharacter(position - 1, position, encoding.text[char:before_end]))
    return found
