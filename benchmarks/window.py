"""A real window with its threads, driven from a benchmark."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep, thread_time

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from embedscope_gui.application import application
from embedscope_gui.desk import Desk, build
from embedscope_gui.runner import Runner
from embedscope_gui.settings import Settings

IDLE_SECONDS = 0.0002  # a turn of the event loop in which nothing happened
QUIET_TURNS = 20
POLL_SECONDS = 0.001  # between such turns: spinning would take a core from the workers


@contextmanager
def open_window(table: str, size: tuple[int, int] | None = None) -> Iterator[Desk]:
    """Give a shown window with ``table`` open and everything at rest."""
    application()
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        desk = build(Settings(store))
        if size is not None:
            desk.window.resize(*size)
        desk.window.show()
        desk.controller.open_table(table)
        rest(desk)
        yield desk
        desk.window.close()


def rest(desk: Desk, seconds: float = 60.0, *, until_quiet: bool = True) -> float:
    """Process events until no work is left, or for ``seconds``; return this thread's seconds."""
    busy, start, quiet = 0.0, perf_counter(), 0
    assert isinstance(desk.runner, Runner)
    while quiet < QUIET_TURNS and perf_counter() - start < seconds:
        before = thread_time()
        QApplication.processEvents()
        spent = thread_time() - before
        idle = spent < IDLE_SECONDS
        busy += 0.0 if idle else spent
        quiet = quiet + 1 if until_quiet and idle and not desk.runner.busy() else 0
        if idle:
            sleep(POLL_SECONDS)
    return busy
