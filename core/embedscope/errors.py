"""Errors whose text is one clear sentence for the person at the window."""

from pathlib import Path


class EmbedscopeError(Exception):
    """A fault told in one sentence: what is wrong, where, and what to do about it."""


class FileError(EmbedscopeError):
    """A file that cannot be used; the sentence starts with its name."""

    def __init__(self, path: str | Path, problem: str) -> None:
        self.path = Path(path)
        self.problem = problem
        super().__init__(f"{self.path.name}: {problem}")


class MissingRowError(EmbedscopeError, IndexError):
    """An id that has no row in the table."""


class UnknownNameError(EmbedscopeError, LookupError):
    """A preset, tokenizer, token or tensor name that does not exist."""


class MissingLibraryError(EmbedscopeError, ImportError):
    """An optional library is not installed; the sentence holds the line that installs it."""


class Cancelled(Exception):  # noqa: N818 - a request to stop, not a fault
    """Raised inside long work when its stop flag is set."""
