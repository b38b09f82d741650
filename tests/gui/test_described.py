"""The list of tables tells what each of them is."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPalette
from PySide6.QtWidgets import QStyleOptionViewItem

from embedscope.presets import PRESETS
from embedscope_gui.application import application
from embedscope_gui.top_bar import TopBar
from embedscope_gui.widgets.described import MOST_PX


@pytest.fixture
def bar(qtbot):
    application()
    made = TopBar()
    qtbot.addWidget(made)
    recent = ["/models/a/model.safetensors", f"/{'long/' * 60}model.safetensors"]
    made.show_tables([(preset.name, preset.title) for preset in PRESETS.values()], recent)
    return made


def written(box, row):
    """Return what the open list says in ``row``."""
    option, index = QStyleOptionViewItem(), box.model().index(row, 0)
    box.itemDelegate().initStyleOption(option, index)
    return option.text


def test_every_preset_is_described_in_one_line_in_the_open_list(bar):
    box = bar.preset_box
    for row, preset in enumerate(PRESETS.values()):
        assert written(box, row) == f"{preset.name}   –   {preset.title}"
        assert 10 < len(preset.title) < 80
    wanted = box.view().fontMetrics().horizontalAdvance(written(box, 1))
    assert wanted < box.view().minimumWidth() <= MOST_PX


def test_the_closed_box_shows_the_name_alone(bar):
    bar.show_table("book-6x3", "book-6x3")
    assert bar.preset_box.currentText() == "book-6x3"


def test_files_of_the_same_name_are_told_apart_by_their_paths(bar):
    row = len(PRESETS)
    assert written(bar.preset_box, row) == "model.safetensors   –   /models/a/model.safetensors"
    assert bar.preset_box.view().textElideMode() == Qt.TextElideMode.ElideMiddle


def test_what_has_no_description_stands_alone_below_a_line(bar):
    box = bar.preset_box
    last, line = box.count() - 1, box.count() - 2
    assert written(box, last) == "Open a file…"
    heights = [box.view().sizeHintForRow(row) for row in (line, last)]
    assert heights[0] < heights[1]


def test_the_line_between_presets_and_the_rest_is_drawn(bar):
    box = bar.preset_box
    picture = QImage(100, 8, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    option = QStyleOptionViewItem()
    option.rect = picture.rect()
    with QPainter(picture) as painter:
        box.itemDelegate().paint(painter, option, box.model().index(box.count() - 2, 0))
    colours = {picture.pixelColor(50, y).name() for y in range(8)}
    assert colours == {"#ffffff", option.palette.color(QPalette.ColorRole.Mid).name()}
