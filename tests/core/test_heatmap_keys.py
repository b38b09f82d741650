"""Ordered keys of floats: exact, in order, and NaN and infinity survive pooling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.heatmap.keys import KeyKind, decode, encode, key_kind, larger_magnitude
from embedscope.tables.base import Floats

KINDS: list[KeyKind] = ["f16", "bf16", "f32"]


def of_kind(kind: KeyKind) -> Floats:
    """Return every number of a 16-bit kind, or many of float32, as (n, 4)."""
    bits = np.arange(1 << 16, dtype=np.uint16).reshape(-1, 4)
    if kind == "f16":
        return bits.view(np.float16).astype(np.float32)
    if kind == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32)
    rng = np.random.default_rng(0)
    return rng.integers(0, 1 << 32, (5000, 4), dtype=np.uint32).view(np.float32)


@pytest.mark.parametrize("kind", KINDS)
def test_every_number_comes_back(kind: KeyKind) -> None:
    values = of_kind(kind)
    keys = encode(values, kind)
    assert keys.dtype == (np.int32 if kind == "f32" else np.int16)
    back = decode(keys, kind)
    finite = ~np.isnan(values)
    np.testing.assert_array_equal(back[finite].view(np.uint32), values[finite].view(np.uint32))
    assert np.isnan(back[~finite]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_keys_are_in_the_order_of_the_numbers(kind: KeyKind) -> None:
    values = of_kind(kind).reshape(-1)
    keys = encode(values[None], kind)[0]
    ordered = values[np.argsort(keys, kind="stable")]
    numbers = ordered[~np.isnan(ordered)]
    assert np.all(numbers[:-1] <= numbers[1:])


def test_keys_are_not_changed_by_decoding() -> None:
    keys = encode(np.array([[-1.0, 2.0]], np.float32), "f32")
    before = keys.copy()
    decode(keys, "f32")
    np.testing.assert_array_equal(keys, before)


@given(st.floats(width=16), st.floats(width=16), st.sampled_from(KINDS))
def test_larger_magnitude_is_that_of_the_numbers(a: float, b: float, kind: KeyKind) -> None:
    pair = np.array([[a], [b]], np.float32)
    if kind == "bf16":
        pair = (pair.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)
    keys = encode(pair, kind)
    low, high = keys.min(axis=0, keepdims=True), keys.max(axis=0, keepdims=True)
    found = float(decode(larger_magnitude(low, high), kind)[0, 0])
    if np.isnan(pair).any():
        assert np.isnan(found)
        return
    small, large = float(pair.min()), float(pair.max())
    assert found == (large if large >= -small else small)


@pytest.mark.parametrize("bad", [np.nan, -np.nan, np.inf, -np.inf])
def test_a_bad_value_is_an_extreme_of_its_group(bad: float) -> None:
    values = np.array([[1.0, -3.0, bad, 2.0]], np.float32)
    for kind in KINDS:
        keys = encode(values, kind)
        ends = decode(np.array([[keys.min(), keys.max()]]), kind)
        assert np.count_nonzero(~np.isfinite(ends)) == 1


def test_16_bit_tables_have_16_bit_keys() -> None:
    kinds = {name: key_kind(name) for name in ("f16", "bf16", "f32", "f64", "i8", "q8_0")}
    assert kinds == {
        "f16": "f16",
        "bf16": "bf16",
        "f32": "f32",
        "f64": "f32",
        "i8": "f32",
        "q8_0": "f32",
    }
