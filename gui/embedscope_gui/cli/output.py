"""Text for people and for programs on streams that may not know every character."""

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import TextIOWrapper
from time import monotonic
from typing import TextIO

from embedscope.progress import SILENT, Progress

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code != 10}
WAIT_S, LINES_A_SECOND, LINE_LENGTH = 1.0, 5, 60


@contextmanager
def safe_streams() -> Iterator[None]:
    """Make stdout and stderr write what they cannot encode as escapes instead of failing.

    A stream that was closed before the start is replaced by one that swallows everything.
    """
    with ExitStack() as stack:
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:
                stack.callback(setattr, sys, name, None)
                setattr(sys, name, stack.enter_context(open(os.devnull, "w", encoding="utf-8")))
        stack.enter_context(_escaping())
        yield


@contextmanager
def _escaping() -> Iterator[None]:
    before = [
        (stream, stream.errors)
        for stream in (sys.stdout, sys.stderr)
        if isinstance(stream, TextIOWrapper)
    ]
    for stream, _ in before:
        stream.reconfigure(errors="backslashreplace")
    try:
        yield
    finally:
        for stream, errors in before:
            if not stream.closed:
                stream.reconfigure(errors=errors)


def complain(problem: object) -> int:
    """Tell a fault in one line on stderr; return the exit code for it."""
    clear_progress()
    print(f"embedscope: {_one_line(str(problem))}", file=sys.stderr)  # noqa: T201
    return 1


def note(sentence: str) -> None:
    """Tell something worth knowing in one line on stderr."""
    print(f"note: {_one_line(sentence)}", file=sys.stderr)  # noqa: T201


def _one_line(text: str) -> str:
    return " ".join(text.split()).translate(_CONTROLS)


def say(line: str = "") -> None:
    """Print one line; names of files and tensors cannot steer the terminal."""
    print(line.translate(_CONTROLS))  # noqa: T201


def counted(number: int, what: str) -> str:
    """Return "1 token" or "1,000 tokens"."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def progress_line() -> Progress:
    """Return a progress that shows a line on a terminal's stderr, and nothing in a file.

    Work shorter than WAIT_S shows nothing; ``clear_progress`` wipes what is left.
    """
    if not sys.stderr.isatty():
        return SILENT
    started = shown = monotonic()

    def report(done: float, what: str) -> None:
        nonlocal shown
        now = monotonic()
        if now - started > WAIT_S and now - shown > 1 / LINES_A_SECOND:
            shown = now
            text = f"{_one_line(what)} {100 * done:.0f} %"[:LINE_LENGTH]
            print(f"\r{text:{LINE_LENGTH}}", end="", file=sys.stderr, flush=True)  # noqa: T201

    return Progress(report)


def clear_progress() -> None:
    """Wipe the line of ``progress_line``, if there can be one."""
    if sys.stderr.isatty():
        print(f"\r{'':{LINE_LENGTH}}\r", end="", file=sys.stderr, flush=True)  # noqa: T201


def is_unicode(stream: TextIO) -> bool:
    """Tell whether ``stream`` takes every character as it is."""
    return (getattr(stream, "encoding", None) or "").lower().replace("-", "") == "utf8"


def display_width(text: str) -> int:
    """Return how many columns of a terminal ``text`` takes: wide letters two, accents none."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def as_printed(text: str) -> str:
    """Return ``text`` as stdout shows it: with escapes for what would steer it or is not in it."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    shown = text.translate({**_CONTROLS, ord("\n"): "\\n"})
    return shown.encode(encoding, "backslashreplace").decode(encoding)


def aligned(
    rows: Sequence[Sequence[str]], right: Iterable[int] = (), gap: str = "  "
) -> Iterator[str]:
    """Yield ``rows`` of cells as lines with columns aligned; those in ``right`` at the right."""
    flush_right = frozenset(right)
    shown = [[as_printed(cell) for cell in row] for row in rows]
    widths = [max(map(display_width, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        cells = [
            _padded(cell, width, at_right=index in flush_right)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield gap.join(cells).rstrip()


def _padded(cell: str, width: int, *, at_right: bool) -> str:
    blanks = " " * (width - display_width(cell))
    return blanks + cell if at_right else cell + blanks
