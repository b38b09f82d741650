"""Numbers in cells: how they read, whether they fit, black or white."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope.heatmap.cells import (
    contrast,
    font_px,
    format_cells,
    relative_luminance,
    text_colour,
)
from embedscope.heatmap.colormap import BAD_COLOURS, COLORMAPS
from embedscope.numerals import format_value
from heatmap_cases import case_table


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.3374, "0.3374"),
        (-0.1690, "-0.1690"),
        (0.0, "0.0000"),
        (-0.0, "0.0000"),
        (9.99994, "9.9999"),
        (9.99996, "10.000"),
        (12.34567, "12.346"),
        (99.9996, "100.00"),
        (123.4567, "123.46"),
        (1234.567, "1234.6"),
        (9999.96, "10000"),
        (12345.67, "12346"),
        (99999.6, "1.000e+05"),
        (0.001, "0.0010"),
        (0.0009994, "9.994e-04"),
        (-2.5e-23, "-2.500e-23"),
        (-4.9104e-40, "-4.910e-40"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (float("-inf"), "-inf"),
    ],
)
def test_format_value(value: float, text: str) -> None:
    assert format_value(value) == text


def test_N13_extremes_read_as_they_are() -> None:
    values = case_table("N13_extremes.npy").block(0, 4)
    assert format_value(float(values[1, 0])) == "3.000e+38"
    assert format_value(float(values[1, 1])) == "-3.000e+38"
    assert format_value(float(values[0, 0])) == "1.0e-42"


@given(st.floats(2.0**-9, 50000, width=32), st.sampled_from([-1, 1]))
def test_a_printed_number_is_right_to_its_last_figure_and_short(size: float, sign: int) -> None:
    text = format_value(sign * size)
    assert len(text.lstrip("-")) <= 6
    assert abs(float(text) - sign * size) <= 0.5001 * 10 ** -len(text.partition(".")[2])


@given(st.floats(width=32))
def test_no_number_takes_more_than_ten_characters(value: float) -> None:
    assert 1 <= len(format_value(value)) <= 10


def test_cells_of_whole_and_short_numbers_are_printed_as_they_are_written() -> None:
    assert format_cells(case_table("H04_orientation.npy").block(0, 1)) == [list("01234")]
    mixed = np.array([[np.nan, 12.0]], np.float32)
    assert format_cells(mixed) == [["nan", "12"]]
    little = np.array([[0.0, 0.7], [1.0, 0.1]], np.float32)
    assert format_cells(little) == [["0.0", "0.7"], ["1.0", "0.1"]]
    assert format_cells(np.array([[0.25, -3]], np.float32)) == [["0.25", "-3.00"]]
    assert format_cells(np.array([[0.125, 1]], np.float32)) == [["0.1250", "1.0000"]]
    assert format_cells(np.zeros((1, 1), np.float32)) == [["0.0000"]]
    assert format_cells(np.full((1, 1), np.nan, np.float32)) == [["nan"]]


def test_numbers_are_printed_only_where_they_fit() -> None:
    assert font_px(60, 40) == 12
    assert font_px(400, 200) == 16
    assert font_px(30, 100) == 0
    assert font_px(100, 12) == 0
    for width in range(1, 200, 7):
        for height in range(1, 60, 5):
            size = font_px(width, height, 7)
            assert size == 0 or (size * 0.62 * 7 <= width and size <= height)


def test_luminance_and_contrast_are_those_of_wcag() -> None:
    assert abs(relative_luminance(0xFFFFFFFF) - 1) < 1e-12
    assert relative_luminance(0xFF000000) == 0
    assert abs(contrast(0xFFFFFFFF, 0xFF000000) - 21) < 1e-9
    assert abs(contrast(0xFF777777, 0xFFFFFFFF) - 4.48) < 0.005  # the well-known near miss


def test_text_is_readable_on_every_colour() -> None:
    colours = [
        int(c) for m in COLORMAPS.values() for t in ("light", "dark") for c in m.for_theme(t).lut
    ]
    greys = [0xFF000000 | g << 16 | g << 8 | g for g in range(256)]
    for colour in [*colours, *greys, *BAD_COLOURS.values()]:
        assert contrast(text_colour(colour), colour) >= 4.5
    assert text_colour(0xFFFFFFFF) == 0xFF000000
    assert text_colour(0xFF000000) == 0xFFFFFFFF
