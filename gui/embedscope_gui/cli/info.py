"""``embedscope info``: what tables a file holds."""

import argparse
import json
from pathlib import Path

from embedscope.presets import PRESETS
from embedscope.readers import FileInfo, TensorInfo, describe_file, open_table
from embedscope.sizes import bytes_text, shape_text
from embedscope.tokenizers.base import Tokenizer
from embedscope_gui.cli.output import aligned, say


def run(given: argparse.Namespace) -> int:
    """Print tensors, shapes, number types and tokenizer of a file or a preset."""
    info = _preset_info(given.file) if given.file in PRESETS else describe_file(given.file)
    if given.json:
        say(json.dumps(_document(given.file, info), indent=2))
    else:
        _print(given.file, info)
    return 0


def _preset_info(name: str) -> FileInfo:
    table = open_table(name)
    tensor = TensorInfo(table.tensor or name, table.shape, table.dtype, table.n_bytes)
    reason = f"{PRESETS[name].title}."
    return FileInfo("preset", (tensor,), tensor.name, reason, table.tokenizer, table.notes)


def _print(name: str, info: FileInfo) -> None:
    say(f"{Path(name).name}: {info.format}, {_plural(len(info.tensors), 'tensor')}")
    if info.tensors:
        say()
        head = ["", "tensor", "shape", "type", "size", ""]
        rows = [head, *(_row(tensor, info.chosen) for tensor in info.tensors)]
        for line in aligned(rows, right=[2, 4]):
            say(line)
        say()
    chosen = f"opens {info.chosen}: " if info.chosen else "opens nothing: "
    say(chosen + info.reason)
    say(f"tokenizer: {_tokenizer(info) or 'not named'}")
    for sentence in info.notes:
        say(f"note: {sentence}")


def _row(tensor: TensorInfo, chosen: str | None) -> list[str]:
    mark = "*" if chosen is not None and tensor.name == chosen.removesuffix(".T") else ""
    shape = shape_text(tensor.shape)
    return [mark, tensor.name, shape, tensor.dtype, bytes_text(tensor.n_bytes), tensor.problem]


def _plural(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _tokenizer(info: FileInfo) -> str | None:
    known = info.tokenizer
    return known.name if isinstance(known, Tokenizer) else None if known is None else str(known)


def _document(name: str, info: FileInfo) -> dict[str, object]:
    return {
        "file": name,
        "format": info.format,
        "tensors": [
            {
                "name": tensor.name,
                "shape": list(tensor.shape),
                "dtype": tensor.dtype,
                "bytes": tensor.n_bytes,
                "problem": tensor.problem or None,
            }
            for tensor in info.tensors
        ],
        "chosen": info.chosen,
        "reason": info.reason,
        "tokenizer": _tokenizer(info),
        "notes": list(info.notes),
    }
