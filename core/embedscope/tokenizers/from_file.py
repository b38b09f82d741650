"""Tokenizers from files, told apart by what is in them."""

import re
from collections.abc import Callable, Mapping
from os.path import isfile  # unlike Path, calm where nobody may look
from pathlib import Path

from embedscope.errors import FileError
from embedscope.tokenizers.base import Tokenizer
from embedscope.tokenizers.bpe import BpeTokenizer
from embedscope.tokenizers.encodings import ENCODINGS
from embedscope.tokenizers.gguf_file import MAGIC as GGUF
from embedscope.tokenizers.gguf_file import open_gguf_vocabulary
from embedscope.tokenizers.hf import open_tokenizer_json
from embedscope.tokenizers.hf_json import read_json
from embedscope.tokenizers.rank_files import XZ, bundled_ranks, read_ranks
from embedscope.tokenizers.sentencepiece_model import open_sentencepiece
from embedscope.tokenizers.splittings import SPLITTINGS
from embedscope.tokenizers.vocab_merges import open_vocab_and_merges
from embedscope.tokenizers.word_column import MAGIC as PARQUET
from embedscope.tokenizers.word_column import open_word_column
from embedscope.tokenizers.wordpiece import WordPieceTokenizer
from embedscope.tokenizers.words import word_list

_BOM = b"\xef\xbb\xbf"
_HEAD_BYTES = 4096
_MOST_WORD_BYTES = 1 << 28
_RANK_LINE = re.compile(rb"(?:[\w+/]{4})*(?:[\w+/]{4}|[\w+/]{3}=|[\w+/]{2}==) 0\s")  # the first
_VECTOR_LINE = re.compile(rb".*(?:[ \t]-?[0-9]+(?:\.[0-9]*)?(?:e[-+]?[0-9]+)?){3,} *")
_BUNDLED_SIZES = {50256: "gpt2", 50280: "p50k_base", 100256: "cl100k_base", 199998: "o200k_base"}
_SPLITTING_OF_SIZE = {128_000: "llama3", 151_643: "qwen2"}
_MODERN = 60_000  # ranks; larger vocabularies have followed cl100k
_IN_FOLDER = (  # best first
    *("tokenizer.json", "tokenizer.model", "spiece.model", "sentencepiece.bpe.model", "spm.model"),
    *("vocab.json", "*.tiktoken", "vocab.txt", "*.gguf"),
)


def find_tokenizer(folder: str | Path) -> Path | None:
    """Return the tokenizer file in a model's folder, or None where there is none."""
    for pattern in _IN_FOLDER:
        found = sorted(path for path in Path(folder).glob(pattern) if isfile(path))
        if found:
            return found[0]
    return None


def open_tokenizer(path: Path, name: str) -> Tokenizer:
    """Return the tokenizer in the file or folder at ``path``, to be called ``name``.

    FileError names the file and its fault, MissingLibraryError the line that installs a library.
    """
    path = _in_folder(path) if path.is_dir() else path
    head = _head(path)
    opens = next((opens for magic, opens in _BY_MAGIC.items() if head.startswith(magic)), None)
    if opens is not None:
        return opens(path, name)
    if head.removeprefix(_BOM).lstrip()[:1] == b"{":
        return _from_json(path, name)
    if head.startswith(b"#version") and path.name == "merges.txt":
        return _from_json(path.with_name("vocab.json"), name)
    if _RANK_LINE.match(head):
        return _from_ranks(path, name)
    if head[:1] == b"\n" and b"\x00" in head:  # field 1 of a protocol buffer: the first piece
        return open_sentencepiece(path, name)
    return _from_lines(path, head, name)


def _in_folder(folder: Path) -> Path:
    found = find_tokenizer(folder)
    if found is None:
        raise FileError(folder, f"is a folder without a tokenizer ({', '.join(_IN_FOLDER)})")
    return found


def _head(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():  # opening a pipe would wait for ever
            raise FileError(path, "is not a regular file")
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError as fault:
        raise FileError(path, f"cannot be read ({fault.strerror or fault})") from fault
    if not head:
        raise FileError(path, "is empty; download or save it again")
    return head


def _from_json(path: Path, name: str) -> Tokenizer:
    root = read_json(path)
    if "model" in root and not isinstance(root["model"], int):
        return open_tokenizer_json(path, root, name)
    return open_vocab_and_merges(path, root, name)


def _from_ranks(path: Path, name: str) -> Tokenizer:
    """Return the encoding of a rank file, which does not say how texts are cut into pieces."""
    ranks = read_ranks(path)
    like = ENCODINGS.get(_BUNDLED_SIZES.get(len(ranks), ""))
    if like and ranks == bundled_ranks(like.vocabulary):
        return BpeTokenizer(name, lambda: ranks, SPLITTINGS[like.splitting], like.specials)
    small = "gpt2" if len(ranks) < _MODERN else "cl100k"
    splitting = _SPLITTING_OF_SIZE.get(len(ranks), small)
    note = f"A rank file does not say how texts are cut: the way of {splitting} was taken."
    return BpeTokenizer(name, lambda: ranks, SPLITTINGS[splitting], {}, notes=(note,))


def _from_lines(path: Path, head: bytes, name: str) -> Tokenizer:
    """Return the tokenizer of one word a line: BERT's vocab.txt, or any list of words."""
    problem = _no_word_list(head)
    if problem or path.stat().st_size > _MOST_WORD_BYTES:
        raise FileError(path, problem or "is too large for a list of words")
    lines = path.read_bytes().removeprefix(_BOM).decode("utf-8", "surrogateescape").split("\n")
    if lines[-1] == "":
        lines.pop()
    words = [line.removesuffix("\r") for line in lines]
    if "[UNK]" in words and any(word.startswith("##") for word in words):
        return WordPieceTokenizer(name, words)
    return word_list(name, words)


def _no_word_list(head: bytes) -> str:
    """Return what speaks against one word a line, nothing if nothing does."""
    if b"\x00" in head:
        return f"is no tokenizer in a known format ({', '.join(_IN_FOLDER)})"
    if head.startswith(b"version https://git-lfs"):
        return "is a Git LFS pointer: fetch the file itself with git lfs pull"
    if re.match(rb"\s*<(!doctype )?html", head, re.IGNORECASE):
        return "is a web page, perhaps of a failed download"
    if head.lstrip().startswith(b"<?xml"):
        return "is an XML file, no tokenizer in a known format"
    if all(_VECTOR_LINE.fullmatch(line) for line in head.splitlines()[1:3] or [b""]):
        return "is a table of vectors: open it as a table, and its words come with it"
    return ""


_BY_MAGIC: Mapping[bytes, Callable[[Path, str], Tokenizer]] = {
    GGUF: open_gguf_vocabulary,
    PARQUET: open_word_column,
    XZ: _from_ranks,
}
