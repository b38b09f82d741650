"""Stored numbers become float32 exactly; numpy and ml_dtypes-free arithmetic are the oracles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from embedscope.tables.base import Floats
from embedscope.tables.storage import ELEMENT_NAMES, element_storage

ALL_16_BITS = np.arange(1 << 16, dtype=np.uint16)


def decode(name: str, raw: bytes, n_dims: int, *, big_endian: bool = False) -> Floats:
    storage = element_storage(name, big_endian=big_endian)
    out = np.empty((1, n_dims), np.float32)
    storage.decode(np.frombuffer(raw, np.uint8).reshape(1, -1), out)
    row: Floats = out[0]
    return row


def same_bits(left: Floats, right: Floats) -> bool:
    return np.array_equal(left.view(np.uint32), right.view(np.uint32))


@pytest.mark.parametrize("order", "<>")
def test_every_half_equals_numpy(order: str) -> None:
    halves = ALL_16_BITS.view("f2")
    finite = halves[np.isfinite(halves)]
    for values in (finite, halves):  # the two ways: bits moved, and numpy's
        raw = values.astype(order + "f2").tobytes()
        with np.errstate(invalid="ignore"):
            expected = values.astype(np.float32)
        assert same_bits(decode("f16", raw, len(values), big_endian=order == ">"), expected)


@pytest.mark.parametrize("order", "<>")
def test_every_bfloat16_is_the_upper_half_of_a_float(order: str) -> None:
    raw = ALL_16_BITS.astype(order + "u2").tobytes()
    expected = (ALL_16_BITS.astype(np.uint32) << 16).view(np.float32)
    assert same_bits(decode("bf16", raw, 1 << 16, big_endian=order == ">"), expected)


def small_float(code: int, exponent_bits: int, fraction_bits: int, bias: int) -> float:
    """Value of a one-byte float, from its definition."""
    sign = -1.0 if code >> 7 else 1.0
    exponent = code >> fraction_bits & ((1 << exponent_bits) - 1)
    fraction = (code & ((1 << fraction_bits) - 1)) / (1 << fraction_bits)
    if exponent == 0:
        return sign * fraction * 2.0 ** (1 - bias)
    return sign * (1 + fraction) * 2.0 ** (exponent - bias)


def test_every_f8_e4m3() -> None:
    got = decode("f8_e4m3", bytes(range(256)), 256)
    expected = [small_float(code, 4, 3, 7) for code in range(256)]
    expected[0x7F] = expected[0xFF] = np.nan
    np.testing.assert_array_equal(got, np.array(expected, np.float32))
    assert got[0x7E] == 448


def test_every_f8_e5m2() -> None:
    got = decode("f8_e5m2", bytes(range(256)), 256)
    expected = [small_float(code, 5, 2, 15) for code in range(256)]
    for sign, infinite in ((0, np.inf), (0x80, -np.inf)):
        expected[sign | 0x7C] = infinite
        expected[sign | 0x7D : (sign | 0x7F) + 1] = [np.nan] * 3
    np.testing.assert_array_equal(got, np.array(expected, np.float32))


def test_f8_e8m0_is_a_power_of_two() -> None:
    got = decode("f8_e8m0", bytes([0, 127, 128, 254, 255]), 5)
    np.testing.assert_array_equal(got, np.array([2.0**-127, 1, 2, 2.0**127, np.nan], np.float32))


def test_bool_is_0_or_1() -> None:
    assert decode("bool", b"\0\1\2\xff", 4).tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("name", ["f64", "f32", "i64", "i32", "i16", "i8", "u64", "u32", "u16"])
@given(data=st.data())
def test_plain_numbers_equal_numpy(name: str, order: str, data: st.DataObject) -> None:
    code = name[0] + str(int(name[1:]) // 8)
    values = data.draw(hnp.arrays(code, 7))
    with np.errstate(over="ignore", invalid="ignore"):
        expected = values.astype(np.float32)
    got = decode(name, values.astype(order + code).tobytes(), 7, big_endian=order == ">")
    np.testing.assert_array_equal(got, expected)


def test_wide_numbers_are_kept_by_exact() -> None:
    raw = np.array([[2**53, 1, -3]], "<i8").view(np.uint8)
    got = element_storage("i64").exact(raw, 3)
    assert got.dtype == np.float64
    assert got.tolist() == [[2.0**53, 1, -3]]


@pytest.mark.parametrize("name", sorted(ELEMENT_NAMES))
def test_exact_is_float64_only_where_float32_would_round(name: str) -> None:
    storage = element_storage(name)
    got = storage.exact(np.zeros((1, storage.row_bytes(4)), np.uint8), 4)
    is_wide = name in {"f64", "i64", "u64", "i32", "u32"}
    assert got.dtype == (np.float64 if is_wide else np.float32)
