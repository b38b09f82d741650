"""How numbers lie in a file, and how they become float32 exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from embedscope.tables.base import Bytes, Doubles, Floats

Decode = Callable[[Bytes, Floats], None]
"""Turn raw rows (n, row bytes) into numbers (n, D); the two never share memory."""


@dataclass(frozen=True)
class Storage:
    """A number type: every ``block_values`` numbers of a row take ``block_bytes`` bytes."""

    name: str
    block_bytes: int
    decode: Decode
    block_values: int = 1
    wide: np.dtype[np.generic] | None = None  # type that float32 cannot hold without rounding
    is_native: bool = False  # the file's bytes are this machine's float32

    def row_bytes(self, n_dims: int) -> int:
        """Return the bytes of one row of ``n_dims`` numbers (a multiple of ``block_values``)."""
        return n_dims // self.block_values * self.block_bytes

    def exact(self, raw: Bytes, n_dims: int) -> Floats | Doubles:
        """Return raw rows (n, row bytes) as (n, D) unrounded: float64 for wide types."""
        if self.wide is not None:
            return raw.view(self.wide).astype(np.float64)
        out = np.empty((len(raw), n_dims), np.float32)
        self.decode(raw, out)
        return out


def _decode_numpy(dtype: np.dtype[np.generic], raw: Bytes, out: Floats) -> None:
    """Convert a type that numpy knows; too large for float32 becomes infinite."""
    with np.errstate(over="ignore", invalid="ignore"):
        out[...] = raw.view(dtype)


def _decode_bool(raw: Bytes, out: Floats) -> None:
    """Show true as 1; any byte but 0 is true."""
    out[...] = raw != 0


def _decode_bf16(dtype: np.dtype[np.generic], raw: Bytes, out: Floats) -> None:
    """Shift up: a bfloat16 is the upper half of a float32."""
    bits = out.view(np.uint32)
    np.copyto(bits, raw.view(dtype))  # widening while shifting takes a third longer
    np.left_shift(bits, np.uint32(16), out=bits)


_HALF_SIGN_AND_BITS = np.int32(-0x70002000)  # 0x8fffe000: the sign, then exponent and fraction
_HALF_TO_SINGLE = np.float32(2.0**112)  # difference of the exponent biases, 127 - 15


def _decode_f16(dtype: np.dtype[np.generic], raw: Bytes, out: Floats) -> None:
    """Move the bits in place and mend the exponent: thrice as fast as numpy, exact if finite."""
    half = raw.view(dtype)
    if _has_non_finite_halves(half):
        with np.errstate(invalid="ignore"):
            out[...] = half.view(half.dtype.str.replace("i", "f"))
        return
    bits = out.view(np.int32)
    np.copyto(bits, half)
    np.left_shift(bits, np.int32(13), out=bits)
    np.bitwise_and(bits, _HALF_SIGN_AND_BITS, out=bits)
    np.multiply(out, _HALF_TO_SINGLE, out=out)


def _has_non_finite_halves(half: NDArray[np.generic]) -> bool:
    """Whether an exponent is all ones: such halves are the largest ones, of either sign."""
    if not half.size:
        return False
    unsigned = half.view(half.dtype.str.replace("i", "u"))
    return int(half.max()) >= 0x7C00 or int(unsigned.max()) >= 0xFC00


def _decode_table(table: Floats, raw: Bytes, out: Floats) -> None:
    """Look one-byte numbers up."""
    np.take(table, raw, out=out, mode="clip")  # "clip" writes into out without a copy


def _f8_e4m3_table() -> Floats:
    """Values of the 256 patterns: 1 sign, 4 exponent (bias 7), 3 fraction bits; 0x7f is NaN."""
    code = np.arange(256)
    exponent, fraction = code >> 3 & 15, code & 7
    scale = np.where(exponent == 0, 2.0**-6, 2.0 ** (exponent - 7.0))
    value = scale * (fraction / 8 + (exponent > 0)) * np.where(code < 128, 1.0, -1.0)
    value[(code & 0x7F) == 0x7F] = np.nan
    return value.astype(np.float32)


def _f8_e5m2_table() -> Floats:
    """Values of the 256 patterns: the upper halves of float16 patterns."""
    return (np.arange(256, dtype=np.uint16) << 8).view(np.float16).astype(np.float32)


def _f8_e8m0_table() -> Floats:
    """Values of the 256 patterns: powers of two with bias 127; 0xff is NaN."""
    value = 2.0 ** (np.arange(256.0) - 127)
    value[255] = np.nan
    return value.astype(np.float32)


_NUMPY_CODES = {
    "f64": "f8", "f32": "f4", "i64": "i8", "i32": "i4", "i16": "i2", "i8": "i1",
    "u64": "u8", "u32": "u4", "u16": "u2", "u8": "u1",
}  # fmt: skip
_WIDE = frozenset({"f64", "i64", "i32", "u64", "u32"})
_SHIFTED: dict[str, tuple[str, Callable[[np.dtype[np.generic], Bytes, Floats], None]]] = {
    "f16": ("i2", _decode_f16),
    "bf16": ("u2", _decode_bf16),
}
_TABLES = {"f8_e4m3": _f8_e4m3_table, "f8_e5m2": _f8_e5m2_table, "f8_e8m0": _f8_e8m0_table}

ELEMENT_NAMES = frozenset({*_NUMPY_CODES, *_SHIFTED, *_TABLES, "bool"})
"""Names that ``element_storage`` knows."""


@lru_cache(maxsize=64)
def element_storage(name: str, *, big_endian: bool = False) -> Storage:
    """Return the storage of one of ELEMENT_NAMES; KeyError for other names."""
    order = ">" if big_endian else "<"
    if name == "bool":
        return Storage(name, 1, _decode_bool)
    if name in _TABLES:
        return Storage(name, 1, partial(_decode_table, _TABLES[name]()))
    if name in _SHIFTED:
        code, decode = _SHIFTED[name]
        return Storage(name, 2, partial(decode, np.dtype(order + code)))
    dtype = np.dtype(order + _NUMPY_CODES[name])
    is_native = name == "f32" and dtype == np.dtype(np.float32)
    wide = dtype if name in _WIDE else None
    decode_numpy = partial(_decode_numpy, dtype)
    return Storage(name, dtype.itemsize, decode_numpy, wide=wide, is_native=is_native)
