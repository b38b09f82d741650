"""Everything that is needed to paint the plane or the space, as frozen values."""

from dataclasses import dataclass, field, replace

import numpy as np

from embedscope.geometry.camera import Camera
from embedscope.geometry.splat import Colours
from embedscope.tables.base import Floats, Ints
from embedscope_gui.vectors.colouring import Legend
from embedscope_gui.vectors.fit import Bounds, fit_bounds
from embedscope_gui.vectors.plane_map import MARGIN, Extent, fitted
from embedscope_gui.vectors.points_view import PointsView, no_points
from embedscope_gui.vectors.ties import Named, Spots, Ties

Titles = tuple[str, str, str]
NO_TITLES: Titles = ("", "", "")
LABELLED_ROWS = 24  # a table of so few rows has each of them named
UNEQUAL = 8.0  # chosen dims whose spreads differ more than this get a unit each
ARROW_MARGIN = 0.25  # labels stand beyond the tips
SPACE_MARGIN = 1.12  # room for names around the box


@dataclass(frozen=True, eq=False)
class Hover:
    """What the pointer rests on: a place of tokens or a row of the cloud, and lines about it."""

    mark: int | None = None
    row: int | None = None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Content:
    """What is to be seen: typed tokens over a ``cloud`` (V, 3) of all rows.

    ``cloud_argb`` (V,) colours the cloud, and ``legend`` says what they mean; else it is drawn in
    one quiet colour, under ``spots`` where few rows have a colour. ``row_labels`` (V,) name every
    row of a small cloud, ``named`` are some of a large one. ``marked`` rows stand out, ``ties``
    lead to true neighbours. ``hint`` says what would fill an empty picture.
    """

    cloud: Floats | None = None
    tokens: PointsView = field(default_factory=no_points)
    titles: Titles = NO_TITLES
    selected: int | None = None
    cloud_argb: Colours | None = None
    row_labels: tuple[str, ...] = ()
    hint: str = ""
    legend: Legend | None = None
    spots: Spots | None = None
    marked: Ints | None = None
    ties: Ties | None = None
    named: Named | None = None

    @property
    def extra_names(self) -> Named | None:
        """What is named besides the tokens: all rows of a small cloud, neighbours, some rows."""
        if self.cloud is not None and self.row_labels:
            return Named(self.cloud, self.row_labels)
        ties = None if self.ties is None else Named(self.ties.ends, self.ties.names)
        parts = [part for part in (ties, self.named) if part is not None]
        if not parts:
            return None
        names = tuple(name for part in parts for name in part.names)
        return Named(np.vstack([part.points for part in parts]), names)

    @property
    def marked_points(self) -> Floats | None:
        """The places (n, 3) of the marked rows, None where there are none."""
        if self.cloud is None or self.marked is None:
            return None
        return self.cloud[self.marked[self.marked < len(self.cloud)]]

    @property
    def is_empty(self) -> bool:
        """Tell whether there is neither a cloud nor a token."""
        return self.cloud is None and not len(self.tokens.points)


NO_CONTENT = Content()
FIRST_EXTENT = Extent(-1.0, 1.0, -1.0, 1.0)
FIRST_CAMERA = Camera()
NO_HOVER = Hover()


@dataclass(frozen=True, eq=False)
class Scene2D:
    """The first two axes; ``extent`` is in view, ``equal`` makes units alike on both axes."""

    content: Content = NO_CONTENT
    extent: Extent = FIRST_EXTENT
    equal: bool = True
    hover: Hover = NO_HOVER


@dataclass(frozen=True, eq=False)
class Scene3D:
    """All three axes seen by ``camera``; the axes' box has the corners ``bounds`` (3, 2)."""

    content: Content = NO_CONTENT
    camera: Camera = FIRST_CAMERA
    bounds: Bounds = field(default_factory=lambda: np.tile([-1.0, 1.0], (3, 1)))
    hover: Hover = NO_HOVER


def fit_plane(scene: Scene2D, *, pca: bool) -> Scene2D:
    """Return ``scene`` with all of the cloud but its outliers, and the tokens, in view."""
    cloud, tokens = scene.content.cloud, scene.content.tokens
    flat = None if cloud is None else cloud[:, :2]
    bounds = fit_bounds(flat, tokens.points[:, :2], origin=tokens.arrows)
    spans = bounds[:, 1] - bounds[:, 0]
    equal = pca or float(spans.max()) < UNEQUAL * float(spans.min())
    margin = ARROW_MARGIN if tokens.arrows else MARGIN
    return replace(scene, extent=fitted(bounds, margin), equal=equal)


def fit_space(scene: Scene3D) -> Scene3D:
    """Return ``scene`` with the camera moved (not turned) so that it holds what is to be seen.

    The ball about the axes' box fills the picture, so that turning never hides a corner.
    """
    tokens = scene.content.tokens
    bounds = fit_bounds(scene.content.cloud, tokens.points, origin=tokens.arrows)
    centre = bounds.mean(axis=1)
    radius = float(np.linalg.norm(bounds[:, 1] - centre))
    distance = SPACE_MARGIN * radius / float(np.sin(scene.camera.view_angle / 2))
    x, y, z = centre.tolist()
    return replace(
        scene, bounds=bounds, camera=replace(scene.camera, distance=distance, target=(x, y, z))
    )


def plane_scene(content: Content, *, pca: bool = True) -> Scene2D:
    """Return a fitted plane, as for a figure."""
    return fit_plane(Scene2D(content), pca=pca)


def space_scene(content: Content, camera: Camera | None = None) -> Scene3D:
    """Return a fitted space, as for a figure, seen from ``camera``'s side."""
    return fit_space(Scene3D(content, camera or FIRST_CAMERA))


def left_out(points: Floats | None, n_axes: int) -> Ints:
    """Return the rows of ``points`` (n, axes) that are not finite on the axes in use."""
    if points is None:
        return np.empty(0, np.int64)
    return np.flatnonzero(~np.isfinite(points[:, :n_axes]).all(axis=1))
