"""The patterns by which byte-pair encodings cut a text into pieces before they merge bytes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

BlankRule = Literal["gpt2", "cl100k", "o200k"]


@dataclass(frozen=True)
class Splitting:
    """A pattern whose matches are the pieces, and how it takes runs of blanks.

    ``blanks``: see long_blanks; None where nobody has worked out the places for exact cuts.
    """

    pattern: str
    blanks: BlankRule | None


_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SUFFIX = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_GPT2 = Splitting(
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s", "gpt2"
)
_CL100K = Splitting(
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
    "cl100k",
)
_O200K = Splitting(
    "|".join(
        (
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_SUFFIX}?",
            rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_SUFFIX}?",
            r"\p{N}{1,3}",
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            r"\s*[\r\n]+",
            r"\s+(?!\S)",
            r"\s+",
        )
    ),
    "o200k",
)


def _llama3_like(digits: str) -> Splitting:
    return Splitting(
        rf"{_SUFFIX}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|{digits}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+",
        "o200k",
    )


SPLITTINGS: Mapping[str, Splitting] = {
    "gpt2": _GPT2,
    "cl100k": _CL100K,
    "o200k": _O200K,
    "llama3": _llama3_like(r"\p{N}{1,3}"),
    "qwen2": _llama3_like(r"\p{N}"),
    # gpt2's, after each digit has been cut out: blanks before a digit stay together
    "digits": Splitting(
        r"\p{N}|'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s", None
    ),
}
