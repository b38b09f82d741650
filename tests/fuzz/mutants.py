"""Changed copies of files, the same ones in each run with the same seed."""

import random
import struct
from collections.abc import Iterator, Sequence

EXTREMES = [0, 1, 127, 255, 2**15, 2**16 - 1, 2**31 - 1, 2**32 - 1, 2**62, 2**63, 2**64 - 1]
PIECES = [
    *(
        b"\0",
        b"\n",
        b"\r\n",
        b"\t",
        b" ",
        b",",
        b";",
        b'"',
        b"\\",
        b"{",
        b"[",
        b"\xff",
        b"\xef\xbb\xbf",
    ),
    *(b"nan", b"-inf", b"1e999", b"1e-999", b"0x1p3", b"1_0", b"1,5", b"0" * 400, b"9" * 40),
    *(b"4000000000 3\n", b"3 4000000000\n", b"1 1\n", b"-1 -1\n", b"4294967296", b"-1"),
    *(
        b"[9999999999,9999999999]",
        b"../../x",
        b"https://x.test/y",
        b"null",
        b"1e5",
        b"\xed\xa0\x80",
    ),
    *(b"\x80\x04", b"cos\nsystem\n", b"\x93NUMPY", b"PK\x03\x04", b"GGUF", b"PAR1", b"\x1f\x8b"),
]


def mutants(
    data: bytes, others: Sequence[bytes], count: int, source: random.Random
) -> Iterator[bytes]:
    """Yield ``count`` copies of ``data`` with one to eight changes; pieces come from ``others``."""
    for _ in range(count):
        changed = bytearray(data)
        for _ in range(source.choice([1, 1, 1, 2, 4, 8])):
            source.choice(_CHANGES)(changed, others, source)
        yield bytes(changed)


def _place(data: bytearray, source: random.Random) -> int:
    """Return a place, often near the beginning, where headers are."""
    size = len(data) if source.random() < 0.5 else min(len(data), 120)
    return source.randrange(size + 1)


def _one_byte(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    place = _place(data, source)
    data[place : place + 1] = bytes([source.randrange(256)])


def _one_bit(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    if data:
        data[_place(data, source) % len(data)] ^= 1 << source.randrange(8)


def _number(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    place, size = _place(data, source), source.choice([1, 2, 4, 8])
    value = source.choice(EXTREMES) % (1 << 8 * size)
    data[place : place + size] = value.to_bytes(size, source.choice(["little", "big"]))


def _float(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    place = _place(data, source)
    value = source.choice([float("nan"), float("inf"), -0.0, 3.4e38, 1e-45])
    data[place : place + 4] = struct.pack("<f", value)


def _delete(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    place = _place(data, source)
    del data[place : place + source.choice([1, 2, 8, 40, 400])]


def _repeat(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    place = _place(data, source)
    data[place:place] = data[place : place + source.randrange(1, 60)] * source.choice([1, 1, 2, 50])


def _insert(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    place = _place(data, source)
    data[place:place] = source.choice(PIECES)


def _cut(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    del data[_place(data, source) :]


def _splice(data: bytearray, others: Sequence[bytes], source: random.Random) -> None:
    """Go on as another file does."""
    other = source.choice(others)
    data[_place(data, source) :] = other[source.randrange(len(other) + 1) :]


def _lines(data: bytearray, _others: Sequence[bytes], source: random.Random) -> None:
    """Mix, drop or double lines."""
    lines = bytes(data).split(b"\n")
    first, second = source.randrange(len(lines)), source.randrange(len(lines))
    lines[first] = source.choice([lines[second], lines[first] + b" 1", lines[first][:-1], b""])
    data[:] = b"\n".join(lines)


_CHANGES = (
    _one_byte, _one_byte, _one_bit, _number, _number, _float, _delete, _repeat, _insert, _insert,
    _cut, _splice, _lines,
)  # fmt: skip
