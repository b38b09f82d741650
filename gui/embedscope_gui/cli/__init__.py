"""The command line: ``embedscope`` opens the window, its commands work without one."""

import os

# One core stays free for the window: read by numpy's BLAS when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", str(max(1, (os.cpu_count() or 2) - 1)))

from embedscope_gui.cli.command import main

__all__ = ["main"]
