"""Errors whose text is one clear sentence for the person at the window."""

from pathlib import Path

_MOST_CHARACTERS = 600  # of a sentence; names found in damaged files can be of any length


class EmbedscopeError(Exception):
    """A fault told in one sentence: what is wrong, where, and what to do about it.

    It is one line that can be shown anywhere: what cannot be seen in it becomes an escape.
    """

    def __init__(self, sentence: str = "") -> None:
        super().__init__(_one_line(sentence))


class FileError(EmbedscopeError):
    """A file that cannot be used; the sentence starts with its name."""

    def __init__(self, path: str | Path, problem: str) -> None:
        self.path = Path(path)
        self.problem = _one_line(problem)
        super().__init__(f"{self.path.name or self.path}: {problem}")


class MissingRowError(EmbedscopeError, IndexError):
    """An id that has no row in the table."""


class UnknownNameError(EmbedscopeError, LookupError):
    """A preset, tokenizer, token or tensor name that does not exist."""


class MissingLibraryError(EmbedscopeError, ImportError):
    """An optional library is not installed; the sentence holds the line that installs it."""


class Cancelled(Exception):
    """Raised inside long work when its stop flag is set."""


def _one_line(text: str) -> str:
    """Return ``text`` with escapes for what is not printable, and without its middle if long."""
    if len(text) > _MOST_CHARACTERS:
        text = f"{text[: _MOST_CHARACTERS // 2]} ... {text[-_MOST_CHARACTERS // 2 :]}"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
