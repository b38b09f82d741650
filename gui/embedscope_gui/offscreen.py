"""Without a display Qt ends the process; this is asked before Qt starts."""

import os
import sys
from collections.abc import MutableMapping

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
QUIET = "qt.text.font.db.info=false"
"""Else Qt tells on stderr of each font that lacks a script, 40 lines for a word of Hindi."""


def has_display(environment: MutableMapping[str, str] = os.environ) -> bool:
    """Tell whether windows can be shown: always except on a Linux or BSD without a display."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in DISPLAYS)


def choose_platform(environment: MutableMapping[str, str] = os.environ) -> None:
    """Make Qt draw in memory where there is no display and nobody chose otherwise."""
    environment.setdefault("QT_LOGGING_RULES", QUIET)
    if not has_display(environment):
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")


def draw_in_memory(environment: MutableMapping[str, str] = os.environ) -> None:
    """Make Qt draw in memory even where there is a display, for commands that open no window."""
    environment.setdefault("QT_LOGGING_RULES", QUIET)
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
