"""Boxes and lassos drawn over the vectors mark rows, which are seen in every pane."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from embedscope_gui.application import application
from embedscope_gui.desk import build
from embedscope_gui.geometry.commands import GeometryCommands
from embedscope_gui.settings import Settings
from embedscope_gui.theme import THEMES
from embedscope_gui.vectors.gestures import drawn_outline
from embedscope_gui.vectors.pane import VectorsPane
from embedscope_gui.work import InlineRunner

LEFT = Qt.MouseButton.LeftButton
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
GRID = np.array([(x, y, 0) for x in range(5) for y in range(5)], np.float32)


@pytest.fixture
def pane(qtbot) -> VectorsPane:
    made = VectorsPane()
    qtbot.addWidget(made)
    made.resize(500, 500)
    made.show_cloud(GRID)
    made.show()
    QApplication.processEvents()
    return made


def at(pane: VectorsPane, x: float, y: float) -> QPoint:
    """Return the pixel of a place on the plane."""
    px = pane.plane.frame.plane.to_px(np.array([[x, y]], np.float32))[0]
    return QPoint(round(px[0]), round(px[1]))


def drag(view, way: list[QPoint], modifiers=Qt.KeyboardModifier.NoModifier, end=None) -> None:
    QTest.mousePress(view, LEFT, modifiers, way[0])
    for place in way[1:]:
        move(view, place, modifiers)
    QTest.mouseRelease(view, LEFT, modifiers if end is None else end, way[-1])


def move(view, place: QPoint, modifiers) -> None:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QMouseEvent

    where = QPointF(view.mapToGlobal(place))
    kind = QEvent.Type.MouseMove
    event = QMouseEvent(kind, QPointF(place), where, Qt.MouseButton.NoButton, LEFT, modifiers)
    QApplication.sendEvent(view, event)


def test_ctrl_and_drag_marks_the_rows_inside_a_box(pane, qtbot):
    with qtbot.waitSignal(pane.rowsMarked) as told:
        drag(pane.plane, [at(pane, 0.5, 3.5), at(pane, 1, 2), at(pane, 2.5, 0.5)], CTRL)
    rows, add = told.args
    inside = [i for i, (x, y, _) in enumerate(GRID) if 0.5 < x < 2.5 and 0.5 < y < 3.5]
    assert rows.tolist() == inside
    assert add is False
    assert pane.plane.drawing == ""
    assert pane.plane.outline == []


def test_l_and_drag_marks_the_rows_inside_a_lasso(pane, qtbot):
    pane.plane.setFocus()
    QTest.keyClick(pane.plane, Qt.Key.Key_L)
    assert pane.plane.drawing == "lasso"
    triangle = [at(pane, -0.4, -0.4), at(pane, 4.6, -0.4), at(pane, -0.4, 4.6)]
    with qtbot.waitSignal(pane.rowsMarked) as told:
        drag(pane.plane, triangle)
    expected = [i for i, (x, y, _) in enumerate(GRID) if x + y < 4.2]
    assert told.args[0].tolist() == expected


def test_shift_at_the_end_adds_to_what_is_marked(pane, qtbot):
    box = [at(pane, 3.5, 3.5), at(pane, 4, 4), at(pane, 4.4, 4.4)]
    with qtbot.waitSignal(pane.rowsMarked) as told:
        drag(pane.plane, box, CTRL, end=CTRL | SHIFT)
    assert told.args[0].tolist() == [24]
    assert told.args[1] is True


def test_escape_gives_up_an_outline_and_then_the_marks(pane, qtbot):
    pane.menu.drawRequested.emit("box")
    assert pane.plane.drawing == "box"
    with qtbot.assertNotEmitted(pane.rowsMarked):
        QTest.keyClick(pane.plane, Qt.Key.Key_Escape)
    assert pane.plane.drawing == ""
    with qtbot.waitSignal(pane.rowsMarked) as told:
        QTest.keyClick(pane.plane, Qt.Key.Key_Escape)
    assert len(told.args[0]) == 0


def test_a_plain_drag_still_moves_the_view_and_marks_nothing(pane, qtbot):
    before = pane.plane.scene.extent
    with qtbot.assertNotEmitted(pane.rowsMarked):
        drag(pane.plane, [at(pane, 1, 1), at(pane, 2, 2), at(pane, 3, 3)])
    assert pane.plane.scene.extent.left < before.left


def test_rows_are_marked_in_space_too(pane, qtbot):
    pane.show_dimensions(3)
    QApplication.processEvents()
    x, y, _ = pane.space.cloud_px()
    low, high = (
        QPoint(int(x.min()) - 9, int(y.min()) - 9),
        QPoint(int(x.max()) + 9, int(y.max()) + 9),
    )
    with qtbot.waitSignal(pane.rowsMarked) as told:
        drag(pane.space, [low, QPoint(200, 200), high], CTRL)
    assert told.args[0].tolist() == list(range(25))


def test_rows_that_are_not_finite_are_never_marked(pane, qtbot):
    cloud = GRID.copy()
    cloud[7] = np.nan
    pane.show_cloud(cloud)
    with qtbot.waitSignal(pane.rowsMarked) as told:
        drag(pane.plane, [at(pane, -0.4, 4.4), at(pane, 1, 1), at(pane, 4.4, -0.4)], CTRL)
    assert told.args[0].tolist() == [i for i in range(25) if i != 7]


def test_outlines_follow_the_pointer():
    start = [QPointF(0, 0)]
    box = drawn_outline("box", start, QPointF(10, 20))
    assert [(p.x(), p.y()) for p in box] == [(0, 0), (10, 0), (10, 20), (0, 20)]
    assert len(drawn_outline("lasso", start, QPointF(1, 1))) == 1
    assert len(drawn_outline("lasso", start, QPointF(9, 1))) == 2


@pytest.fixture
def desk(qtbot, tmp_path):
    application()
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = build(Settings(store), InlineRunner(), "light")
    qtbot.addWidget(made.window)
    made.window.resize(1100, 800)
    made.window.show()
    made.controller.open_table("book-6x3")
    for _ in range(6):
        QApplication.processEvents()
    return made


def test_marks_are_seen_in_the_table_the_text_and_the_vectors(desk):
    control = desk.window.findChild(GeometryCommands).control
    desk.window.vectors.rowsMarked.emit(np.array([5, 0]), False)
    assert desk.controller.session.marked.rows.tolist() == [0, 5]
    assert desk.window.vectors.plane.scene.content.marked.tolist() == [0, 5]
    assert desk.window.heatmap.scene.marks.rows.tolist() == [0, 1, 2, 3, 5]
    assert desk.window.heatmap.scene.apart.tolist() == [0]  # row 5 is the text's, too
    view = desk.window.text.edit._view
    assert [view.is_marked(position) for position in range(4)] == [False, False, True, False]
    control.mark(np.array([2]), add=True)
    assert desk.controller.session.marked.rows.tolist() == [0, 2, 5]
    control.mark(np.zeros(0, np.int64))
    assert desk.controller.session.marked is None
    assert desk.window.heatmap.scene.marks.rows.tolist() == [1, 2, 3, 5]
    assert not desk.window.text.edit._view.is_marked(2)


def test_marks_stay_with_the_text_while_it_is_typed(desk):
    desk.window.vectors.rowsMarked.emit(np.array([5]), False)
    desk.controller.set_text("over dog over")
    view = desk.window.text.edit._view
    assert [view.is_marked(position) for position in range(3)] == [True, False, True]


def note(pane) -> str:
    return "" if pane.plane.marked_note.isHidden() else pane.plane.marked_note.text()


def test_the_picture_tells_how_many_rows_are_marked(pane):
    assert note(pane) == ""
    pane.show_marked(np.arange(1, 7))
    assert note(pane) == "6 rows marked · Esc clears"
    assert pane.space.marked_note.text() == note(pane)
    pane.show_marked(np.array([4]))
    assert note(pane) == "1 row marked · Esc clears"
    pane.show_marked(None)
    assert note(pane) == ""


def test_a_click_on_the_note_marks_nothing(pane, qtbot):
    pane.show_marked(np.arange(6))
    with qtbot.waitSignal(pane.rowsMarked) as told:
        pane.plane.marked_note.click()
    assert len(told.args[0]) == 0


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("n_rows", [3, 25 * 16])
def test_marked_rows_have_a_colour_of_their_own(pane, name, n_rows):
    pane.set_theme(THEMES[name])
    pane.show_cloud(np.repeat(GRID, 16, axis=0))
    pane.show_marked(np.arange(n_rows))
    pane.plane.marked_note.hide()
    picture = pane.plane.grab().toImage()
    colours = {
        parts_of(picture.pixelColor(x, y))
        for x in range(picture.width())
        for y in range(picture.height())
    }

    def inked(wanted: str) -> bool:
        rgb = parts_of(QColor(wanted))
        return any(max(abs(a - b) for a, b in zip(rgb, c, strict=True)) < 30 for c in colours)

    theme = THEMES[name]
    assert inked(theme.marked) or n_rows > 300  # a crowd lets the picture show through
    assert not inked(theme.marks)
    assert not inked(theme.accent)


# How red, green and blue light are seen by people without red, green or blue cones (Machado,
# Oliveira and Fernandes 2009), and by most people.
SEEN = {
    "most": np.eye(3),
    "no red": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "no green": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "no blue": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


def seen_as(name: str, eyes: str) -> np.ndarray:
    """Return OKLab coordinates of the colour ``name`` as it is seen."""
    light = np.array([int(name[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    light = np.where(light <= 0.04045, light / 12.92, ((light + 0.055) / 1.055) ** 2.4)
    light = np.clip(np.asarray(SEEN[eyes]) @ light, 0, 1)
    cones = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.63]]
    lab = [[0.2105, 0.7936, -0.0041], [1.978, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]
    found: np.ndarray = np.array(lab) @ np.cbrt(np.array(cones) @ light)
    return found


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_the_colour_of_marks_is_told_from_others_by_eyes_of_all_kinds(theme, eyes):
    own = seen_as(theme.marked, eyes)
    for other in (theme.accent, theme.marks, theme.cloud):
        assert np.linalg.norm(own - seen_as(other, eyes)) > 0.1, other


def parts_of(colour: QColor) -> tuple[int, int, int]:
    """Return red, green and blue."""
    return colour.red(), colour.green(), colour.blue()
