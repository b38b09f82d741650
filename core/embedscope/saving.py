"""Files are written beside their place and moved there when whole: never half a file."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from embedscope.errors import FileError

_FOLDER = "this is a folder; give the name of a file in it"


def with_ending(path: str | Path, ending: str) -> Path:
    """Return ``path`` with ``.ending`` added unless it is there already, in any case.

    Raises FileError where ``path`` is a folder, a device or a pipe: what was meant is not a file
    of a similar name beside it.
    """
    path = Path(path)
    if path.name.lower().endswith(f".{ending}") and path.name.lower() != f".{ending}":
        return path
    with suppress(OSError, ValueError):  # a name that the system refuses is told when written
        if path.is_dir():
            raise FileError(path, _FOLDER)
        if path.exists() and not path.is_file():
            raise FileError(path, f"is no ordinary file; give a name that ends in .{ending}")
    return path.with_name(f"{path.name}.{ending}")


def write_aside(path: str | Path, data: bytes) -> None:
    """Write ``data`` as the file ``path``, whole or not at all; raises FileError."""
    with written_aside(path) as file:
        file.write(data)


@contextmanager
def written_aside(path: str | Path) -> Iterator[BinaryIO]:
    """Give a file to write to that becomes ``path`` when the block ends without an error.

    Links are followed, so that what a link points to is replaced and not the link; what is no
    plain file (a pipe, /dev/stdout) is written to directly. Raises FileError with the reason.
    """
    place = Path(path)
    try:
        target = Path(os.path.realpath(place))
        if target.is_dir():
            raise FileError(place, _FOLDER)
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        with _replacing(target) as file:
            yield file
    except OSError as error:
        raise FileError(place, _reason(error, place)) from error
    except ValueError as error:  # a NUL in the name
        raise FileError(place, f"cannot be written ({error})") from error


@contextmanager
def _replacing(target: Path) -> Iterator[BinaryIO]:
    """Give a hidden file in the folder of ``target``, moved onto it when the block ends well."""
    _refuse_read_only(target)
    aside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with aside.open("xb") as file:  # the permissions that a new file gets here
            yield file
        if target.exists():
            aside.chmod(target.stat().st_mode & 0o777)
        aside.replace(target)
    except BaseException:
        with suppress(OSError):
            aside.unlink()
        raise


def _refuse_read_only(target: Path) -> None:
    """Raise for a file that may not be written: moving onto it would get round that."""
    if target.exists() and not os.access(target, os.W_OK):
        raise FileError(target, "is write-protected; choose another name")


def _reason(error: OSError, place: Path) -> str:
    folder = place.absolute().parent
    if isinstance(error, FileNotFoundError) and not folder.exists():
        return f'cannot be written: there is no folder "{folder}"'
    if isinstance(error, PermissionError):
        return f'cannot be written: no permission to write in "{folder}"'
    if isinstance(error, NotADirectoryError):
        return f'cannot be written: "{folder}" is not a folder'
    return f"cannot be written ({error.strerror or error})"
