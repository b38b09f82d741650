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
app.open_first = seen
app.main([])
"""


def run() -> list[Row]:
    """Time both alternately."""
    ours, theirs = [], []
    for number in range(RUNS + 1):
        pair = _seconds(OURS), _seconds(EMPTY)
        if number:  # the first pair warms the disk cache
            ours.append(pair[0])
            theirs.append(pair[1])
    first, second = median(ours), median(theirs)
    what = "our window / empty window with pyqtgraph imported"
    return [Row(what, first, second, "s", "<= 1.3 x", first <= 1.3 * second)]


def _seconds(code: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        # A display that is never opened: the program must not think that there is none.
        environment = {**os.environ, "DISPLAY": ":none", "XDG_CONFIG_HOME": folder}
        start = time()
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, check=True, capture_output=True
        )
        return float(done.stdout.split()[-1]) - start
