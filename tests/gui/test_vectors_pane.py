"""The vectors pane as a person uses it: signals, choosing, moving, fitting."""

import gc
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from embedscope.geometry.camera import Camera
from embedscope.tables.base import Floats
from embedscope_gui.theme import DARK
from embedscope_gui.vectors.axes_chooser import AxesChoices
from embedscope_gui.vectors.layout import TokenLayout
from embedscope_gui.vectors.pane import VectorsPane
from embedscope_gui.vectors.plane_map import Extent
from embedscope_gui.vectors.plane_view import PlaneView
from embedscope_gui.vectors.points_view import PointsView, no_points
from embedscope_gui.vectors.space_view import SpaceView

Rows = Sequence[Sequence[float] | NDArray[np.floating]] | NDArray[np.floating]
CASES = Path(__file__).parents[1] / "cases" / "files"
TITLES = ("PC 1 (22.9 %)", "PC 2 (2.6 %)", "PC 3 (1.0 %)")
CLOUD = np.random.default_rng(0).normal(size=(1000, 3)).astype(np.float32)
ROWS = (7, 500, 30, 7)
LABELS = ["Hello", ",", "␣world", "Hello"]


def f32(values: Rows) -> Floats:
    return np.asarray(values, np.float32)


def view_of(
    rows: Sequence[int] = ROWS, labels: list[str] | None = None, *, drawn: bool = False
) -> PointsView:
    index = np.array(rows, np.int64)
    labels = labels or [f"row{r}" for r in rows]
    points, positions = CLOUD[index], np.arange(len(index))
    return PointsView(points, labels, positions, arrows=drawn, path=drawn, rows=index)


def shown_pane(qtbot: QtBot, dimensions: int = 2) -> VectorsPane:
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.resize(420, 480)
    pane.show_axes(TITLES, AxesChoices(384))
    pane.show_cloud(CLOUD)
    pane.show_tokens(view_of(labels=LABELS))
    pane.show_dimensions(dimensions)
    pane.show()
    QApplication.processEvents()
    pane.view.grab()
    return pane


def layout_of(pane: VectorsPane) -> TokenLayout:
    layout = pane.view.cache.layout
    assert layout is not None
    return layout


def place(pane: VectorsPane, mark: int) -> QPoint:
    x, y = layout_of(pane).xy[mark]
    return QPoint(round(x), round(y))


def seen_range(pane: VectorsPane) -> tuple[Extent, Camera]:
    pane.view.fit_if_wanted()
    return pane.plane.scene.extent, pane.space.scene.camera


both = pytest.mark.parametrize("dimensions", [2, 3])


def test_named_objects_are_there(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    assert pane.findChild(QWidget, "vectorView") is pane.plane
    assert pane.findChild(QWidget, "spaceView") is pane.space
    assert pane.findChildren(QComboBox, "axesBox")[0].currentText() == "PCA of the whole table"
    names = {child.accessibleName() for child in pane.findChildren(QWidget)}
    assert {"Vectors in 2D", "Vectors in 3D", "Axes", "Dim on the x axis"} <= names


@both
def test_click_on_a_dot_chooses_its_token(qtbot: QtBot, dimensions: int) -> None:
    pane = shown_pane(qtbot, dimensions)
    for mark, position in ((1, 1), (2, 2), (0, 0)):
        with qtbot.waitSignal(pane.tokenClicked) as told:
            QTest.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=place(pane, mark))
        assert told.args == [position]


@both
def test_click_on_a_label_chooses_its_token(qtbot: QtBot, dimensions: int) -> None:
    pane = shown_pane(qtbot, dimensions)
    for label in layout_of(pane).labels:
        with qtbot.waitSignal(pane.tokenClicked) as told:
            at = label.rect.center().toPoint()
            QTest.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=at)
        assert told.args == [{"Hello ×2": 0, ",": 1, "␣world": 2}[label.text]]


def test_repeated_clicks_reach_every_token_of_a_place(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    reached: list[int] = []
    pane.tokenClicked.connect(reached.append)
    pane.tokenClicked.connect(pane.show_selected)
    for _ in range(3):
        QTest.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=place(pane, 0))
    assert reached == [0, 3, 0]


@both
def test_click_on_the_cloud_tells_the_row(qtbot: QtBot, dimensions: int) -> None:
    pane = shown_pane(qtbot, dimensions)
    pane.show_tokens(no_points())
    pane.view.grab()
    px = pane.view.cloud_px()
    assert px is not None
    x, y, _ = px
    alone = next(
        row
        for row in range(len(CLOUD))
        if np.sort(np.hypot(x - x[row], y - y[row]))[1] > 12
        and 20 < x[row] < 380
        and 30 < y[row] < 380
    )
    told: list[object] = []
    pane.rowHovered.connect(lambda row: told.append(("hovered", row)))
    pane.rowClicked.connect(lambda row: told.append(("clicked", row)))
    at = QPoint(round(float(x[alone])), round(float(y[alone])))
    QTest.mouseMove(pane.view, at)
    QTest.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=at)
    assert told == [("hovered", alone), ("clicked", alone)]
    assert pane.view.scene.hover.lines == (f"row {alone}",)


def test_hover_lists_tokens_and_row_labels(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    pane.set_row_label(lambda row: f"label of {row}")
    pane.view.grab()
    pane.view.point(QPointF(place(pane, 0)))
    assert pane.view.scene.hover.lines == ("Hello · token 0 · row 7", "Hello · token 3 · row 7")
    with qtbot.waitSignal(pane.rowHovered) as told:
        pane.view.point(None)
    assert told.args == [-1]


@both
def test_dragging_moves_the_view_and_chooses_nothing(qtbot: QtBot, dimensions: int) -> None:
    pane = shown_pane(qtbot, dimensions)
    told: list[object] = []
    pane.tokenClicked.connect(told.append)
    before = pane.view.scene
    QTest.mousePress(pane.view, Qt.MouseButton.LeftButton, pos=place(pane, 1))
    _move(pane.view, place(pane, 1) + QPoint(40, 25))
    QTest.mouseRelease(pane.view, Qt.MouseButton.LeftButton, pos=place(pane, 1) + QPoint(40, 25))
    assert told == []
    assert pane.view.scene is not before


def _move(view: QWidget, at: QPoint) -> None:
    """Move the pointer with the left button held (QTest.mouseMove holds none)."""
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        QPointF(at),
        view.mapToGlobal(QPointF(at)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view, event)


def test_dragging_the_plane_takes_the_points_along(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    before = place(pane, 1)
    pane.plane.drag(QPointF(30, -20), pan=False)
    pane.plane.grab()
    moved = place(pane, 1) - before
    assert abs(moved.x() - 30) <= 1
    assert abs(moved.y() + 20) <= 1


def test_dragging_the_space_turns_the_near_side_with_the_pointer(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot, 3)
    camera = pane.space.scene.camera
    toward = np.array([np.cos(camera.azimuth), np.sin(camera.azimuth), 0]) * 0.5
    near = PointsView(f32([toward + np.array(camera.target)]), ["near"], np.array([0]))
    pane.show_tokens(near)
    pane.space.grab()
    before = place(pane, 0)
    pane.space.drag(QPointF(40, 0), pan=False)
    pane.space.grab()
    assert place(pane, 0).x() > before.x() + 2
    before = place(pane, 0)
    pane.space.drag(QPointF(15, 10), pan=True)
    pane.space.grab()
    moved = place(pane, 0) - before
    assert moved.x() > 8
    assert moved.y() > 5


@both
def test_wheel_zooms_about_the_pointer(qtbot: QtBot, dimensions: int) -> None:
    pane = shown_pane(qtbot, dimensions)
    at = QPointF(place(pane, 1)) if dimensions == 2 else QPointF(pane.view.rect().center())
    spread = np.ptp(layout_of(pane).xy, axis=0).max()
    event = QWheelEvent(
        at,
        pane.view.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(pane.view, event)
    pane.view.grab()
    assert np.ptp(layout_of(pane).xy, axis=0).max() > spread * 1.05
    if dimensions == 2:
        assert (QPointF(place(pane, 1)) - at).manhattanLength() <= 2


@both
@pytest.mark.parametrize("key", ["Left", "Right", "Up", "Down", "Plus", "Minus"])
def test_keys_move_and_F_fits_again(qtbot: QtBot, dimensions: int, key: str) -> None:
    pane = shown_pane(qtbot, dimensions)
    fitted = seen_range(pane)
    QTest.keyClick(pane.view, getattr(Qt.Key, f"Key_{key}"))
    assert seen_range(pane) != fitted
    QTest.keyClick(pane.view, Qt.Key.Key_F)
    if dimensions == 2:
        assert seen_range(pane)[0] == fitted[0]
    else:
        assert seen_range(pane)[1].distance == fitted[1].distance
    QTest.keyClick(pane.view, Qt.Key.Key_R)
    assert seen_range(pane) == fitted


def test_double_click_on_free_ground_fits(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    fitted = seen_range(pane)
    QTest.keyClick(pane.view, Qt.Key.Key_Plus)
    assert seen_range(pane) != fitted
    pane.view.grab()
    QTest.mouseDClick(pane.view, Qt.MouseButton.LeftButton, pos=QPoint(60, 40))
    assert seen_range(pane) == fitted


def test_page_keys_walk_the_text(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    walked: list[int] = []
    pane.tokenClicked.connect(walked.append)
    pane.tokenClicked.connect(pane.show_selected)
    for key in (Qt.Key.Key_PageDown,) * 5 + (Qt.Key.Key_PageUp,) * 2:
        QTest.keyClick(pane.view, key)
    assert walked == [0, 1, 2, 3, 2, 1]


@both
def test_typing_never_moves_the_view(qtbot: QtBot, dimensions: int) -> None:
    pane = shown_pane(qtbot, dimensions)
    before = seen_range(pane)
    for rows in ([7], [], [7, 500], range(60), [999]):
        pane.show_tokens(view_of(rows))
        pane.show_axes(("PC 1 (30.0 %)", *TITLES[1:]), AxesChoices(384))  # new percentages
        pane.show_cloud(CLOUD + np.float32(len(rows)))
        pane.view.grab()
        assert seen_range(pane) == before


def test_other_axes_and_another_table_are_fitted(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    first = seen_range(pane)
    pane.show_axes(("dim 4", "dim 5", "dim 6"), AxesChoices(384, "dims", (4, 5, 6)))
    pane.show_cloud(CLOUD * np.float32(10))
    second = seen_range(pane)
    assert second[0].width > 5 * first[0].width
    pane.show_cloud(None)
    pane.show_cloud(CLOUD)
    assert seen_range(pane)[0].width < second[0].width


def test_first_show_fits_tokens_when_there_is_no_cloud(qtbot: QtBot) -> None:
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.show_tokens(view_of([1, 2, 3]))
    pane.plane.grab()
    first = seen_range(pane)
    pane.show_tokens(view_of([1, 2, 3, 4]))
    assert seen_range(pane) == first
    pane.show_cloud(CLOUD)
    assert seen_range(pane) != first


def test_a_view_moved_by_hand_stays_when_the_text_changes(qtbot: QtBot) -> None:
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.show_cloud(CLOUD)
    pane.plane.grab()
    QTest.keyClick(pane.plane, Qt.Key.Key_Plus)
    moved = pane.plane.scene.extent
    pane.show_tokens(view_of())
    pane.plane.grab()
    assert pane.plane.scene.extent == moved


def test_programmatic_news_are_not_told_as_wishes_of_the_user(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    told: list[object] = []
    for name in (
        "axesChanged",
        "dimsChanged",
        "tokenClicked",
        "rowClicked",
        "dimensionsChanged",
        "arrowsToggled",
        "pathToggled",
        "exportRequested",
    ):
        getattr(pane, name).connect(lambda *args, name=name: told.append((name, args)))
    pane.show_axes(("dim 3", "dim 1", "dim 2"), AxesChoices(384, "dims", (3, 1, 2)))
    pane.show_axes(TITLES, AxesChoices(3, "dims"))
    pane.show_tokens(view_of(drawn=True))
    pane.show_selected(2)
    pane.show_row(12)
    pane.show_dimensions(3)
    pane.show_options(arrows=False, path=False)
    pane.set_theme(DARK)
    pane.fit()
    assert told == []


def test_chooser_offers_axes_that_suit_the_table(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    box = pane.axes_box
    assert [box.itemText(i) for i in range(box.count())] == [
        "PCA of the whole table",
        "PCA of the typed tokens",
        "Dims",
        "Expressions",
    ]
    assert pane.dims_row.isHidden()
    with qtbot.waitSignal(pane.axesChanged) as told:
        box.setCurrentIndex(2)
    assert told.args == ["dims"]
    pane.show_axes(("dim 0", "dim 1", "dim 2"), AxesChoices(3, "dims"))
    assert box.currentText() == "Original axes"
    assert box.itemText(0) == "Original axes"


def test_dims_are_chosen_by_spin_boxes(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    pane.show_axes(("dim 4", "dim 5", "dim 6"), AxesChoices(384, "dims", (4, 5, 6)))
    x, y, z = pane.dims_row.boxes
    assert (x.value(), y.value(), z.value()) == (4, 5, 6)
    assert z.isHidden()
    pane.show_dimensions(3)
    assert not z.isHidden()
    with qtbot.waitSignal(pane.dimsChanged) as told:
        y.setValue(383)
    assert told.args == [(4, 383, 6)]
    assert y.maximum() == 383


@pytest.mark.parametrize(("n_dims", "offered"), [(1, 1), (2, 2), (3, 3)])
def test_small_tables_offer_only_their_dims(qtbot: QtBot, n_dims: int, offered: int) -> None:
    pane = shown_pane(qtbot, 3)
    pane.show_axes(("dim 0", "(empty)", "(empty)"), AxesChoices(n_dims, "dims"))
    assert sum(not box.isHidden() for box in pane.dims_row.boxes) == offered
    assert pane.dims_row.dims() == (0, 1, 2)


def test_switch_brings_the_space_to_the_front(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    with qtbot.waitSignal(pane.dimensionsChanged) as told:
        pane.findChildren(QToolButton, "spaceButton")[0].click()
    assert told.args == [3]
    assert pane.view is pane.space
    assert pane.space.isVisible()


def test_options_are_toggled_and_remembered_over_new_text(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    with qtbot.waitSignal(pane.pathToggled) as told:
        pane.menu.path.trigger()
    assert told.args == [True]
    pane.show_tokens(view_of())
    assert pane.scene.content.tokens.path
    with qtbot.waitSignal(pane.arrowsToggled):
        pane.menu.arrows.trigger()
    assert pane.scene.content.tokens.arrows
    pane.menu.cloud.trigger()
    assert pane.scene.content.cloud is None


def test_menu_asks_for_a_picture(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    with qtbot.waitSignal(pane.exportRequested):
        pane.menu.export.trigger()


def test_row_chosen_elsewhere_is_marked_and_clicked_as_a_row(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    pane.show_row(77)
    pane.view.grab()
    layout = layout_of(pane)
    assert layout.chosen is not None
    assert [label.text for label in layout.labels if label.mark == layout.chosen] == ["row 77"]
    with qtbot.waitSignal(pane.rowClicked) as told:
        QTest.mouseClick(pane.view, Qt.MouseButton.LeftButton, pos=place(pane, layout.chosen))
    assert told.args == [77]
    pane.show_selected(1)
    assert len(pane.scene.content.tokens.points) == len(ROWS)


def test_hover_stays_when_only_the_selection_changes(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    pane.view.point(QPointF(place(pane, 1)))
    pane.show_selected(1)
    assert pane.view.scene.hover.mark == 1
    pane.show_tokens(view_of([1, 2]))
    assert pane.view.scene.hover.mark is None


def test_picture_is_coarse_only_while_the_view_moves(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    qtbot.waitUntil(lambda: not pane.view.cache.cloud.moving)
    QTest.keyClick(pane.view, Qt.Key.Key_Left)
    assert pane.view.cache.cloud.moving
    qtbot.waitUntil(lambda: not pane.view.cache.cloud.moving)


def test_P01_rows_that_are_not_finite_are_counted_in_the_caption(qtbot: QtBot) -> None:
    table = np.load(CASES / "N03_nan_inf.npy").astype(np.float32)
    cloud = np.concatenate([table[:, :2], np.zeros((6, 1), np.float32)], axis=1)
    n_lost = int((~np.isfinite(table[:, :2]).all(axis=1)).sum())
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.show_axes(("dim 0", "dim 1", "(empty)"), AxesChoices(3, "dims"))
    pane.show_cloud(cloud)
    pane.plane.grab()
    assert f"{n_lost} of 6 rows" in pane.caption.text()
    assert np.isfinite([pane.plane.scene.extent.left, pane.plane.scene.extent.top]).all()


def test_P02_coinciding_points_get_a_finite_view_and_are_all_reachable(qtbot: QtBot) -> None:
    table = np.load(CASES / "N04a_constant.npy").astype(np.float32)
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.show_axes(("dim 0", "dim 1", "dim 2"), AxesChoices(4, "dims"))
    pane.show_cloud(table[:, :3])
    labels = list("abcde")
    pane.show_tokens(PointsView(table[:, :3], labels, np.arange(5), rows=np.arange(5)))
    pane.plane.grab()
    extent = pane.plane.scene.extent
    assert extent.left < 0.25 < extent.right
    assert [label.text for label in layout_of(pane).labels] == ["5 points here"]
    pane.view.point(QPointF(place(pane, 0)))
    assert [line[0] for line in pane.view.scene.hover.lines] == labels
    for _ in range(5):
        pane.fit()
        assert pane.plane.scene.extent == extent


def test_P04_two_panes_draw_and_one_survives_the_other(qtbot: QtBot) -> None:
    def inked(pane: VectorsPane) -> int:
        image = pane.space.grab().toImage()
        return len({image.pixel(x, y) for x in range(0, 400, 3) for y in range(0, 380, 3)})

    one, other = shown_pane(qtbot, 3), shown_pane(qtbot, 3)
    assert inked(one) > 10
    assert inked(other) > 10
    other.close()
    other.deleteLater()
    QApplication.processEvents()
    gc.collect()
    assert inked(one) > 10
    assert inked(shown_pane(qtbot, 3)) > 10


def test_an_empty_picture_says_what_is_coming_and_what_is_missing(qtbot: QtBot) -> None:
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.show_coming(True)
    coming = "The tokens appear here as points as soon as the axes are found."
    assert pane.scene.content.hint == coming
    assert pane.plane.accessibleDescription() == coming
    empty = ("PC 1 (empty)", "PC 2 (empty)", "PC 3 (empty)")
    pane.show_axes(empty, AxesChoices(3, "pca-tokens"))
    pane.show_cloud(np.zeros((9, 3), np.float32))
    pane.show_tokens(view_of())
    needed = "Type two different words: the axes go where their rows differ most."
    pane.show_caption("PCA of 1 row.")
    assert (pane.scene.content.hint, pane.scene.content.is_empty) == (needed, True)
    assert pane.caption.text() == ""
    pane.show_axes(("PC 1 (100 %)", *empty[1:]), AxesChoices(3, "pca-tokens"))
    cloud = pane.scene.content.cloud
    assert (pane.scene.content.hint, 0 if cloud is None else len(cloud)) == ("", 9)
    assert pane.caption.text() == "PCA of 1 row."
    pane.show_axes(("(empty)",) * 3, AxesChoices(3, "expressions"))
    assert pane.scene.content.hint == "Write an expression above: it becomes an axis."
    pane.show_axes(empty, AxesChoices(3, "pca-table"))  # all rows are equal: the points are shown
    assert pane.scene.content.hint == ""


def test_P05_space_opened_before_there_is_data(qtbot: QtBot) -> None:
    pane = VectorsPane()
    qtbot.addWidget(pane)
    pane.show_dimensions(3)
    pane.show()
    pane.space.grab()
    assert pane.scene.content.hint == "Type a word: its tokens appear here as points."
    pane.show_tokens(view_of())
    pane.space.grab()
    assert len(layout_of(pane).marks) == 3
    assert layout_of(pane).seen.all()
    assert not layout_of(pane).outside.any()


def test_P06_data_given_before_the_space_was_ever_opened(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    assert pane.space.cache.layout is None
    pane.show_dimensions(3)
    QApplication.processEvents()
    pane.space.grab()
    layout = layout_of(pane)
    assert layout.seen.all()
    assert not layout.outside.any()


def test_third_axis_of_a_flat_table_is_said_to_be_empty(qtbot: QtBot) -> None:
    pane = VectorsPane()
    qtbot.addWidget(pane)
    cloud = np.multiply(CLOUD, f32([[1, 1, 0]]))
    pane.show_axes(("dim 0", "dim 1", "(empty)"), AxesChoices(2, "dims"))
    pane.show_cloud(cloud)
    pane.show_dimensions(3)
    pane.space.grab()
    bounds = pane.space.scene.bounds
    assert (bounds[:, 1] > bounds[:, 0]).all()
    assert pane.scene.content.titles[2] == "(empty)"


def test_theme_repaints_both_views(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    pane.set_theme(DARK)
    corner = pane.plane.grab().toImage().pixelColor(2, 200)
    assert corner.name() == DARK.surface
    assert pane.space.theme is DARK


def test_a_hundred_thousand_tokens_are_drawn_and_hit(qtbot: QtBot) -> None:
    rows = np.random.default_rng(1).integers(0, len(CLOUD), 100_000)
    pane = shown_pane(qtbot)
    pane.show_tokens(PointsView(CLOUD[rows], ["x"] * len(rows), np.arange(len(rows)), rows=rows))
    pane.plane.grab()
    assert len(layout_of(pane).marks) == len(np.unique(rows))
    assert pane.view.mark_at(QPointF(place(pane, 0))) is not None


@pytest.mark.parametrize("key", [0, int(Qt.Key.Key_unknown), 0x01001FFF])
def test_keys_without_a_meaning_are_left_to_others(qtbot: QtBot, key: int) -> None:
    pane = shown_pane(qtbot)
    before = seen_range(pane)
    event = QKeyEvent(QKeyEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(pane.plane, event)
    assert not event.isAccepted()
    QTest.keyClick(pane.plane, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert seen_range(pane) == before


def test_picture_is_described_in_words(qtbot: QtBot) -> None:
    pane = shown_pane(qtbot)
    said = "4 tokens over 1,000 rows on PC 1 (22.9 %), PC 2 (2.6 %), PC 3 (1.0 %)"
    assert pane.plane.accessibleDescription() == said


@pytest.mark.parametrize("view", [PlaneView, SpaceView])
def test_plane_and_space_say_what_every_gesture_means(view: type[QWidget]) -> None:
    methods = {name: getattr(view, name) for name in dir(view)}
    assert [n for n, m in methods.items() if getattr(m, "__isabstractmethod__", False)] == []
