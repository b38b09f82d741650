"""Signals close the window; what they did before is brought back."""

import os
import signal
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from embedscope_gui.interrupts import SIGNALS, Interrupts


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """Return a window on the screen."""
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def interrupts(window: QWidget) -> Iterator[Interrupts]:
    """Listen for signals."""
    made = Interrupts(window)
    yield made
    made.end()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_closes_the_window(
    window: QWidget, interrupts: Interrupts, qtbot: QtBot, number: signal.Signals
) -> None:
    os.kill(os.getpid(), number)
    qtbot.waitUntil(lambda: not window.isVisible())
    assert interrupts.code == 128 + number


def test_handlers_are_brought_back(window: QWidget) -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    made = Interrupts(window)
    assert [signal.getsignal(number) for number in SIGNALS] != before
    made.end()
    assert [signal.getsignal(number) for number in SIGNALS] == before
    assert made.code == 0


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_signal_that_was_ignored_stays_ignored(window: QWidget) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    made = Interrupts(window)
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    made.end()
    signal.signal(signal.SIGHUP, before)
