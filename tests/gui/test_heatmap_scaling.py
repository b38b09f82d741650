"""A real window at real screen scalings: what is asked for is what is painted, pixel by pixel."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

PROGRAM = """
import numpy as np
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from embedscope.tables.table import Table
from embedscope_gui.heatmap.pane import HeatmapPane
from embedscope_gui.heatmap.span import Span
from heatmap_driver import Driver

app = QApplication([])
window = QWidget()
column = QVBoxLayout(window)
column.setContentsMargins(3, 5, 0, 0)  # nothing lies on whole device pixels by luck
pane = HeatmapPane()
column.addWidget(pane)
window.resize(411, 383)
values = np.random.default_rng(0).normal(size=(61, 47)).astype(np.float32)
driver = Driver(pane, Table.from_array(values)).start()
window.show()
for _ in range(20):
    app.processEvents()
view = pane.view
for rows, cols in ((Span.whole(61), Span.whole(47)), (Span(3.3, 21.8, 61), Span(0.7, 9.1, 47))):
    view.move_to((rows, cols))
    for _ in range(30):
        app.processEvents()
        app.thread().msleep(1)
    box, ratio, scene = view.device_map(), view.devicePixelRatioF(), view.scene
    asked = driver.viewports[-1]
    assert (asked.width_px, asked.height_px) == (box.width(), box.height())
    image = window.grab().toImage()
    assert abs(image.devicePixelRatio() - ratio) < 1e-9
    for y in range(1, box.height() - 1, 3):
        for x in range(1, box.width() - 1, 3):
            at = QPointF((box.x() + x + 0.5) / ratio, (box.y() + y + 0.5) / ratio)
            row, dim = view.cell_at(at - QPointF(view.mapTo(window, QPoint())))
            row0, _, col0, _ = scene.picture.rect
            seen = image.pixel(box.x() + x, box.y() + y)
            assert seen == int(scene.image[row - row0, dim - col0]), (x, y, row, dim)
print("exact at", ratio)
"""


@pytest.mark.parametrize("factor", ["1.25", "1.5", "2"])
def test_W02_every_pixel_shows_the_cell_that_is_read_there(factor: str) -> None:
    path = os.pathsep.join([str(TESTS), *sys.path])
    scaled = {**os.environ, "QT_SCALE_FACTOR": factor, "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=scaled, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"exact at {float(factor)}\n"
