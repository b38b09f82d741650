"""tokenizer.json: read, checked, and made fit for display."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from embedscope.errors import FileError

Json = dict[str, object]
Writing = Literal["bytes", "pieces", "plain"]
"""How tokens are written: in GPT-2's alphabet, with SentencePiece's marks, or as they are."""


@dataclass(frozen=True)
class HfDescription:
    """What is needed of a tokenizer.json besides what the library does."""

    text: str  # the JSON to load: leading blanks kept, nothing truncated or padded
    writing: Writing
    unknown: str | int | None  # token or id
    continuing_prefix: str  # "##" before a token that continues a word
    special_tokens: dict[str, int]
    added_tokens: dict[str, int]  # among them the special ones
    stand_in: str = ""  # put into the vocabulary for what would be dropped without a word


def describe(path: Path, root: Json) -> HfDescription:
    """Return what a tokenizer.json, parsed as ``root``, says; FileError where it is none."""
    model = root.get("model")
    if not isinstance(model, dict) or "vocab" not in model:
        raise FileError(
            path, 'is JSON but no tokenizer: the part "model" with its "vocab" is missing'
        )
    steps = list(_steps([root.get(key) for key in ("normalizer", "pre_tokenizer", "decoder")]))
    _keep_leading_blanks(root)
    root["truncation"] = root["padding"] = None
    added = [item for item in _list(root.get("added_tokens")) if isinstance(item, dict)]
    ids = {str(item.get("content")): item.get("id") for item in added}
    is_special = {str(item.get("content")) for item in added if item.get("special")}
    known = {text: place for text, place in ids.items() if isinstance(place, int)}
    unknown = model.get("unk_token", model.get("unk_id"))
    writing = _writing(steps, model)
    stand_in = _stand_in(model, known) if writing != "bytes" else ""
    return HfDescription(
        text=json.dumps(root),
        writing=writing,
        unknown=unknown,
        continuing_prefix=str(model.get("continuing_subword_prefix") or ""),
        special_tokens={text: i for text, i in known.items() if text in is_special},
        added_tokens=known,
        stand_in=stand_in,
    )


def _stand_in(model: Json, added: dict[str, int]) -> str:
    """Give a BPE without an unknown token one and return it; "" where there is no need.

    The library would leave out letters that are not in the vocabulary and give the tokens behind
    them, within a word, the places of other letters. (Added tokens would be numbered from the
    size of the vocabulary on, so they join it with the ids they have.)
    """
    vocab = model.get("vocab")
    drops = model.get("type", "BPE") == "BPE" and model.get("unk_token") is None
    if not drops or model.get("byte_fallback") or not isinstance(vocab, dict):
        return ""
    name = "\ue000"
    while name in vocab or name in added:
        name += "\ue000"
    for text, token_id in added.items():
        vocab.setdefault(text, token_id)
    ids = (i for i in vocab.values() if isinstance(i, int))
    vocab[name] = 1 + max(ids, default=-1)
    model["unk_token"], model["fuse_unk"] = name, True
    return name


def read_json(path: Path) -> Json:
    """Return the object in a JSON file; FileError with the place of a fault."""
    try:
        root = json.loads(path.read_text("utf-8-sig"))
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno}, column {fault.colno}"
        raise FileError(path, f"is no valid JSON ({place}: {fault.msg})") from fault
    except (UnicodeDecodeError, RecursionError) as fault:
        raise FileError(path, "is no JSON text") from fault
    except OSError as fault:
        raise FileError(path, f"cannot be read ({fault.strerror or fault})") from fault
    if not isinstance(root, dict):
        raise FileError(path, "is JSON but no tokenizer: an object { … } is expected")
    return root


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _steps(parts: list[object]) -> Iterator[Json]:
    """Give every step of a pipeline, also those inside a Sequence."""
    for part in parts:
        if isinstance(part, dict):
            yield part
            for key in ("normalizers", "pretokenizers", "processors", "decoders"):
                yield from _steps(_list(part.get(key)))


def _keep_leading_blanks(root: Json) -> None:
    """Make offsets include the blank before a word, so that it is seen to be in the token."""
    for step in _steps([root.get("pre_tokenizer"), root.get("post_processor")]):
        if "trim_offsets" in step:
            step["trim_offsets"] = False


def _writing(steps: list[Json], model: Json) -> Writing:
    kinds = {step.get("type") for step in steps}
    if "ByteLevel" in kinds:
        return "bytes"
    marked = "Metaspace" in kinds or any("▁" in str(step) for step in steps)
    return "pieces" if marked or model.get("byte_fallback") else "plain"
