"""The formats that can be opened, in the order in which they are tried; one line each."""

from importlib import import_module
from typing import cast

from embedscope.readers.base import Reader

FORMATS = (
    "npy",
    "gguf",
    "npz",
    "torch_zip",
    "torch_legacy",
    "sharded",
    "safetensors",
    "onnx",
    "arrow",
    "text.projector",
    "text.raw_bytes",
    "text.packed",
    "text.word2vec",
    "text.vectors",  # any text: the last
)


def reader(name: str) -> Reader:
    """Return the module of a format, which is its Reader."""
    return cast("Reader", import_module(f"embedscope.readers.{name}"))


READERS: tuple[Reader, ...] = tuple(reader(name) for name in FORMATS)
