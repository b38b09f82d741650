"""Run Qt without a screen; must be set before Qt is imported anywhere."""

import os

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.fonts=false")


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Delete the widgets of the test at once; else each theme styles all windows so far."""
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
