"""tiktoken's rank files: one ``base64-of-the-token rank`` line for each token."""

import lzma
from binascii import Error as Base64Error
from binascii import a2b_base64
from functools import cache
from pathlib import Path

from embedscope.assets import read_asset
from embedscope.errors import FileError

XZ = b"\xfd7zXZ\x00"
_MOST_BYTES = 1 << 26  # unpacked; the largest known file has 4 MB

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
    data = _read(path)
    try:
        ranks = parse_ranks(data)
    except (ValueError, Base64Error) as fault:
        raise FileError(path, _bad_line(data, fault)) from fault
    if not all(bytes((byte,)) in ranks for byte in range(256)):
        raise FileError(path, "is incomplete: each of the 256 bytes must be a token")
    if not 0 <= min(ranks.values()) <= max(ranks.values()) < 2 * len(ranks):
        raise FileError(path, "has ranks out of all proportion; it is damaged, download it again")
    if len(set(ranks.values())) < len(ranks):
        raise FileError(path, "gives two tokens the same rank; it is damaged, download it again")
    return ranks


def _read(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise FileError(path, f"cannot be read ({fault.strerror or fault})") from fault
    return _unpacked(path, data) if data.startswith(XZ) else data


def _unpacked(path: Path, data: bytes) -> bytes:
    unpacker = lzma.LZMADecompressor()
    try:
        plain = unpacker.decompress(data, _MOST_BYTES)
    except lzma.LZMAError as fault:
        raise FileError(path, "cannot be unpacked; it is damaged, download it again") from fault
    if not unpacker.eof:
        too_large = len(plain) >= _MOST_BYTES
        raise FileError(path, "is too large for ranks" if too_large else "is cut short")
    return plain


def _bad_line(data: bytes, fault: Exception) -> str:
    """Say which line of ``data`` is not a token and its rank."""
    for number, line in enumerate(data.splitlines(), 1):
        try:
            if line.strip() and len(parse_ranks(line)) != 1:
                raise ValueError
        except (ValueError, Base64Error):
            return f'line {number} is not "base64-of-the-token rank"'
    return f"is not a tiktoken rank file ({fault})"
