"""Sizes in words: bytes and shapes as people read them."""

from collections.abc import Sequence

_UNITS = ("kB", "MB", "GB")


def bytes_text(n_bytes: int) -> str:
    """Return "154.4 MB"; units are powers of 1000."""
    if n_bytes < 1000:
        return f"{n_bytes} bytes"
    size = float(n_bytes)
    for unit in _UNITS:
        size /= 1000
        if size < 1000 or unit == _UNITS[-1]:
            break
    return f"{size:,.1f} {unit}"


def shape_text(shape: Sequence[int]) -> str:
    """Return "49,152 x 576"."""
    return " x ".join(f"{size:,}" for size in shape) or "one number"
