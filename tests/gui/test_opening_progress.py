"""Opening what takes long, on threads: shown in the status bar, stopped on demand."""

from threading import Event

import pytest
from PySide6.QtWidgets import QPushButton

from embedscope import readers
from embedscope.errors import FileError
from embedscope.readers.base import Contents, Loaded, Tensor, TensorInfo
from embedscope.readers.folder import Surroundings
from embedscope.readers.opened import Opened
from embedscope.session.request import Request
from embedscope.tables.array import ArraySource
from embedscope_gui.runner import Runner
from embedscope_gui.widgets import progress as progress_line
from opening_desk import close, drop, make_desk, values


class SlowFile:
    """A file of which one thousandth is read at each step, until the test lets it end."""

    def __init__(self) -> None:
        self.enough, self.reading, self.stopped = Event(), Event(), Event()
        self.fault = ""

    def look_into(self, path, progress):
        done = 0
        while not self.enough.is_set():
            try:
                progress.step(done / 1000, f"reading {path.name}, line {done}")
            except BaseException:
                self.stopped.set()
                raise
            self.reading.set()
            done = min(done + 1, 999)
            self.enough.wait(0.002)
        if self.fault:
            raise FileError(path, self.fault)
        info = TensorInfo("words", (9, 2), "f32", 72)
        source = ArraySource(values(9, 2), "f32")
        contents = Contents("slow", (Tensor(info, lambda _progress: Loaded(source)),))
        return readers.TableFile(path, Opened(path, contents, Surroundings()))


@pytest.fixture
def slow(monkeypatch):
    made = SlowFile()
    monkeypatch.setattr(readers, "look_into", made.look_into)
    yield made
    made.enough.set()


@pytest.fixture
def desk(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(progress_line, "PATIENCE_MS", 0)
    desk = make_desk(tmp_path)
    assert isinstance(desk.runner, Runner)
    busy = desk.runner.busy
    desk.controller.open_table("book-6x3")
    qtbot.waitUntil(lambda: not busy(), timeout=20_000)
    yield desk
    close(desk)


def begin(desk, slow, qtbot, path):
    path.write_text("never read")
    drop(desk, path)
    qtbot.waitUntil(slow.reading.is_set)
    qtbot.waitUntil(desk.window.progress.isVisible)


def test_progress_is_shown_and_the_table_comes_in_the_end(desk, slow, qtbot, tmp_path):
    begin(desk, slow, qtbot, tmp_path / "big.xyz")
    line = desk.window.progress
    qtbot.waitUntil(lambda: "reading big.xyz, line" in line.text)
    first = line.share
    qtbot.waitUntil(lambda: line.share > first)
    assert desk.controller.session.table.name == "book-6x3"
    desk.controller.change(text="dog")  # the window works meanwhile
    assert desk.controller.results.text.ids.tolist() == [1]
    slow.enough.set()
    qtbot.waitUntil(lambda: desk.controller.session.table.name == "big.xyz")
    qtbot.waitUntil(lambda: not desk.runner.busy(), timeout=20_000)
    assert not line.isVisible()


def test_cancel_keeps_the_former_table(desk, slow, qtbot, tmp_path):
    before = desk.controller.session
    title = desk.window.windowTitle()
    begin(desk, slow, qtbot, tmp_path / "big.xyz")
    desk.window.progress.findChild(QPushButton).click()
    qtbot.waitUntil(slow.stopped.is_set)  # the reader itself stops
    assert not desk.window.progress.isVisible()
    qtbot.waitUntil(lambda: not desk.runner.busy(), timeout=20_000)
    after = desk.controller.session
    assert (after.table, after.text, after.tokenizer) == (
        before.table,
        before.text,
        before.tokenizer,
    )
    assert desk.window.windowTitle() == title
    assert desk.window.top_bar.preset_box.currentData() == "book-6x3"
    assert desk.window.notice.text == ""
    assert not desk.window.progress.isVisible()


def test_a_fault_after_a_long_while_keeps_the_former_table(desk, slow, qtbot, tmp_path):
    before = desk.controller.session.table
    slow.fault = "line 7 has 3 values, expected 2"
    begin(desk, slow, qtbot, tmp_path / "big.xyz")
    slow.enough.set()
    qtbot.waitUntil(lambda: desk.window.notice.text != "")
    assert desk.window.notice.text == "big.xyz: line 7 has 3 values, expected 2"
    assert desk.controller.session.table is before


def test_opening_another_file_stops_the_first(desk, slow, qtbot, tmp_path):
    begin(desk, slow, qtbot, tmp_path / "first.xyz")
    desk.opener.open("the-cat-4x4")
    qtbot.waitUntil(slow.stopped.is_set)
    qtbot.waitUntil(lambda: desk.controller.session.table.name == "the-cat-4x4")
    qtbot.waitUntil(lambda: not desk.runner.busy(), timeout=20_000)
    assert desk.window.top_bar.preset_box.currentData() == "the-cat-4x4"


def test_what_was_asked_for_is_shown_before_other_work(qtbot):
    line = progress_line.ProgressLine()
    qtbot.addWidget(line)
    stopped: list[str] = []
    line.cancelled.connect(stopped.append)
    line.report("pyramid", 0.5, "pooling")
    line.report("open", 0.1, "opening a.txt")
    assert (line.text, line.share) == ("opening a.txt", 0.1)
    line.report("pyramid", 0.6, "pooling")
    assert line.text == "opening a.txt"
    cancel = line.findChild(QPushButton)
    assert cancel is not None
    cancel.click()
    assert stopped == ["open"]
    line.end("open")
    assert line.text == "pooling"


def test_a_report_that_comes_late_does_not_bring_cancelled_work_back(qtbot):
    runner, seen = Runner(), []
    runner.progressed.connect(lambda *report: seen.append(report))
    reported, go_on = Event(), Event()

    def work(progress):
        progress.step(0.5, "half")  # queued for the window's thread, which is busy
        reported.set()
        go_on.wait(5)

    runner.submit(Request("open", (), work), pytest.fail, lambda fault: pytest.fail(str(fault)))
    assert reported.wait(5)
    runner.cancel("open")
    go_on.set()
    runner.shut_down()
    qtbot.wait(20)
    assert seen == []
