"""The rows of the whole table as a picture under the axes, and when it has to be made anew."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from embedscope.geometry.camera import Projected, project
from embedscope.geometry.density import splat_density
from embedscope.geometry.shading import fade
from embedscope.geometry.splat import Colours, splat
from embedscope.tables.base import Floats
from embedscope_gui.theme import Theme
from embedscope_gui.vectors.brush import argb, colour, raster_scale
from embedscope_gui.vectors.plane_map import PlaneMap
from embedscope_gui.vectors.scene import Scene2D, Scene3D

SHAPES_MAX = 600  # rows that are drawn as discs one by one, and stay shapes in SVG and PDF
FADE = 0.65
DISC_ALPHA = 0.75
PLANE_OPACITY = 0.8  # the densest part of the cloud stays quieter than the tokens
_SIZES_PX = ((3_000, 4.0), (12_000, 3.0), (60_000, 2.2))
_SMALLEST_PX = 2.0
FRAME_PIXELS = 600_000  # of a picture made while the view moves, about
FRAME_POINTS = 150_000


@dataclass(frozen=True, slots=True)
class Raster:
    """A rectangle of whole device pixels: ``scale`` of them to a logical one."""

    left: float
    top: float
    width: int
    height: int
    scale: float

    @property
    def target(self) -> QRectF:
        """The rectangle in logical pixels."""
        s = self.scale
        return QRectF(self.left, self.top, self.width / s, self.height / s)


@dataclass(eq=False)
class CloudCache:
    """The last picture and what it was made for; ``moving`` allows a coarser one meanwhile."""

    key: tuple[object, ...] = ()
    image: QImage | None = None
    raster: Raster | None = None
    moving: bool = False
    held: tuple[object, ...] = ()  # keeps the arrays of ``key`` alive: it knows them by id


def raster_of(rect: QRectF, scale: float) -> Raster:
    """Return the whole pixels that lie within ``rect`` at ``scale``."""
    left, top = np.ceil(rect.left() * scale - 1e-6), np.ceil(rect.top() * scale - 1e-6)
    right, bottom = np.floor(rect.right() * scale + 1e-6), np.floor(rect.bottom() * scale + 1e-6)
    width, height = max(int(right - left), 1), max(int(bottom - top), 1)
    return Raster(float(left) / scale, float(top) / scale, width, height, scale)


def point_size_px(n_points: int) -> float:
    """Return the diameter of a point in logical pixels: many are drawn small."""
    return next((size for most, size in _SIZES_PX if n_points <= most), _SMALLEST_PX)


def _size_in(x: Floats, y: Floats, raster: Raster, step: int) -> int:
    """Return the diameter in the raster's pixels for as many points as are in view."""
    with np.errstate(invalid="ignore"):
        inside = (x >= 0) & (x < raster.width) & (y >= 0) & (y < raster.height)
    size = point_size_px(int(np.count_nonzero(inside)) * step)
    return max(round(size * raster.scale), 1)


def paint_plane_cloud(
    painter: QPainter, scene: Scene2D, plane: PlaneMap, theme: Theme, cache: CloudCache
) -> None:
    """Draw the cloud of ``scene`` on a plot, from ``cache`` where nothing has changed."""
    cloud = scene.content.cloud
    if cloud is None or not len(cloud):
        return
    own = _ground(scene)
    if len(cloud) <= SHAPES_MAX:
        discs(painter, plane.to_px(cloud), _plot(plane), own, theme)
        return
    key = (id(cloud), id(own), plane, theme.name)
    _paint_cached(painter, _plot(plane), key, _PlaneDrawing(scene, plane, theme), cache)


def paint_space_cloud(
    painter: QPainter, scene: Scene3D, rect: QRectF, theme: Theme, cache: CloudCache
) -> None:
    """Draw the cloud of ``scene`` in space, nearer points in front, from ``cache`` if it can."""
    cloud = scene.content.cloud
    if cloud is None or not len(cloud):
        return
    if len(cloud) <= SHAPES_MAX:
        _space_discs(painter, scene, rect, theme)
        return
    size = (rect.left(), rect.top(), rect.width(), rect.height())
    key = (id(cloud), id(_ground(scene)), scene.camera, size, theme.name)
    _paint_cached(painter, rect, key, _SpaceDrawing(scene, rect, theme), cache)


def project_in(points: Floats, scene: Scene3D, rect: QRectF, scale: float = 1.0) -> Projected:
    """Return where ``points`` (n, 3) fall in ``rect``, in its own pixels from its corner."""
    with np.errstate(over="ignore", invalid="ignore"):
        # The core takes whole pixels; the picture is centred on the exact middle of the rect.
        width, height = round(rect.width() * scale), round(rect.height() * scale)
        found = project(points, scene.camera, width, height)
        dx, dy = (rect.width() * scale - width) / 2, (rect.height() * scale - height) / 2
        return Projected(found.x + np.float32(dx), found.y + np.float32(dy), found.depth)


class _Drawing(Protocol):
    """Makes the picture of one cloud at any resolution."""

    @property
    def scene(self) -> Scene2D | Scene3D: ...
    @property
    def opacity(self) -> float: ...

    def picture(self, raster: Raster, step: int) -> Colours: ...


def _paint_cached(
    painter: QPainter, rect: QRectF, key: tuple[object, ...], drawing: _Drawing, cache: CloudCache
) -> None:
    scale = raster_scale(painter)
    if cache.moving:  # whole pixels of the screen to each of the picture: quick to enlarge
        pixels = rect.width() * rect.height() * scale * scale
        scale /= max(int(np.ceil(np.sqrt(pixels / FRAME_PIXELS) - 0.1)), 1)
    key = (*key, scale, cache.moving)
    if cache.key != key or cache.image is None:
        raster = raster_of(rect, scale)
        n_points = 0 if drawing.scene.content.cloud is None else len(drawing.scene.content.cloud)
        step = max(-(-n_points // FRAME_POINTS), 1) if cache.moving else 1
        cache.image, cache.raster = as_image(drawing.picture(raster, step)), raster
        cache.key, cache.held = key, (drawing.scene.content.cloud, _ground(drawing.scene))
    if cache.raster is not None:
        painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.setOpacity(drawing.opacity)
        painter.drawImage(cache.raster.target, cache.image)
        painter.setOpacity(1.0)


def as_image(picture: Colours) -> QImage:
    """Return premultiplied pixels (h, w) as an image that owns a copy of them."""
    pixels = np.ascontiguousarray(picture)
    height, width = pixels.shape
    form = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(pixels.data, width, height, width * 4, form).copy()


@dataclass(frozen=True, eq=False)
class _PlaneDrawing:
    scene: Scene2D
    plane: PlaneMap
    theme: Theme
    opacity: float = PLANE_OPACITY

    def picture(self, raster: Raster, step: int) -> Colours:
        """Return the pixels of ``raster``, every ``step``-th point drawn."""
        cloud = self.scene.content.cloud
        assert cloud is not None
        px = self.plane.to_px(cloud[::step, :2])
        x = ((px[:, 0] - raster.left) * raster.scale).astype(np.float32)
        y = ((px[:, 1] - raster.top) * raster.scale).astype(np.float32)
        size = _size_in(x, y, raster, step)
        own = _ground(self.scene)
        colours = argb(self.theme.cloud) if own is None else own[::step]
        return splat_density(x, y, colours, raster.width, raster.height, size)


@dataclass(frozen=True, eq=False)
class _SpaceDrawing:
    scene: Scene3D
    rect: QRectF
    theme: Theme
    opacity: float = 1.0

    def picture(self, raster: Raster, step: int) -> Colours:
        """Return the pixels of ``raster``, every ``step``-th point drawn, far ones faded."""
        cloud = self.scene.content.cloud
        assert cloud is not None
        at = project_in(cloud[::step], self.scene, self.rect, raster.scale)
        dx = np.float32((self.rect.left() - raster.left) * raster.scale)
        dy = np.float32((self.rect.top() - raster.top) * raster.scale)
        colours = _faded(self.scene, at.depth, step, self.theme)
        x, y = at.x + dx, at.y + dy
        size = _size_in(x, y, raster, step)
        return splat(x, y, at.depth, colours, raster.width, raster.height, size)


def _faded(scene: Scene3D, depth: Floats, step: int, theme: Theme) -> Colours:
    own = _ground(scene)
    colours = np.full(len(depth), argb(theme.cloud), np.uint32) if own is None else own[::step]
    return fade(colours, depth, argb(theme.surface), FADE)


def _ground(scene: Scene2D | Scene3D) -> Colours | None:
    """Return the colours of the cloud itself; the few spots of another colour lie over it."""
    return None if scene.content.spots is not None else scene.content.cloud_argb


def _plot(plane: PlaneMap) -> QRectF:
    return QRectF(plane.left, plane.top, plane.width, plane.height)


def discs(
    painter: QPainter,
    xy: NDArray[np.float64],
    plot: QRectF,
    colours: Colours | None,
    theme: Theme,
) -> None:
    """Draw few points (n, 2) one by one as smooth discs; those outside ``plot`` are left out."""
    with np.errstate(invalid="ignore"):
        low, high = [plot.left(), plot.top()], [plot.right(), plot.bottom()]
        shown = np.flatnonzero(((xy >= low) & (xy <= high)).all(axis=1))
    painter.setPen(Qt.PenStyle.NoPen)
    radius = 3.0 if len(xy) <= SHAPES_MAX // 4 else 2.2
    for i in shown.tolist():
        name = theme.cloud if colours is None else f"#{int(colours[i]) & 0xFFFFFF:06x}"
        painter.setBrush(colour(name, DISC_ALPHA))
        painter.drawEllipse(QPointF(*xy[i]), radius, radius)


def _space_discs(painter: QPainter, scene: Scene3D, rect: QRectF, theme: Theme) -> None:
    """Draw few points in space, far to near."""
    assert scene.content.cloud is not None
    at = project_in(scene.content.cloud, scene, rect)
    shown = np.flatnonzero(np.isfinite(at.depth))
    order = shown[np.argsort(-at.depth[shown], kind="stable")]
    xy = np.stack([at.x + rect.left(), at.y + rect.top()], axis=1).astype(np.float64)
    discs(painter, xy[order], rect, _faded(scene, at.depth, 1, theme)[order], theme)
