"""``embedscope info``: what a file holds, what would be opened of it, and with which tokenizer."""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from embedscope.errors import EmbedscopeError
from embedscope.presets import PRESETS
from embedscope.readers import (
    Candidate,
    FileInfo,
    TensorInfo,
    existing,
    look_into,
    open_table,
    title,
)
from embedscope.readers.sorting import is_tokenizer
from embedscope.session.belonging import sizes_sentence
from embedscope.sizes import bytes_text, shape_text
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.registry import TOKENIZER_NAMES, get_tokenizer, tokenizer_notes
from embedscope_gui.cli.output import aligned, clear_progress, counted, progress_line, say
from embedscope_gui.cli.pick import with_remedy


@dataclass(frozen=True)
class _Report:
    """All that is told of one file."""

    info: FileInfo
    remarks: dict[str, str]  # what each tensor is taken for
    n_tokens: int | None
    notes: tuple[str, ...]
    warnings: tuple[str, ...]


def run(given: argparse.Namespace) -> int:
    """Print tensors, the chosen table and why, its tokenizer and warnings; or a tokenizer."""
    is_named = given.file in TOKENIZER_NAMES and not Path(given.file).exists()
    if is_named or (given.file not in PRESETS and is_tokenizer(Path(given.file))):
        _tell_tokenizer(given.file, as_json=given.json)
        return 0
    report = _report(given.file)
    clear_progress()
    if given.json:
        say(json.dumps(_document(given.file, report), indent=2))
    else:
        _print(given.file, report)
    return 0


def _report(name: str) -> _Report:
    remarks: dict[str, str] = {}
    if name in PRESETS:
        info = _preset_info(name)
    else:
        file = look_into(existing(name), progress_line())
        info = file.info
        remarks = {item.name: _remark(item) for item in file.candidates()}
    faults: tuple[str, ...] = ()
    try:
        tokenizer = _opened(info)
    except EmbedscopeError as fault:
        tokenizer, faults = None, (f"{fault}.",)
    n_tokens = tokenizer.size if tokenizer is not None else None
    notes = tuple(with_remedy(sentence, info.chosen) for sentence in info.notes)
    notes = (*notes, *(tokenizer_notes(tokenizer) if tokenizer is not None else ()))
    return _Report(info, remarks, n_tokens, notes, (*faults, *_sizes(info, n_tokens)))


def _preset_info(name: str) -> FileInfo:
    table = open_table(name)
    tensor = TensorInfo(table.tensor or name, table.shape, table.dtype, table.n_bytes)
    reason = f"{PRESETS[name].title}."
    return FileInfo("preset", (tensor,), tensor.name, reason, table.tokenizer, table.notes)


def _remark(item: Candidate) -> str:
    return "" if item.is_guess or item.problem else item.remark


# the tokenizer


def _opened(info: FileInfo) -> Tokenizer | None:
    known = info.tokenizer
    return known if known is None or isinstance(known, Tokenizer) else get_tokenizer(known)


def _sizes(info: FileInfo, n_tokens: int | None) -> tuple[str, ...]:
    """Return what is wrong between rows and tokens, a sentence."""
    chosen = next((t for t in info.tensors if t.name == _stored(info.chosen)), None)
    if chosen is None or not n_tokens:
        return ()
    n_rows = chosen.shape[0] if chosen.name == info.chosen else chosen.shape[1]
    sentence = sizes_sentence(n_rows, n_tokens)
    return (sentence,) if sentence else ()


def _stored(name: str | None) -> str | None:
    return None if name is None else name.removesuffix(".T")


def _name(info: FileInfo) -> str | None:
    known = info.tokenizer
    if known is None:
        return None
    if not isinstance(known, Tokenizer):
        return str(known)
    return "the words of the file"


def _tell_tokenizer(name: str, *, as_json: bool) -> None:
    tokenizer = get_tokenizer(name)
    notes = tokenizer_notes(tokenizer)
    specials = list(tokenizer.special_tokens)
    if as_json:
        about = {"file": name, "format": "tokenizer", "tokens": tokenizer.size}
        say(json.dumps({**about, "special": specials, "notes": list(notes)}, indent=2))
        return
    say(f"{title(Path(name))}: a tokenizer, {counted(tokenizer.size, 'token')}")
    if specials:
        shown = ", ".join(specials[:8]) + (" ..." if len(specials) > 8 else "")
        say(f"special: {shown}")
    for sentence in notes:
        say(f"note: {sentence}")


# as text, as JSON


def _print(name: str, report: _Report) -> None:
    info = report.info
    say(f"{title(Path(name))}: {info.format}, {counted(len(info.tensors), 'tensor')}")
    if info.tensors:
        say()
        head = ["", "tensor", "shape", "type", "size", ""]
        rows = [head, *(_row(tensor, report) for tensor in info.tensors)]
        for line in aligned(rows, right=[2, 4]):
            say(line)
        say()
    chosen = f"opens {info.chosen}: " if info.chosen else "opens nothing: "
    say(chosen + info.reason)
    tokens = f", {counted(report.n_tokens, 'token')}" if report.n_tokens else ""
    say(f"tokenizer: {_name(info) or 'not named'}{tokens}")
    for sentence in report.notes:
        say(f"note: {sentence}")
    for sentence in report.warnings:
        say(f"warning: {sentence}")


def _row(tensor: TensorInfo, report: _Report) -> list[str]:
    mark = "*" if tensor.name == _stored(report.info.chosen) else ""
    remark = tensor.problem or report.remarks.get(tensor.name, "")
    size = bytes_text(tensor.n_bytes)
    return [mark, tensor.name, shape_text(tensor.shape), tensor.dtype, size, remark]


def _document(name: str, report: _Report) -> dict[str, object]:
    info = report.info
    return {
        "file": name,
        "format": info.format,
        "tensors": [
            {
                "name": tensor.name,
                "shape": list(tensor.shape),
                "dtype": tensor.dtype,
                "bytes": tensor.n_bytes,
                "remark": report.remarks.get(tensor.name) or None,
                "problem": tensor.problem or None,
            }
            for tensor in info.tensors
        ],
        "chosen": info.chosen,
        "reason": info.reason,
        "tokenizer": _name(info),
        "tokens": report.n_tokens,
        "notes": list(report.notes),
        "warnings": list(report.warnings),
    }
