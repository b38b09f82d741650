"""Labels of one line and of several: nothing of the text may be lost but at the end."""

from embedscope_gui.application import application
from embedscope_gui.widgets.elided_label import ElidedLabel, ListLabel, ParagraphLabel, wrapped


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
