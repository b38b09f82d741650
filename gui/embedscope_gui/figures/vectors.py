"""The tokens as points over the cloud of the whole table, on two axes or in space."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from embedscope.geometry.camera import pan, project, zoom
from embedscope.geometry.projection import not_drawn_sentence
from embedscope.session.results import SpaceResult
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.figures.figure import Size
from embedscope_gui.figures.frame import HEAD, MARGIN, Frame, counted, framed, quoted, table_line
from embedscope_gui.figures.subject import Subject
from embedscope_gui.theme import Theme
from embedscope_gui.vectors.assemble import named_rows
from embedscope_gui.vectors.colouring import colour_rows
from embedscope_gui.vectors.paint_plane import paint_plane, plane_layout
from embedscope_gui.vectors.paint_space import paint_space, space_layout
from embedscope_gui.vectors.plane_axes import frame_plane
from embedscope_gui.vectors.points_view import PointsView, no_points
from embedscope_gui.vectors.scene import (
    LABELLED_ROWS,
    Content,
    Scene2D,
    Scene3D,
    plane_scene,
    space_scene,
)
from embedscope_gui.vectors.space_frame import SpaceFrame

SIZES = (Size(900, 720), Size(1200, 960), Size(1600, 1280))
"""The first that has room for all labels, or the last."""
FEW_ARROWS = 12  # more tokens are points without arrows
BESIDE_BOX, OVER_BOX = 84.0, 44.0  # room for the names of the axes around the box
REMARK_ROOM = 28.0
ALL_POINTS = 2000  # up to here repeated tokens are counted, beyond each row is drawn once
SMALL_TABLE = 64  # rows up to which arrows from the origin help more than they hide


@dataclass(frozen=True, eq=False)
class VectorsFigure:
    """Points of ``subject`` on two axes (``in_space`` False) or on three."""

    subject: Subject
    in_space: bool

    @property
    def title(self) -> str:
        """What the figure shows."""
        if not self.subject.n_tokens:
            return f"The rows of {self.subject.table.name} as points"
        return f"{quoted(self.subject.text.encoding.text, 420)} as points"

    @property
    def natural_size(self) -> Size:
        """Large enough for the labels of all tokens, within reason."""
        return next((size for size in SIZES if not self._n_hidden(*size)), SIZES[-1])

    @property
    def least_size(self) -> Size:
        """Smaller pictures shrink it."""
        return Size(400, 340)

    def paint(self, painter: QPainter, width: float, height: float, theme: Theme) -> None:
        """Paint the figure."""
        canvas = Canvas(painter, theme)
        frame = Frame(self.title, table_line(self.subject), self._remark(width, height))
        content = framed(canvas, width, height, frame)
        if self.in_space:
            space = self._space(content)
            space = replace(space, content=coloured(space.content, self.subject, theme))
            paint_space(painter, content, space, theme)
        else:
            plane = self._plane
            plane = replace(plane, content=coloured(plane.content, self.subject, theme))
            paint_plane(painter, content, plane, theme)

    @cached_property
    def _plane(self) -> Scene2D:
        return plane_of(self.subject)

    def _space(self, content: QRectF) -> Scene3D:
        return filling(space_of(self.subject), content.width(), content.height())

    def _n_hidden(self, width: float, height: float) -> int:
        """Return how many places of tokens would have no label in a picture of this size."""
        content = QRectF(0, 0, width - 2 * MARGIN, height - 2 * MARGIN - HEAD - REMARK_ROOM)
        if self.in_space:
            layout = space_layout(SpaceFrame(self._space(content), content))
        else:
            layout = plane_layout(frame_plane(content, self._plane), self._plane)
        named = {label.mark for label in layout.labels if label.mark is not None}
        return len(layout.marks) - len(named)

    def _remark(self, width: float, height: float) -> str:
        space = needed_space(self.subject)
        axes = 3 if self.in_space else 2
        parts = [_about_axes(self.subject, axes), _about_cloud(self.subject)]
        parts.append(not_drawn_sentence(space.cloud[:, :axes]))
        hidden = self._n_hidden(width, height)
        if hidden:
            parts.append(f"{counted(hidden, 'place')} of tokens without a label: no room.")
        return " ".join(part for part in parts if part)


def _about_axes(subject: Subject, axes: int) -> str:
    space = needed_space(subject)
    titles = space.basis.titles
    if space.basis.dims is not None:
        named = ", ".join(titles[:axes])
        rest = subject.table.n_dims - len({d for d in space.basis.dims[:axes] if d >= 0})
        return f"Axes: {named}" + (f"; {counted(rest, 'more dim')} not drawn." if rest else ".")
    if subject.axes_kind in {"expressions", "map"}:
        return space.note
    whose = "the whole table" if subject.axes_kind == "pca-table" else "the rows of the text"
    return (
        f"Axes: principal components of {whose}, in per cent of the variance. {space.note}".strip()
    )


def _about_cloud(subject: Subject) -> str:
    if subject.colours is not None:
        return f"Colours: {subject.colours.title}."
    rows = subject.table.n_rows
    return "Grey: every row of the table." if rows > LABELLED_ROWS else ""


def needed_space(subject: Subject) -> SpaceResult:
    """Return the axes of a subject that was made for points."""
    if subject.space is None:
        raise ValueError("this subject was made without points")
    return subject.space


def points_view(subject: Subject) -> PointsView:
    """Return the tokens that have a row, on the axes of ``subject``."""
    space, text = needed_space(subject), subject.text
    positions = np.flatnonzero(text.has_row)
    if len(positions) > ALL_POINTS:
        _, first = np.unique(text.ids[positions], return_index=True)
        positions = positions[np.sort(first)]
    if not len(positions):
        return no_points()
    rows = text.ids[positions]
    return PointsView(
        points=space.cloud[rows],
        labels=[subject.label(p) for p in positions.tolist()],
        positions=positions.astype(np.int64),
        selected=subject.view.selected,
        arrows=subject.table.n_rows <= SMALL_TABLE and len(np.unique(rows)) <= FEW_ARROWS,
        rows=rows,
    )


def plane_of(subject: Subject) -> Scene2D:
    """Return the fitted scene of the first two axes."""
    return plane_scene(_content(subject), pca=needed_space(subject).basis.dims is None)


def space_of(subject: Subject) -> Scene3D:
    """Return the fitted scene of all three axes."""
    return space_scene(_content(subject), subject.view.camera)


def filling(scene: Scene3D, width: float, height: float) -> Scene3D:
    """Return ``scene`` with the camera moved so that the axes' box fills a picture.

    The window leaves room for turning; a figure is not turned.
    """
    camera, size = scene.camera, (max(int(width), 1), max(int(height), 1))
    corners = np.stack(np.meshgrid(*scene.bounds, indexing="ij"), axis=-1)
    points = corners.reshape(-1, 3).astype(np.float32)
    for _ in range(4):  # perspective: moving changes the shape a little
        seen = project(points, camera, *size)
        x, y = seen.x[np.isfinite(seen.x)], seen.y[np.isfinite(seen.y)]
        if not len(x):
            return scene
        share = max(
            float(np.ptp(x)) / max(width - 2 * BESIDE_BOX, width / 2),
            float(np.ptp(y)) / max(height - 2 * OVER_BOX, height / 2),
        )
        away_x = width / 2 - float(x.min() + x.max()) / 2
        away_y = height / 2 - float(y.min() + y.max()) / 2
        camera = zoom(pan(camera, away_x, away_y, *size), 1 / max(share, 1e-3))
    return replace(scene, camera=camera)


def _content(subject: Subject) -> Content:
    space, marked = needed_space(subject), subject.view.marked
    rows = None if marked is None else marked.rows
    return Content(
        space.cloud,
        points_view(subject),
        _titles(space),
        subject.view.selected,
        row_labels=_row_labels(subject),
        marked=rows,
        named=named_rows(
            space.cloud, rows if space.rows is None else space.rows, subject.row_label
        ),
    )


def coloured(content: Content, subject: Subject, theme: Theme) -> Content:
    """Return ``content`` with its rows coloured as ``subject`` says, and what that means."""
    if subject.colours is None:
        return content
    argb, legend = colour_rows(subject.colours, theme)
    return replace(content, cloud_argb=argb, legend=legend)


def _titles(space: SpaceResult) -> tuple[str, str, str]:
    first, second, third = space.basis.titles
    return first, second, third


def _row_labels(subject: Subject) -> tuple[str, ...]:
    """Return a name for each row of a small table: its token, else its number."""
    rows = subject.table.n_rows
    if rows > LABELLED_ROWS:
        return ()
    return tuple(subject.row_label(row) for row in range(rows))
