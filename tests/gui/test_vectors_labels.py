"""Labels of tokens of all scripts: in order beside numbers, and never an empty box."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from embedscope_gui.theme import TEXT_PX
from embedscope_gui.vectors.brush import font
from embedscope_gui.vectors.glyphs import with_glyphs
from embedscope_gui.vectors.hover import token_lines
from embedscope_gui.vectors.in_line import counted, in_line, numbered
from embedscope_gui.vectors.paint_plane import plane_layout
from embedscope_gui.vectors.pane import VectorsPane
from embedscope_gui.vectors.plane_axes import frame_plane
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.scene import Content, plane_scene

HEBREW, ARABIC, LRM = "שלום", "مرحبا", "\u200e"
UNKNOWN = "\ue000"  # for private use: no font of a system has a picture of it
pytestmark = pytest.mark.usefixtures("qapp")


def view_of(labels: list[str], places: list[int]) -> PointsView:
    points = np.array([(p, p % 2, 0) for p in places], np.float32)
    return PointsView(points, labels, np.arange(len(labels)), rows=np.array(places))


@pytest.mark.parametrize("word", [HEBREW, ARABIC])
def test_words_that_run_to_the_left_stay_before_their_count(word):
    assert counted(word, 2) == f"{LRM}{word}{LRM} ×2"
    view = view_of([word, word, "the", "the", "the"], [0, 0, 1, 1, 1])
    assert [view.on_plane.label(mark) for mark in (0, 1)] == [f"{LRM}{word}{LRM} ×2", "the ×3"]
    lines = token_lines(None, view.on_plane, 0, "row {}".format)
    assert lines[0] == f"{LRM}{word}{LRM} · token 0 · row 0"


def test_only_words_that_run_to_the_left_are_marked():
    assert in_line("the 3") == "the 3"
    assert numbered("␣the 262") == "␣the 262"
    assert numbered(f"{ARABIC} 262") == f"{LRM}{ARABIC}{LRM} 262"
    assert numbered("262") == "262"


def test_names_of_rows_are_in_order(qtbot):
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.set_row_label(lambda row: f"{HEBREW} {row}")
    assert pane.plane.row_label(7) == f"{LRM}{HEBREW}{LRM} 7"


def test_what_no_font_has_is_written_as_an_escape():
    assert with_glyphs(f"a{UNKNOWN}b", font(TEXT_PX)) == "a\\ue000b"
    assert with_glyphs("\U000f0000", font(TEXT_PX)) == "\\U000f0000"
    for text in ("the", "␣naïve", "e\u0301", f"{LRM}{HEBREW}{LRM} ×2"):
        assert with_glyphs(text, font(TEXT_PX)) == text


def test_labels_on_the_picture_have_no_empty_boxes():
    scene = plane_scene(Content(tokens=view_of([UNKNOWN, "the", "cat"], [0, 1, 2])))
    frame = frame_plane(QRectF(0, 0, 400, 400), scene)
    texts = {label.text for label in plane_layout(frame, scene).labels}
    assert texts == {"\\ue000", "the", "cat"}
