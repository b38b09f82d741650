"""Pictures of the plane and the space: orientation, depth, labels, vector formats."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from embedscope.geometry.camera import Camera
from embedscope.tables.base import Floats
from embedscope_gui.theme import DARK, LIGHT, Theme
from embedscope_gui.vectors.layout import TokenLayout
from embedscope_gui.vectors.paint_content import PaintCache, remarks
from embedscope_gui.vectors.paint_plane import paint_plane
from embedscope_gui.vectors.paint_space import paint_space
from embedscope_gui.vectors.plane_axes import frame_plane
from embedscope_gui.vectors.points_view import PointsView
from embedscope_gui.vectors.scene import (
    Content,
    Hover,
    Scene2D,
    Scene3D,
    plane_scene,
    space_scene,
)
from embedscope_gui.vectors.space_frame import SpaceFrame
from embedscope_gui.vectors.space_names import axis_names

Rows = Sequence[Sequence[float]] | NDArray[np.floating]
TITLES = ("PC 1 (22.9 %)", "PC 2 (2.6 %)", "PC 3 (1.0 %)")
CASES = Path(__file__).parents[1] / "cases" / "files"
RED, BLUE = 0xFFFF0000, 0xFF0000FF
Scene = Scene2D | Scene3D
Make = Callable[[Content], Scene]
pytestmark = pytest.mark.usefixtures("qapp")


def f32(values: Rows) -> Floats:
    return np.asarray(values, np.float32)


def tokens(points: Rows, labels: list[str] | None = None) -> PointsView:
    placed = np.asarray(points, np.float32)
    labels = labels or [f"t{i}" for i in range(len(placed))]
    return PointsView(placed, labels, np.arange(len(placed)))


def ball(n: int = 2000, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).normal(size=(n, 3)).astype(np.float32)


def painted(
    scene: Scene,
    size: tuple[int, int] = (400, 400),
    scale: int = 1,
    theme: Theme = LIGHT,
    cache: PaintCache | None = None,
    background: str = "",
) -> NDArray[np.uint8]:
    """Return the picture (h, w, 4) red, green, blue, alpha."""
    width, height = size
    image = QImage(width * scale, height * scale, QImage.Format.Format_RGBA8888)
    image.setDevicePixelRatio(scale)
    image.fill(QColor(background) if background else QColor(0, 0, 0, 0))
    painter = QPainter(image)
    paint(painter, QRectF(0, 0, width, height), scene, theme, cache)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height * scale, width * scale, 4)
    return pixels.copy()


def paint(
    painter: QPainter, rect: QRectF, scene: Scene, theme: Theme, cache: PaintCache | None = None
) -> None:
    if isinstance(scene, Scene3D):
        paint_space(painter, rect, scene, theme, cache)
    else:
        paint_plane(painter, rect, scene, theme, cache)


def layout_of(scene: Scene, size: tuple[int, int] = (400, 400)) -> TokenLayout:
    cache = PaintCache()
    painted(scene, size, cache=cache)
    assert cache.layout is not None
    return cache.layout


def rgb(name: str) -> list[int]:
    colour = QColor(name)
    return [colour.red(), colour.green(), colour.blue()]


def test_x_points_right_and_y_points_up() -> None:
    view = tokens([[1, 0, 0], [0, 1, 0], [-1, 0, 0]])
    scene = plane_scene(Content(None, view, TITLES))
    right, up, left = layout_of(scene).xy
    assert right[0] > up[0] > left[0]
    assert up[1] < right[1] == left[1]


def test_dots_are_painted_where_the_layout_says() -> None:
    scene = plane_scene(Content(None, tokens([[1, 0, 0], [0, 1, 0]]), TITLES, selected=1))
    picture, layout = painted(scene, background="white"), layout_of(scene)
    for (x, y), name in zip(layout.xy, (LIGHT.marks, LIGHT.accent), strict=True):
        assert picture[round(y), round(x), :3].tolist() == rgb(name)


def test_z_points_up_in_space() -> None:
    view = tokens([[0, 0, 1], [0, 0, -1], [1, 0, 0], [0, 1, 0]])
    top, bottom, _, _ = layout_of(space_scene(Content(None, view, TITLES))).xy
    assert top[1] < bottom[1]


@pytest.mark.parametrize("n_others", [0, 2000])
@pytest.mark.parametrize(("azimuth", "seen"), [(0.0, RED), (np.pi, BLUE)])
def test_nearer_points_cover_farther_ones(n_others: int, azimuth: float, seen: int) -> None:
    others = 0.2 * ball(n_others) + f32([[0, 0, 3]])
    cloud = np.concatenate([f32([[1, 0, 0], [-1, 0, 0]]), others])
    colours = np.full(len(cloud), 0xFF00FF00, np.uint32)
    colours[:2] = RED, BLUE
    content = Content(cloud, tokens([[0, 9, 9]]), cloud_argb=colours)
    camera = Camera(azimuth=azimuth, elevation=0.0, distance=20.0)
    picture = painted(Scene3D(content, camera), background="white")
    red, _, blue = picture[200, 200, :3].astype(int)
    assert (red > blue) == (seen == RED)


def test_tokens_stay_in_front_of_the_cloud() -> None:
    content = Content(ball(50_000) * 0.05, tokens([[0, 0, 0]]), TITLES)
    picture, layout = painted(space_scene(content)), layout_of(space_scene(content))
    x, y = np.round(layout.xy[0]).astype(int)
    assert picture[y, x, :3].tolist() == rgb(LIGHT.marks)


@pytest.mark.parametrize("make", [plane_scene, space_scene])
@pytest.mark.parametrize("size", [(300, 300), (400, 700), (1100, 1000)])
def test_labels_of_sixty_tokens_never_overlap(make: Make, size: tuple[int, int]) -> None:
    points = np.multiply(ball(60, seed=3), f32([[1, 0.5, 0.3]]))
    scene = make(Content(ball(), tokens(points, [f"token{i}" for i in range(60)]), TITLES, 41))
    layout = layout_of(scene, size)
    assert len(layout.labels) >= 6
    for one, other in itertools.combinations(layout.labels, 2):
        assert not one.rect.intersects(other.rect)
    assert all(QRectF(0, 0, *size).contains(label.rect) for label in layout.labels)
    assert 41 in [label.mark for label in layout.labels]


def test_selected_label_is_shown_even_out_of_view() -> None:
    content = Content(ball(), tokens([[0, 0, 0], [900, 900, 0]], ["near", "far"]), TITLES, 1)
    layout = layout_of(plane_scene(content))
    assert layout.outside.tolist() == [False, True]
    assert [label.text for label in layout.labels if label.mark == 1] == ["far"]


def test_labels_stay_put_while_the_view_turns_a_little() -> None:
    scene, cache = space_scene(Content(ball(), tokens(ball(30, 5)), TITLES)), PaintCache()
    painted(scene, cache=cache)
    before = dict(cache.labels.slots)
    camera = replace(scene.camera, azimuth=scene.camera.azimuth + 0.01)
    painted(replace(scene, camera=camera), cache=cache)
    same = [key for key in before if cache.labels.slots.get(key) == before[key]]
    assert len(same) >= 0.8 * len(before)


def test_row_of_a_small_table_is_named_unless_a_token_is_there() -> None:
    cloud = f32([[0, 0, 0], [1, 1, 0], [2, 0, 0]])
    view = PointsView(cloud[[1]], ["dog"], np.array([0]), rows=np.array([1]))
    content = Content(cloud, view, TITLES, row_labels=("brown", "dog", "fox"))
    texts = sorted(label.text for label in layout_of(plane_scene(content)).labels)
    assert texts == ["brown", "dog", "fox"]


def test_P01_points_that_are_not_finite_do_not_hide_the_others() -> None:
    table = np.load(CASES / "N03_nan_inf.npy")
    cloud = np.concatenate([table[:, :2], np.zeros((6, 1))], axis=1).astype(np.float32)
    finite = np.flatnonzero(np.isfinite(cloud[:, :2]).all(axis=1))
    assert finite.tolist() == [0, 3, 5] or len(finite) >= 3
    view = PointsView(cloud, [f"row {i}" for i in range(6)], np.arange(6))
    scene = plane_scene(Content(cloud, view, TITLES), pca=False)
    for factor in (1.0, 0.2, 5.0):  # at every zoom
        extent = scene.extent
        cx, cy = (extent.left + extent.right) / 2, (extent.bottom + extent.top) / 2
        half = extent.width * factor / 2
        zoomed = replace(scene, extent=type(extent)(cx - half, cx + half, cy - half, cy + half))
        layout = layout_of(zoomed)
        assert int(layout.seen.sum()) == len(finite)
        assert np.isfinite(layout.xy).all()


@pytest.mark.parametrize("make", [plane_scene, space_scene])
@pytest.mark.parametrize(
    "points",
    [
        np.zeros((0, 3)),
        np.full((1, 3), 7.0),
        np.full((5, 3), 0.25),
        np.full((2, 3), np.nan),
        np.full((3, 3), 3e38),
        f32([[3e38, -3e38, 1e-38], [0, 0, 0]]),
    ],
    ids=["none", "one", "equal", "nan", "huge", "mixed"],
)
def test_degenerate_points_are_painted_without_a_fault(make: Make, points: Floats) -> None:
    points = points.astype(np.float32)
    for cloud in (None, points, np.repeat(points, 400, axis=0)):
        scene = make(Content(cloud, tokens(points), TITLES, hint="Type a word."))
        assert painted(scene, (320, 240)).shape == (240, 320, 4)
        painted(scene, (3, 2))


@pytest.mark.parametrize("make", [plane_scene, space_scene])
def test_background_stays_transparent(make: Make) -> None:
    picture = painted(make(Content(ball(), tokens(ball(4)), TITLES)))
    assert picture[1, -2, 3] == 0
    assert picture[..., 3].max() == 255


@pytest.mark.parametrize("make", [plane_scene, space_scene])
def test_larger_picture_is_the_same_picture(make: Make) -> None:
    scene = make(Content(ball(), tokens([[1, 1, 1]]), TITLES, selected=0))
    layout = layout_of(scene)
    for scale in (1, 2, 3):
        picture = painted(scene, scale=scale, background="white")
        accent = (picture[..., :3] == rgb(LIGHT.accent)).all(axis=2)
        label = layout.labels[0].rect
        rows, columns = np.nonzero(accent)
        dot = np.hypot(columns / scale - layout.xy[0, 0], rows / scale - layout.xy[0, 1]) < 5
        assert columns[dot].mean() / scale == pytest.approx(layout.xy[0, 0], abs=1)
        assert rows[dot].mean() / scale == pytest.approx(layout.xy[0, 1], abs=1)
        assert columns.max() / scale <= max(label.right(), layout.xy[0, 0] + 6)


def test_cloud_is_painted_anew_only_when_view_or_points_change() -> None:
    scene, cache = space_scene(Content(ball(), tokens(ball(4)), TITLES)), PaintCache()
    painted(scene, cache=cache)
    first = cache.cloud.image
    content = replace(scene.content, selected=2)
    painted(replace(scene, content=content, hover=Hover(row=3, lines=("row 3",))), cache=cache)
    assert cache.cloud.image is first
    painted(replace(scene, camera=Camera()), cache=cache)
    assert cache.cloud.image is not first


def test_both_themes_paint_their_own_colours() -> None:
    scene = plane_scene(Content(None, tokens([[0, 0, 0]]), TITLES))
    x, y = np.round(layout_of(scene).xy[0]).astype(int)
    assert painted(scene, theme=DARK)[y, x, :3].tolist() == rgb(DARK.marks)


LABELS = ["<b>x</b> & &amp;", "日本", "😀", "שלום", "␣world"]


def vector_content() -> Content:
    return Content(ball(), tokens(ball(5, 9), LABELS), TITLES, selected=2)


@pytest.mark.parametrize("make", [plane_scene, space_scene])
def test_svg_keeps_axes_and_labels_as_text(make: Make, tmp_path: Path) -> None:
    generator = QSvgGenerator()
    generator.setFileName(str(tmp_path / "x.svg"))
    generator.setSize(QSize(600, 500))
    generator.setViewBox(QRectF(0, 0, 600, 500))
    painter = QPainter(generator)
    paint(painter, QRectF(0, 0, 600, 500), make(vector_content()), LIGHT)
    painter.end()
    root = ElementTree.parse(tmp_path / "x.svg").getroot()
    texts = "".join(text for node in root.iter() for text in (node.text or "",))
    for wanted in (*LABELS, *TITLES[: 2 if make is plane_scene else 3]):
        assert wanted in texts
    images = [node for node in root.iter() if node.tag.endswith("image")]
    assert len(images) == 1  # the cloud
    ellipses = [n for n in root.iter() if n.tag.split("}")[-1] in ("circle", "ellipse", "path")]
    assert len(ellipses) >= 5


@pytest.mark.parametrize("make", [plane_scene, space_scene])
def test_X05_all_marks_are_in_the_pdf(make: Make) -> None:
    table = np.load(CASES / "N11_blobs.npy").astype(np.float32)
    view = tokens(table[:, :3], [f"p{i}" for i in range(60)])
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageSize(QPageSize(QSizeF(600, 500), QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    painter.scale(writer.width() / 600, writer.height() / 500)
    cache = PaintCache()
    scene = make(Content(ball(), view, TITLES))
    paint(painter, QRectF(0, 0, 600, 500), scene, LIGHT, cache)
    painter.end()
    pdf = bytes(data.data())
    assert pdf.startswith(b"%PDF")
    assert b"DCTDecode" not in pdf
    assert cache.layout is not None
    assert int((cache.layout.seen & ~cache.layout.outside).sum()) == 60


@pytest.mark.parametrize("make", [plane_scene, space_scene])
def test_thousands_of_tokens_are_all_drawn(make: Make) -> None:
    points = ball(6000, seed=4)
    view = replace(tokens(points), arrows=True, path=True)
    scene = make(Content(None, view, TITLES))
    painted(scene, (500, 500), scale=2)
    bare = replace(scene, content=replace(scene.content, tokens=tokens(points)))
    picture, layout = painted(bare, scale=2, background="white"), layout_of(bare)
    assert len(layout.marks) == 6000
    marks = (picture[..., :3] == rgb(LIGHT.marks)).all(axis=2)
    seen = np.flatnonzero(layout.seen & ~layout.outside)
    for x, y in np.round(layout.xy[seen[::50]] * 2).astype(int).tolist():
        near = picture[max(y - 2, 0) : y + 3, max(x - 2, 0) : x + 3, :3]
        under_label = any(
            box.rect.adjusted(-4, -4, 4, 4).contains(x / 2, y / 2) for box in layout.labels
        )
        assert under_label or (near.reshape(-1, 3) == rgb(LIGHT.marks)).all(axis=1).any()
    assert marks.mean() > 0.02


def test_remark_says_where_the_line_in_text_order_ends() -> None:
    view = replace(tokens(ball(6000, seed=4)), path=True)
    layout = layout_of(plane_scene(Content(None, view, TITLES)))
    assert remarks(layout, view) == "line through the first 5,001 tokens"
    short = replace(tokens(ball(10)), path=True)
    assert remarks(layout_of(plane_scene(Content(None, short, TITLES))), short) == ""


def test_an_empty_axis_has_its_title_but_no_numbers() -> None:
    content = Content(None, tokens([[0, 0, 0], [1, 0, 0]]), ("dim 0", "(empty)", "(empty)"))
    frame = frame_plane(QRectF(0, 0, 400, 400), plane_scene(content))
    assert len(frame.x.texts) > 2
    assert frame.y.texts == ()
    names = axis_names(SpaceFrame(space_scene(content), QRectF(0, 0, 400, 400))).names
    assert [name.text for name in names if name.is_title] == ["dim 0", "(empty)", "(empty)"]


@pytest.mark.parametrize("azimuth", np.arange(0, 6.3, 0.35))
@pytest.mark.parametrize("elevation", [-0.9, 0.0, 0.4, 1.4])
def test_numbers_of_the_box_never_touch(azimuth: float, elevation: float) -> None:
    content = Content(ball(), tokens(ball(4)), TITLES)
    scene = space_scene(content, Camera(azimuth, elevation))
    names = axis_names(SpaceFrame(scene, QRectF(0, 0, 320, 300))).names
    numbers = [name for name in names if not name.is_title]
    for one, other in itertools.combinations(numbers, 2):
        assert not one.rect.intersects(other.rect)
    assert all(QRectF(0, 0, 320, 300).contains(name.rect) for name in names)
