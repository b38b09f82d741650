"""Numbers from bytes: the float32 of what Python's float makes of them, whatever the digits."""

import io

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from embedscope.readers.text.decimals import PAD_BYTES, is_number, number, parse
from embedscope.tables.base import Floats, Ints

PAD = b" " * PAD_BYTES
DIGITS = st.text("0123456789", max_size=24)
EXPONENTS = st.one_of(st.just(""), st.from_regex(r"[eE][+-]?[0-9]{1,3}", fullmatch=True))
WRITTEN = st.builds(
    lambda sign, whole, point, decimals, exponent: sign + whole + point + decimals + exponent,
    st.sampled_from(["", "-", "+"]),
    DIGITS,
    st.sampled_from(["", "."]),
    DIGITS,
    EXPONENTS,
)


def parsed(fields: list[bytes]) -> tuple[Floats, Ints]:
    data = PAD + b" ".join(fields) + PAD
    lengths = np.array([len(field) for field in fields])
    ends = PAD_BYTES + np.cumsum(lengths + 1) - 1
    return parse(np.frombuffer(data, np.uint8), ends - lengths, ends)


def expected(fields: list[bytes]) -> Floats:
    with np.errstate(over="ignore"):
        return np.array([float(field) for field in fields]).astype(np.float32)


def assert_same(fields: list[bytes]) -> None:
    found, foreign = parsed(fields)
    assert len(foreign) == 0
    np.testing.assert_array_equal(found.view(np.uint32), expected(fields).view(np.uint32))


@settings(deadline=None)
@given(st.lists(WRITTEN.map(str.encode).filter(is_number), min_size=1, max_size=20))
@example([b"1", b"-0", b".5", b"5.", b"+7e-05", b"1e22", b"123456789012345678901234567890"])
@example([b"16777217", b"16777219", b"0.50000002980232238769531250", b"3.4028235677973366e38"])
@example([b"1e-45", b"1.1754942e-38", b"7.0064923216240854e-46", b"1e39", b"1e400", b"-1e400"])
def test_every_number_is_that_of_python(fields: list[bytes]) -> None:
    assert_same(fields)


@pytest.mark.parametrize("spread", [1e-40, 1e-6, 1.0, 1e6, 1e30])
@pytest.mark.parametrize("form", ["%.18e", "%.5f", "%.9g", "%r", "%.20f", "%.25f", "%.60f"])
def test_many_numbers_in_the_forms_that_programs_write(form: str, spread: float) -> None:
    values = np.random.default_rng(7).normal(size=3000) * spread
    assert_same([(form % float(value)).encode() for value in values])


@pytest.mark.parametrize("digits", [17, 19, 22, 40])
def test_numbers_halfway_between_two_float32_round_as_they_should(digits: int) -> None:
    source = np.random.default_rng(11)
    bits = source.integers(0x30000000, 0x50000000, 2000, dtype=np.uint32)  # 5e-10 to 9e9
    low, high = bits.view(np.float32), (bits + np.uint32(1)).view(np.float32)
    middle = (low.astype(np.float64) + high) / 2
    near = [np.nextafter(middle, side) for side in (-np.inf, np.inf)]
    fields = [f"{value:.{digits}g}".encode() for values in (middle, *near) for value in values]
    assert_same(fields)


def test_numpy_reads_the_same_numbers() -> None:
    values = np.random.default_rng(3).normal(size=(200, 17))
    text = io.BytesIO()
    np.savetxt(text, values)
    found, foreign = parsed(text.getvalue().split())
    text.seek(0)
    np.testing.assert_array_equal(found.reshape(200, 17), np.loadtxt(text, np.float32))
    assert len(foreign) == 0


def test_names_of_numbers_are_numbers() -> None:
    found, foreign = parsed([b"nan", b"-inf", b"Infinity", b"1"])
    np.testing.assert_array_equal(found, np.array([np.nan, -np.inf, np.inf, 1], np.float32))
    assert len(foreign) == 0


NO_NUMBERS = [
    "",
    "-",
    ".",
    "-.",
    "e5",
    "1e",
    "1e+",
    "1_000",
    "0x10",
    "1,5",
    "--1",
    "1.2.3",
    "1e5.0",
]
NO_NUMBERS += [
    "0.1234567890123456789012x",
    "0.12345678901234567890.1",
    "1.5" + "0" * 60 + "_",
]
NO_NUMBERS += [
    "1e--5",
    "nano",
    "1.0.",
    "..1",
    "１",
    "1e+0x",
    "/9",
    ":1",
    "1 1",
    "12345678.12345678.1",
]


@pytest.mark.parametrize("field", NO_NUMBERS)
def test_what_is_no_number_is_told(field: str) -> None:
    found, foreign = parsed([b"1", field.encode(), b"2"])
    assert foreign.tolist() == [1]
    assert np.isnan(found[1])
    assert found[[0, 2]].tolist() == [1, 2]
    assert number(field.encode()) is None


@settings(deadline=None)
@given(st.binary(max_size=30).filter(lambda field: b" " not in field))
def test_any_bytes_are_a_number_or_not_as_for_one_alone(field: bytes) -> None:
    found, foreign = parsed([field])
    alone = number(field)
    assert foreign.tolist() == ([0] if alone is None else [])
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(found[0], np.float32(np.nan if alone is None else alone))


def test_long_fields_that_are_no_numbers_are_told_at_once() -> None:
    for field in (
        b"1" * 300_000 + b"x",
        b"1." + b"2" * 300_000 + b".",
        b"1e" + b"1" * 300_000 + b"e",
    ):
        assert number(field) is None  # would take minutes if every part were tried


def test_decimal_commas_exclude_points() -> None:
    assert is_number(b"-0,75", comma=True)
    assert is_number(b"2", comma=True)
    assert not is_number(b"1.234", comma=True)
    assert not is_number(b"1,234,567", comma=True)
    assert not is_number(b"0,5")
