"""tiktoken's rank files: one ``base64-of-the-token rank`` line for each token."""

import lzma
from binascii import Error as Base64Error
from binascii import a2b_base64
from functools import cache
from pathlib import Path

from embedscope.assets import read_asset
from embedscope.errors import FileError

Ranks = dict[bytes, int]


def parse_ranks(data: bytes) -> Ranks:
    """Return token bytes to rank; ValueError where ``data`` is not a rank file."""
    words = data.split()
    ranks = dict(zip(map(a2b_base64, words[::2]), map(int, words[1::2]), strict=True))
    if 2 * len(ranks) != len(words):
        raise ValueError("a token stands there twice")
    return ranks


@cache
def bundled_ranks(vocabulary: str) -> Ranks:
    """Return the ranks of a bundled vocabulary; shared, not to be changed."""
    return parse_ranks(lzma.decompress(read_asset("vocabularies", f"{vocabulary}.tiktoken.xz")))


def read_ranks(path: Path) -> Ranks:
    """Return the ranks of the file at ``path`` (plain or xz); FileError with the first bad line."""
    try:
        data = path.read_bytes()
        if data.startswith(b"\xfd7zXZ\x00"):
            data = lzma.decompress(data)
    except (OSError, lzma.LZMAError) as fault:
        raise FileError(path, f"cannot be read ({fault}).") from fault
    try:
        return parse_ranks(data)
    except (ValueError, Base64Error) as fault:
        raise FileError(path, _bad_line(data, fault)) from fault


def _bad_line(data: bytes, fault: Exception) -> str:
    """Say which line of ``data`` is not a token and its rank."""
    for number, line in enumerate(data.splitlines(), 1):
        try:
            if line.strip() and len(parse_ranks(line)) != 1:
                raise ValueError
        except (ValueError, Base64Error):
            return f'line {number} is not "base64-of-the-token rank".'
    return f"is not a tiktoken rank file ({fault})."
