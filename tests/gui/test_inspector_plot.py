"""Where values are drawn, and what single ones read."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from embedscope_gui.inspector.paint_values import NUMBER_PX, number_top
from embedscope_gui.inspector.values_plot import ValuesPlot
from embedscope_gui.inspector.values_scale import Scale, envelope, nice_limit
from embedscope_gui.theme import THEMES

LIGHT = THEMES["light"]


@pytest.mark.parametrize(
    ("values", "limit"),
    [
        ([0.3, -2.84], 3.0),
        ([0.07, 0.01], 0.08),
        ([1.0], 1.0),
        ([0.0, 0.0], 1.0),
        ([np.nan, np.inf, -0.5], 0.5),
        ([3e38], 3e38),
        ([9.5], 10.0),
        ([], 1.0),
    ],
)
def test_limits_are_round(values: list[float], limit: float) -> None:
    assert nice_limit(np.array(values)) == pytest.approx(limit)


@given(st.floats(1e-30, 1e30))
def test_no_value_exceeds_its_limit(value: float) -> None:
    limit = nice_limit(np.array([value]))
    assert value * (1 - 1e-9) <= limit <= 2 * value * (1 + 1e-9)


@given(st.integers(1, 500), st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_the_envelope_holds_every_value(n_dims: int, n_columns: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=max(n_dims, n_columns))
    lows, highs = envelope(values, n_columns)
    assert lows.min() == values.min()
    assert highs.max() == values.max()
    edges = np.linspace(0, len(values), n_columns + 1).astype(int)
    for column in range(n_columns):
        part = values[edges[column] : min(edges[column + 1] + 1, len(values))]
        assert (lows[column], highs[column]) == (part.min(), part.max())


def test_the_envelope_leaves_out_what_is_not_finite() -> None:
    lows, highs = envelope(np.array([1.0, np.nan, np.inf, np.nan, -2.0, 3.0]), 3)
    # The middle column holds nothing finite, but touches the next one.
    np.testing.assert_array_equal(lows, [1.0, -2.0, -2.0])
    np.testing.assert_array_equal(highs, [1.0, -2.0, 3.0])


@given(st.integers(1, 9000), st.floats(50, 2000), st.data())
def test_dims_are_found_where_they_are_drawn(
    n_dims: int, width: float, data: st.DataObject
) -> None:
    scale = Scale(n_dims, 1.0, 40.0, 5.0, width, 80.0)
    dim = data.draw(st.integers(0, n_dims - 1))
    assert scale.dim_at(scale.x(dim)) == dim
    assert scale.dim_at(39.9) is None
    assert scale.dim_at(40.0 + width) is None


def test_values_go_up() -> None:
    scale = Scale(3, 2.0, 0.0, 10.0, 90.0, 100.0)
    assert [scale.y(value) for value in (2.0, 0.0, -2.0, 99.0)] == [10.0, 60.0, 110.0, 10.0]


def test_numbered_dims_keep_apart() -> None:
    scale = Scale(384, 1.0, 0.0, 0.0, 384.0, 10.0)
    assert list(scale.labelled_dims(30))[:3] == [0, 50, 100]


@pytest.fixture
def plot(qtbot: QtBot) -> ValuesPlot:
    plot = ValuesPlot()
    qtbot.addWidget(plot)
    plot.resize(400, 120)
    plot.show()
    return plot


def colours_at(plot: ValuesPlot, x: float) -> set[str]:
    """Return the colours of a column, without the frame that the focus may draw."""
    image = plot.grab().toImage()
    return {image.pixelColor(int(x), y).name() for y in range(2, image.height() - 2)}


def test_few_dims_are_bars_and_many_a_line(plot: ValuesPlot) -> None:
    plot.show_values(np.ones(64, np.float32))
    assert plot.style_name == "bars"
    plot.show_values(np.ones(65, np.float32))
    assert plot.style_name == "line"


def test_bars_stand_where_the_scale_says(plot: ValuesPlot) -> None:
    plot.show_values(np.array([1.0, 0.0, -1.0], np.float32))
    scale = plot.scale()
    image = plot.grab().toImage()
    zero, quarter = scale.y(0), scale.height / 4
    assert image.pixelColor(int(scale.x(0)), int(zero - quarter)).name() == LIGHT.accent
    assert image.pixelColor(int(scale.x(2)), int(zero + quarter)).name() == LIGHT.accent
    assert LIGHT.accent not in colours_at(plot, scale.x(1))


def test_one_large_value_among_thousands_is_seen(plot: ValuesPlot) -> None:
    values = np.zeros(8192, np.float32)
    values[5000] = 1.0
    plot.show_values(values)
    scale = plot.scale()
    image = plot.grab().toImage()
    near = range(int(scale.x(5000)) - 1, int(scale.x(5000)) + 3)
    y = int(scale.y(0.5))
    assert LIGHT.accent in {image.pixelColor(x, y).name() for x in near}


def test_values_that_are_not_finite_are_marked(plot: ValuesPlot) -> None:
    plot.show_values(np.array([1.0, np.nan, np.inf], np.float32))
    scale = plot.scale()
    assert LIGHT.warning in colours_at(plot, scale.x(1))
    assert LIGHT.warning in colours_at(plot, scale.x(2))
    assert LIGHT.warning not in colours_at(plot, scale.x(0))


def test_the_pointer_reads_a_dim(plot: ValuesPlot) -> None:
    plot.show_values(np.arange(10, dtype=np.float32))
    read: list[int] = []
    plot.dimChosen.connect(read.append)
    QTest.mouseMove(plot, QPoint(int(plot.scale().x(7)), 40))
    assert read == [7]


def test_arrow_keys_read_dims(plot: ValuesPlot) -> None:
    plot.show_values(np.arange(12, dtype=np.float32))
    read: list[int] = []
    plot.dimChosen.connect(read.append)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Left):
        QTest.keyClick(plot, key)
    assert read == [0, 1, 11, 10]
    plot.show_values(np.arange(3, dtype=np.float32))
    assert plot.chosen is None


@pytest.mark.parametrize("value", [0.0, 0.4, -0.4, 1.0, -1.0, 0.85, -0.85, np.nan, np.inf])
def test_numbers_stand_at_the_end_of_their_bars_and_inside_the_plot(value):
    scale = Scale(3, 1.0, 0.0, 10.0, 300.0, 100.0)
    top = number_top(scale, value)
    assert 10 <= top <= 110 - NUMBER_PX
    zero, end = scale.y(0.0), scale.y(value) if np.isfinite(value) else 60.0
    low, high = min(zero, end), max(zero, end)
    assert top + NUMBER_PX <= low or top >= high  # never on the bar
    if abs(value) == 0.4:
        assert (top + NUMBER_PX == end) if value > 0 else (top == end)
