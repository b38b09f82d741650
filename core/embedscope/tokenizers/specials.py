"""Find the texts of special tokens in a text."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from embedscope.tokenizers.base import Specials


class Stretch(NamedTuple):
    """``text[start:stop]``: the special token ``token_id``, or plain text where that is None."""

    start: int
    stop: int
    token_id: int | None


class SpecialFinder:
    """Cuts texts at the texts of ``specials`` (text to id)."""

    def __init__(self, specials: Mapping[str, int]) -> None:
        self._specials = specials

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(filter(None, self._specials), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest_first)))

    def stretches(self, text: str, specials: Specials) -> Iterator[Stretch]:
        """Give plain stretches of ``text`` (none of them empty) and special tokens in turn."""
        done = 0
        if specials == "special" and any(self._specials):
            for found in self._pattern.finditer(text):
                if done < found.start():
                    yield Stretch(done, found.start(), None)
                yield Stretch(found.start(), found.end(), self._specials[found[0]])
                done = found.end()
        if done < len(text):
            yield Stretch(done, len(text), None)
