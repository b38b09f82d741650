"""Tables with a fitting tokenizer and text that are there from the start, without a network."""

import atexit
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType

import numpy as np

from embedscope.assets import asset_path
from embedscope.progress import SILENT, Progress
from embedscope.tables.table import Table
from embedscope.tables.torch_init import seeded_table


@dataclass(frozen=True)
class Preset:
    """A table to start with; ``make(progress)`` opens or computes it."""

    name: str
    title: str
    tokenizer: str
    text: str
    source: Callable[[Progress], Table]

    def make(self, progress: Progress = SILENT) -> Table:
        """Return the preset's table, under its name and with its tokenizer."""
        return replace(self.source(progress), name=self.name, tokenizer=self.tokenizer)


_EXTRACTED = ExitStack()  # assets inside a zip are unpacked until the program ends
atexit.register(_EXTRACTED.close)


@lru_cache
def _table_path(file_name: str) -> Path:
    return _EXTRACTED.enter_context(asset_path("tables", file_name))


def _bundled(file_name: str, progress: Progress) -> Table:
    from embedscope.readers.opening import open_file  # the list of presets needs no readers

    return open_file(_table_path(file_name), None, progress)


def _seeded(n_rows: int, n_dims: int, progress: Progress) -> Table:
    return seeded_table(n_rows, n_dims, 123, progress)


def _the_cat(progress: Progress) -> Table:  # noqa: ARG001 - nothing to wait for
    rows = [[0.3, -0.1, 0.5, 0.2], [0.0, 0.7, -0.4, 0.1], [0.1, -0.4, 0.8, 0.0]]
    return Table.from_array(np.array([*rows, [-0.6, 0.2, 0.1, 0.9]], np.float32))


_ALL = (
    Preset(
        "whisper-tiny.en",
        "Whisper tiny.en, a speech model: the table of its text decoder, 384 dims",
        "gpt2",
        "Hello, world!",
        partial(_bundled, "whisper-tiny.en.safetensors"),
    ),
    Preset(
        "minilm-gpt2-64d",
        "What a sentence model, MiniLM, makes of each GPT-2 token, 64 dims",
        "gpt2",
        "king queen man woman",
        partial(_bundled, "minilm-gpt2-64d.safetensors"),
    ),
    Preset(
        "book-6x3",
        "The embedding layer of the book, small enough to read, 6 x 3",
        "book-words",
        "fox jumps over dog",
        partial(_seeded, 6, 3),
    ),
    Preset(
        "the-cat-4x4",
        "Four rows of four numbers each, made by hand; two have a word",
        "cat-words",
        "the cat",
        _the_cat,
    ),
    Preset(
        "gpt2-random-256d",
        "A table as it is before training: random, of GPT-2's vocabulary, 256 dims",
        "gpt2",
        "Hello, world!",
        partial(_seeded, 50257, 256),
    ),
)

PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _ALL})
DEFAULT_PRESET = "whisper-tiny.en"
