"""Labels of one line and of several: nothing of the text may be lost but at the end."""

import pytest

from embedscope_gui.application import application
from embedscope_gui.widgets.elided_label import (
    ElidedLabel,
    ListLabel,
    ParagraphLabel,
    PartsLabel,
    wrapped,
)


def test_lines_after_an_emoji_are_cut_where_qt_cuts_them():
    font = application().font()
    text = "Part of \U0001f600 (GRINNING FACE). " * 4 + "The same row in every context."
    lines = list(wrapped(text, font, 200.0))
    assert len(lines) > 3
    assert " ".join(part for part, _ in lines) == text
    assert all(text.endswith(rest) for _, rest in lines)
    assert all(rest.startswith(part) for part, rest in lines)


def test_a_lone_surrogate_is_no_fault():
    assert list(wrapped("a\ud800 b", application().font(), 500.0)) == [("a\ud800 b",) * 2]


@pytest.mark.parametrize("mark", ["\ufeff", "\ufeff\ufeff", "\ufffe"])
def test_a_byte_order_mark_in_front_shifts_no_line(mark):
    assert list(wrapped(f"{mark}one two", application().font(), 500.0)) == [("one two",) * 2]


def test_a_paragraph_paints_without_a_layout_left_open(qtbot, capfd):
    label = ParagraphLabel()
    qtbot.addWidget(label)
    label.setText("word " * 60)
    label.resize(120, 40)  # room for two or three lines of many
    assert not label.grab().isNull()
    assert capfd.readouterr().err == ""


def test_a_label_takes_the_longest_form_that_fits(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    forms = ("seven rows with a token", "seven rows", "seven")
    label.setText(*forms)
    width = label.fontMetrics().horizontalAdvance
    assert [label.fitted(width(form)) for form in forms] == list(forms)
    assert label.fitted(width(forms[1]) - 1) == "seven"
    assert label.fitted(width("seven") - 1) == "sev…"
    assert (label.text(), label.toolTip()) == (forms[0], forms[0])
    label.setText("seven rows")
    assert label.fitted(width("seven")).endswith("…")


def test_a_list_is_cut_between_its_items(qtbot):
    label = ListLabel()
    qtbot.addWidget(label)
    label.setText("table[5] = [-2.8400, -0.7849, -1.4096]")
    width = label.fontMetrics().horizontalAdvance
    assert label.fitted(width(label.text())) == label.text()
    assert label.fitted(width(label.text()) - 1) == "table[5] = [-2.8400, -0.7849, …]"
    for room in range(width("table[5] = [-2.8400, …]") + 40, width(label.text())):
        shown = label.fitted(room)
        assert width(shown) <= room
        assert shown.endswith(("-2.8400, …]", "-0.7849, …]"))


def test_a_paragraph_takes_the_longest_form_that_fits(qtbot):
    label = ParagraphLabel()
    qtbot.addWidget(label)
    label.ensurePolished()
    long, short = "one two three four five", "one two three"
    label.setText(long, short)
    width, height = label.fontMetrics().horizontalAdvance("one two"), label.fontMetrics().height()
    label.resize(width + 2, 4 * height)
    assert " ".join(label.shown_lines()) == long
    label.resize(width + 2, 2 * height)
    assert label.shown_lines() == ["one two", "three"]
    label.resize(width + 2, height)
    assert label.shown_lines()[0].endswith("…")
    assert long in label.toolTip()


def test_a_list_takes_a_shorter_form_before_it_loses_items(qtbot):
    label = ListLabel()
    qtbot.addWidget(label)
    long, short = "[0.7000, -0.4000]", "[0.7, -0.4]"
    label.setText(long, short)
    measure = label.fontMetrics().horizontalAdvance
    assert label.fitted(measure(long)) == long
    assert label.fitted(measure(long) - 1) == short


def test_parts_stand_on_as_few_lines_as_fit_equally_many_on_each(qtbot):
    label = PartsLabel()
    qtbot.addWidget(label)
    label.ensurePolished()  # the font is the application's by then
    label.setText("norm 1.0 · mean 2.0 · min 3.0 · max 4.0")
    measure = label.fontMetrics()
    for text, n_lines in (
        ("norm 1.0 · mean 2.0 · min 3.0 · max 4.0", 1),
        ("norm 1.0 · mean 2.0", 2),
        ("mean 2.0", 4),
    ):
        label.resize(measure.horizontalAdvance(text) + 2, 100)
        assert len(label.lines()) == n_lines
        assert " · ".join(label.lines()) == label.text()
        assert label.sizeHint().height() == n_lines * measure.lineSpacing()
    label.setText("")
    assert label.sizeHint().height() == measure.lineSpacing()
