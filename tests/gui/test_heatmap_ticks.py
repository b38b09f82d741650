"""Ticks of axes (whole numbers) and of the colour bar (round values)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope_gui.heatmap.ticks import axis_ticks, value_ticks


@pytest.mark.parametrize(
    ("low", "high", "length", "ticks"),
    [
        (0, 6, 600, [0, 1, 2, 3, 4, 5]),
        (0, 3, 150, [0, 1, 2]),
        (0, 384, 400, [0, 50, 100, 150, 200, 250, 300, 350]),
        (0, 51864, 480, [0, 10000, 20000, 30000, 40000, 50000]),
        (990.2, 999.9, 480, [990, 991, 992, 993, 994, 995, 996, 997, 998, 999]),
        (0.6, 2.4, 480, [1]),  # the centres of 0 and 2 are out of view
        (5, 5, 480, []),
        (0, 5, 0, []),
    ],
)
def test_axis_ticks(low: float, high: float, length: float, ticks: list[int]) -> None:
    assert axis_ticks(low, high, length) == ticks


@given(st.integers(0, 10**6), st.floats(0.5, 10**6), st.integers(50, 3000))
def test_ticks_are_whole_visible_even_and_apart(low: int, length: float, px: int) -> None:
    ticks = axis_ticks(low, low + length, px)
    assert all(low <= tick + 0.5 < low + length for tick in ticks)
    assert all(type(tick) is int for tick in ticks)
    steps = {b - a for a, b in pairwise(ticks)}
    assert len(steps) <= 1
    assert all(step == 1 or step / length * px >= 47.9 for step in steps)


def test_value_ticks() -> None:
    assert value_ticks(-2.84, 2.84, 6) == [-2, -1, 0, 1, 2]
    assert value_ticks(-0.0657, 0.0657, 4) == pytest.approx([-0.05, 0, 0.05])
    assert value_ticks(0, 52, 4) == [20, 40]
    assert value_ticks(1, 1, 4) == []
    assert value_ticks(0, 1, 0) == []


@given(st.floats(-3e38, 3e38), st.floats(1e-30, 3e38), st.integers(1, 12))
def test_value_ticks_lie_between_and_never_overflow(low: float, width: float, count: int) -> None:
    high = min(low + width, 3e38)
    ticks = value_ticks(low, high, count)
    assert len(ticks) <= 2 * count + 2
    assert all(low < tick < high for tick in ticks)
