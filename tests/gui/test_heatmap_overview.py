"""The strips that show where in the table the view is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedscope_gui.heatmap.overview import dragged, thumb
from embedscope_gui.heatmap.span import Span


def test_the_thumb_is_at_the_end_when_the_view_is() -> None:
    assert thumb(Span(0.0, 100.0, 1000), 500) == (0, 50)
    assert thumb(Span(900.0, 1000.0, 1000), 500) == (450, 50)
    assert thumb(Span.whole(1000), 500) == (0, 500)


def test_a_tiny_part_still_has_a_thumb_to_take_hold_of() -> None:
    start, length = thumb(Span(128_246.0, 128_256.0, 128_256), 500)
    assert length == 8
    assert start + length == pytest.approx(500)


@given(st.floats(0, 900), st.floats(-600, 600))
def test_dragging_moves_the_thumb_with_the_pointer_until_an_end(low: float, by_px: float) -> None:
    span = Span(low, low + 100, 1000)
    before, after = thumb(span, 500)[0], thumb(dragged(span, by_px, 500), 500)[0]
    assert after == pytest.approx(min(max(before + by_px, 0), 450), abs=1e-6)


def test_nothing_moves_where_all_is_visible() -> None:
    assert dragged(Span.whole(10), 50, 500) == Span.whole(10)
