"""Nothing hides a named point: other dots, labels, leaders, texts of the axes."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from embedscope.geometry.camera import Camera
from embedscope.tables.base import Floats
from embedscope_gui.theme import LIGHT
from embedscope_gui.vectors.brush import DOT_PX
from embedscope_gui.vectors.layout import TokenLayout
from embedscope_gui.vectors.paint_content import PaintCache
from embedscope_gui.vectors.paint_plane import paint_plane
from embedscope_gui.vectors.paint_space import paint_space
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.scene import Content, Scene3D, plane_scene, space_scene
from embedscope_gui.vectors.space_frame import SpaceFrame
from embedscope_gui.vectors.space_names import axis_names

TITLES = ("PC 1 (22.9 %)", "PC 2 (2.6 %)", "PC 3 (1.0 %)")
pytestmark = pytest.mark.usefixtures("qapp")


def tokens(points: Floats, selected: int | None = None, *, arrows: bool = False) -> PointsView:
    labels = [f"token {i}" for i in range(len(points))]
    return PointsView(points, labels, np.arange(len(points)), selected, arrows)


def content(points: Floats, selected: int | None = None) -> Content:
    return Content(tokens=tokens(points, selected), titles=TITLES, selected=selected)


def cluster(n: int = 24, seed: int = 1) -> Floats:
    return np.random.default_rng(seed).normal(size=(n, 3)).astype(np.float32)


def drawn(scene, width: int = 430, height: int = 560) -> tuple[QImage, TokenLayout]:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.surface))
    cache, rect = PaintCache(), QRectF(0, 0, width, height)
    paint = paint_space if isinstance(scene, Scene3D) else paint_plane
    with QPainter(image) as painter:
        paint(painter, rect, scene, LIGHT, cache)
    assert cache.layout is not None
    return image, cache.layout


@pytest.mark.parametrize("make", [plane_scene, space_scene])
@pytest.mark.parametrize("seed", range(4))
def test_labels_cover_no_dot_and_leaders_no_label(make, seed):
    _, layout = drawn(make(content(cluster(seed=seed), selected=3)))
    assert len(layout.labels) >= 12
    for label in layout.labels:
        grown = label.rect.adjusted(-DOT_PX, -DOT_PX, DOT_PX, DOT_PX)
        covered = [m for m, (x, y) in enumerate(layout.xy.tolist()) if grown.contains(x, y)]
        assert label.mark == layout.chosen or not covered
        if label.has_leader:
            x = min(max(label.at[0], label.rect.left()), label.rect.right())
            y = min(max(label.at[1], label.rect.top()), label.rect.bottom())
            way = np.linspace(label.at, (x, y), 200)[1:-1]
            others = [o.rect for o in layout.labels if o is not label and o.mark != layout.chosen]
            assert not any(rect.contains(*at) for rect in others for at in way.tolist())


def test_a_dot_behind_the_chosen_one_is_seen_in_its_middle():
    points = np.array([[0, 0, 0], [0.004, 0, 0], [1, 1, 1], [-1, -1, 0]], np.float32)
    image, layout = drawn(plane_scene(content(points, selected=1)))
    x, y = layout.xy[0].tolist()
    assert np.abs(layout.xy[0] - layout.xy[1]).max() < 3
    assert image.pixelColor(round(x), round(y)).name() == LIGHT.marks
    ring = {image.pixelColor(round(x) + dx, round(y)).name() for dx in range(-6, 7)}
    assert LIGHT.accent in ring


def test_a_named_row_is_seen_on_an_arrow():
    points = np.array([[2, 0, 0], [0, 1, 0]], np.float32)
    cloud = np.array([[2, 0, 0], [0, 1, 0], [1, 0, 0]], np.float32)
    view = tokens(points, arrows=True)
    scene = plane_scene(Content(cloud, view, TITLES, row_labels=("a", "b", "c")))
    image, layout = drawn(scene)
    x, y = next(label.at for label in layout.labels if label.text == "c")
    assert image.pixelColor(round(x), round(y)).name() == LIGHT.cloud


@pytest.mark.parametrize("width", [330, 430, 900])
@pytest.mark.parametrize("azimuth", np.linspace(0, 6.2, 7))
def test_numbers_of_the_box_stand_beside_their_ticks(width, azimuth):
    scene = space_scene(content(cluster()), Camera(azimuth=float(azimuth)))
    frame = SpaceFrame(scene, QRectF(0, 0, width, 560))
    names = axis_names(frame)
    numbers = [name.rect for name in names.names if not name.is_title]
    assert numbers
    for rect in numbers:
        assert frame.rect.contains(rect)
        touched = [line for line in names.strokes if rect.contains(line.p1())]
        assert not touched  # none was pushed back onto its axis


def test_labels_keep_off_the_texts_of_the_axes():
    scene = space_scene(content(cluster()))
    _, layout = drawn(scene)
    names = axis_names(SpaceFrame(scene, QRectF(0, 0, 430, 560))).names
    for label in layout.labels:
        assert not any(label.rect.intersects(name.rect) for name in names)
