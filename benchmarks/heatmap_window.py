"""The heatmap of a large table in the real window, measured in a process of its own."""

import json
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter, sleep

import numpy as np
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from benchmarks.report import peak_mb
from benchmarks.window import open_window, rest
from embedscope.presets import DEFAULT_PRESET
from embedscope.tables.base import Doubles
from embedscope_gui.desk import Desk
from embedscope_gui.heatmap.span import Span

WIDTH, HEIGHT = 1400, 900
PATIENCE = 60.0
TEXT = "The quick brown fox jumps over the lazy dog. " * 40
KEYS = "abcdefghij klmnopqrst"


def main(path: str, *, typing: bool) -> None:
    """Print as JSON what the window takes for the table in ``path``."""
    with open_window(DEFAULT_PRESET, (WIDTH, HEIGHT)) as desk:
        figures = {"first": _ms_to_picture(desk, path, sampled=True)}
        start = perf_counter()
        _until(lambda: desk.controller.results.survey is not None)
        figures["survey"] = 1000 * (perf_counter() - start)
        frames = [_frame(desk, *view) for view in tour(_shape(desk))]
        figures["median"] = 1000 * float(np.median(frames))
        figures["p99"] = 1000 * float(np.percentile(frames, 99))
        figures["peak"] = peak_mb()
        if typing:
            figures["key"] = _keystroke(desk)
            figures["small key"] = _keystroke(desk, "whisper-tiny.en")
        print(json.dumps(figures), flush=True)


def again(path: str) -> None:
    """Print the milliseconds to the exact picture where the survey is kept from before."""
    with open_window(DEFAULT_PRESET, (WIDTH, HEIGHT)) as desk:
        figures = {"again": _ms_to_picture(desk, path, sampled=False)}
        print(json.dumps(figures), flush=True)


def _until(condition: Callable[[], bool]) -> None:
    """Process events until ``condition()``; leaves the processor to the workers in between."""
    start = perf_counter()
    while not condition():
        QApplication.processEvents()
        if perf_counter() - start > PATIENCE:
            sys.exit("the window did not answer")
        sleep(0.0003)


def _ms_to_picture(desk: Desk, path: str, *, sampled: bool) -> float:
    """Return the milliseconds from opening to a painted picture, of a sample if that will do."""
    heatmap, before = desk.window.heatmap, desk.controller.session.table

    def is_there() -> bool:
        shown = desk.controller.results.best_picture
        if desk.controller.session.table is before or shown is None:
            return False
        return heatmap.scene.picture is shown.picture and (sampled or not shown.picture.sampled)

    start = perf_counter()
    desk.controller.open_table(path, text="Hello, world!", tokenizer="gpt2")
    _until(is_there)
    heatmap.view.repaint()
    return 1000 * (perf_counter() - start)


def _shape(desk: Desk) -> tuple[int, int]:
    table = desk.controller.session.table
    assert table is not None
    return table.shape


def _frame(desk: Desk, rows: Span, cols: Span) -> float:
    """Return the seconds from asking for a view to its painted picture."""
    view, told = desk.window.heatmap.view, [0.0]

    def note(_viewport: object) -> None:
        told[0] = perf_counter()

    def is_drawn() -> bool:
        result = desk.controller.results.picture
        return bool(told[0]) and result is not None and result.viewport == view.viewport()

    desk.window.heatmap.viewportChanged.connect(note)
    view.move_to((rows, cols))
    _until(is_drawn)
    view.repaint()
    desk.window.heatmap.viewportChanged.disconnect(note)
    return perf_counter() - told[0]


def tour(shape: tuple[int, int]) -> Iterator[tuple[Span, Span]]:
    """Yield some 250 views: jumps, zooms to 20 x 20 cells, pans on the way."""
    rng = np.random.default_rng(1)
    for _ in range(4):
        centre = rng.uniform(0, 1, 2) * shape
        for zoom in np.geomspace(0.98, 20 / shape[0], 40):
            rows, cols = shape[0] * zoom, max(20.0, shape[1] * min(0.98, zoom * 30))
            yield _around(shape, centre, rows, cols)
            if rows < shape[0] / 4:
                yield _around(shape, centre + np.array([rows, cols]) / 9, rows, cols)


def _around(shape: tuple[int, int], centre: Doubles, rows: float, cols: float) -> tuple[Span, Span]:
    """Return the view of ``rows`` x ``cols`` cells nearest to ``centre`` inside the table."""
    spans = []
    for middle, length, size in zip(centre.tolist(), (rows, cols), shape, strict=True):
        low = min(max(middle - length / 2, 0.0), size - length)
        spans.append(Span(low, low + length, size))
    return spans[0], spans[1]


def _keystroke(desk: Desk, table: str = "") -> float:
    """Return the median milliseconds that a key takes of the window's thread."""
    if table:
        desk.controller.open_table(table, text="")
        _until(lambda: desk.controller.table_name == table)
    desk.controller.cancel("space")  # whoever types has waited, or does not look at it
    editor = desk.window.findChild(QPlainTextEdit, "textEdit")
    assert editor is not None
    desk.window.text.show_text(TEXT)
    desk.controller.set_text(TEXT)
    rest(desk, 10)
    spent = []
    for key in KEYS:
        QTest.keyClicks(editor, key)
        spent.append(1000 * rest(desk, 0.4))
    return median(spent)


if __name__ == "__main__":
    if sys.argv[2] == "again":
        again(sys.argv[1])
    else:
        main(sys.argv[1], typing=sys.argv[2] == "typing")
