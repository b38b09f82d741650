"""How much memory the program takes, where the system tells."""

import ctypes
import linecache
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

_STATM = Path("/proc/self/statm")
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # as malloc.h numbers them
MAPPED_FROM = 8 << 20  # bytes; larger buffers go back to the system when they are freed
KEPT_AT_MOST = 32 << 20


def resident_bytes() -> int | None:
    """Return the resident memory of this process now, None where the system does not tell."""
    try:
        pages = int(_STATM.read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


def bytes_text(n_bytes: int) -> str:
    """Return "72 bytes", "310 MB" or "1.05 GB"."""
    if n_bytes < 1000:
        return f"{n_bytes} bytes"
    if n_bytes < 1e6:
        return f"{n_bytes / 1e3:,.0f} kB"
    return f"{n_bytes / 1e6:,.0f} MB" if n_bytes < 1e9 else f"{n_bytes / 1e9:,.2f} GB"


def keep_ready() -> None:
    """Let glibc keep a few freed buffers for the next frame instead of giving each back at once.

    A frame frees dozens of arrays of 1 to 4 MB; having them mapped anew for the next one took
    half its time (256,000 points: 27 ms, 15 ms with this).
    """
    adjust = _glibc("mallopt")
    if adjust is not None:
        adjust(_M_MMAP_THRESHOLD, MAPPED_FROM)
        adjust(_M_TRIM_THRESHOLD, KEPT_AT_MOST)


def give_back() -> None:
    """Return memory that is free to the system, where the C library keeps it for later.

    Shiboken has the source text of every module read, and linecache keeps it.
    """
    linecache.clearcache()
    trim = _glibc("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _glibc(name: str) -> Callable[..., int] | None:
    """Return a function of glibc; other C libraries have none, or need none."""
    if sys.platform != "linux":
        return None
    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (OSError, AttributeError):
        return None
    return found
