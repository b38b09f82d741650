"""Where demonstrations write: no word lies on a border, a line or a bar."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from embedscope.lessons.demos import TrainingDemo
from embedscope.lessons.training.point import finished_run
from embedscope_gui.figures.canvas import Canvas
from embedscope_gui.lessons.demos.centring import label_left
from embedscope_gui.lessons.demos.training_frame import find_frame
from embedscope_gui.lessons.demos.training_points import HEAD, paint_points
from embedscope_gui.theme import THEMES

THEME = THEMES["light"]


def points_after(n_steps: int, width: int, height: int) -> QImage:
    """Return the picture of the rows after ``n_steps``."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(THEME.surface))
    painter = QPainter(image)
    point, frame = finished_run(TrainingDemo(), n_steps), find_frame(finished_run(TrainingDemo()))
    room = QRectF(0, 0, width, height)
    paint_points(Canvas(painter, THEME), room, point, frame, in_space=False)
    painter.end()
    return image


@pytest.mark.parametrize("n_steps", [0, 1, 150, 200])
@pytest.mark.parametrize("width", [192, 210, 219, 270])
def test_no_word_lies_on_the_border_of_the_points(qapp, n_steps, width):
    image = points_after(n_steps, width, 253)
    box = QRectF(0, 0, width, 253).adjusted(8, HEAD, -8, -22).toRect()
    middle = box.top() + 24, box.bottom() - 4  # without the title of the axis, and the corners
    for x in (box.left() + 2, box.right() - 2):  # just inside of the line
        seen = {image.pixelColor(x, y).name() for y in range(*middle)}
        assert seen <= {QColor(THEME.surface).name(), QColor(THEME.grid).name()}


@pytest.mark.parametrize(
    ("x", "left"), [(300, 260), (100, 142), (590, 520)], ids=["middle", "title", "edge"]
)
def test_the_mean_is_named_above_its_line_behind_the_title(x, left):
    assert label_left(x, 80, QRectF(0, 0, 600, 100), 130) == left
