"""The heatmap of a 1 GB table: first picture, frames, memory, and the cost of its pyramid.

Ours is what the window does for the map, up to its colours. Theirs is pyqtgraph's ImageItem with
the whole array. Each runs in a process of its own, so that memory is counted apart.
"""

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.big_table import write_bf16
from benchmarks.report import Row, median_ms
from embedscope.heatmap.cache import PyramidCache, load_or_build
from embedscope.heatmap.colormap import COLORMAPS, colourise
from embedscope.heatmap.levels import Levels
from embedscope.heatmap.pyramid import Pyramid, build_pyramid
from embedscope.heatmap.render import render
from embedscope.heatmap.viewport import Viewport
from embedscope.readers import open_table
from embedscope.tables.base import Doubles
from embedscope.tables.table import Table

TITLE = "Heatmap of 128,256 x 4,096 bf16 (1 GB) on 1400 x 900 pixels"
WIDTH, HEIGHT = 1400, 900
LEVELS = Levels(-0.06, 0.06)
THEIRS = """
import os, resource, sys
from time import perf_counter
import numpy as np, pyqtgraph as pg
from PySide6.QtWidgets import QApplication
app = QApplication([])
path, n_rows, n_dims, offset = sys.argv[1], *map(int, sys.argv[2:])
start = perf_counter()
pg.setConfigOption("imageAxisOrder", "row-major")
bits = np.memmap(path, np.uint16, "r", offset, (n_rows, n_dims))
values = np.empty(bits.shape, np.uint32)
np.left_shift(bits, 16, out=values, dtype=np.uint32)
view = pg.GraphicsLayoutWidget()
view.resize(1400, 900)
view.addPlot().addItem(pg.ImageItem(values.view(np.float32)))
view.show()
view.grab()
print(perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, flush=True)
os._exit(0)  # Qt's teardown is not the subject
"""


def run() -> list[Row]:
    """Measure both on the same file."""
    with tempfile.TemporaryDirectory() as folder:
        path, shape = Path(folder) / "table.safetensors", (128_256, 4_096)
        write_bf16(path, *shape)
        ours = _measured(path)
        offset = path.stat().st_size - shape[0] * shape[1] * 2
        theirs_s, theirs_mb = _output(THEIRS, path, *shape, offset).split()
        path.unlink()
        write_bf16(path, 262_144, 8_192, sparse=True)
        larger = _measured(path)
    first, peak = 1000 * float(theirs_s), float(theirs_mb)
    median, late = ours["median"], ours["p99"]
    return [
        _row("open to first picture, sampled / ImageItem", ours["first"], first, "ms", 1 / 50),
        _row("open to exact picture from the kept pyramid", ours["again"], first, "ms", 1 / 50),
        _row("peak memory", ours["peak"], peak, "MB", 1 / 8),
        _row("pyramid / read + min + max + sum", ours["build"], ours["floor"], "ms", 4),
        _row("frame, median / 20 ms", median, 20, "ms", 1),
        _row("frame, 99th percentile / 80 ms", late, 80, "ms", 1),
        _row("262,144 x 8,192: frame, median", larger["median"], median, "ms", 1.5),
        _row("262,144 x 8,192: frame, 99th percentile", larger["p99"], late, "ms", 1.5),
        _row("262,144 x 8,192: peak memory", larger["peak"], peak, "MB"),
    ]


def _row(what: str, ours: float, theirs: float, unit: str, ratio: float | None = None) -> Row:
    if ratio is None:
        return Row(what, ours, theirs, unit)
    return Row(what, ours, theirs, unit, f"<= {ratio:.3g} x", ours <= ratio * theirs)


def _measured(path: Path) -> dict[str, float]:
    """Return our figures for a file, from a new process."""
    code = "from benchmarks.bench_heatmap import measure; import sys; measure(sys.argv[1])"
    figures: dict[str, float] = json.loads(_output(code, path))
    return figures


def _output(code: str, *arguments: object) -> str:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip().splitlines()[-1]


def measure(path: str) -> None:
    """Print the figures of our map of the table in ``path`` as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        cache = PyramidCache(Path(folder))
        first = median_ms(lambda: _open_and_draw(path, None), 3)
        table = open_table(path)
        pyramid = load_or_build(table, cache)
        again = median_ms(lambda: _open_and_draw(path, cache), 3)
        frames = [_ms(partial(_frame, table, view, pyramid)) for view in tour(table.shape)]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        figures = {
            "first": first,
            "again": again,
            "median": float(np.median(frames)),
            "p99": float(np.percentile(frames, 99)),
            "peak": peak,
            "build": median_ms(lambda: build_pyramid(table), 3),
            "floor": median_ms(lambda: _floor(table), 3),
        }
    print(json.dumps(figures))


def _ms(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def _open_and_draw(path: str, cache: PyramidCache | None) -> None:
    """Open a table and draw all of it, from the pyramid in ``cache`` if there is one."""
    table = open_table(path)
    pyramid = None if cache is None else cache.load(table)
    _frame(table, Viewport.fit(table.shape, WIDTH, HEIGHT), pyramid)


def _frame(table: Table, viewport: Viewport, pyramid: Pyramid | None) -> None:
    """Draw one frame up to its colours."""
    picture = render(table, viewport, pyramid=pyramid)
    colourise(picture.values, LEVELS, COLORMAPS["blue-red"])


def _floor(table: Table) -> None:
    """Read all rows and reduce them, which no pyramid can do without."""
    for _, block in table.blocks((1 << 18) // table.n_dims):
        block.min()
        block.max()
        block.sum()


def tour(shape: tuple[int, int]) -> Iterator[Viewport]:
    """Yield some 300 views: all of it, zooms to 20 x 20 cells, pans on the way, jumps."""
    rng = np.random.default_rng(1)
    for _ in range(6):
        centre = rng.uniform(0, 1, 2) * shape
        for zoom in np.geomspace(1, 20 / shape[0], 40):
            rows, cols = shape[0] * zoom, max(20.0, shape[1] * min(1.0, zoom * 30))
            yield _around(shape, centre, rows, cols)
            if rows < shape[0] / 4:
                yield _around(shape, centre + np.array([rows, cols]) / 9, rows, cols)


def _around(shape: tuple[int, int], centre: Doubles, rows: float, cols: float) -> Viewport:
    """Return the view of ``rows`` x ``cols`` cells nearest to ``centre`` inside the table."""
    row0 = float(np.clip(centre[0] - rows / 2, 0, shape[0] - rows))
    col0 = float(np.clip(centre[1] - cols / 2, 0, shape[1] - cols))
    return Viewport(row0, row0 + rows, col0, col0 + cols, WIDTH, HEIGHT)
