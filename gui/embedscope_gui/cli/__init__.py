"""The command line: ``embedscope`` opens the window, its commands work without one."""

from embedscope_gui.cli.command import main

__all__ = ["main"]
