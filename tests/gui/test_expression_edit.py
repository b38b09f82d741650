"""The line for an expression: completion, faults at their character, commits."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from embedscope.expressions.completion import Completions, complete
from embedscope.tokenizers.registry import get_tokenizer
from embedscope.tokenizers.search import VocabularyIndex
from embedscope_gui.widgets.expression_edit import ExpressionEdit

GPT2 = get_tokenizer("gpt2")
INDEX = VocabularyIndex(GPT2, 50_257)


@pytest.fixture
def edit(qtbot) -> ExpressionEdit:
    made = ExpressionEdit("expressionX", "Expression on the x axis")
    qtbot.addWidget(made)
    made.resize(300, 28)
    made.complete = lambda source, cursor: complete(source, cursor, GPT2, INDEX)
    made.show()
    made.setFocus()
    return made


def test_enter_commits_what_can_be_read(edit, qtbot):
    with qtbot.waitSignal(edit.committed) as told:
        QTest.keyClicks(edit, "pc(1)")
        QTest.keyClick(edit, Qt.Key.Key_Return)
    assert told.args == ["pc(1)"]
    with qtbot.assertNotEmitted(edit.committed):
        QTest.keyClick(edit, Qt.Key.Key_Return)  # the same again


def test_a_pause_commits_too(edit, qtbot):
    with qtbot.waitSignal(edit.committed, timeout=3000) as told:
        QTest.keyClicks(edit, "dim(0)")
    assert told.args == ["dim(0)"]


def test_a_fault_is_told_and_underlined_at_its_character(edit, qtbot):
    with qtbot.assertNotEmitted(edit.committed), qtbot.waitSignal(edit.faultTold) as told:
        edit.setText("pc(1) + + ,")
        edit.commit()
    assert told.args[0].startswith("At character 11:")
    assert edit.accessibleDescription() == told.args[0]
    narrow, mark = edit.fontMetrics().horizontalAdvance("pc(1) + + "), edit.fault_rect()
    start = edit.fault_rect().left() - narrow
    edit.fault.position = 0
    assert edit.fault_rect().left() == pytest.approx(start, abs=1.5)
    assert mark.width() > 2
    edit.grab()


def test_typing_on_takes_the_mark_away(edit):
    edit.setText("pc(")
    edit.commit()
    assert edit.fault is not None
    QTest.keyClicks(edit, "1)")
    assert edit.fault is None


def test_tokens_are_offered_inside_quotes_and_taken(edit):
    QTest.keyClicks(edit, '" monarch')
    offered = edit.offered()
    assert offered[0] == '" monarch"'
    assert '" monarchy"' in offered
    edit.take('" monarchy"')
    assert edit.text() == '" monarchy"'
    assert edit.offered() == () or edit.text().endswith('"')


def test_functions_are_offered_outside(edit):
    QTest.keyClicks(edit, "1 * ra")
    assert edit.offered() == ("random(",)
    edit.take("random(")
    assert edit.text() == "1 * random("


def test_what_stands_after_the_cursor_stays(edit):
    edit.setText('2 * " monarch - " king"')
    edit.setCursorPosition(13)
    edit._offered = Completions(4, ('" monarchy"',), 1)
    edit.take('" monarchy"')
    assert edit.text() == '2 * " monarchy" - " king"'


def test_places_are_counted_in_characters_not_utf16(edit):
    edit.setText('"😀😀" + x')
    edit.setCursorPosition(len('"😀😀"'.encode("utf-16-le")) // 2)
    assert edit.caret() == 4
    edit.commit()
    assert edit.fault.position == 7


def test_showing_is_silent_and_never_disturbs_typing(edit, qtbot):
    with qtbot.assertNotEmitted(edit.committed):
        edit.show_expression("pc(2)")
    assert edit.text() == "pc(2)"
    edit.selectAll()
    QTest.keyClicks(edit, "dim(")
    edit.show_expression("pc(3)")
    assert edit.text() == "dim("


def test_escape_brings_back_what_was_committed(edit):
    edit.show_expression("pc(2)")
    QTest.keyClicks(edit, " + ")
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert edit.text() == "pc(2)"
