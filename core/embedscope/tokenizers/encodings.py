"""The seven bundled encodings: their rank file, splitting and special tokens."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class EncodingSpec:
    """What makes an encoding besides its ranks; ``size`` is the largest id + 1."""

    vocabulary: str  # asset vocabularies/<this>.tiktoken.xz
    splitting: str  # key of SPLITTINGS
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
