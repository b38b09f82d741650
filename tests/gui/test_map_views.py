"""Views of the whole table and of the looked-up rows: each kept, rows that are not there told."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from embedscope.heatmap.colormap import BAD_COLOURS
from embedscope_gui.desk import Desk
from embedscope_gui.heatmap.painting import paint_heatmap
from embedscope_gui.heatmap.span import Span
from embedscope_gui.theme import THEMES, ThemeName
from map_window import drawn
from opening_desk import settle


@pytest.fixture
def looked_up(desk: Desk, qtbot) -> Desk:
    """Return a window that shows the rows of "fox cat dog": the second has none."""
    desk.controller.set_text("fox cat dog")
    desk.controller.set_mode("looked-up")
    drawn(desk, qtbot)
    return desk


def colours(desk: Desk, theme: ThemeName) -> set[int]:
    """Return the colours of the heatmap as it is saved."""
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    with QPainter(image) as painter:
        paint_heatmap(painter, QRectF(0, 0, 800, 600), desk.window.heatmap.scene, THEMES[theme])
    pixels = np.frombuffer(image.constBits(), np.uint32)
    return set(np.unique(pixels).tolist())


def test_a_token_without_a_row_is_no_nan(looked_up: Desk) -> None:
    pane = looked_up.window.heatmap
    assert pane.scene.missing.tolist() == [1]
    assert pane.footer.legend.entries == (("no row", "no row"),)
    for theme in ("light", "dark"):
        assert BAD_COLOURS["nan"] not in colours(looked_up, theme)
    area, scene = pane.view.layout_now.map, pane.scene
    at = QPointF(area.x() + 20, area.y() + scene.rows.position(1.5, area.height()))
    pane.view.pointed.emit(pane.view.cell_at(at))
    assert pane.footer.readout.text() == "position 1 · cat (unknown) · dim 0:  no row"


def test_nan_of_the_table_stays_nan_beside_a_missing_row(desk: Desk, qtbot, tmp_path) -> None:
    values = np.arange(12, dtype=np.float32).reshape(4, 3)
    values[2, 1] = np.nan
    np.save(tmp_path / "t.npy", values)
    desk.controller.open_table(tmp_path / "t.npy", text="2 7 1", tokenizer="ids")
    desk.controller.set_mode("looked-up")
    drawn(desk, qtbot)
    pane = desk.window.heatmap
    assert pane.scene.missing.tolist() == [1]
    assert pane.footer.legend.entries == (("no row", "no row"), ("nan", "1 NaN"))
    assert BAD_COLOURS["nan"] in colours(desk, "light")


def test_whole_and_looked_up_views_are_kept_apart_and_come_back(desk: Desk, qtbot) -> None:
    controller, pane = desk.controller, desk.window.heatmap
    whole = Span(1.0, 3.0, 6), Span(0.5, 1.75, 3)
    pane.view.move_to(whole)
    drawn(desk, qtbot)
    controller.set_mode("looked-up")
    drawn(desk, qtbot)
    assert pane.spans == (Span.whole(4), Span.whole(3))
    pane.view.move_to((Span(2.0, 4.0, 4), Span.whole(3)))
    controller.set_mode("whole")
    drawn(desk, qtbot)
    assert pane.spans == whole
    controller.set_text("fox jumps")
    settle()
    controller.set_mode("looked-up")
    drawn(desk, qtbot)
    assert pane.spans == (Span(0.0, 2.0, 2), Span.whole(3))
    pane.fit()
    controller.open_table("the-cat-4x4")
    drawn(desk, qtbot)
    controller.set_mode("whole")
    assert pane.spans == (Span.whole(4), Span.whole(4))
