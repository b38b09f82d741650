"""Other screens: pixel densities, and machines without OpenGL; each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BLOBS = Path(__file__).parents[1] / "cases" / "files" / "N11_blobs.npy"

AT_DENSITY = """
import sys

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from embedscope_gui.vectors.axes_chooser import AxesChoices
from embedscope_gui.vectors.pane import VectorsPane
from embedscope_gui.vectors.points_view import PointsView

app = QApplication([])
table = np.load(sys.argv[1]).astype(np.float32)[:, :3]
cloud = np.random.default_rng(0).normal(size=(4000, 3)).astype(np.float32) * table.std()
pane = VectorsPane()
pane.resize(401, 451)
pane.show_axes(("dim 0", "dim 1", "dim 2"), AxesChoices(5, "dims"))
pane.show_cloud(cloud)
blobs = PointsView(table, [f"p{i}" for i in range(60)], np.arange(60))
spread = PointsView(cloud[:30], [f"r{i}" for i in range(30)], np.arange(30))
pane.show_tokens(blobs)
clicked = []
pane.tokenClicked.connect(clicked.append)
for dimensions in (2, 3):
    pane.show_dimensions(dimensions)
    pane.show()
    app.processEvents()
    view = pane.view
    view._on_settled()
    image = view.grab().toImage()
    ratio = view.devicePixelRatioF()
    assert abs(image.width() - view.width() * ratio) <= 1, (image.width(), view.width(), ratio)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1).copy()
    inked = pixels != pixels[-1, -1]
    half_h, half_w = image.height() // 2, image.width() // 2
    for part in (inked[:half_h, :half_w], inked[:half_h, half_w:],
                 inked[half_h:, :half_w], inked[half_h:, half_w:]):
        assert part.mean() > 0.02, "a quarter of the pane is empty"
    layout = view.cache.layout
    assert layout.seen.sum() == 60 and not layout.outside.any()  # N11: all of them
    pane.show_tokens(spread)
    image, layout = view.grab().toImage(), view.cache.layout
    tried = 0
    for mark in range(len(layout.marks)):
        gap = np.hypot(*(layout.xy - layout.xy[mark]).T)
        at = QPoint(*np.round(layout.xy[mark]).astype(int).tolist())
        under_label = any(b.rect.adjusted(-2, -2, 2, 2).contains(at) for b in layout.labels)
        if np.sort(gap)[1] < 6 or under_label:
            continue
        clicked.clear()
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
        assert clicked == layout.marks.at(mark).tolist()[:1], (dimensions, mark, clicked)
        x, y = np.round(layout.xy[mark] * ratio).astype(int).tolist()
        colour = image.pixelColor(x, y)
        assert colour.name() == view.theme.marks, (colour.name(), mark)
        tried += 1
    assert tried >= 8, tried
    pane.show_tokens(blobs)
print("ratio", ratio)
"""

WITHOUT_OPENGL = """
import sys
sys.modules["OpenGL"] = None
sys.modules["PySide6.QtOpenGL"] = None
sys.modules["PySide6.QtOpenGLWidgets"] = None
import numpy as np
from PySide6.QtWidgets import QApplication
from embedscope_gui.vectors.pane import VectorsPane
from embedscope_gui.vectors.points_view import PointsView

app = QApplication([])
pane = VectorsPane()
cloud = np.random.default_rng(0).normal(size=(4000, 3)).astype(np.float32)
pane.show_cloud(cloud)
pane.show_tokens(PointsView(cloud[:3], ["a", "b", "c"], np.arange(3)))
pane.show_dimensions(3)
pane.show()
app.processEvents()
image = pane.space.grab().toImage()
assert len({image.pixel(x, y) for x in range(0, 300, 2) for y in range(0, 300, 2)}) > 20
print("drawn", "pyqtgraph.opengl" in sys.modules)
"""


def run(code: str, **environment: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(BLOBS)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip(), done.stderr


@pytest.mark.parametrize("ratio", ["1", "1.25", "2"])
def test_W07_X07_scene_fills_the_pane_and_picks_the_right_token(ratio: str) -> None:
    said, _ = run(AT_DENSITY, QT_SCALE_FACTOR=ratio)
    assert said == f"ratio {float(ratio)}"


def test_P03_space_needs_no_opengl() -> None:
    said, complaints = run(WITHOUT_OPENGL, QT_OPENGL="software", LIBGL_ALWAYS_SOFTWARE="1")
    assert said == "drawn False"
    assert "Traceback" not in complaints
