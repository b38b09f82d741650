"""The arithmetic of one axis: mapping and its inverse, zoom, pan, limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope_gui.heatmap.span import Span

SIZES = st.integers(1, 10**6)


@st.composite
def spans(draw: st.DrawFn) -> Span:
    size = draw(SIZES)
    low = draw(st.floats(0, size - 1))
    return Span(low, low + draw(st.floats(1, size)), size).clamped()


@given(spans(), st.floats(0, 1), st.integers(1, 4000))
def test_pixel_and_value_are_inverse(span: Span, share: float, length: int) -> None:
    value = span.low + share * span.length
    assert span.value(span.position(value, length), length) == pytest.approx(value, abs=1e-6)


@given(spans(), st.floats(0.05, 20), st.floats(0, 1))
def test_zoom_keeps_the_value_under_the_pointer(span: Span, factor: float, share: float) -> None:
    about = span.low + share * span.length
    zoomed = span.zoomed(factor, about)
    held = zoomed.position(about, 1000) == pytest.approx(share * 1000, abs=1e-3)
    at_an_end = zoomed.low == 0 or zoomed.high == pytest.approx(zoomed.size)
    assert held or at_an_end


@given(spans(), st.floats(0.05, 20), st.floats(-(10**7), 10**7))
def test_no_move_leaves_the_table_or_shows_less_than_a_cell(
    span: Span, factor: float, cells: float
) -> None:
    for moved in (span.zoomed(factor, span.low), span.panned(cells)):
        assert moved.low >= 0
        assert moved.high <= moved.size * (1 + 1e-12)
        assert moved.length >= 1 - 1e-9


@given(spans(), st.integers(1, 500))
def test_every_pixel_shows_the_cell_of_its_centre(span: Span, length: int) -> None:
    cells = [span.cell_at(pixel, length) for pixel in range(length)]
    found = [cell for cell in cells if cell is not None]
    assert found == cells
    assert found == sorted(found)
    assert span.cell_at(-1, length) is None
    assert span.cell_at(length, length) is None


def test_nothing_is_read_outside_the_table() -> None:
    wide = Span(-1.0, 4.0, 3)
    assert [wide.cell_at(pixel, 10) for pixel in range(10)] == [
        None, None, 0, 0, 1, 1, 2, 2, None, None,
    ]  # fmt: skip


def test_zoom_in_and_out_again_comes_back() -> None:
    span = Span(100.0, 300.0, 1000)
    there = span.zoomed(0.5, 150.0).zoomed(2.0, 150.0)
    assert (there.low, there.high) == (100.0, 300.0)


def test_revealing_moves_only_when_needed() -> None:
    span = Span(10.0, 20.0, 100)
    assert span.revealing(10) is span
    assert span.revealing(19) is span
    assert span.revealing(20) == Span(15.5, 25.5, 100)
    assert span.revealing(99) == Span(90.0, 100.0, 100)
    assert Span(10.5, 20.5, 100).revealing(10) == Span(5.5, 15.5, 100)  # half of it was hidden


def test_around_a_row_at_the_ends() -> None:
    assert Span.whole(100).around(0, 10) == Span(0.0, 10.0, 100)
    assert Span.whole(100).around(50, 10) == Span(45.5, 55.5, 100)
    assert Span.whole(4).around(2, 10) == Span(0.0, 4.0, 4)


def test_an_empty_axis_has_no_cells_and_does_not_divide_by_zero() -> None:
    empty = Span.whole(0)
    assert empty.cell_at(0, 10) is None
    assert empty.zoomed(0.5, 0.0).length == 1
    assert empty.is_whole
