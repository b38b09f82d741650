"""File names found inside files, which must not lead elsewhere."""

from pathlib import PureWindowsPath


def is_plain_name(name: str) -> bool:
    """Tell whether ``name`` is a file in the same folder, on any system."""
    return name not in ("", ".", "..") and PureWindowsPath(name).name == name and "\0" not in name
