"""Decimal numbers from bytes, thousands at a time.

A number is taken as up to three words of eight bytes. Its digits are added up within the words
(to pairs, fours, eights), and the whole number that they make is scaled by a power of ten: three
roundings at most. Where these could change the float32, and for all that is written in other ways,
Python's own ``float`` decides. So every result is the float32 of the float64 nearest to what is
written, as ``numpy.loadtxt`` gives it, in a third of the time.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Bytes, Floats, Ints

PAD_BYTES = 32
"""Spare bytes that must lie before the first number and behind the last one."""

Words = NDArray[np.uint64]
Mask = NDArray[np.bool_]

_MINUS = "\N{MINUS SIGN}".encode()
_PLAIN = re.compile(rb"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NUMERIC = b"0123456789+-.eE"
_NAMED = re.compile(rb"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)

_WORD = 8  # bytes
_SHORT = 32  # bytes of a field that is worth remembering
_AT_ONCE = 1 << 16  # numbers: what they need besides stays within some MB
_MAX_DIGITS = 19  # a word holds any number of so many digits
_EXPONENT = 4  # bytes: "e-05"; other forms are left to Python
_POWERS = np.array([float(f"1e{n}") for n in range(_MAX_DIGITS + 100)])
_WHOLE_POWERS = np.array([10**n for n in range(_MAX_DIGITS + 1)], np.uint64)
_SMALLEST = float(np.finfo(np.float32).smallest_normal)
_HALF_STEP = 1 << 28  # of float32 in the last bits of a float64
_ENOUGH = 17  # digits: what is cut off behind them is less than a last place of a float64
_DOUBT = 5  # last places that this and three roundings are within


def _u64(value: int) -> np.uint64:
    return np.uint64(value)


def _filled(*parts: int) -> np.uint64:
    """Return a word of ``parts`` over and over, the lowest byte first."""
    return _u64(int.from_bytes(bytes(parts) * (_WORD // len(parts)), "little"))


_ZEROS = _filled(ord("0"))
_POINTS = _filled(ord("0") ^ ord("."))  # what a point is after "xor zero"
_LOW_BITS, _TOP_BITS = _filled(0x01), _filled(0x80)
_PAST_NINE = _filled(0x80 - 10)  # carries what is above 9 into the top bit
_PAIRS, _FOURS = _filled(0xFF, 0), _filled(0xFF, 0xFF, 0, 0)
_JOIN_PAIRS, _JOIN_FOURS, _JOIN_EIGHTS = (
    _u64(1 + (10 << 8)), _u64(1 + (100 << 16)), _u64(1 + (10_000 << 32))
)  # fmt: skip


def number(field: bytes) -> float | None:
    """Return the number that ``field`` is, None if it is none; "nan" and "inf" are numbers.

    Spreadsheets of some countries write the minus sign of mathematics.
    """
    field = field.replace(_MINUS, b"-")
    if _PLAIN.fullmatch(field) or _NAMED.fullmatch(field):
        return float(field)
    return None


def is_number(field: bytes, *, comma: bool = False) -> bool:
    """Tell whether ``field`` is a number, written with a decimal comma if ``comma``."""
    if comma:
        return b"." not in field and number(field.replace(b",", b".", 1)) is not None
    return number(field) is not None


def parse(codes: Bytes, starts: Ints, ends: Ints) -> tuple[Floats, Ints]:
    """Return the numbers ``codes[starts[i]:ends[i]]`` (n,), and for which ``i`` there is none.

    ``codes`` has PAD_BYTES to spare before the first number and behind the last.
    """
    values = np.empty(len(starts), np.float32)
    foreign = []
    for first in range(0, len(starts), _AT_ONCE):
        part = slice(first, first + _AT_ONCE)
        values[part], found = _parse(codes, starts[part], ends[part])
        foreign.append(found + first)
    return values, np.concatenate(foreign) if foreign else np.zeros(0, np.int64)


def _parse(codes: Bytes, starts: Ints, ends: Ints) -> tuple[Floats, Ints]:
    words = codes[: len(codes) // _WORD * _WORD].view(np.uint64)
    first = np.take(codes, starts)
    is_negative = first == ord("-")
    behind_sign = starts + (is_negative | (first == ord("+")))
    behind_digits, exponents = _exponents(codes, behind_sign, ends)
    whole, n_decimals, is_odd = _leading_digits(words, behind_sign, behind_digits)
    values, is_close = _scaled(whole, n_decimals, exponents)
    np.negative(values, out=values, where=is_negative)
    odd = np.flatnonzero(is_odd | is_close)
    return values, _by_python(codes, starts, ends, odd, values)


def _exponents(codes: Bytes, starts: Ints, ends: Ints) -> tuple[Ints, Ints | None]:
    """Return where the digits end (n,) and the exponents (n,), None if there are none."""
    has_mark = (np.take(codes, ends - _EXPONENT) | 0x20) == ord("e")
    found = np.flatnonzero(has_mark & (ends - starts > _EXPONENT))
    if not len(found):
        return ends, None
    sign, tens, ones = (np.take(codes, ends[found] - n).astype(np.int64) for n in (3, 2, 1))
    tens, ones = tens - ord("0"), ones - ord("0")
    is_sign = (sign == ord("+")) | (sign == ord("-"))
    is_right = is_sign & (tens >= 0) & (tens <= 9) & (ones >= 0) & (ones <= 9)
    size = tens * 10 + ones
    exponents = np.zeros(len(ends), np.int64)
    exponents[found] = np.where(is_right, np.where(sign == ord("-"), -size, size), 0)
    behind_digits = ends.copy()
    behind_digits[found] -= _EXPONENT * is_right
    return behind_digits, exponents


def _leading_digits(words: Words, starts: Ints, ends: Ints) -> tuple[Words, Ints, Mask]:
    """Return what ``_digits`` does of the digits that count: decimals past them change nothing.

    The error stays below that of the roundings if there are _ENOUGH digits without leading zeros.
    """
    long = np.flatnonzero(ends - starts > _MAX_DIGITS + 1)
    if not len(long):
        return _digits(words, starts, ends)
    kept = ends.copy()
    kept[long] = starts[long] + _MAX_DIGITS + 1
    whole, n_decimals, is_odd = _digits(words, starts, kept)
    is_short = (whole[long] < _WHOLE_POWERS[_ENOUGH - 1]) | (n_decimals[long] == 0)
    is_odd[long] |= is_short | ~_are_digits(words, kept[long], ends[long])
    return whole, n_decimals, is_odd


def _are_digits(words: Words, starts: Ints, ends: Ints) -> Mask:
    """Tell which fields (n,) are up to three words of nothing but digits."""
    n_bytes = ends - starts
    are_digits = n_bytes <= 3 * _WORD
    for done in (0, _WORD, 2 * _WORD):
        rest = np.flatnonzero(n_bytes > done)
        _, point, _, odd = _last_digits(words, ends[rest] - done, n_bytes[rest] - done)
        are_digits[rest] &= ~(point | odd)
    return are_digits


def _digits(words: Words, starts: Ints, ends: Ints) -> tuple[Words, Ints, Mask]:
    """Return the digits as whole numbers (n,), how many are decimals, and which fields are odd."""
    n_bytes = ends - starts
    whole, has_point, n_decimals, is_odd = _last_digits(words, ends, n_bytes)
    n_points = has_point.astype(np.int64)
    for done in (_WORD, 2 * _WORD):
        rest = np.flatnonzero(n_bytes > done)
        if not len(rest):
            break
        more, point, decimals, odd = _last_digits(words, ends[rest] - done, n_bytes[rest] - done)
        whole[rest] += more * _WHOLE_POWERS[done - n_points[rest]]
        n_decimals[rest] += np.where(point, decimals + done, 0)
        n_points[rest] += point
        is_odd[rest] |= odd
    n_digits = n_bytes - n_points
    is_odd |= (n_points > 1) | (n_digits < 1) | (n_digits > _MAX_DIGITS)
    return whole, n_decimals, is_odd


def _last_digits(words: Words, ends: Ints, n_bytes: Ints) -> tuple[Words, Mask, Ints, Mask]:
    """Return the last up to eight bytes before ``ends`` (n,) as whole numbers (n,).

    Also whether a point is among them, how many digits are behind it, and what is not digits.
    """
    codes = _load(words, ends - _WORD)
    codes ^= _ZEROS
    n_foreign = ((_WORD - np.minimum(n_bytes, _WORD)) << 3).astype(np.uint64)
    codes >>= n_foreign  # a shift by all 64 bits leaves nothing, as it should
    codes <<= n_foreign
    point, n_behind = _points(codes)
    has_point = point != 0
    if has_point.any():
        codes = np.where(has_point, _without(codes, point), codes)
    is_odd = ((codes + _PAST_NINE) | codes) & _TOP_BITS != 0
    codes *= _JOIN_PAIRS
    codes >>= _u64(8)
    codes &= _PAIRS
    codes *= _JOIN_FOURS
    codes >>= _u64(16)
    codes &= _FOURS
    codes *= _JOIN_EIGHTS
    codes >>= _u64(32)
    return codes, has_point, np.where(has_point, n_behind, 0), is_odd


def _load(words: Words, at: Ints) -> Words:
    """Return the eight bytes from byte ``at`` (n,) on, out of the two words they lie in."""
    place = at >> 3
    n_bits = ((at & 7) << 3).astype(np.uint64)
    low, high = np.take(words, place, mode="clip"), np.take(words, place + 1, mode="clip")
    low >>= n_bits
    high <<= _u64(64) - n_bits
    low |= high
    return low


def _points(codes: Words) -> tuple[Words, Ints]:
    """Return the top bit of the first byte that is a point (n,), 0 if none, and bytes behind it."""
    codes = codes ^ _POINTS
    zeros = (codes - _LOW_BITS) & ~codes & _TOP_BITS
    point = zeros & (~zeros + _u64(1))
    behind = np.bitwise_count(~((point << _u64(1)) - _u64(1)))
    return point, (behind >> 3).astype(np.int64)


def _without(codes: Words, point: Words) -> Words:
    """Return ``codes`` (n,) with the byte of ``point`` cut out and those before it moved up."""
    before: Words = codes & ((point >> _u64(7)) - _u64(1))
    behind = codes & ~((point << _u64(1)) - _u64(1))
    before <<= _u64(8)
    before |= behind
    return before


def _scaled(whole: Words, n_decimals: Ints, exponents: Ints | None) -> tuple[Floats, Mask]:
    """Return the numbers (n,), and which of them may be rounded wrongly or are very small."""
    exact = whole.astype(np.float64)
    if exponents is None:
        exact /= np.take(_POWERS, n_decimals, mode="clip")
    else:
        scale = exponents - n_decimals
        power = np.take(_POWERS, np.abs(scale), mode="clip")
        exact = np.where(scale < 0, exact / power, exact * power)
    last_bits = exact.view(np.uint64) & _u64(2 * _HALF_STEP - 1)
    is_close = last_bits - _u64(_HALF_STEP - _DOUBT) <= _u64(2 * _DOUBT)
    is_close |= (exact < _SMALLEST) & (whole != 0)
    with np.errstate(over="ignore"):
        return exact.astype(np.float32), is_close


def _by_python(codes: Bytes, starts: Ints, ends: Ints, odd: Ints, values: Floats) -> Ints:
    """Put what ``float`` makes of the fields ``odd`` into ``values``; return those it cannot read.

    Those become NaN.
    """
    if not len(odd):
        return odd
    data = codes.tobytes()
    pairs = zip(starts[odd].tolist(), ends[odd].tolist(), strict=True)
    found = _numbers([data[start:end] for start, end in pairs])
    with np.errstate(over="ignore"):
        values[odd] = [np.nan if value is None else value for value in found]
    return odd[[value is None for value in found]]


def _numbers(fields: list[bytes]) -> Sequence[float | None]:
    """Return ``number`` of each field; many at once where nothing speaks against it."""
    if not b"".join(fields).translate(None, _NUMERIC):
        try:
            return list(map(float, fields))
        except ValueError:
            pass
    return [_number(field) if len(field) <= _SHORT else number(field) for field in fields]


_number = lru_cache(1 << 10)(number)  # "nan" and the like come in thousands
