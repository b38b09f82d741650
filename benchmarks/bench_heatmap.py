"""The heatmap of a 1 GB table: first picture, frames, memory, typing, and what reading it takes.

Ours is the whole window with its threads, principal components and all. Theirs is pyqtgraph's
ImageItem with the whole array (silx and napari take part where they are installed). Each runs in
a process of its own, so that memory is counted apart.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from threading import Event, Thread

from benchmarks.big_table import write_bf16
from benchmarks.report import Row, median_ms
from embedscope.heatmap.pyramid import Pyramid, build_pyramid
from embedscope.heatmap.survey import survey_table
from embedscope.readers import open_table
from embedscope.tables.table import Table
from embedscope_gui.memory import resident_bytes

TITLE = "Heatmap of 128,256 x 4,096 bf16 (1 GB) in a window of 1400 x 900"
SHAPE, LARGE = (128_256, 4_096), (262_144, 8_192)
DECODED = """
import os, sys
from time import perf_counter
import numpy as np
from PySide6.QtWidgets import QApplication
from benchmarks.report import peak_mb
path, n_rows, n_dims, offset = sys.argv[1], *map(int, sys.argv[2:])
def decoded():
    bits = np.memmap(path, np.uint16, "r", offset, (n_rows, n_dims))
    values = np.empty(bits.shape, np.uint32)
    np.left_shift(bits, 16, out=values, dtype=np.uint32)
    return values.view(np.float32)
def told(start):
    print(perf_counter() - start, peak_mb(), flush=True)
    os._exit(0)  # Qt's teardown is not the subject
"""
PYQTGRAPH = """
import pyqtgraph as pg
app = QApplication([])
start = perf_counter()
pg.setConfigOption("imageAxisOrder", "row-major")
view = pg.GraphicsLayoutWidget()
view.resize(1400, 900)
view.addPlot().addItem(pg.ImageItem(decoded()))
view.show()
view.grab()
told(start)
"""
SILX = """
from silx.gui.plot import Plot2D
app = QApplication([])
start = perf_counter()
view = Plot2D(backend="mpl")
view.resize(1400, 900)
view.addImage(decoded())
view.show()
view.grab()
told(start)
"""
NAPARI = """
import napari
start = perf_counter()
viewer = napari.Viewer(show=True)
viewer.add_image(decoded())
viewer.window._qt_window.resize(1400, 900)
viewer.window._qt_window.grab()
told(start)
"""


def run() -> list[Row]:
    """Measure all on the same files."""
    with tempfile.TemporaryDirectory() as folder:
        path, caches = Path(folder) / "table.safetensors", Path(folder) / "caches"
        write_bf16(path, *SHAPE)
        ours = _window(path, caches, "typing")
        ours["again"] = median(_window(path, caches, "again")["again"] for _ in range(5))
        core: dict[str, float] = json.loads(_output("-c", CORE, path))
        offset = path.stat().st_size - SHAPE[0] * SHAPE[1] * 2
        place = str(path), *map(str, (*SHAPE, offset))
        theirs = [float(n) for n in _output("-c", DECODED + PYQTGRAPH, *place).split()]
        others = [*_others(place)]
        path.unlink()
        write_bf16(path, *LARGE, sparse=True)
        larger = _window(path, caches, "tour")
    return [*_rows(ours, core, theirs, larger), *others]


def _rows(
    ours: dict[str, float], core: dict[str, float], theirs: list[float], larger: dict[str, float]
) -> Iterator[Row]:
    first, peak = 1000 * theirs[0], theirs[1]
    middle, late = ours["median"], ours["p99"]
    yield _row("open to first picture, a preview / ImageItem", ours["first"], first, 1 / 50)
    yield _row("open to exact picture, survey kept / ImageItem", ours["again"], first, 1 / 50)
    yield _row("peak memory of the whole window / ImageItem", ours["peak"], peak, 1 / 8, "MB")
    yield _row("frame, median / 20 ms", middle, 20, 1)
    yield _row("frame, 99th percentile / 80 ms", late, 80, 1)
    yield _row("pyramid / read + min + max + sum", core["pyramid"], core["floor"], 4)
    what = "pyramid and facts of rows and dims / the same"
    yield _row(what, core["survey"], core["floor"], None)
    yield _row("memory for them beside what is kept", core["extra"], 50, 1, "MB")
    yield _row("keystroke / on whisper-tiny.en", ours["key"], ours["small key"], 1.5)
    yield _row("262,144 x 8,192: open to first picture", larger["first"], first, None)
    yield _row("262,144 x 8,192: frame, median", larger["median"], middle, 1.5)
    yield _row("262,144 x 8,192: frame, 99th percentile", larger["p99"], late, 1.5)
    yield _row("262,144 x 8,192: all rows read / theirs", larger["survey"], first, None)
    yield _row("262,144 x 8,192: peak memory / theirs", larger["peak"], peak, None, "MB")


def _row(what: str, ours: float, theirs: float, ratio: float | None, unit: str = "ms") -> Row:
    if ratio is None:
        return Row(what, ours, theirs, unit)
    return Row(what, ours, theirs, unit, f"<= {ratio:.3g} x", ours <= ratio * theirs)


def _others(place: tuple[str, ...]) -> Iterator[Row]:
    """Yield the time to the first picture of other viewers that are installed."""
    for name, code in (("silx", SILX), ("napari", NAPARI)):
        if find_spec(name) is None:
            continue
        try:
            seconds, peak = map(float, _output("-c", DECODED + code, *place).split())
        except subprocess.CalledProcessError:  # it misses a part, or this kind of screen
            print(f"  {name} does not run here")
            continue
        yield Row(f"{name}: open to first picture, its peak in MB", 1000 * seconds, peak, "ms")


def _window(path: Path, caches: Path, how: str) -> dict[str, float]:
    """Return the figures of the window on a file."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(caches)}
    arguments = "-m", "benchmarks.heatmap_window", path, how
    figures: dict[str, float] = json.loads(_output(*arguments, environment=environment))
    return figures


def _output(*arguments: object, environment: dict[str, str] | None = None) -> str:
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return done.stdout.strip().splitlines()[-1]


CORE = "from benchmarks.bench_heatmap import measure_core; import sys; measure_core(sys.argv[1])"


def measure_core(path: str) -> None:
    """Print as JSON what reading all rows takes, and the memory for it."""
    table = open_table(path)
    _floor(table)
    pyramid, extra = _with_memory(lambda: build_pyramid(table))
    extra -= pyramid.n_bytes / 1e6
    del pyramid
    figures = {
        "extra": extra,
        "pyramid": median_ms(lambda: build_pyramid(table), 3),
        "survey": median_ms(lambda: survey_table(table), 3),
        "floor": median_ms(lambda: _floor(table), 3),
    }
    print(json.dumps(figures))


def _floor(table: Table) -> None:
    """Read all rows and reduce them, which no pyramid can do without."""
    for _, block in table.blocks((1 << 18) // table.n_dims):
        block.min()
        block.max()
        block.sum()


def _with_memory(work: Callable[[], Pyramid]) -> tuple[Pyramid, float]:
    """Return what ``work`` returns, and the MB that it took at most while at work."""
    before, most, done = resident_bytes() or 0, [0], Event()

    def watch() -> None:
        while not done.wait(0.003):
            most[0] = max(most[0], resident_bytes() or 0)

    watcher = Thread(target=watch)
    watcher.start()
    result = work()
    done.set()
    watcher.join()
    return result, (most[0] - before) / 1e6
