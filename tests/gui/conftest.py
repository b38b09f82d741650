"""Run Qt without a screen; must be set before Qt is imported anywhere."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from embedscope_gui.desk import Desk

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.fonts=false")


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Delete the widgets of the test at once; else each theme styles all windows so far."""
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(scope="session", autouse=True)
def _with_widgets() -> "QApplication":
    """Make the application that windows need, before a figure makes one that can only paint."""
    from embedscope_gui.application import application

    return application()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the settings of ``shared`` are kept."""
    return tmp_path_factory.mktemp("settings")


@pytest.fixture(scope="module")
def shared(folder: Path) -> "Iterator[Desk]":
    """Return the one window of a module that opens files; see ``desk``."""
    from embedscope_gui.work import InlineRunner
    from opening_desk import close, make_desk

    made = make_desk(folder, InlineRunner())
    yield made
    close(made)


@pytest.fixture
def desk(shared: "Desk", folder: Path) -> "Desk":
    """Return the window of the module as it is at first, with the book's preset open."""
    from opening_desk import start_over

    return start_over(shared, folder)
