"""What the window says where no row is near, and where a search finds nothing."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from embedscope.session.session import NearestWish
from opening_desk import settle


@pytest.mark.parametrize("expression", ['0 * "fox"', '"fox" - "fox"'])
def test_an_expression_that_is_zero_says_why_nothing_is_near(desk, expression):
    desk.controller.change(nearest=NearestWish(query="expression", expression=expression))
    settle()
    inspector = desk.window.inspector
    assert inspector.neighbours.model().rowCount() == 0
    assert inspector.neighbours.empty_text.startswith("The expression is all zeros")
    assert inspector.neighbours_caption.text() == f"near {expression}"
    desk.controller.change(nearest=NearestWish())


def test_a_row_that_is_not_there_is_answered_with_those_that_are(desk):
    field = desk.window.findChild(QLineEdit, "searchBox")
    QTest.keyClicks(field, "#999")
    settle()
    assert desk.window.heatmap.search.counter.text() == "rows 0 to 5"
    field.clear()


def test_what_to_type_is_read_whole_in_the_smallest_window(desk):
    desk.window.resize(1000, 700)
    settle()
    field = desk.window.findChild(QLineEdit, "searchBox")
    assert (desk.window.width(), desk.window.height()) == (1000, 700)
    words = field.fontMetrics().horizontalAdvance(field.placeholderText())
    assert field.minimumWidth() >= words + 2 * 8
