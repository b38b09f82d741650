"""The tokenizer inside a GGUF file."""

from pathlib import Path
from typing import TYPE_CHECKING

from embedscope.errors import FileError
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.gguf_vocabulary import GgufVocabulary, from_gguf_vocabulary

if TYPE_CHECKING:
    from embedscope.readers.gguf_header import GgufHeader

MAGIC = b"GGUF"
_KEYS = "tokenizer.ggml."


def open_gguf_vocabulary(path: Path, name: str) -> Tokenizer:
    """Return the tokenizer in the GGUF file at ``path``; FileError where it holds none."""
    # readers know of tokenizers; imported here, the two packages do not need each other to load
    from embedscope.readers.gguf_header import read_header
    from embedscope.tables.file_bytes import FileBytes

    header = read_header(FileBytes(path))
    tokens = _strings(header, "tokens")
    if not tokens:
        raise FileError(path, "holds no vocabulary; if it is one part of a model, open the first")
    vocabulary = GgufVocabulary(
        model=str(header.metadata.get(_KEYS + "model", "")),
        tokens=tokens,
        scores=_numbers(header, "scores"),
        types=[int(number) for number in _numbers(header, "token_type")],
        merges=_strings(header, "merges"),
        pre=str(header.metadata.get(_KEYS + "pre", "")),
        add_blank=bool(header.metadata.get(_KEYS + "add_space_prefix", True)),
    )
    return from_gguf_vocabulary(name, vocabulary)


def _strings(header: "GgufHeader", key: str) -> list[bytes]:
    from embedscope.readers.gguf_header import GgufArray

    value = header.metadata.get(_KEYS + key)
    return value.strings() if isinstance(value, GgufArray) else []


def _numbers(header: "GgufHeader", key: str) -> list[float]:
    from embedscope.readers.gguf_header import GgufArray

    value = header.metadata.get(_KEYS + key)
    return [float(x) for x in value.numbers()] if isinstance(value, GgufArray) else []
