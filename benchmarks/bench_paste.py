"""The longest time the window does not answer while a million characters are pasted."""

import itertools
from time import perf_counter

from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from benchmarks.report import Row
from benchmarks.window import open_window, rest

TITLE = "Pasting 1,000,000 characters: the event loop's longest gap"
SENTENCE = "The quick brown fox jumps over the lazy dog; naïve café 漢字 😀 x = f(1234).\n"
WATCH_SECONDS = 6.0


def run() -> list[Row]:
    """Paste into our window and into a bare QPlainTextEdit."""
    text = (SENTENCE * 14_000)[:1_000_000]
    with open_window("whisper-tiny.en") as desk:
        editor = desk.window.findChild(QPlainTextEdit, "textEdit")
        assert editor is not None
        ours = 1000 * _longest_gap(editor, text)
        rest(desk)
    bare = QPlainTextEdit()
    bare.resize(420, 500)
    bare.show()
    QApplication.processEvents()
    theirs = 1000 * _longest_gap(bare, text)
    kept = ours <= 2 * theirs + 50
    return [
        Row("longest gap, our window / bare editor", ours, theirs, "ms", "<= 2 x + 50 ms", kept)
    ]


def _longest_gap(editor: QPlainTextEdit, text: str) -> float:
    """Return the longest seconds between two beats of a timer that is always due."""
    data = QMimeData()
    data.setText(text)
    beats = [perf_counter()]
    timer = QTimer(interval=0)
    timer.timeout.connect(lambda: beats.append(perf_counter()))
    timer.start()
    QTimer.singleShot(20, lambda: editor.insertFromMimeData(data))
    end = perf_counter() + WATCH_SECONDS
    while perf_counter() < end:
        QApplication.processEvents()
    timer.stop()
    return max(after - before for before, after in itertools.pairwise(beats))
