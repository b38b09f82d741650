"""The rows of the trained table as points with trails, on axes that stay."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath, QPen

from embedscope.geometry.camera import Camera, fit_camera, project, zoom
from embedscope.geometry.placement import place_labels
from embedscope.lessons.training.point import TrainingPoint
from embedscope.lessons.training.result import used_alike
from embedscope.tables.base import Doubles, Floats
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import SMALL_PX, text_width
from embedscope_gui.lessons.demos.sheet import heading
from embedscope_gui.lessons.demos.training_frame import TrainingFrame

HEAD = 24.0
TRAIL = 60  # steps that a trail is long
MOST_NAMED = 80
EDGE = 3.0  # of the box, that no word touches
CAMERA = Camera(azimuth=0.75, elevation=0.35)
CLOSER = 1.3  # than a box needs that is turned


@dataclass(frozen=True, eq=False)
class _Map:
    """From coordinates (n, 3) to pixels (n, 2) in ``rect``."""

    rect: QRectF
    frame: TrainingFrame
    camera: Camera | None  # None: the first two axes as a plane

    def to_px(self, points: Floats) -> Doubles:
        rect, frame = self.rect, self.frame
        if self.camera is None:
            share = (points[:, :2] - frame.low[:2]) / (frame.high[:2] - frame.low[:2])
            x = rect.x() + share[:, 0] * rect.width()
            y = rect.bottom() - share[:, 1] * rect.height()
            return np.stack([x, y], axis=1).astype(np.float64)
        middle = (frame.low + frame.high) / 2  # each axis by its own range, as on the plane
        half = (frame.high - frame.low) / 2
        shared = ((points - middle) / half).astype(np.float32)
        seen = project(shared, self.camera, int(rect.width()), int(rect.height()))
        return np.stack([seen.x + rect.x(), seen.y + rect.y()], axis=1).astype(np.float64)


def paint_points(
    canvas: Canvas, rect: QRectF, point: TrainingPoint, frame: TrainingFrame, *, in_space: bool
) -> None:
    """Paint rows, where they came from, and their words."""
    titles = frame.basis.titles
    n_dims = point.trainer.settings.n_dims
    part = "" if in_space or n_dims != len(titles) else f": 2 of {n_dims} dims (3D: all)"
    heading(canvas, rect.x() + 8, rect.y() + 12, f"Rows as points{part}", rect.width() - 8)
    box = rect.adjusted(8, HEAD, -8, -22)
    camera = zoom(fit_camera(_corners(), CAMERA), CLOSER) if in_space else None
    view = _Map(box, frame, camera)
    if in_space:
        _paint_box(canvas, view, titles)
    else:
        _paint_plane(canvas, box, frame, titles)
    tables = point.trail(TRAIL)
    trails = np.stack([view.to_px(frame.on_axes(table)) for table in tables])
    touched = point.trainer.touched(point.n_steps) if point.n_steps else np.empty(0, np.int64)
    _paint_trails(canvas, box, trails)
    _paint_pairs(canvas, trails[-1], point)
    _paint_dots(canvas, box, trails[-1], set(touched.tolist()), point.words)


def _paint_plane(
    canvas: Canvas, box: QRectF, frame: TrainingFrame, titles: tuple[str, ...]
) -> None:
    theme = canvas.theme
    canvas.box(box, None, theme.line)
    origin = _Map(box, frame, None).to_px(np.zeros((1, 3), np.float32))[0]
    if box.left() < origin[0] < box.right():
        canvas.line((origin[0], box.top()), (origin[0], box.bottom()), theme.grid)
    if box.top() < origin[1] < box.bottom():
        canvas.line((box.left(), origin[1]), (box.right(), origin[1]), theme.grid)
    small = Ink(SMALL_PX, theme.muted)
    canvas.text(box.right(), box.bottom() + 16, f"{titles[0]} →", small, "end")
    canvas.text(box.x() + 6, box.y() + 14, f"↑ {titles[1]}", small)


def _corners() -> Floats:
    ends = np.array([-1.0, 1.0], np.float32)
    return np.stack(np.meshgrid(ends, ends, ends, indexing="ij"), axis=-1).reshape(-1, 3)


def _paint_box(canvas: Canvas, view: _Map, titles: tuple[str, ...]) -> None:
    """Paint the edges of the axes' box and name three of them."""
    frame = view.frame
    corners = np.where(_corners() < 0, frame.low, frame.high).astype(np.float32)
    seen = view.to_px(corners)
    for one in range(8):
        for bit in (1, 2, 4):
            if not one & bit:
                start, end = seen[one], seen[one | bit]
                canvas.line((start[0], start[1]), (end[0], end[1]), canvas.theme.line)
    small = Ink(SMALL_PX, canvas.theme.muted)
    for title, (one, two) in zip(titles, ((2, 6), (4, 6), (6, 7)), strict=False):
        x, y = (seen[one] + seen[two]) / 2
        canvas.text(x, y + 14, title, small, "middle")


def _paint_trails(canvas: Canvas, box: QRectF, trails: Doubles) -> None:
    """Paint where each row was, fainter the longer ago."""
    painter = canvas.painter
    painter.save()
    painter.setClipRect(box)
    steps, rows = trails.shape[:2]
    for number in range(steps - 1):
        colour = QColor(canvas.theme.cloud)
        colour.setAlphaF(0.15 + 0.75 * (number + 1) / steps)
        painter.setPen(QPen(colour, 1.2))
        path = QPainterPath()
        for row in range(rows):
            path.moveTo(QPointF(*trails[number, row]))
            path.lineTo(QPointF(*trails[number + 1, row]))
        painter.drawPath(path)
    painter.restore()


def _paint_pairs(canvas: Canvas, places: Doubles, point: TrainingPoint) -> None:
    """Join the words that are used alike."""
    for pair in used_alike(point.trainer.corpus):
        one, two = (places[point.words.index(word)].tolist() for word in pair)
        canvas.line((one[0], one[1]), (two[0], two[1]), canvas.theme.accent, 1.5)


def _paint_dots(
    canvas: Canvas, box: QRectF, places: Doubles, touched: set[int], words: tuple[str, ...]
) -> None:
    theme = canvas.theme
    for row, (x, y) in enumerate(places.tolist()):
        lit = row in touched
        canvas.dot(x, y, 4.0 if lit else 3.0, theme.marks if lit else theme.cloud, theme.surface)
    if len(words) > MOST_NAMED:
        words = words[:MOST_NAMED]
        places = places[:MOST_NAMED]
    sizes = [
        (text_width(word, SMALL_PX, row in touched) + 2, 13.0) for row, word in enumerate(words)
    ]
    weight = np.array([row in touched for row in range(len(words))], float)
    bounds = (box.left() + EDGE, box.top() + EDGE, box.right() - EDGE, box.bottom() - EDGE)
    found = place_labels(places, sizes, bounds, weight, dot=3.0)
    for row, word in enumerate(words):
        if found.hidden[row]:
            continue
        x, y = found.positions[row].tolist()
        if found.leaders[row]:
            place = places[row].tolist()
            canvas.line((place[0], place[1]), (x + sizes[row][0] / 2, y + 7), theme.line)
        ink = Ink(SMALL_PX, theme.marks if row in touched else theme.text, row in touched)
        canvas.text(x, y + 10, word, ink)
