"""How much memory the program takes, where the system tells."""

import os
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
    """Return "310 MB" or "1.05 GB"."""
    if n_bytes < 1e6:
        return f"{n_bytes / 1e3:,.0f} kB"
    return f"{n_bytes / 1e6:,.0f} MB" if n_bytes < 1e9 else f"{n_bytes / 1e9:,.2f} GB"
