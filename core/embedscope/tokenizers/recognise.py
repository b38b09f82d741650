"""Tokenizer files told from tables by what is in them, without opening them as either."""

import re
from pathlib import Path

from embedscope.tokenizers.word_column import has_only_words

_HEAD_BYTES = 1 << 14
_BOM = b"\xef\xbb\xbf"
_XZ = b"\xfd7zXZ\x00"
_RANK_LINE = re.compile(rb"(?:[\w+/]{4})*(?:[\w+/]{4}|[\w+/]{3}=|[\w+/]{2}==) 0\s")
_TOKEN_TO_ID = re.compile(rb'\{(?:\s*"(?:[^"\\]|\\.)*"\s*:\s*\d+\s*[,}]){2}')
_PARTS = (b'"added_tokens"', b'"truncation"', b'"pre_tokenizer"', b'"vocab"')
_SAVED_BY = re.compile(rb'\{\s*"version"\s*:\s*"1\.0"')
_NUMBERS_LAST = re.compile(rb".*[ \t,;]-?[0-9]+(?:[.,][0-9]*)?(?:e[-+]?[0-9]+)?[ \t,;]*")
_NUMBER = re.compile(rb"[ \t]*-?[0-9]+(?:[.,][0-9]*)?(?:e[-+]?[0-9]+)?[ \t]*")
_NAMES = frozenset(("vocab.json", "merges.txt", "vocab.txt", "tokenizer.json", "tokenizer.model"))
_FEW_LINES = 3  # less is a note, not a vocabulary
_LIST_ENDINGS = frozenset(("", ".txt", ".vocab", ".words", ".lst"))


def is_tokenizer_file(path: Path) -> bool:
    """Tell whether a file holds a tokenizer and no table; a file that cannot be read does not."""
    try:
        if not path.is_file():  # opening a pipe would wait for ever
            return False
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return False
    if path.name in _NAMES:
        return True
    plain = head.removeprefix(_BOM).lstrip()
    if plain.startswith(b"{"):
        return _is_json_tokenizer(plain)
    return _is_binary(path, head) or bool(_RANK_LINE.match(head)) or _is_list(path, head)


def _is_binary(path: Path, head: bytes) -> bool:
    if head.startswith(b"GGUF"):
        return head[8:16] == bytes(8)  # a model's vocabulary alone, without tensors
    if head.startswith(b"PAR1"):
        return has_only_words(path)
    if head.startswith(_XZ):
        return ".tiktoken" in path.name
    return head[:1] == b"\n" and b"\x00" in head and path.suffix == ".model"


def _is_json_tokenizer(head: bytes) -> bool:
    """Tell a tokenizer.json or a vocab.json; the index of a checkpoint is neither."""
    if b'"weight_map"' in head:
        return False
    is_saved = bool(_SAVED_BY.match(head)) and any(part in head for part in _PARTS)
    return is_saved or bool(_TOKEN_TO_ID.match(head)) or b'"added_tokens"' in head


def _is_list(path: Path, head: bytes) -> bool:
    return path.suffix.lower() in _LIST_ENDINGS and is_word_list(head)


def is_word_list(head: bytes) -> bool:
    """Tell whether the lines of a text are words: no numbers, words with numbers, or prose."""
    strangers = (b"version https://git-lfs", b"<!", b"<?xml", b"<html", b"\xff\xfe", b"\xfe\xff")
    if b"\x00" in head or head.lower().startswith(strangers):
        return False
    lines = head.removeprefix(_BOM).splitlines()[:200]
    if len(head) == _HEAD_BYTES:
        lines = lines[:-1]  # cut somewhere
    if len(lines) < _FEW_LINES:
        return False
    prose = sum(line.strip().count(b" ") > 2 for line in lines)
    with_numbers = sum(bool(_NUMBERS_LAST.fullmatch(line)) for line in lines)
    numbers = sum(bool(_NUMBER.fullmatch(line)) for line in lines)
    return max(8 * prose, 4 * with_numbers, 2 * numbers) < len(lines)
