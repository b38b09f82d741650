"""Work on threads: the latest of a channel wins, faults are results, stopping works."""

import os
import sys
import threading
from dataclasses import replace

import pytest

from embedscope.progress import Progress
from embedscope.session.request import Request
from embedscope_gui.runner import Runner


@pytest.fixture
def runner(qtbot):
    made = Runner()
    yield made
    made.shut_down()


def request(run, channel="c", quick=False):
    return Request(channel, (), run, quick)


def test_quick_work_is_done_before_submit_returns(runner):
    got: list[object] = []
    runner.submit(request(lambda _p: 7, quick=True), got.append, pytest.fail)
    assert got == [7]


def test_work_on_a_thread_is_delivered_on_the_windows_thread(runner, qtbot):
    threads: list[int] = []
    got: list[int] = []
    work = request(lambda _p: threads.append(threading.get_ident()))
    runner.submit(work, lambda _r: got.append(threading.get_ident()), pytest.fail)
    qtbot.waitUntil(lambda: len(got) == 1)
    assert got == [threading.get_ident()]
    assert threads[0] != got[0]


def test_newer_work_of_a_channel_stops_the_older_and_drops_its_result(runner, qtbot):
    started, stopped = threading.Event(), threading.Event()
    got: list[object] = []

    def long(progress):
        started.set()
        while not progress.stopped():
            pass
        stopped.set()
        return "old"

    runner.submit(request(long), got.append, pytest.fail)
    assert started.wait(5)
    runner.submit(request(lambda _p: "new"), got.append, pytest.fail)
    qtbot.waitUntil(lambda: got == ["new"])
    assert stopped.wait(5)
    qtbot.wait(20)
    assert got == ["new"]


def test_an_error_is_delivered_and_the_channel_works_again(runner, qtbot):
    errors: list[Exception] = []
    got: list[object] = []

    def fail(_progress):
        raise ValueError("no")

    runner.submit(request(fail), pytest.fail, errors.append)
    qtbot.waitUntil(lambda: len(errors) == 1)
    runner.submit(request(lambda _p: 1), got.append, pytest.fail)
    qtbot.waitUntil(lambda: got == [1])
    assert str(errors[0]) == "no"


def test_progress_is_told_and_cancelling_ends_the_work_silently(runner, qtbot):
    told: list[tuple[object, ...]] = []
    ended: list[str] = []
    runner.progressed.connect(lambda *news: told.append(news))
    runner.ended.connect(ended.append)

    def long(progress):
        while True:
            progress.step(0.5, "counting")

    runner.submit(request(long, "slow"), pytest.fail, pytest.fail)
    qtbot.waitUntil(lambda: len(told) > 0)
    assert told[0] == ("slow", 0.5, "counting")
    runner.cancel("slow")
    qtbot.waitUntil(lambda: ended == ["slow"])
    assert runner.busy() == ()


def test_work_that_starts_more_work_of_its_channel_is_not_forgotten(runner, qtbot):
    got: list[object] = []

    def again(result):
        got.append(result)
        if len(got) < 3:
            runner.submit(request(lambda _p: result + 1), again, pytest.fail)

    runner.submit(request(lambda _p: 0), again, pytest.fail)
    qtbot.waitUntil(lambda: got == [0, 1, 2])


def test_patient_work_starts_only_when_nothing_newer_comes(runner, qtbot):
    ran: list[int] = []
    got: list[object] = []

    def counted(number: int) -> Request:
        def run(_progress: Progress) -> int:
            ran.append(number)
            return number

        return Request("c", (), run, patience_ms=30)

    for number in range(5):
        runner.submit(counted(number), got.append, pytest.fail)
    qtbot.waitUntil(lambda: got == [4])
    assert ran == [4]


def test_a_picture_never_waits_for_passes_over_the_whole_table(runner, qtbot):
    may_end = threading.Event()
    got: list[object] = []
    for lane in ("slow", "work"):
        for number in range(8):
            work = Request(f"{lane} {number}", (), lambda _p: may_end.wait(20), lane=lane)
            runner.submit(work, lambda _r: None, pytest.fail)
    work = Request("picture", (), lambda _p: "picture", lane="view")
    runner.submit(work, got.append, pytest.fail)
    qtbot.waitUntil(lambda: got == ["picture"])
    may_end.set()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
def test_slow_work_gives_way_to_the_rest(runner, qtbot):
    got = {}
    for lane in ("slow", "view"):
        work = Request(lane, (), lambda _p: os.getpriority(os.PRIO_PROCESS, 0), lane=lane)
        runner.submit(work, lambda nice, lane=lane: got.update({lane: nice}), pytest.fail)
    qtbot.waitUntil(lambda: len(got) == 2)
    assert got["slow"] > got["view"]


@pytest.mark.parametrize("patience", [0, 1])
def test_nothing_begins_after_the_end(qtbot, patience: int) -> None:
    runner, begun, told = Runner(), list[object](), list[object]()
    late = replace(request(begun.append), patience_ms=patience)
    if patience:
        runner.submit(late, told.append, told.append)
    runner.shut_down()
    runner.submit(late, told.append, told.append)
    runner.submit(request(begun.append, quick=True), told.append, told.append)
    qtbot.wait(5)
    assert (begun, told) == ([], [])
    assert runner.busy() == ()


def test_slow_work_begins_after_the_pictures_that_were_asked_for_but_does_begin(runner, qtbot):
    drawn = threading.Event()
    order: list[object] = []
    picture = Request("picture", (), lambda _p: drawn.wait(20) and "picture", lane="view")
    runner.submit(picture, order.append, pytest.fail)
    slow = Request("survey", (), lambda _p: "survey", lane="slow")
    runner.submit(slow, order.append, pytest.fail)
    qtbot.wait(100)
    assert order == []
    drawn.set()
    qtbot.waitUntil(lambda: order == ["picture", "survey"])
    endless = threading.Event()
    runner.submit(
        Request("picture", (), lambda _p: endless.wait(20), lane="view"), str, pytest.fail
    )
    runner.submit(slow, order.append, pytest.fail)
    qtbot.waitUntil(lambda: order[2:] == ["survey"], timeout=5_000)
    endless.set()


def test_slow_work_that_is_cancelled_while_it_waits_never_begins(runner, qtbot):
    drawn = threading.Event()
    ran: list[object] = []
    runner.submit(Request("picture", (), lambda _p: drawn.wait(20), lane="view"), str, pytest.fail)
    runner.submit(Request("survey", (), ran.append, lane="slow"), str, pytest.fail)
    runner.cancel("survey")
    drawn.set()
    qtbot.wait(120)
    assert ran == []
