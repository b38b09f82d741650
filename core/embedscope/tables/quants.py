"""The block-quantised number types of ggml, decoded to float32.

A row is cut into blocks of 32 or 256 numbers that share scales; the layouts are those of
ggml-common.h, and the order of operations that of ggml's reference, so that the results are equal
to the last bit. Functions take blocks (m, bytes) and return values (m, numbers of a block).
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import numpy as np

from embedscope.tables.base import Bytes, Floats
from embedscope.tables.storage import Storage

Blocks = Callable[[Bytes], Floats]

_PAIRS = np.array([0, 2, 4, 6], np.uint8)[:, None]  # where the bit pairs of a byte begin
_SINGLES = np.arange(8, dtype=np.uint8)[:, None]


def _half(raw: Bytes) -> Floats:
    """Return float16 scales (m, 2 bytes) as float32 (m, 1)."""
    return np.ascontiguousarray(raw).view("<f2").astype(np.float32)


def _low(raw: Bytes, mask: int = 15) -> Bytes:
    return raw & np.uint8(mask)


def _high(raw: Bytes) -> Bytes:
    return raw >> np.uint8(4)


def _up(raw: Bytes, places: int) -> Bytes:
    return raw << np.uint8(places)


def _signed(raw: Bytes, less: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    """Return small numbers less a constant."""
    return raw.view(np.int8) - np.int8(less)


def _nibbles(raw: Bytes) -> Bytes:
    """Return the lower halves of all bytes (m, k), then the upper ones: (m, 2 k)."""
    return np.concatenate([_low(raw), _high(raw)], axis=1)


def _fifth_bits(raw: Bytes) -> Bytes:
    """Return 32 bits (m, 4 bytes) as 0 or 16 (m, 32)."""
    return _up(np.unpackbits(raw, axis=1, bitorder="little"), 4)


def _q8_0(raw: Bytes) -> Floats:
    """Decode: scale, 32 signed bytes."""
    return raw[:, 2:].view(np.int8) * _half(raw[:, :2])


def _q4_0(raw: Bytes) -> Floats:
    """Decode: scale, 32 nibbles less 8."""
    return _signed(_nibbles(raw[:, 2:]), 8) * _half(raw[:, :2])


def _q4_1(raw: Bytes) -> Floats:
    """Decode: scale, minimum, 32 nibbles."""
    return _nibbles(raw[:, 4:]) * _half(raw[:, :2]) + _half(raw[:, 2:4])


def _q5_0(raw: Bytes) -> Floats:
    """Decode: scale, 32 fifth bits, 32 nibbles; less 16."""
    bits = _nibbles(raw[:, 6:]) | _fifth_bits(raw[:, 2:6])
    return _signed(bits, 16) * _half(raw[:, :2])


def _q5_1(raw: Bytes) -> Floats:
    """Decode: scale, minimum, 32 fifth bits, 32 nibbles."""
    bits = _nibbles(raw[:, 8:]) | _fifth_bits(raw[:, 4:8])
    return bits * _half(raw[:, :2]) + _half(raw[:, 2:4])


def _six_bit_scales(raw: Bytes) -> tuple[Bytes, Bytes]:
    """Return 8 scales and 8 minima of 6 bits, packed in 12 bytes: (m, 8) each."""
    first, second, mixed = raw[:, :4], raw[:, 4:8], raw[:, 8:]
    upper = _low(first >> np.uint8(2), 48), _low(second >> np.uint8(2), 48)
    scales = np.concatenate([_low(first, 63), _low(mixed) | upper[0]], axis=1)
    minima = np.concatenate([_low(second, 63), _high(mixed) | upper[1]], axis=1)
    return scales, minima


def _scaled_less_minimum(raw: Bytes, bits: Bytes) -> Floats:
    """Combine 256 numbers (m, 8, 32) with the two scales and 12 bytes that open the block."""
    scales, minima = _six_bit_scales(raw[:, 4:16])
    values: Floats = bits * (_half(raw[:, :2]) * scales)[:, :, None]
    values -= (_half(raw[:, 2:4]) * minima)[:, :, None]
    return values.reshape(len(raw), 256)


def _pairs_of_nibbles(raw: Bytes) -> Bytes:
    """Return 128 bytes as (m, 8, 32): of every 32 bytes first the lower halves, then the upper."""
    groups = raw.reshape(-1, 4, 1, 32)
    return np.concatenate([_low(groups), _high(groups)], axis=2).reshape(-1, 8, 32)


def _bit_pairs(raw: Bytes) -> Bytes:
    """Return 64 bytes as (m, 8, 32): of every 32 bytes the lowest pairs of bits first."""
    return _low(raw.reshape(-1, 2, 1, 32) >> _PAIRS, 3).reshape(-1, 8, 32)


def _single_bits(raw: Bytes) -> Bytes:
    """Return 32 bytes as (m, 8, 32): the lowest bit of each first."""
    return _low(raw.reshape(-1, 1, 32) >> _SINGLES, 1)


def _q4_k(raw: Bytes) -> Floats:
    """Decode: scale, scale of minima, 8 x (6 + 6) bits, 256 nibbles."""
    return _scaled_less_minimum(raw, _pairs_of_nibbles(raw[:, 16:]))


def _q5_k(raw: Bytes) -> Floats:
    """Decode: as q4_k, with 256 fifth bits before the nibbles."""
    fifth = _up(_single_bits(raw[:, 16:48]), 4)
    return _scaled_less_minimum(raw, _pairs_of_nibbles(raw[:, 48:]) | fifth)


def _q6_k(raw: Bytes) -> Floats:
    """Decode: 128 bytes of nibbles, 64 of upper bit pairs, 16 signed scales, scale; less 32."""
    halves = raw[:, :128].reshape(-1, 2, 1, 64)
    low = np.concatenate([_low(halves), _high(halves)], axis=2).reshape(-1, 8, 32)
    bits = _signed(low | _up(_bit_pairs(raw[:, 128:192]), 4), 32)
    scale = raw[:, 192:208].view(np.int8) * _half(raw[:, 208:])
    return _by_sixteens(bits, scale)


def _q3_k(raw: Bytes) -> Floats:
    """Decode: 32 bytes of upper bits, 64 of bit pairs, 16 scales of 6 bits less 32, scale."""
    low = _nibbles(raw[:, 96:104])
    high = _low(raw[:, 104:108].reshape(-1, 1, 4) >> _PAIRS, 3).reshape(-1, 16)
    scale = _half(raw[:, 108:]) * _signed(low | _up(high, 4), 32)
    upper = _up(_single_bits(raw[:, :32]), 2)
    return _by_sixteens(_signed(_bit_pairs(raw[:, 32:96]) | upper, 4), scale)


def _q2_k(raw: Bytes) -> Floats:
    """Decode: 16 x (scale, minimum) nibbles, 64 bytes of bit pairs, scale, scale of minima."""
    scales = raw[:, :16]
    values = _by_sixteens(_bit_pairs(raw[:, 16:80]), _half(raw[:, 80:82]) * _low(scales))
    values -= np.repeat(_half(raw[:, 82:]) * _high(scales), 16, axis=1)
    return values


def _by_sixteens(
    bits: np.ndarray[tuple[int, ...], np.dtype[np.int8 | np.uint8]], scale: Floats
) -> Floats:
    """Multiply each 16 of 256 numbers by one of the scales (m, 16)."""
    values: Floats = bits.reshape(-1, 16, 16) * scale[:, :, None]
    return values.reshape(len(scale), 256)


def _decode_blocks(blocks: Blocks, block_bytes: int, raw: Bytes, out: Floats) -> None:
    """Decode rows (n, row bytes) block by block; damaged scales may be infinite or NaN."""
    with np.errstate(all="ignore"):
        out[...] = blocks(raw.reshape(-1, block_bytes)).reshape(out.shape)


_LAYOUTS: dict[str, tuple[int, int, Blocks]] = {
    "q4_0": (32, 18, _q4_0),
    "q4_1": (32, 20, _q4_1),
    "q5_0": (32, 22, _q5_0),
    "q5_1": (32, 24, _q5_1),
    "q8_0": (32, 34, _q8_0),
    "q2_k": (256, 84, _q2_k),
    "q3_k": (256, 110, _q3_k),
    "q4_k": (256, 144, _q4_k),
    "q5_k": (256, 176, _q5_k),
    "q6_k": (256, 210, _q6_k),
}


def _storage(name: str, n_values: int, n_bytes: int, blocks: Blocks) -> Storage:
    return Storage(name, n_bytes, partial(_decode_blocks, blocks, n_bytes), n_values)


QUANTS: Mapping[str, Storage] = MappingProxyType(
    {name: _storage(name, *layout) for name, layout in _LAYOUTS.items()}
)
"""Storages by name, "q4_0" to "q6_k"."""
