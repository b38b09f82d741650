"""In the smallest window that is promised, nothing that the window says is cut."""

import re

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QLabel, QTableView

from embedscope.lessons.loading import load_lessons
from embedscope.presets import PRESETS
from embedscope_gui.widgets.elided_label import ElidedLabel, ListLabel
from opening_desk import settle

FEW_DIMS = 4
LARGEST = 16_777_215  # Qt's QWIDGETSIZE_MAX
LISTS = re.compile(r"table\[\d+\] = \[(-?\d[\d.e+-]*, )+…\]")


@pytest.fixture
def small(desk):
    """Return the window of the module in its smallest size."""
    desk.window.resize(1000, 700)
    return desk


@pytest.fixture
def cut(monkeypatch):
    """Return the texts that were cut with "…" since the last look, but for rows written out."""
    found = []
    real = QFontMetrics.elidedText

    def elided(self, text, mode, width):
        shown = real(self, text, mode, width)
        if shown != text and not text.startswith("table["):
            found.append((text, shown))
        return shown

    monkeypatch.setattr(QFontMetrics, "elidedText", elided)
    return found


def clipped(window):
    """Return the names and texts of labels and buttons that are smaller than what they say."""
    labels = [label for label in window.findChildren(QLabel) if not isinstance(label, ElidedLabel)]
    return [
        (part.objectName(), part.text())
        for part in [*labels, *window.findChildren(QAbstractButton)]
        if part.isVisible()
        and part.text()
        and not (isinstance(part, QLabel) and part.wordWrap())
        and part.sizeHint().width() > part.width()
    ] + [
        (label.objectName(), label.text())
        for label in labels
        if label.isVisible()
        and label.wordWrap()
        and label.heightForWidth(label.width()) > label.height()
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_is_cut_at_1000_x_700(small, cut, preset):
    desk = small
    desk.controller.open_table(preset)
    settle()
    cut.clear()  # widths of columns were not known while the window came up
    for position in range(len(desk.controller.results.text.ids)):
        desk.controller.select(position)
        settle()
        desk.window.grab()
        assert desk.window.findChild(QTableView, "neighbourTable").model().rowCount() > 0
        assert cut == []
        assert clipped(desk.window) == []
        lookup = desk.window.findChild(ListLabel, "inspectorLookup")
        shown = lookup.fitted(lookup.width())
        assert shown == lookup.text() or LISTS.fullmatch(shown)


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda lesson: lesson.name)
def test_the_inspector_beside_a_lesson_is_not_cut_at_1000_x_700(small, cut, lesson):
    desk = small
    desk.window.actions_["actionLessons"].setChecked(True)
    settle()
    inspector = desk.window.inspector
    for number in range(1, len(lesson.steps) + 1):
        desk.commands.begin_lesson(f"{lesson.name}/{number}")
        settle()
        cut.clear()
        inspector.grab()
        assert cut == [], (number, lesson.name)
        if inspector.isVisible():
            assert clipped(inspector) == []
            lookup = inspector.facts_box.lookup
            shown = lookup.fitted(lookup.width())
            is_long = len(desk.controller.session.table.rows([0])[0]) > FEW_DIMS
            assert LISTS.fullmatch(shown) if is_long else "…" not in shown
    desk.window.actions_["actionLessons"].setChecked(False)
    settle()


@pytest.mark.parametrize("name", ["tokenTable", "neighbourTable"])
@pytest.mark.parametrize("height", [97, 100, 111, 119])
def test_lists_show_whole_rows(small, name, height):
    desk = small
    desk.controller.open_table("whisper-tiny.en")
    desk.controller.set_text("one two three four five six seven eight nine ten")
    desk.controller.select(0)
    settle()
    table = desk.window.findChild(QTableView, name)
    assert table.model().rowCount() >= 10
    table.setFixedHeight(table.height() - table.viewport().height() + height)
    settle()
    room = table.viewport()
    assert room.height() == height
    whole = height // 20 * 20
    picture = room.grab().toImage()
    blank = picture.pixel(0, room.height() - 1)
    rows = [
        any(picture.pixel(x, y) != blank for x in range(room.width())) for y in range(room.height())
    ]
    table.setMinimumHeight(0)
    table.setMaximumHeight(LARGEST)
    assert any(rows[whole - 20 : whole])
    assert not any(rows[whole:])
