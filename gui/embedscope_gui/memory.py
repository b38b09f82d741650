"""How much memory the program takes, where the system tells."""

import ctypes
import linecache
import os
import sys
from collections.abc import Callable
from pathlib import Path

_STATM = Path("/proc/self/statm")


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


def give_back() -> None:
    """Return memory that is free to the system, where the C library keeps it for later.

    Shiboken has the source text of every module read, and linecache keeps it.
    """
    linecache.clearcache()
    if sys.platform == "linux" and _trim is not None:
        _trim(0)


def _find_trim() -> Callable[[int], int] | None:
    """Return glibc's malloc_trim; other C libraries have none, or need none."""
    if sys.platform != "linux":
        return None
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):
        return None
    return trim


_trim = _find_trim()
