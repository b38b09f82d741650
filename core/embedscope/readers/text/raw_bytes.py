"""Raw float32 without a header, as the projector keeps vectors: the shape is told by other files.

A config beside the file may say it, else the number of labels beside it.
"""

from collections.abc import Iterator
from os.path import isfile  # unlike Path, calm about too long a name
from pathlib import Path

from embedscope.errors import FileError
from embedscope.progress import Progress
from embedscope.readers.base import Contents, Loaded, Tensor, TensorInfo
from embedscope.readers.text.kept import default_cache
from embedscope.readers.text.labels import labels_beside, likely_counts, likely_labels
from embedscope.readers.text.projector import entries, entry_tensor, raw_source
from embedscope.tables.file_bytes import FileBytes

_CONFIGS = ("*.json", "*.pbtxt")
_MOST_CONFIGS = 20


def sniff(head: bytes, path: Path) -> bool:  # noqa: ARG001 - there is nothing to know it by
    """Tell by the name."""
    return path.suffix == ".bytes"


def read(path: Path, progress: Progress) -> Contents:
    """Return the one table of the file."""
    tensor = _by_config(path, progress) or _by_labels(path)
    if tensor is None:
        remedy = "put the projector's config or the labels (metadata.tsv) beside it"
        raise FileError(path, f"is raw numbers, and nothing says how many dims they have; {remedy}")
    return Contents("raw float32", (tensor,))


def _by_config(path: Path, progress: Progress) -> Tensor | None:
    for config in _configs(path):
        try:
            named = [item for item in entries(config) if config.parent / item.path == path]
        except FileError:
            continue
        if named:
            return entry_tensor(config, named[0], default_cache, progress)
    return None


def _configs(path: Path) -> Iterator[Path]:
    found = [item for pattern in _CONFIGS for item in sorted(path.parent.glob(pattern))]
    yield from found[:_MOST_CONFIGS]


def _by_labels(path: Path) -> Tensor | None:
    """Return the table whose rows are the labels beside it, with or without a line of names."""
    n_values = FileBytes(path).size // 4
    for labels in likely_labels(path):
        if not isfile(labels):
            continue
        for n_rows in likely_counts(labels):
            if n_rows > 0 and n_values and n_values % n_rows == 0:
                return _tensor(path, n_rows, n_values // n_rows)
    return None


def _tensor(path: Path, n_rows: int, n_dims: int) -> Tensor:
    source = raw_source(path, n_dims)
    labels, notes = labels_beside(path, n_rows)
    said = f"The {n_rows:,} labels beside it tell its shape."
    info = TensorInfo(path.stem, source.shape, "f32", source.n_bytes)
    return Tensor(info, lambda _progress: Loaded(source, labels, (said, *notes)))
