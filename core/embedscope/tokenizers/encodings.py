"""The seven bundled encodings: their rank file, splitting pattern and special tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

BlankRule = Literal["gpt2", "cl100k", "o200k"]

_GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
_CL100K_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SUFFIX = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_O200K_PATTERN = "|".join(
    (
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_SUFFIX}",
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_SUFFIX}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)
PATTERNS: Mapping[BlankRule, str] = {
    "gpt2": _GPT2_PATTERN,
    "cl100k": _CL100K_PATTERN,
    "o200k": _O200K_PATTERN,
}


@dataclass(frozen=True)
class EncodingSpec:
    """What makes an encoding besides its ranks; ``size`` is the largest id + 1."""

    vocabulary: str  # asset vocabularies/<this>.tiktoken.xz
    rule: BlankRule  # key of PATTERNS; also says how the pattern splits blanks
    size: int
    specials: Mapping[str, int]


_END = "<|endoftext|>"
_FIM = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")
_HARMONY = {  # the named ones among the reserved ones
    200002: "return",
    200003: "constrain",
    200005: "channel",
    200006: "start",
    200007: "end",
    200008: "message",
    200012: "call",
}


def _fim(first: int) -> dict[str, int]:
    return {text: first + n for n, text in enumerate(_FIM)}


def _harmony() -> dict[str, int]:
    """Return the 1,091 special tokens of o200k_harmony; two of them share the id 200018."""
    specials = {"<|startoftext|>": 199998, _END: 199999, "<|endofprompt|>": 200018}
    for token_id in range(200000, 201088):
        specials[f"<|{_HARMONY.get(token_id, f'reserved_{token_id}')}|>"] = token_id
    return specials


ENCODINGS: Mapping[str, EncodingSpec] = {
    "gpt2": EncodingSpec("r50k_base", "gpt2", 50257, {_END: 50256}),
    "r50k_base": EncodingSpec("r50k_base", "gpt2", 50257, {_END: 50256}),
    "p50k_base": EncodingSpec("p50k_base", "gpt2", 50281, {_END: 50256}),
    "p50k_edit": EncodingSpec("p50k_base", "gpt2", 50284, {_END: 50256, **_fim(50281)}),
    "cl100k_base": EncodingSpec(
        "cl100k_base",
        "cl100k",
        100277,
        {_END: 100257, **_fim(100258), "<|endofprompt|>": 100276},
    ),
    "o200k_base": EncodingSpec(
        "o200k_base", "o200k", 200019, {_END: 199999, "<|endofprompt|>": 200018}
    ),
    "o200k_harmony": EncodingSpec("o200k_base", "o200k", 201088, _harmony()),
}
