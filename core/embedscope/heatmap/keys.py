"""Floats as whole numbers in the same order, so that pooling extremes is exact and loses nothing.

The bits of a float, with all but the sign flipped where it is negative, compare as integers like
the numbers themselves: -NaN < -inf < ... < -0 < 0 < ... < +inf < NaN. So the minimum and maximum
of keys keep NaN and infinity, and 16-bit tables need only 16 bits a key.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Floats
from embedscope.tables.storage import element_storage

KeyKind = Literal["f16", "bf16", "f32"]
Keys = NDArray[np.signedinteger]


def key_kind(dtype: str) -> KeyKind:
    """Return the smallest kind that holds every number of a table stored as ``dtype``."""
    return "f16" if dtype == "f16" else "bf16" if dtype == "bf16" else "f32"


def key_dtype(kind: KeyKind) -> np.dtype[np.signedinteger]:
    """Return the integer type of the keys."""
    return np.dtype(np.int32 if kind == "f32" else np.int16)


def encode(values: Floats, kind: KeyKind) -> Keys:
    """Return the keys of ``values`` (...), which must be numbers of the kind."""
    if kind == "f16":
        bits: Keys = _half_bits(values)
    elif kind == "bf16":
        bits = (values.view(np.uint32) >> np.uint32(16)).astype(np.uint16).view(np.int16)
    else:
        bits = values.view(np.int32).copy()
    return _flip_negative(bits)


def _half_bits(values: Floats) -> NDArray[np.int16]:
    """Return the float16 bits of float32 numbers that are float16 numbers, faster than a cast.

    The scaling makes up for the exponents' biases, 127 - 15; infinity and NaN stay what they are.
    """
    with np.errstate(invalid="ignore"):  # signalling NaN
        bits = np.multiply(values, np.float32(2.0**-112)).view(np.int32)
    sign = (bits >> 16) & np.int32(-0x8000)
    bits >>= 13
    bits &= np.int32(0x7FFF)
    bits |= sign
    return bits.astype(np.int16)


def decode(keys: Keys, kind: KeyKind) -> Floats:
    """Return the numbers of ``keys`` (h, w) as float32, the inverse of ``encode``."""
    bits = np.ascontiguousarray(_flip_negative(keys.copy()))
    if kind == "f32":
        return bits.view(np.float32)
    values = np.empty(bits.shape, np.float32)
    if values.size:
        element_storage(kind).decode(bits.view(np.uint8), values)
    return values


def _flip_negative(bits: Keys) -> Keys:
    """Flip all bits but the sign where that is set, in place; doing it twice undoes it."""
    n_bits = bits.dtype.itemsize * 8
    bits ^= (bits >> (n_bits - 1)) & bits.dtype.type((1 << (n_bits - 1)) - 1)
    return bits


def larger_magnitude(low: Keys, high: Keys) -> Keys:
    """Return ``high`` where |high| >= |low|, else ``low``; a NaN or infinity always wins."""
    return np.where(high >= ~low, high, low)  # the key of -x is ~(key of x)
