"""From starting Python to the first painted window."""

import os
import subprocess
import sys
import tempfile
from statistics import median
from time import time

from benchmarks.report import Row

TITLE = "Start to first paint"
RUNS = 7
EMPTY = """
import os, time
import pyqtgraph
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, seen)
def seen():
    print(time.time(), flush=True)
    os._exit(0)
app = QApplication([])
window = Window()
window.resize(1440, 900)
window.show()
app.exec()
"""
OURS = """
import os, time
from embedscope_gui import app
def seen(*_):
    print(time.time(), flush=True)
    os._exit(0)
app.{step} = seen
app.main([])
"""


def run() -> list[Row]:
    """Time all three alternately: our window when seen, when furnished, and an empty one."""
    codes = (OURS.format(step="furnish"), OURS.format(step="open_first"), EMPTY)
    rounds = [[_seconds(code) for code in codes] for _ in range(RUNS + 1)]
    seen, furnished, empty = (median(times) for times in zip(*rounds[1:], strict=True))
    kept = seen <= 1.3 * empty
    return [
        Row(
            "our window / empty window with pyqtgraph imported", seen, empty, "s", "<= 1.3 x", kept
        ),
        Row("our window with all its panes / the same empty one", furnished, empty, "s"),
    ]


def _seconds(code: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        # A display that is never opened: the program must not think that there is none.
        environment = {**os.environ, "DISPLAY": ":none", "XDG_CONFIG_HOME": folder}
        start = time()
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, check=True, capture_output=True
        )
        return float(done.stdout.split()[-1]) - start
