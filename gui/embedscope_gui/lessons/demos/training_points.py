"""The rows of the trained table as points with trails, on axes that stay."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPen, QPolygonF

from embedscope.geometry.camera import Camera, fit_camera, project, zoom
from embedscope.geometry.placement import Obstacles, place_labels
from embedscope.lessons.training.point import FEW_DIMS, TrainingPoint
from embedscope.lessons.training.result import used_alike
from embedscope.tables.base import Doubles, Floats
from embedscope_gui.figures.canvas import Canvas, Ink
from embedscope_gui.figures.fonts import BODY_PX, SMALL_PX, text_width
from embedscope_gui.lessons.demos.sheet import heading
from embedscope_gui.lessons.demos.training_frame import TrainingFrame
from embedscope_gui.theme import Theme, ThemeName

HEAD = 24.0
MOST_NAMED = 80
EDGE = 3.0  # of the box, that no word touches
CAMERA = Camera(azimuth=0.75, elevation=0.35)
CLOSER = 1.3  # than a box needs that is turned
PAIR_DOT, DOT = 5.0, 3.0  # radius
TRAIL = 60  # steps that a trail is long
TRAIL_ALPHA = 0.45
PAIR_COLOURS: Mapping[ThemeName, tuple[str, ...]] = {
    "light": ("#0a5fc2", "#7a5600", "#1b1f24", "#b52a7f", "#00604e"),
    "dark": ("#6fb4ff", "#e0b13a", "#f4f5f7", "#e07ab0", "#7fe6c4"),
}
"""Of the pairs used alike: told apart by eyes of all kinds, and read as text."""


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


def pair_colours(point: TrainingPoint, theme: Theme) -> dict[int, str]:
    """Return the colours of the rows whose words are used alike, by row: a pair shares its own."""
    colours = PAIR_COLOURS[theme.name]
    return {
        point.words.index(word): colours[number % len(colours)]
        for number, pair in enumerate(used_alike(point.trainer.corpus))
        for word in pair
    }


def paint_points(
    canvas: Canvas,
    rect: QRectF,
    point: TrainingPoint,
    frame: TrainingFrame,
    lit: Collection[int] = (),
    *,
    in_space: bool,
) -> None:
    """Paint rows and their words; those ``lit`` are marked."""
    heading(canvas, rect.x() + 8, rect.y() + 12, "Rows as points", rect.width() - 8)
    box = rect.adjusted(8, HEAD, -8, -22)
    camera = zoom(fit_camera(_corners(), CAMERA), CLOSER) if in_space else None
    view, titles = _Map(box, frame, camera), _titles(point, frame)
    if in_space:
        _paint_box(canvas, view, titles)
    else:
        _paint_plane(canvas, box, frame, titles)
    trails = np.stack([view.to_px(frame.on_axes(table)) for table in point.trail(TRAIL)])
    places = trails[-1]
    _paint_trails(canvas, box, trails, pair_colours(point, canvas.theme))
    lines = _paint_pairs(canvas, places, point)
    _paint_dots(canvas, places, pair_colours(point, canvas.theme), lit)
    _paint_words(canvas, box, places, point, lit, lines)


def _titles(point: TrainingPoint, frame: TrainingFrame) -> tuple[str, ...]:
    """Return the axes' titles; few dims are called by the numbers of a row that they are."""
    if point.trainer.settings.n_dims > FEW_DIMS:
        return frame.basis.titles
    return tuple(title.replace("dim", "number") for title in frame.basis.titles)


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


def _paint_trails(canvas: Canvas, box: QRectF, trails: Doubles, colours: Mapping[int, str]) -> None:
    """Paint where each row was in the last steps (k, V, 2), in the colour of its word."""
    painter = canvas.painter
    painter.save()
    painter.setClipRect(box)
    for row in range(trails.shape[1]):
        colour = QColor(colours.get(row, canvas.theme.cloud))
        colour.setAlphaF(TRAIL_ALPHA)
        painter.setPen(QPen(colour, 1.5))
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in trails[:, row].tolist()]))
    painter.restore()


def _paint_pairs(
    canvas: Canvas, places: Doubles, point: TrainingPoint
) -> list[tuple[float, float, float, float]]:
    """Join the words that are used alike; return the lines."""
    lines, colours = [], pair_colours(point, canvas.theme)
    for pair in used_alike(point.trainer.corpus):
        one, two = (point.words.index(word) for word in pair)
        (x0, y0), (x1, y1) = places[one].tolist(), places[two].tolist()
        canvas.line((x0, y0), (x1, y1), colours[one], 2.0)
        lines.append((x0, y0, x1, y1))
    return lines


def _paint_dots(
    canvas: Canvas, places: Doubles, colours: Mapping[int, str], lit: Collection[int]
) -> None:
    """Paint faint dots, strong ones above for the words of pairs, and a ring where it is lit."""
    theme = canvas.theme
    for row in sorted(range(len(places)), key=lambda row: row in colours):
        x, y = places[row].tolist()
        radius = PAIR_DOT if row in colours else DOT
        if row in lit:
            canvas.dot(x, y, radius + 4.0, theme.marks)
        canvas.dot(x, y, radius, colours.get(row, theme.cloud), theme.surface)


def _paint_words(
    canvas: Canvas,
    box: QRectF,
    places: Doubles,
    point: TrainingPoint,
    lit: Collection[int],
    lines: list[tuple[float, float, float, float]],
) -> None:
    """Write the words of pairs beside their dots, and the others where there is room."""
    theme, words = canvas.theme, point.words[:MOST_NAMED]
    colours = pair_colours(point, theme)
    inks = [_ink(theme, colours.get(row), is_lit=row in lit) for row in range(len(words))]
    sizes = [
        (text_width(word, ink.px, ink.bold) + 2, ink.px + 2.0)
        for word, ink in zip(words, inks, strict=True)
    ]
    strong = np.array([row in colours for row in range(len(words))])
    bounds = (box.left() + EDGE, box.top() + EDGE, box.right() - EDGE, box.bottom() - EDGE)
    found = place_labels(
        places[: len(words)],
        sizes,
        bounds,
        strong.astype(float),
        gap=PAIR_DOT + 5.0,
        dot=PAIR_DOT,
        around=Obstacles(lines),
        minor=~strong if strong.any() else None,
    )
    for row in np.flatnonzero(~found.hidden).tolist():
        x, y = found.positions[row].tolist()
        if found.leaders[row]:
            _paint_leader(canvas, places[row], QRectF(x, y, *sizes[row]))
        canvas.text(x, y + inks[row].px - 1, words[row], inks[row])


def _ink(theme: Theme, colour: str | None, *, is_lit: bool) -> Ink:
    own = theme.marks if is_lit else colour or theme.muted
    return Ink(BODY_PX if colour else SMALL_PX, own, bool(colour) or is_lit)


def _paint_leader(canvas: Canvas, place: Doubles, box: QRectF) -> None:
    """Paint a line from a dot to the nearest point of its word."""
    x, y = place.tolist()
    end = min(max(x, box.left()), box.right()), min(max(y, box.top()), box.bottom())
    canvas.line((x, y), end, canvas.theme.muted)
