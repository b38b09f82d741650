"""A turning cloud of 256,000 points beside pyqtgraph's OpenGL scatter under software rendering.

The peer takes part where PyOpenGL is installed and the screen has OpenGL, as under
``QT_QPA_PLATFORM=xcb LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a python -m benchmarks space``.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.report import Row, median_ms
from embedscope.geometry.camera import orbit
from embedscope.tables.base import Floats
from embedscope_gui.application import application
from embedscope_gui.theme import LIGHT
from embedscope_gui.vectors.scene import Content
from embedscope_gui.vectors.space_view import SpaceView

N_POINTS, WIDTH, HEIGHT = 256_000, 900, 700
TITLE = f"Space: a frame of {N_POINTS:,} points on {WIDTH} x {HEIGHT}"
TURN = 0.02  # radians a frame
FRAMES = 12


def run() -> list[Row]:
    """Measure whole frames: project, draw, put on the screen."""
    application()
    points, colours = _cloud()
    view = _ours(points, colours)
    _show(view)
    still, moving = _frame_ms(view, moving=False), _frame_ms(view, moving=True)
    rows = [Row("a full frame / one while the view moves", still, moving, "ms")]
    rows += _beside_gl(points, colours, still, moving)
    view.cache.cloud.moving = False
    pictures = [_fresh_picture(view) for _ in range(2)]
    same = float(pictures[0] == pictures[1])
    rows.append(Row("the same picture twice (1: yes)", same, 1, "", "1", same == 1))
    view.close()
    return [*rows, *_beside_offscreen()]


def picture(path: str) -> None:
    """Save the cloud as it is drawn on this platform."""
    application()
    view = _ours(*_cloud())
    _show(view)
    view.grab().save(path)
    view.close()


def _cloud() -> tuple[Floats, np.ndarray]:
    rng = np.random.default_rng(2)
    points = rng.standard_normal((N_POINTS, 3), np.float32)
    return points, rng.integers(0xFF000000, 0x100000000, N_POINTS, np.uint32)


def _beside_offscreen() -> Iterator[Row]:
    """Compare the picture on this screen with the one that a process without a screen makes."""
    if QGuiApplication.platformName() == "offscreen":
        return
    with tempfile.TemporaryDirectory() as folder:
        here, beside = (str(Path(folder) / name) for name in ("here.png", "offscreen.png"))
        picture(here)
        code = f"from benchmarks.bench_space import picture; picture({beside!r})"
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        form = QImage.Format.Format_RGB32
        ours, theirs = QImage(here).convertToFormat(form), QImage(beside).convertToFormat(form)
    same = float(ours == theirs)
    yield Row("the same picture offscreen (1: yes)", same, 1, "", "1", same == 1)


def _fresh_picture(view: SpaceView) -> QImage:
    view.cache.cloud.key = ()
    return view.grab().toImage()


def _ours(points: Floats, colours: np.ndarray) -> SpaceView:
    view = SpaceView(LIGHT)
    view.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a screen without windows' manager gives none
    view.show_content(Content(cloud=points, cloud_argb=colours, titles=("x", "y", "z")))
    view.fit()
    return view


def _show(widget: QWidget) -> None:
    widget.resize(WIDTH, HEIGHT)
    widget.show()
    for _ in range(5):
        QApplication.processEvents()


def _frame_ms(view: SpaceView, *, moving: bool) -> float:
    """Return the milliseconds of a frame after the camera has turned a little."""

    def frame() -> None:
        view._look_from(orbit(view.scene.camera, TURN, 0.0))
        view.cache.cloud.moving = moving
        view.repaint()

    return median_ms(frame, FRAMES)


def _beside_gl(points: Floats, colours: np.ndarray, still: float, moving: float) -> Iterator[Row]:
    """Turn the same points in pyqtgraph's OpenGL view."""
    if find_spec("OpenGL") is None or QGuiApplication.platformName() == "offscreen":
        return
    import pyqtgraph.opengl as gl

    theirs = gl.GLViewWidget()
    shares = np.stack([(colours >> s & 255) / 255 for s in (16, 8, 0, 24)], axis=1)
    scatter = gl.GLScatterPlotItem(pos=points, color=shares.astype(np.float32), size=3)
    theirs.addItem(scatter)
    theirs.setCameraPosition(distance=8)
    _show(theirs)
    if not theirs.isValid():  # a screen without OpenGL
        return
    drawn = 0

    def count() -> None:
        nonlocal drawn
        drawn += 1

    theirs.frameSwapped.connect(count)

    def frame() -> None:
        before = drawn
        theirs.orbit(np.degrees(TURN), 0)
        while drawn == before:
            QApplication.processEvents()

    spent = median_ms(frame, FRAMES)
    theirs.close()
    kept = 4 * still < spent
    yield Row("a full frame / pyqtgraph's OpenGL scatter", still, spent, "ms", "< 1/4", kept)
    yield Row("a frame while the view moves / the same", moving, spent, "ms")
