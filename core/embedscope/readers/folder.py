"""A model's folder: which file holds the table, what its config says, which tokenizer is beside."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from embedscope.errors import FileError
from embedscope.tables.file_bytes import NOT_PERMITTED
from embedscope.tokenizers.from_file import find_tokenizer

_ONNX = "onnx"  # subfolder for the same model in another format
_TABLE_FILES = (
    "model.safetensors", "model.safetensors.index.json", "*.safetensors.index.json",
    "*.safetensors", "pytorch_model.bin", "*.bin.index.json", "*.gguf", "*.bin", "*.pth", "*.pt",
    "*.ckpt", "*.onnx", f"{_ONNX}/*.onnx", "projector_config.json", "projector_config.pbtxt",
    "*.npz", "*.npy", "*.vec", "*.tsv", "*.csv", "*.parquet", "*.arrow", "*.feather", "*.bytes",
    "*.txt", "*.vec.gz", "*.txt.gz", "*.bin.gz", "*.tsv.gz", "*.csv.gz", "*.txt.xz",
)  # fmt: skip
_NO_TABLES = frozenset({
    "vocab.txt", "merges.txt", "requirements.txt", "readme.txt", "license.txt", "training_args.bin",
    "optimizer.pt", "scheduler.pt", "metadata.tsv", "optimizer.bin", "scaler.pt",
})  # fmt: skip
_PART = re.compile(r"-\d+-of-\d+")
_MAX_CONFIG_BYTES = 1 << 24


@dataclass(frozen=True)
class Surroundings:
    """What the files beside a table tell."""

    tokenizer: Path | None = None
    vocab_size: int | None = None
    is_tied: bool | None = None  # the output uses the same table; None: not told


def table_file(folder: Path) -> tuple[Path, str]:
    """Return the file in a model's folder that holds the table, and what to say of the choice.

    Raises FileError if there is none.
    """
    try:
        os.listdir(folder)  # glob takes a folder that may not be listed for an empty one
        place = _snapshot(folder)
        for pattern in _TABLE_FILES:
            found = sorted(path for path in place.glob(pattern) if _is_table(path))
            if found:
                return found[0], _choice_note(found)
    except PermissionError as fault:
        raise FileError(folder, NOT_PERMITTED) from fault
    if find_tokenizer(place) is not None:
        problem = "is a folder with a tokenizer and no table; open a table, then this beside it"
        raise FileError(folder, problem)
    raise FileError(folder, "is a folder without a model or table in a known format")


def _choice_note(found: list[Path]) -> str:
    """Return a sentence where several files might have been meant; parts of one are one."""
    wholes = {_PART.sub("", path.name) for path in found}
    if len(wholes) == 1:
        return ""
    first, many = found[0].name, len(wholes)
    return f"{first} is the first of {many} such files in the folder; to open another, name it."


def _is_table(path: Path) -> bool:
    return path.is_file() and path.name.lower() not in _NO_TABLES and path.name[0] != "."


def _snapshot(folder: Path) -> Path:
    """Return the newest version within a folder of the hub's cache, else the folder itself."""
    versions = [path for path in folder.glob("snapshots/*") if path.is_dir()]
    return max(versions, key=lambda path: path.stat().st_mtime_ns, default=folder)


def surroundings(path: Path) -> Surroundings:
    """Return what is known from the folder that the file ``path`` is in."""
    folder = path.parent.parent if path.parent.name == _ONNX else path.parent
    config = _config(folder / "config.json")
    sizes = [
        part.get("vocab_size")
        for part in (config, config.get("text_config"))
        if isinstance(part, dict)
    ]
    size = next((n for n in sizes if isinstance(n, int) and n > 0), None)
    tied = config.get("tie_word_embeddings")
    return Surroundings(_tokenizer(folder, path), size, tied if isinstance(tied, bool) else None)


def _tokenizer(folder: Path, path: Path) -> Path | None:
    """Return the tokenizer beside a table; the vocabulary of another model's GGUF is none."""
    found = find_tokenizer(folder)
    return found if found not in (None, path) and found.suffix != ".gguf" else None


def _config(path: Path) -> dict[str, object]:
    """Return the model's config, empty if there is none that can be read."""
    try:
        if not path.is_file() or path.stat().st_size > _MAX_CONFIG_BYTES:
            return {}
        config = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return config if isinstance(config, dict) else {}
